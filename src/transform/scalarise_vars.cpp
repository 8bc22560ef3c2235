// Scalar variables with their values and attributes.
#include <algorithm>
#include <cmath>

#include "base/next_index.h"
#include "expr/walk.h"
#include "transform/derivative_var.h"
#include "transform/scalarise_model.h"

namespace kerf::transform {

namespace {

using expr::Kind;
using expr::Op;

KERF_DIAG(ParameterFails, Error, "the value of `{}` cannot be computed: {}", std::string, std::string);
KERF_DIAG(ObjectFails, Error, "the external object `{}` cannot be made: {}", std::string, std::string);
KERF_DIAG(ParameterTakesStart, Warning, "parameter `{}` has no value; its start value is taken", std::string);

KERF_DIAG(GivenKind, Error, "`{}` is {} and cannot be {}", std::string, std::string, double);

// Whether a variable of that kind can have the value.
auto CheckGivenKind(Kind kind, const GivenValue& given, diag::Emitter& emitter) -> bool {
  const bool is_whole = given.value == std::floor(given.value);
  const bool is_truth = given.value == 0 || given.value == 1;
  if (kind == Kind::Real || (kind == Kind::Boolean ? is_truth : is_whole)) return true;
  emitter.Emit({}, GivenKind, given.name, std::string(kind == Kind::Boolean ? "Boolean" : "an Integer"),
               given.value);
  return false;
}

auto KindOf(const flat::Var& var) -> dae::VarKind {
  switch (var.variability) {
    case flat::Variability::Constant:   return dae::VarKind::Constant;
    case flat::Variability::Parameter:  return dae::VarKind::Parameter;
    case flat::Variability::Discrete:
    case flat::Variability::Continuous: break;
  }
  return var.causality == flat::Causality::Input ? dae::VarKind::Input : dae::VarKind::Algebraic;
}

// What the elements of a flat variable have in common: kind, direction, place.
auto ScalarOf(const flat::Var& var) -> dae::Var {
  dae::Var scalar;
  scalar.kind = KindOf(var);
  scalar.is_output = var.causality == flat::Causality::Output;
  scalar.direction = var.direction;
  scalar.origin = var.origin;
  return scalar;
}

auto ScalarKind(Kind kind) -> Kind { return kind == Kind::Enumeration ? Kind::Integer : kind; }

}  // namespace

auto ModelScalariser::HasScalars(const flat::Var& var) const -> bool {
  const Kind kind = var.type.kind;
  return kind == Kind::Real || kind == Kind::Integer || kind == Kind::Boolean || kind == Kind::Enumeration ||
         kind == Kind::Clock;
}

void ModelScalariser::AddVars() {
  scalar_of_.resize(flat_.vars.size());
  symbols_.resize(flat_.vars.size());
  has_symbol_.assign(flat_.vars.size(), false);
  for (const VarId id : flat_.vars.ids()) {
    if (!HasScalars(flat_.vars[id])) continue;
    scalar_of_[id.index] = VarId{dae_.vars.size()};
    AddElements(flat_.vars[id]);
  }
  for (const VarId id : flat_.vars.ids()) {
    const VarId lower = flat_.vars[id].derivative_of;
    if (!lower.has_value()) continue;
    const uint32_t count = pool_.shapes().count(flat_.vars[id].type.shape);
    for (uint32_t k = 0; k < count; ++k) {
      const VarId d{scalar_of_[id.index].index + k};
      const VarId x{scalar_of_[lower.index].index + k};
      dae_.vars[d].derivative_of = x;
      dae_.vars[x].derivative = d;
      if (dae_.vars[x].kind == dae::VarKind::Algebraic) dae_.vars[x].kind = dae::VarKind::State;
    }
  }
}

void ModelScalariser::AddElements(const flat::Var& var) {
  dae::Var scalar = ScalarOf(var);
  scalar.type = ScalarKind(var.type.kind);
  scalar.is_discrete = var.type.kind != Kind::Real || var.variability == flat::Variability::Discrete;
  if (var.attributes.has_value()) scalar.state_select = flat_.attributes[var.attributes].state_select;
  const auto shape = pool_.shapes().dims(var.type.shape);
  const std::vector<int32_t> dims(shape.begin(), shape.end());
  if (dims.empty()) {
    scalar.path = var.path;
    dae_.vars.Add(scalar);
    return;
  }
  const base::PathNode node = world_.paths[var.path];
  const uint32_t count = pool_.shapes().count(var.type.shape);
  std::vector<int32_t> subscripts(dims.size(), 1);
  for (uint32_t k = 0; k < count; ++k) {
    scalar.path = world_.paths.Child(node.parent, node.name, subscripts);
    dae_.vars.Add(scalar);
    base::NextIndex(subscripts, dims);
  }
}

// Values that the user gives count from the beginning, because others follow from them.
void ModelScalariser::TakeOverrides() {
  for (const GivenValue& given : context_.options.values) {
    for (const VarId scalar : dae::FindVars(dae_, given.name)) {
      for (const VarId id : flat_.vars.ids()) {
        const VarId first = scalar_of_[id.index];
        if (!first.has_value() || scalar.index < first.index) continue;
        const uint32_t element = scalar.index - first.index;
        if (element >= pool_.shapes().count(flat_.vars[id].type.shape)) continue;
        if (!CheckGivenKind(flat_.vars[id].type.kind, given, context_.diag)) continue;
        values_.Override(id, element, given.value);
      }
    }
  }
}

auto ModelScalariser::ElementType(VarId id) const -> expr::Type {
  return {ScalarKind(flat_.vars[id].type.kind), expr::kScalar, 0};
}

// The scalars of an attribute or binding; a scalar goes to every element.
auto ModelScalariser::Elements(VarId id, ExprId value, std::vector<ExprId>& leaves) -> bool {
  Symbol symbol;
  machine_.ResetBudget();
  const bool is_done = machine_.EvaluateQuietly(value, symbol);
  // Values of parameters are computed before the run, too, and what they demand is told there.
  machine_.TakeDemands();
  if (!is_done) return false;
  leaves.clear();
  Flatten(symbol, leaves);
  const uint32_t count = pool_.shapes().count(flat_.vars[id].type.shape);
  if (leaves.size() == 1 && count != 1) leaves.resize(count, leaves[0]);
  return leaves.size() == count ||
         machine_.Refuse(fmt::format("{} values for {} elements", leaves.size(), count));
}

// External objects are made before anything asks for them, in the order of their declarations.
void ModelScalariser::MakeObjects() {
  for (const VarId id : flat_.vars.ids()) {
    const flat::Var& var = flat_.vars[id];
    flat::Value value;
    if (var.type.kind != Kind::Object || values_.TryValue(id, value)) continue;
    is_failed_ = true;
    const diag::Span span = SpanOf(var.origin);
    std::string why = "it has no binding";
    if (var.binding.has_value() && !values_.interpreter().Evaluate(var.binding)) {
      const flat::EvaluationError& error = values_.interpreter().error();
      why = error.var.has_value()
                ? fmt::format("`{}` has no value", world_.paths.Render(flat_.vars[error.var].path))
                : error.text;
    }
    context_.diag.Emit(span, ObjectFails, world_.paths.Render(var.path), why);
  }
}

void ModelScalariser::SetBindings() {
  for (const VarId id : flat_.vars.ids()) {
    const flat::Var& var = flat_.vars[id];
    if (!HasScalars(var)) continue;
    const bool is_parameter =
        var.variability == flat::Variability::Parameter || var.variability == flat::Variability::Constant;
    if (is_parameter) SetBinding(id);
    if (var.attributes.has_value()) SetAttributes(id);
  }
}

void ModelScalariser::SetFree(VarId id) {
  const uint32_t count = pool_.shapes().count(flat_.vars[id].type.shape);
  for (uint32_t k = 0; k < count; ++k) dae_.vars[VarId{scalar_of_[id.index].index + k}].is_free = true;
  if (!flat_.vars[id].binding.has_value()) return;
  std::vector<Sides> sides;
  const ExprId lhs = pool_.Var(id, flat_.vars[id].type);
  machine_.ResetBudget();
  if (Expand(lhs, flat_.vars[id].binding, sides)) {
    const Source source{world_.paths[flat_.vars[id].path].parent, flat_.vars[id].origin, {}, true};
    Add(sides, source);
    WatchDemands(source);
  } else {
    Report(flat_.vars[id].origin);
  }
}

// The value of a parameter that is listed as it was written.
void ModelScalariser::SetWrittenBinding(VarId id) {
  const flat::Var& var = flat_.vars[id];
  std::vector<ExprId> leaves;
  if (!var.binding.has_value()) return;
  if (!Elements(id, var.binding, leaves)) return Report(var.origin);
  for (size_t k = 0; k < leaves.size(); ++k)
    dae_.vars[VarId{scalar_of_[id.index].index + static_cast<uint32_t>(k)}].binding = leaves[k];
}

void ModelScalariser::SetBinding(VarId id) {
  const flat::Var& var = flat_.vars[id];
  if (values_.IsFree(id)) return SetFree(id);
  if (is_as_written_ && var.type.kind == Kind::Real) return SetWrittenBinding(id);
  flat::Value value;
  if (!values_.TryLook(id, value)) {
    if (!var.binding.has_value()) return;
    if (values_.interpreter().Evaluate(var.binding)) return;
    const flat::EvaluationError why = values_.interpreter().error();
    if (why.is_unknown) {
      // What depends on an object that could not be made has been told with it.
      const bool is_told = is_failed_ && why.var.has_value() && flat_.vars[why.var].type.kind == Kind::Object;
      return is_told ? void() : SetFree(id);
    }
    const diag::Span span = SpanOf(var.origin);
    context_.diag.Emit(span, ParameterFails, world_.paths.Render(var.path), why.text);
    return;
  }
  if (!var.binding.has_value()) {
    const diag::Span span = SpanOf(var.origin);
    context_.diag.Emit(span, ParameterTakesStart, world_.paths.Render(var.path));
  }
  std::vector<ExprId> leaves;
  // What follows from other parameters stays an expression of them, unless it takes a call.
  bool is_symbolic = var.type.kind == Kind::Real && var.binding.has_value() && !var.is_structural &&
                     Elements(id, var.binding, leaves);
  for (const ExprId leaf : walker_.Postorder(leaves)) is_symbolic = is_symbolic && pool_.op(leaf) != Op::Call;
  if (!is_symbolic) {
    NoteUses(var.binding);
    leaves.clear();
    Flatten(SymbolOf(world_, value), leaves);
  }
  for (size_t k = 0; k < leaves.size(); ++k)
    dae_.vars[VarId{scalar_of_[id.index].index + static_cast<uint32_t>(k)}].binding = leaves[k];
}

void ModelScalariser::SetAttributes(VarId id) {
  const flat::Attributes& attributes = flat_.attributes[flat_.vars[id].attributes];
  std::vector<ExprId> leaves;
  const auto each = [&](auto set) {
    for (size_t k = 0; k < leaves.size(); ++k)
      set(dae_.vars[VarId{scalar_of_[id.index].index + static_cast<uint32_t>(k)}], leaves[k]);
  };
  if (attributes.start.has_value()) {
    if (Elements(id, attributes.start, leaves)) {
      each([](dae::Var& var, ExprId value) { var.start = value; });
    } else if (!machine_.error().is_not_yet) {
      Report(flat_.vars[id].origin);
    }
  }
  if (attributes.nominal.has_value() && Elements(id, attributes.nominal, leaves))
    each([](dae::Var& var, ExprId value) { var.nominal = value; });
  const uint32_t count = pool_.shapes().count(flat_.vars[id].type.shape);
  if (!attributes.fixed_value.has_value()) {
    leaves.assign(count, pool_.Boolean(attributes.fixed));
  } else if (!Elements(id, attributes.fixed_value, leaves)) {
    return;
  }
  each([&](dae::Var& var, ExprId value) {
    const bool is_parameter = var.kind == dae::VarKind::Parameter || var.kind == dae::VarKind::Constant;
    var.is_fixed = !is_parameter && pool_.op(value) == Op::Boolean && pool_.boolean(value);
  });
}

// Elements of a parameter that no one can set by itself and that are zero: they take their terms away, as a
// resistance that is not there must not be divided by.
auto ModelScalariser::Zeros(VarId id) -> std::vector<bool> {
  const flat::Var& var = flat_.vars[id];
  std::vector<bool> zeros(pool_.shapes().count(var.type.shape), false);
  const bool is_fixed = var.is_final || var.is_protected || var.variability == flat::Variability::Constant;
  flat::Value value;
  if (!is_fixed || var.type.kind != Kind::Real || values_.IsFree(id) || !values_.TryLook(id, value))
    return zeros;
  const std::vector<flat::Value> alone = {value};
  const std::vector<flat::Value>& elements = value.is_array ? value.elements() : alone;
  for (size_t k = 0; k < elements.size() && k < zeros.size(); ++k) zeros[k] = elements[k].number() == 0;
  if (std::ranges::count(zeros, true) > 0) values_.NoteUse(id);
  return zeros;
}

auto ModelScalariser::VarSymbol(VarId id, Symbol& out, std::string& error) -> bool {
  if (has_symbol_[id.index]) {
    out = symbols_[id.index];
    return true;
  }
  const flat::Var& var = flat_.vars[id];
  const bool is_parameter = var.variability == flat::Variability::Parameter ||
                            var.variability == flat::Variability::Constant || var.type.kind == Kind::Object;
  flat::Value value;
  // What decides sizes and branches is put in.
  const bool is_deciding = var.type.kind != Kind::Real || (var.is_structural && !is_as_written_);
  if (is_parameter && is_deciding && values_.TryValue(id, value)) {
    out = SymbolOf(world_, value);
  } else if (var.type.kind == Kind::Object) {
    // Why has been told already.
    error.clear();
    return false;
  } else if (!HasScalars(var)) {
    error = "`" + world_.paths.Render(var.path) + "` has no value before the run";
    return false;
  } else {
    const auto dims = pool_.shapes().dims(var.type.shape);
    const uint32_t count = pool_.shapes().count(var.type.shape);
    const std::vector<bool> is_zero =
        is_parameter && !is_as_written_ ? Zeros(id) : std::vector<bool>(count, false);
    std::vector<Symbol> elements;
    for (uint32_t k = 0; k < count; ++k) {
      elements.push_back(LeafSymbol(
          is_zero[k] ? pool_.Real(0) : pool_.Var(VarId{scalar_of_[id.index].index + k}, ElementType(id))));
    }
    out = dims.empty() ? elements[0] : ArraySymbol({dims.begin(), dims.end()}, std::move(elements));
  }
  symbols_[id.index] = out;
  has_symbol_[id.index] = true;
  return true;
}

// What VarSymbol would give, without asking for values.
auto ModelScalariser::IsItself(VarId id) -> bool {
  const flat::Var& var = flat_.vars[id];
  return is_as_written_ && var.type.kind == Kind::Real && var.type.shape == expr::kScalar &&
         scalar_of_[id.index] == id;
}

auto ModelScalariser::DerivativeOf(VarId scalar) -> ExprId {
  const dae::Var var = dae_.vars[scalar];
  const bool is_constant = var.kind == dae::VarKind::Parameter || var.kind == dae::VarKind::Constant;
  if (is_constant || var.is_discrete) return pool_.Real(0);
  if (var.derivative.has_value()) return dae::VarLeaf(dae_, var.derivative);
  const VarId made = AddDerivativeVar(dae_, scalar);
  if (var.kind == dae::VarKind::Algebraic) dae_.vars[scalar].kind = dae::VarKind::State;
  return dae::VarLeaf(dae_, made);
}

auto ModelScalariser::TimeDerivative(ExprId scalar) -> ExprId {
  return differentiator_.Differentiate(Actual(scalar), [&](ExprId leaf) {
    return pool_.op(leaf) == Op::Time ? pool_.Real(1) : DerivativeOf(pool_.var(leaf));
  });
}

}  // namespace kerf::transform
