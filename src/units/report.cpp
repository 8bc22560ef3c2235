// How a mismatch is put into words. A sum is represented by the first part of it that has its unit: a name is
// easier to recognise than a long expression.
#include "units/report.h"

#include <algorithm>

#include <fmt/format.h>

#include "units/op_rules.h"

namespace kerf::units {

namespace {

using expr::Op;

KERF_DIAG(UnitMismatch, Warning, "the units do not match: {} is in {}, {} in {}", std::string, std::string,
          std::string, std::string);
KERF_DIAG(UnitSizeMismatch, Warning, "the units differ in size: {} is in {}, {} in {}", std::string,
          std::string, std::string, std::string);
KERF_DIAG(UnitInFunction, Warning, "the argument of `{}` must be a number without unit, but {} is in {}",
          std::string, std::string, std::string);
KERF_NOTE(UnitDeclared, "`{}` is declared here", std::string);

constexpr size_t kMaxLength = 60;

}  // namespace

auto UnitReporter::IsNew(const diag::Span& span) -> bool {
  return told_.emplace(span.buffer, span.begin, span.end).second;
}

auto UnitReporter::Representative(ExprId id) -> ExprId {
  const expr::Pool& pool = model_.world->pool;
  const UnitId unit = units_.Of(id).unit;
  const auto has_unit = [&](ExprId at) {
    const ExprUnit& found = units_.Of(at);
    return found.certainty == Certainty::Known && found.basis >= Basis::Inferred && found.unit == unit;
  };
  while (true) {
    const UnitRule rule = RuleOf(pool.op(id));
    if (rule != UnitRule::Alike && rule != UnitRule::Branches && pool.op(id) != Op::Neg &&
        rule != UnitRule::Elements && pool.op(id) != Op::NoEvent && rule != UnitRule::Second)
      return id;
    const auto operands = pool.operands(id);
    const auto at = std::ranges::find_if(operands, has_unit);
    if (at == operands.end()) return id;
    id = *at;
  }
}

auto UnitReporter::DeclaredVar(ExprId id) const -> VarId {
  const expr::Pool& pool = model_.world->pool;
  if (pool.op(id) == Op::Subscript) id = pool.operand(id, 0);
  if (pool.op(id) != Op::Var) return {};
  const flat::Var& var = model_.vars[pool.var(id)];
  const bool is_declared = var.attributes.has_value() && model_.attributes[var.attributes].unit.has_value();
  return is_declared ? pool.var(id) : VarId{};
}

auto UnitReporter::PartyOf(ExprId id) -> Party {
  const UnitId unit = units_.Of(id).unit;
  id = Representative(id);
  const VarId var = DeclaredVar(id);
  if (model_.world->pool.op(id) == Op::Var && var.has_value()) return PartyOf(var);
  if (!namer_) namer_.emplace(model_);
  const expr::PrintOptions options{
      .dialect = expr::Dialect::Modelica, .marked = {}, .max_length = kMaxLength};
  const std::string text = expr::Print(model_.world->pool, id, *namer_, options);
  return {fmt::format("`{}`", text), unit, var.has_value() ? PartyOf(var).unit_text : table_.Text(unit), var};
}

auto UnitReporter::PartyOf(VarId id) const -> Party {
  const flat::Var& var = model_.vars[id];
  const UnitId unit = units_.var(id).unit;
  const std::string name = fmt::format("`{}`", model_.world->paths.Render(var.path));
  const flat::NameId written =
      var.attributes.has_value() ? model_.attributes[var.attributes].unit : flat::NameId{};
  if (!written.has_value()) return {name, unit, table_.Text(unit), {}};
  return {name, unit, std::string(model_.world->names[written]), id};
}

auto UnitReporter::PartyOf(ExprId call, std::string_view role, const flat::Local& local) -> Party {
  const flat::World& world = *model_.world;
  const auto function = world.functions[world.pool.function(world.pool.operand(call, 0))].name;
  return {fmt::format("{} `{}` of `{}`", role, world.names[local.name], world.names[function]),
          units_.OfText(local.unit).unit,
          std::string(world.names[local.unit]),
          {}};
}

void UnitReporter::Mismatch(const diag::Span& span, const Party& a, const Party& b) {
  if (!IsNew(span)) return;
  const bool is_size = table_.HaveSameDimension(a.unit, b.unit);
  auto builder = is_size ? emitter_.Emit(span, UnitSizeMismatch, a.text, a.unit_text, b.text, b.unit_text)
                         : emitter_.Emit(span, UnitMismatch, a.text, a.unit_text, b.text, b.unit_text);
  for (const Party* party : {&a, &b}) {
    if (!party->var.has_value()) continue;
    const flat::Var& var = model_.vars[party->var];
    const diag::Span& declared = model_.world->origins[var.origin].span;
    const bool is_shown =
        declared.buffer == span.buffer && declared.begin <= span.begin && span.end <= declared.end;
    if (!is_shown) builder.Note(declared, UnitDeclared, model_.world->paths.Render(var.path));
  }
}

void UnitReporter::Sides(const diag::Span& span, ExprId lhs, ExprId rhs) {
  Mismatch(span, PartyOf(lhs), PartyOf(rhs));
}

void UnitReporter::Value(const diag::Span& span, VarId var, ExprId value) {
  Mismatch(span, PartyOf(var), PartyOf(value));
}

void UnitReporter::Output(const diag::Span& span, ExprId call, uint32_t k, ExprId target) {
  const flat::FunctionBody& body = *units_.BodyOf(call);
  Mismatch(span, PartyOf(call, "output", body.variables[body.n_inputs + k]), PartyOf(target));
}

void UnitReporter::Conflict(const diag::Span& span, ExprId node) {
  const expr::Pool& pool = model_.world->pool;
  const UnitRule rule = RuleOf(pool.op(node));
  const auto operands = pool.operands(node);
  if (rule == UnitRule::Call) return Arguments(span, node);
  if (rule == UnitRule::Transcendental) {
    if (!IsNew(span)) return;
    const Party party = PartyOf(operands[0]);
    const std::string name(pool.op(node) == Op::Log ? "log" : expr::text_of(pool.op(node)));
    emitter_.Emit(span, UnitInFunction, name, party.text, party.unit_text);
    return;
  }
  const auto compared = operands.subspan(rule == UnitRule::Branches ? 1 : 0);
  for (const ExprId a : compared) {
    for (const ExprId b : compared) {
      if (AreInConflict(units_.Of(a), units_.Of(b))) return Sides(span, a, b);
    }
  }
}

void UnitReporter::Arguments(const diag::Span& span, ExprId call) {
  const flat::FunctionBody& body = *units_.BodyOf(call);
  const auto arguments = model_.world->pool.operands(call).subspan(1);
  for (size_t k = 0; k < arguments.size() && k < body.n_inputs; ++k) {
    const flat::Local& input = body.variables[k];
    if (AreInConflict(units_.Of(arguments[k]), units_.OfText(input.unit)))
      return Mismatch(span, PartyOf(call, "input", input), PartyOf(arguments[k]));
  }
}

}  // namespace kerf::units
