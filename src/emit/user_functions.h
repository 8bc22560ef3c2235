// Functions of the model that the program calls during the run, as functions of the target language. Those
// that no statement of the target can say are not there: a statement that calls one is refused.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "emit/called_functions.h"
#include "emit/lines.h"
#include "emit/program.h"
#include "emit/scalar_function.h"

namespace kerf::emit {

// Declares those of the target's support functions that the text calls.
void DeclareSupport(const Target& target, std::string_view text, Lines& lines);

class UserFunctions {
 public:
  // Finds which functions the program needs, and makes them.
  UserFunctions(Program& program, const Target& target);

  [[nodiscard]] auto Has(expr::FunctionId function) const -> bool { return names_.contains(function); }
  // That of the target, or of the model if the target has not got it.
  [[nodiscard]] auto Name(expr::FunctionId function) const -> std::string;
  // What makes the function impossible: "`f` with variables that are texts".
  [[nodiscard]] auto Reason(expr::FunctionId function) const -> std::string;
  // All names.
  [[nodiscard]] auto Names() const -> std::vector<std::string>;
  // The definitions.
  auto Text() -> std::string;
  // Names of the support texts that they call.
  auto Support() -> std::vector<std::string>;
  // Flags of the compiler that functions outside need: "-lfoo".
  [[nodiscard]] auto Link() const -> std::string;

 private:
  [[nodiscard]] auto Foreign() const -> ForeignCode;
  // user_functions.cpp: which functions.
  void Collect();
  void FindCalls();
  void Make(expr::FunctionId function, CalledFunctions& called);
  auto CallsOf(const std::vector<ScalarStatement>& statements) -> std::vector<expr::FunctionId>;
  void DropIncomplete();

  // user_functions_write.cpp: their text.
  void WriteFunction(const ScalarFunction& function, Lines& lines);
  void WriteStatements(const ScalarFunction& function, const std::vector<ScalarStatement>& statements,
                       Lines& lines);
  void WriteStatement(const ScalarFunction& function, const ScalarStatement& statement, Lines& lines);
  void WriteIf(const ScalarFunction& function, const ScalarStatement& statement, Lines& lines);
  void WriteReturn(const ScalarFunction& function, Lines& lines);
  void WriteExternal(const ScalarFunction& function, const ScalarStatement& statement, Lines& lines);
  auto Prototypes() -> std::string;
  auto Text(const ScalarFunction& function, ExprId value, bool is_condition = false) -> std::string;
  [[nodiscard]] auto Quoted(std::string_view text) const -> std::string;
  auto LocalName(const ScalarFunction& function, uint32_t position) const -> std::string;

  // user_functions_head.cpp
  void WriteHead(const ScalarFunction& function, std::string_view body, Lines& lines);
  void WriteVariable(const ScalarFunction& function, uint32_t position, Lines& lines);
  void WriteTable(const ScalarVariable& table, const std::string& name, Lines& lines);

  Program& program_;
  const Target& target_;
  flat::World& world_;
  expr::Pool& pool_;
  // In order of first use.
  std::vector<ScalarFunction> functions_;
  std::map<expr::FunctionId, std::string> names_;
  std::map<expr::FunctionId, std::string> reasons_;
  // Functions that are called during the run, and those inside of them.
  std::vector<expr::FunctionId> pending_;
  std::set<expr::FunctionId> seen_;
  ExternalObjects objects_;
};

}  // namespace kerf::emit
