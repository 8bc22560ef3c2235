class Table
  extends ExternalObject;
  function destructor
    input Table table;
    external "C" table_free(table);
  end destructor;
end Table;
model M
  Table t = Table("data.txt");
end M;
