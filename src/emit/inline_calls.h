// Calls of functions of the model as statements in their place, for languages in which a program has no
// functions of its own. Each call has variables of its own; a function that calls itself has no such form.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "emit/called_functions.h"

namespace kerf::emit {

class CallInliner {
 public:
  explicit CallInliner(const transform::Work& work);

  struct Variable {
    ScalarVariable form;
    // The function that it belongs to.
    std::string owner;
  };
  // A value without calls, after the statements that compute them.
  struct Inlined {
    std::vector<ScalarStatement> before;
    ExprId value;
  };
  // Calls whose results are known already: of values that are all computed, one after the other.
  using Known = std::map<ExprId, std::vector<ExprId>>;

  [[nodiscard]] auto HasCalls(ExprId value) -> bool;
  // Nothing: culprit() is a function that has what why() tells, for which there are no statements.
  auto TryInline(ExprId value, Known& known) -> std::optional<Inlined>;
  [[nodiscard]] auto why() const -> const std::string& { return why_; }
  [[nodiscard]] auto culprit() const -> const std::string& { return culprit_; }
  // All that statements so far have, Local leaves by position.
  [[nodiscard]] auto variables() const -> const std::vector<Variable>& { return variables_; }
  // A variable of the program's own.
  auto AddVariable(const ScalarVariable& form, const std::string& owner) -> uint32_t;

 private:
  using Statements = std::vector<ScalarStatement>;
  // Where the variables of a function stand among all.
  using Places = std::vector<uint32_t>;

  auto Fail(std::string why, std::string culprit) -> bool;
  auto Lowered(expr::FunctionId function) -> const ScalarFunction*;
  auto Adopt(const ScalarFunction& function) -> Places;
  auto Place(const ScalarStatement& statement, const Places& places, Statements& out, Known& known) -> bool;
  auto PlaceAll(const Statements& statements, const Places& places, Statements& out) -> bool;
  auto PlaceAssignment(const ScalarStatement& statement, const Places& places, Statements& out, Known& known)
      -> bool;
  auto PlaceIf(const ScalarStatement& statement, const Places& places, Statements& out, Known& known) -> bool;
  auto PlaceWhile(const ScalarStatement& statement, const Places& places, Statements& out) -> bool;
  auto Placed(ExprId value, const Places& places, Statements& out, Known& known) -> ExprId;
  auto PlacedLocal(ExprId local, const Places& places) -> ExprId;
  auto Call(ExprId call, Statements& out) -> std::vector<ExprId>;
  [[nodiscard]] auto IsNumberedTruth(ExprId cell) const -> bool;
  [[nodiscard]] auto IsCall(ExprId id) const -> bool;

  expr::Pool& pool_;
  CalledFunctions called_;
  std::vector<Variable> variables_;
  std::map<expr::FunctionId, ScalarFunction> lowered_;
  // Functions whose statements are being written.
  std::vector<expr::FunctionId> active_;
  std::string why_;
  std::string culprit_;
};

}  // namespace kerf::emit
