class Person
  parameter String name = "Eve";
  parameter Integer dateOfBirth = 1970;
end Person;
class Student
  extends Person;
  parameter Integer stuID = 1;
end Student;
class Employee
  extends Person;
  parameter Integer emplID = 2;
end Employee;
class StudentEmployee
  extends Student;
  extends Employee;
end StudentEmployee;
