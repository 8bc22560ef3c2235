// Clocks and clocked operators (chapter 16) and questions about state machines (chapter 17).
#include <algorithm>
#include <array>

#include "lang/modelica/inst/builtins.h"

namespace kerf::modelica {

using expr::Kind;
using expr::Pool;

namespace {

KERF_DIAG(ClockArguments, Error, "a Clock cannot be made of ({})", std::string);

// The forms of a Clock, told apart by the type of the first argument or by the names.
struct ClockForm {
  Kind first;
  std::array<std::string_view, 2> parameters;
  Kind second;
};
constexpr auto kForms = std::to_array<ClockForm>({
    {Kind::Integer, {"intervalCounter", "resolution"}, Kind::Integer},
    {Kind::Real, {"interval", ""}, Kind::Real},
    {Kind::Boolean, {"condition", "startInterval"}, Kind::Real},
    {Kind::Clock, {"c", "solverMethod"}, Kind::Text},
});

auto Fits(const Type& have, Kind wanted) -> bool {
  if (have.shape != expr::kScalar) return false;
  return have.kind == wanted || (have.kind == Kind::Integer && wanted == Kind::Real);
}

}  // namespace

// The operands tell the form: none; Integer, Integer; Real; Boolean, Real; Clock, String.
auto BuiltinCall::ClockOf() -> ExprId {
  const Type clock = {Kind::Clock, expr::kScalar, 0};
  if (given_.positional.empty() && given_.named.empty()) return Make(clock);
  for (const NamedValue& named : given_.named) {
    if (named.value == Pool::kError) return Pool::kError;
  }
  for (const ClockForm& form : kForms) {
    if (!TryBindClock(form.parameters) || !Has(0) || type(0).shape != expr::kScalar) continue;
    // An Integer interval is one only by name.
    const bool is_named = given_.positional.empty();
    const bool is_first = is_named ? Fits(type(0), form.first) : type(0).kind == form.first;
    if (!is_first || (Has(1) && !Fits(type(1), form.second))) continue;
    if (form.first == Kind::Clock && !Has(1)) continue;
    if (form.first == Kind::Real) AsReal(0);
    if (form.first == Kind::Integer && !Has(1)) args_[1] = pool_.Integer(1);
    if (form.first == Kind::Boolean) args_[1] = Has(1) ? typing_.ToReal(args_[1]) : pool_.Real(0);
    return Make(clock);
  }
  return RejectClock();
}

auto BuiltinCall::RejectClock() -> ExprId {
  std::string types;
  for (const ExprId value : given_.positional) types += (types.empty() ? "" : ", ") + typing_.TypeText(value);
  for (const NamedValue& named : given_.named) {
    const std::string_view name = typing_.world_.names[named.name];
    types += fmt::format("{}{} = {}", types.empty() ? "" : ", ", name, typing_.TypeText(named.value));
  }
  typing_.emitter_.Emit(given_.span, ClockArguments, types);
  return Pool::kError;
}

auto BuiltinCall::TryBindClock(std::span<const std::string_view> parameters) -> bool {
  args_ = given_.positional;
  const size_t n_most = parameters[1].empty() ? 1 : 2;
  if (args_.size() > n_most) return false;
  args_.resize(2);
  for (const NamedValue& named : given_.named) {
    const auto at = std::ranges::find(parameters, typing_.world_.names[named.name]);
    if (at == parameters.end()) return false;
    ExprId& place = args_[static_cast<size_t>(at - parameters.begin())];
    if (place.has_value()) return false;
    place = named.value;
  }
  return true;
}

auto BuiltinCall::Resampled() -> ExprId { return !Has(1) || WantInteger(1) ? Make(type(0)) : Pool::kError; }

auto BuiltinCall::Shifted() -> ExprId {
  if (!WantInteger(1) || (Has(2) && !WantInteger(2))) return Pool::kError;
  if (!Has(2)) args_[2] = pool_.Integer(1);
  return Make(type(0));
}

auto BuiltinCall::TickQuery() -> ExprId {
  const bool is_interval = row_.op == expr::Op::Interval;
  return Make({is_interval ? Kind::Real : Kind::Boolean, expr::kScalar, 0});
}

auto BuiltinCall::StateQuery() -> ExprId { return Make({Kind::Boolean, expr::kScalar, 0}); }

}  // namespace kerf::modelica
