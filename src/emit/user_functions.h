// Functions of the model whose variables are all scalars, as functions of the target language. Others are not
// there: a statement that calls one is refused.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "emit/lines.h"
#include "emit/program.h"
#include "flat/function.h"

namespace kerf::emit {

class UserFunctions {
 public:
  // Puts calls of functions of the model in place of calls that the passes made of them, and finds which
  // functions the program needs.
  UserFunctions(Program& program, const Target& target);

  [[nodiscard]] auto Has(expr::FunctionId function) const -> bool { return names_.contains(function); }
  [[nodiscard]] auto Name(expr::FunctionId function) const -> std::string;
  // All names, also those of further outputs.
  [[nodiscard]] auto Names() const -> std::vector<std::string>;
  // The definitions.
  auto Text() -> std::string;

 private:
  using Body = flat::FunctionBody;

  // user_functions.cpp: which functions.
  void ResolveCalls();
  void Collect();
  [[nodiscard]] auto BodyOf(expr::FunctionId function) const -> const Body*;
  auto IsExpressible(expr::FunctionId function) -> bool;
  auto IsExpressible(const std::vector<flat::Statement>& statements, std::vector<ExprId>& values) -> bool;
  auto Plain(ExprId value, uint32_t n_variables) -> ExprId;

  // user_functions_write.cpp: their text.
  struct Place;
  void WriteFunction(expr::FunctionId function, uint32_t output, Lines& lines);
  void WriteHead(const Place& place, Lines& lines);
  void WriteStatements(const Place& place, const std::vector<flat::Statement>& statements, Lines& lines);
  void WriteStatement(const Place& place, const flat::Statement& statement, Lines& lines);
  void WriteAssignment(const Place& place, const flat::Statement& statement, Lines& lines);
  void WriteFor(const Place& place, const flat::Statement& statement, Lines& lines);
  void WriteReturn(const Place& place, Lines& lines);
  auto Text(const Place& place, ExprId value, bool is_condition = false) -> std::string;
  auto LocalName(const Body& body, uint32_t position) const -> std::string;

  Program& program_;
  const Target& target_;
  flat::World& world_;
  expr::Pool& pool_;
  // Functions with the outputs that are used, in order of first use.
  std::vector<expr::FunctionId> order_;
  std::map<expr::FunctionId, std::string> names_;
  std::map<expr::FunctionId, std::set<uint32_t>> outputs_;
  std::set<expr::FunctionId> visited_;
  uint32_t n_iterators_ = 0;
};

}  // namespace kerf::emit
