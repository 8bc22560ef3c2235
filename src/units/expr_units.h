// The units of expressions, from the operands up, each expression once. What is not declared is open: it fits
// with everything, and whatever it is multiplied with is open too. Plain numbers fit with everything as well
// but leave products alone: 2*x has the unit of x.
#pragma once

#include <optional>
#include <vector>

#include "expr/walk.h"
#include "flat/model.h"
#include "units/unit.h"

namespace kerf::units {

using expr::ExprId;
using expr::VarId;

enum class Certainty : uint8_t { Open, Number, Known };
// What a known unit rests on. Time is followed but never held against anybody: sin(time) and x = time are how
// small examples are written. Two units of which none is declared alone are not held against each other.
enum class Basis : uint8_t { Time, Inferred, Declared };

struct ExprUnit {
  Certainty certainty = Certainty::Open;
  Basis basis = Basis::Time;
  UnitId unit;
  // The first node at or below this one whose operands do not fit together, or none.
  ExprId conflict;
};

inline constexpr ExprUnit kOpenUnit{};
inline constexpr ExprUnit kNumberUnit{Certainty::Number, Basis::Time, {}, {}};
auto KnownUnit(UnitId unit, Basis basis = Basis::Declared) -> ExprUnit;
// True if the two cannot be the same quantity.
auto AreInConflict(const ExprUnit& a, const ExprUnit& b) -> bool;

class ExprUnits {
 public:
  // time_unit: that of the time; without value s.
  ExprUnits(const flat::Model& model, UnitTable& table, std::string_view time_unit = {});

  auto Of(ExprId root) -> const ExprUnit&;
  // The unit of a declared text; open if there is none.
  auto OfText(flat::NameId text) -> ExprUnit;
  // Of output `k` of the function that a call names.
  auto OfOutput(ExprId call, uint32_t k) -> ExprUnit;
  // The body of the function that a call names, or null.
  [[nodiscard]] auto BodyOf(ExprId call) const -> const flat::FunctionBody*;

  [[nodiscard]] auto var(VarId id) const -> const ExprUnit& { return vars_[id.index]; }
  // What has been computed counts no longer once Forget is called.
  void SetVar(VarId id, const ExprUnit& unit) { vars_[id.index] = unit; }
  void Forget() { memo_.Clear(); }
  [[nodiscard]] auto has_units() const -> bool { return has_units_; }
  // That of the time.
  [[nodiscard]] auto time_unit() const -> UnitId { return time_; }

 private:
  auto Combine(ExprId id) -> ExprUnit;
  auto ByRule(ExprId id) -> ExprUnit;
  auto OfLeaf(ExprId id) const -> ExprUnit;
  auto OfAlike(ExprId id, std::span<const ExprId> operands) -> ExprUnit;
  auto OfSum(ExprId id) -> ExprUnit;
  auto OfElements(ExprId id) -> ExprUnit;
  auto OfProduct(const ExprUnit& a, const ExprUnit& b, bool is_quotient) -> ExprUnit;
  auto OfPower(ExprId id) -> ExprUnit;
  auto OfCall(ExprId id) -> ExprUnit;
  auto RaisedTo(const ExprUnit& base, const std::optional<Exponent>& exponent) -> ExprUnit;
  [[nodiscard]] auto TryNumber(ExprId id) const -> std::optional<double>;
  [[nodiscard]] auto ShiftsScale(ExprId number, const ExprUnit& other) const -> bool;

  const flat::Model& model_;
  const flat::World& world_;
  UnitTable& table_;
  UnitId time_;
  bool has_units_ = false;
  std::vector<ExprUnit> vars_;
  // By name; no value: not read yet.
  std::vector<std::optional<ExprUnit>> texts_;
  expr::Memo<ExprUnit> memo_;
  struct Frame {
    ExprId id;
    size_t next;
  };
  std::vector<Frame> stack_;
};

}  // namespace kerf::units
