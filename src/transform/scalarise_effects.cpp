// Calls for what they do: print, close a file, check arguments.
#include <unordered_map>
#include <unordered_set>

#include "transform/scalarise_model.h"

namespace kerf::transform {

namespace {

using expr::Kind;
using expr::Op;

KERF_DIAG(CallFails, Error, "the call fails: {}", std::string);

}  // namespace

// A pure function that is called with parameters alone checks these: once, before the run.
auto ModelScalariser::TryCallNow(FunctionId function, ExprId call, flat::OriginId origin) -> bool {
  if (world_.bodies[world_.functions[function].body]->is_impure) return false;
  std::vector<flat::Value> arguments;
  for (size_t k = 1; k < pool_.operands(call).size(); ++k) {
    const auto value = values_.interpreter().Evaluate(pool_.operand(call, k));
    if (!value) return false;
    arguments.push_back(*value);
  }
  if (!values_.interpreter().Call(function, arguments)) {
    if (values_.interpreter().error().is_unknown) return false;
    const diag::Span span = SpanOf(origin);
    context_.diag.Emit(span, CallFails, values_.interpreter().error().text);
  }
  return true;
}

// What has become true is a matter of values from before.
auto ModelScalariser::IsOfEvents(ExprId active) -> bool {
  if (!active.has_value()) return false;
  return std::ranges::any_of(walker_.Postorder(active), [&](ExprId id) {
    return pool_.op(id) == Op::Initial ||
           (pool_.op(id) == Op::Var && dae_.vars[pool_.var(id)].kind == dae::VarKind::Event);
  });
}

// The call is made with the values that variables have then. Numbers that the event itself decides, after
// clauses above the call, become variables, so that their conditions are those of the equations.
auto ModelScalariser::WithDecidedNumbers(ExprId leaf, const dae::Effect& effect) -> ExprId {
  const auto is_decided = [&](ExprId id) {
    return pool_.op(id) == Op::If || pool_.op(id) == Op::Initial ||
           (pool_.op(id) == Op::Var && dae_.vars[pool_.var(id)].kind == dae::VarKind::Event);
  };
  std::vector<ExprId> numbers;
  std::unordered_set<uint32_t> decided;
  const auto order = walker_.Postorder(leaf);
  for (const ExprId id : std::vector<ExprId>(order.begin(), order.end())) {
    if (!is_decided(id) && std::ranges::none_of(pool_.operands(id), [&](ExprId operand) {
          return decided.contains(operand.index);
        }))
      continue;
    decided.insert(id.index);
    if (pool_[id].kind != Kind::Text) continue;
    for (const ExprId operand : pool_.operands(id)) {
      if (decided.contains(operand.index) && pool_[operand].kind != Kind::Text) numbers.push_back(operand);
    }
  }
  if (decided.contains(leaf.index) && pool_[leaf].kind != Kind::Text) numbers.push_back(leaf);
  std::unordered_map<uint32_t, ExprId> vars;
  for (const ExprId number : numbers) {
    if (vars.contains(number.index)) continue;
    const VarId var = NewBoolean(fmt::format("$argument{}", dae_.vars.size()), dae::VarKind::Algebraic);
    dae_.vars[var].type = pool_[number].kind;
    const ExprId made = dae::VarLeaf(dae_, var);
    if (effect.is_at_events) MarkSampled(made);
    dae_.vars[var].is_discrete = effect.is_at_events || pool_[number].kind != Kind::Real;
    // What does not happen may have no value.
    const ExprId value = effect.active.has_value() ? pool_.If(effect.active, number, Previous(made)) : number;
    Add({{made, value}}, {owner_, effect.origin, {}, false, effect.is_at_events});
    vars.emplace(number.index, made);
  }
  if (vars.empty()) return leaf;
  expr::Rewriter rewriter(pool_);
  return rewriter.Rewrite(leaf, [&](ExprId id) {
    const auto known = vars.find(id.index);
    return known == vars.end() ? ExprId{} : known->second;
  });
}

auto ModelScalariser::ExpandCall(const flat::Statement& statement, ExprId active, const Source& source)
    -> bool {
  std::string error;
  if (AddCall(statement, active, source, error)) return true;
  return error.empty() ? false : machine_.RefuseYet(error);
}

auto ModelScalariser::AddCall(const flat::Statement& statement, ExprId active, const Source& source,
                              std::string& error) -> bool {
  const ExprId call = statement.value;
  error = "calls for their effect";
  if (pool_.op(call) != Op::Call || pool_.op(pool_.operand(call, 0)) != Op::Function) return false;
  dae::Effect effect;
  effect.function = pool_.function(pool_.operand(call, 0));
  effect.origin = statement.origin.has_value() ? statement.origin : source.origin;
  if (!CanBeRun(effect.function, error)) return false;
  if (!active.has_value() && TryCallNow(effect.function, call, effect.origin)) return true;
  // What an initial algorithm does is done at the start and never again.
  if (source.is_initial) {
    const ExprId start = IsStart();
    active = active.has_value() ? pool_.Binary(Op::And, start, active) : start;
  }
  effect.active = active;
  effect.is_at_events = IsOfEvents(active);
  const flat::FunctionBody& body = *world_.bodies[world_.functions[effect.function].body];
  const bool may_change = machine_.SetTextsMayChange(true);
  error.clear();
  bool is_done = true;
  for (size_t k = 1; k < pool_.operands(call).size() && is_done; ++k) {
    Symbol argument;
    is_done = machine_.EvaluateQuietly(pool_.operand(call, k), argument);
    if (!is_done) continue;
    const Symbol literals = MapLeaves(argument, [&](ExprId leaf) {
      const bool is_literal = IsLiteral(pool_, leaf);
      effect.is_given.push_back(is_literal);
      if (is_literal) return leaf;
      effect.leaves.push_back(WithDecidedNumbers(leaf, effect));
      return Placeholder(leaf);
    });
    effect.arguments.push_back(ValueOf(world_, literals, body.variables[k - 1].type));
  }
  machine_.SetTextsMayChange(may_change);
  if (is_done) dae_.effects.push_back(std::move(effect));
  return is_done;
}

}  // namespace kerf::transform
