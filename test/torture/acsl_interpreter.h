// The interpreter of acsl_interpreter.py as a process that answers one program after the other.
#pragma once

#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <sys/types.h>

namespace kerf::torture {

struct InterpretedRun {
  // What went wrong, or "".
  std::string error;
  // By name; "t" among them. A value for each communication point, and for the end.
  std::map<std::string, std::vector<double>> columns;
};

class AcslInterpreter {
 public:
  AcslInterpreter();
  AcslInterpreter(const AcslInterpreter&) = delete;
  auto operator=(const AcslInterpreter&) -> AcslInterpreter& = delete;
  ~AcslInterpreter();
  // `given`: constants with other values than in the program.
  auto Run(const std::string& program, const std::map<std::string, double>& given) -> InterpretedRun;

 private:
  pid_t process_ = -1;
  std::FILE* to_ = nullptr;
  std::FILE* from_ = nullptr;
};

}  // namespace kerf::torture
