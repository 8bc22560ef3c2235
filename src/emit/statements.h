// Statements of a program as lines of a target.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "emit/lines.h"
#include "emit/program.h"
#include "emit/target.h"
#include "emit/user_functions.h"

namespace kerf::emit {

// Prints symbols and functions by their names in the target.
class SymbolNamer : public expr::Namer {
 public:
  SymbolNamer(const std::vector<std::string>& names, const UserFunctions& functions, const flat::World& world)
      : names_(names), functions_(functions), world_(world) {}
  [[nodiscard]] auto VarName(VarId var) const -> std::string override { return names_[var.index]; }
  [[nodiscard]] auto FunctionName(expr::FunctionId function) const -> std::string override {
    return functions_.Name(function);
  }
  [[nodiscard]] auto Text(base::NameId name) const -> std::string override {
    return std::string(world_.names[name]);
  }

 private:
  const std::vector<std::string>& names_;
  const UserFunctions& functions_;
  const flat::World& world_;
};

class StatementWriter {
 public:
  StatementWriter(Program& program, const Target& target, transform::PassContext& context);

  // Reports everything that the target has no text for. False if there is something.
  auto Check() -> bool;

  [[nodiscard]] auto functions() -> UserFunctions& { return functions_; }
  [[nodiscard]] auto names() const -> const std::vector<std::string>& { return names_; }
  [[nodiscard]] auto name(SymbolId id) const -> const std::string& { return names_[id.index]; }
  // The value in the target's language.
  auto Text(ExprId value) -> std::string;
  // What each name means, as comments: "name: full name", aliases too.
  auto CrossReference() -> std::string;
  // Values of parameters, inputs and states that are numbers, each by a form of {0}, its name, and {1}.
  auto Values(std::string_view form) -> std::string;
  // Where a statement comes from: "owner: equation (file:line)", or "".
  [[nodiscard]] auto Source(const Part& part, EqnId equation) const -> std::string;

  // `first_loop`: the number of the part's first loop in the whole program.
  void Write(Lines& lines, const Part& part, std::span<const Statement> statements, uint32_t first_loop);
  void Write(Lines& lines, std::span<const Assignment> assignments);
  // The body of the procedure that computes the residuals of a nonlinear loop.
  void WriteResiduals(Lines& lines, const Part& part, const Loop& loop);

 private:
  auto Expressed(ExprId value) -> ExprId;
  void Refuse(const diag::Span& span, const std::string& what, const std::string& where);
  void Refuse(const Part& part, EqnId equation, const std::string& what);
  void CheckValue(const Part& part, ExprId value, EqnId equation);
  void CheckPart(const Part& part);
  void WriteAssignment(Lines& lines, const Part* part, const Assignment& assignment);
  // Copies of symbols: all that the statements use in order of the symbols, and those set so far.
  void LoadUsed(Lines& lines, const Part& part, std::span<const Statement> statements);
  void Load(Lines& lines, std::span<const SymbolId> symbols);
  void Store(Lines& lines, std::span<const SymbolId> symbols);
  void WriteNewton(Lines& lines, const Loop& loop, uint32_t number);
  void WriteLoop(Lines& lines, const Part& part, const Loop& loop, uint32_t number);

  Program& program_;
  const Target& target_;
  transform::PassContext& context_;
  std::vector<std::string> names_;
  UserFunctions functions_;
  SymbolNamer namer_;
  // Symbols set by the procedure that is being written.
  std::vector<SymbolId> stored_;
};

}  // namespace kerf::emit
