// Functions with jumps, kinks or memory in equations. Their conditions are found as events like any other,
// without being declared.
#include <algorithm>
#include <array>

#include "lang/cosy/memory_functions.h"
#include "lang/cosy/model_builder.h"
#include "lang/cssl/functions.h"
#include "lang/cssl/operators.h"

namespace kerf::cosy {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

struct Discontinuous {
  std::string_view name;
  size_t n_arguments;
  bool has_memory;
  // The first so many arguments are conditions: true, or greater than 0.
  size_t n_conditions = 0;
};

constexpr auto kDiscontinuous = std::to_array<Discontinuous>({
    {"insw", 3, false},
    {"ginsw", 3, false},
    {"fcnsw", 4, false},
    {"limit", 3, false},
    {"deadsp", 3, false},
    {"qntzr", 2, false},
    {"compar", 2, false},
    {"step", 1, false},
    {"ramp", 1, false},
    {"delay", 2, false},
    {"pulse", 3, true},
    {"hstrs", 4, true},
    {"relay", 5, true},
    {"rst", 3, true, 3},
    {"zhold", 3, true, 1},
    {"zoh", 4, true},
    {"limint", 4, true},
    {"realpl", 3, true},
});

}  // namespace

auto ModelBuilder::DiscontinuousArguments(std::string_view name) -> std::optional<size_t> {
  const auto found = std::ranges::find(kDiscontinuous, name, &Discontinuous::name);
  return found == kDiscontinuous.end() ? std::nullopt : std::optional(found->n_arguments);
}

auto ModelBuilder::LowerDiscontinuous(const Node& node, const Scope& scope) -> ExprId {
  const std::string_view name = translator_.Lower(node.name);
  const Discontinuous& function = *std::ranges::find(kDiscontinuous, name, &Discontinuous::name);
  std::vector<ExprId> x;
  for (size_t k = 0; k < node.operands.size(); ++k) {
    const ExprId value = lowered_[node.operands[k]];
    const bool is_truth = k < function.n_conditions && pool_.type(value).kind == Kind::Boolean;
    const ExprId number = is_truth ? value : ToKind(value, Kind::Real, program_.nodes[node.operands[k]].span);
    if (number == Pool::kError) return number;
    const bool becomes_truth = k < function.n_conditions && !is_truth;
    x.push_back(becomes_truth ? pool_.Binary(Op::Greater, number, pool_.Real(0)) : number);
  }
  const bool is_of_time = name == "step" || name == "ramp" || name == "delay";
  if (function_ != nullptr && (function.has_memory || is_of_time)) return RefuseInFunction(node.span);
  if (function.has_memory || name == "delay") histories_.insert({node.operands[0].index, &scope, point_});
  // It is made of what happens at its edges, which backwards come the other way round.
  if (name == "pulse" && translator_.out().forward_only.empty()) translator_.out().forward_only = "PULSE";
  if (name == "delay") AssertDelay(x[1], node.span);
  if (!function.has_memory) return WithoutMemory(name, x);
  // An expression may be lowered more than once, as the condition of several branches is.
  const auto [found, is_new] = memories_.try_emplace({node.operands[0].index, &scope, point_}, ExprId{});
  if (is_new) found->second = WithMemory(name, node.span, x);
  return found->second;
}

// What will be cannot be told.
void ModelBuilder::AssertDelay(ExprId delay, Span span) {
  flat::Assertion assertion;
  assertion.condition = pool_.Binary(Op::GreaterEqual, delay, pool_.Real(0));
  assertion.owner = base::PathStore::kRoot;
  assertion.origin = OriginAt(span);
  assertion.message = pool_.Text(part_.model.world->names.Intern("the time of DELAY is negative"));
  part_.model.assertions.push_back(assertion);
}

auto ModelBuilder::WithoutMemory(std::string_view name, const std::vector<ExprId>& x) -> ExprId {
  if (name == "fcnsw") return cssl::FunctionSwitch(pool_, x[0], x[1], x[2], x[3]);
  if (name == "limit") return cssl::Limit(pool_, x[0], x[1], x[2]);
  if (name == "deadsp") return cssl::DeadSpace(pool_, x[0], x[1], x[2]);
  if (name == "qntzr") return cssl::Quantise(pool_, x[0], x[1]);
  if (name == "compar") return cssl::Compare(pool_, x[0], x[1]);
  if (name == "step") return cssl::Step(pool_, x[0]);
  if (name == "ramp") return cssl::Ramp(pool_, x[0]);
  if (name == "delay") return pool_.Typed(Op::Delay, pool_.type(x[0]), {x[0], x[1]});
  // insw, ginsw
  return cssl::InputSwitch(pool_, x[0], x[1], x[2]);
}

auto ModelBuilder::WithMemory(std::string_view name, Span span, const std::vector<ExprId>& x) -> ExprId {
  MemoryWorkshop workshop(*this, fmt::format("{}_{}", name, memories_.size()), span);
  const auto number = [&](ExprId truth) { return pool_.If(truth, pool_.Real(1), pool_.Real(0)); };
  ExprId value;
  if (name == "hstrs") value = cssl::Backlash(workshop, x[1], x[2], x[3], x[0]);
  if (name == "pulse") value = cssl::Pulse(workshop, x[0], x[1], x[2]);
  if (name == "relay") value = pool_.If(cssl::Relay(workshop, x[1], x[2], x[0]), x[4], x[3]);
  if (name == "rst") value = number(cssl::FlipFlop(workshop, x[0], x[1], x[2]));
  if (name == "zhold") value = cssl::Hold(workshop, x[0], x[2], x[1]);
  if (name == "zoh") value = cssl::SampledHold(workshop, x[0], x[1], x[2], x[3]);
  if (name == "limint") value = cssl::LimitedIntegral(workshop, x[0], x[1], x[2], x[3]);
  if (name == "realpl") value = cssl::RealPole(workshop, x[2], x[1], x[0]);
  workshop.Finish();
  return value;
}

}  // namespace kerf::cosy
