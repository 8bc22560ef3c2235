// The warnings: both units, what has which, and where it was declared.
#pragma once

#include <set>
#include <tuple>

#include "flat/print_names.h"
#include "units/expr_units.h"

namespace kerf::units {

// Names as people write them, without quotes.
class PlainNamer : public flat::ModelNamer {
 public:
  explicit PlainNamer(const flat::Model& model) : ModelNamer(model), model_(model) {}
  [[nodiscard]] auto VarName(VarId var) const -> std::string override {
    return model_.world->paths.Render(model_.vars[var].path);
  }
  [[nodiscard]] auto FunctionName(expr::FunctionId function) const -> std::string override {
    return std::string(model_.world->names[model_.world->functions[function].name]);
  }

 private:
  const flat::Model& model_;
};

class UnitReporter {
 public:
  UnitReporter(const flat::Model& model, UnitTable& table, ExprUnits& units, diag::Emitter& emitter)
      : model_(model), table_(table), units_(units), emitter_(emitter) {}

  // Two expressions that are to be equal.
  void Sides(const diag::Span& span, ExprId lhs, ExprId rhs);
  // A value against the unit of a variable.
  void Value(const diag::Span& span, VarId var, ExprId value);
  // A variable against output `k` of the function that a call names.
  void Output(const diag::Span& span, ExprId call, uint32_t k, ExprId target);
  // The operands of a node.
  void Conflict(const diag::Span& span, ExprId node);

 private:
  struct Party {
    std::string text;
    UnitId unit;
    std::string unit_text;
    // The variable whose declaration is shown, or none.
    VarId var;
  };
  auto PartyOf(ExprId id) -> Party;
  auto PartyOf(VarId var) const -> Party;
  // An input or an output of the function that a call names.
  auto PartyOf(ExprId call, std::string_view role, const flat::Local& local) -> Party;
  auto Representative(ExprId id) -> ExprId;
  auto DeclaredVar(ExprId id) const -> VarId;
  void Arguments(const diag::Span& span, ExprId call);
  void Mismatch(const diag::Span& span, const Party& a, const Party& b);
  auto IsNew(const diag::Span& span) -> bool;

  const flat::Model& model_;
  UnitTable& table_;
  ExprUnits& units_;
  diag::Emitter& emitter_;
  // Made for the first warning.
  std::optional<PlainNamer> namer_;
  // Instances of one class have the same mistake at the same place.
  std::set<std::tuple<diag::BufferId, uint32_t, uint32_t>> told_;
};

}  // namespace kerf::units
