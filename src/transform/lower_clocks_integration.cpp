// Derivatives in clocked partitions: at each tick the states make a step of the partition's integration
// method (section 16.8.2 of the Modelica specification), from the last tick to this one.
#include <algorithm>
#include <array>

#include "transform/lower_clocks.h"

namespace kerf::transform {

using expr::Op;

namespace {

KERF_DIAG(NoSolverMethod, Error,
          "`{}` is differentiated in a clocked partition whose clock has no solver method; give it one with "
          "Clock(c, solverMethod)",
          std::string);
KERF_DIAG(UnknownSolverMethod, Error, "unknown solver method \"{}\"; expected one of {}", std::string,
          std::string);

}  // namespace

auto ClockLowering::TryMethod(uint32_t partition, VarId state) -> std::optional<Method> {
  const ExprId written = clocking_.partitions[partition].solver_method;
  const diag::Span span = SpanOf(dae_.vars[state].origin);
  const bool is_text = written.has_value() && pool_.op(written) == Op::Text;
  const std::string name(is_text ? dae_.world->names[pool_.name(written)] : "");
  if (name.empty()) {
    context_.diag.Emit(span, NoSolverMethod, dae::FullName(dae_, state));
    return std::nullopt;
  }
  // "External" leaves the choice to the tool.
  static constexpr auto kNames = std::to_array<std::pair<std::string_view, Method>>({
      {"ExplicitEuler", Method::ExplicitEuler},
      {"ExplicitMidPoint2", Method::ExplicitMidPoint2},
      {"ExplicitRungeKutta4", Method::ExplicitRungeKutta4},
      {"ImplicitEuler", Method::ImplicitEuler},
      {"ImplicitTrapezoid", Method::ImplicitTrapezoid},
      {"External", Method::ImplicitEuler},
  });
  std::vector<std::string_view> names;
  for (const auto& [known, method] : kNames) {
    if (known == name) return method;
    names.push_back(known);
  }
  context_.diag.Emit(span, UnknownSolverMethod, name, fmt::format("{}", fmt::join(names, ", ")));
  return std::nullopt;
}

auto ClockLowering::Discretize() -> bool {
  for (uint32_t p = 0; p < ticks_.size(); ++p) {
    if (!ticks_[p].is_discretized) continue;
    std::vector<VarId> states;
    for (uint32_t k = 0; k < graph_->n_variables(); ++k) {
      if (graph_->PartitionOf(k) == p && dae_.vars[VarId{k}].derivative.has_value()) states.emplace_back(k);
    }
    FixStarts(p);
    const auto method = TryMethod(p, states[0]);
    if (!method || !DiscretizePartition(p, states, *method)) return false;
  }
  return true;
}

// Fixed start values are equations of the initialization problem, as those of a continuous model are.
void ClockLowering::FixStarts(uint32_t partition) {
  for (uint32_t k = 0; k < graph_->n_variables(); ++k) {
    dae::Var& var = dae_.vars[VarId{k}];
    if (graph_->PartitionOf(k) != partition || !var.is_fixed || var.type != expr::Kind::Real) continue;
    var.is_fixed = false;
    dae::Equation equation{
        dae::VarLeaf(dae_, VarId{k}),       var.start.has_value() ? var.start : pool_.Real(0),
        dae_.world->paths[var.path].parent, var.origin,
        dae::Equation::kNoOutput,           {}};
    equation.is_initial = true;
    dae_.equations.Add(equation);
  }
}

// Implicit methods take derivatives by differences, which also serves inverse models; explicit ones need the
// derivatives as functions of the states.
auto ClockLowering::DiscretizePartition(uint32_t partition, const std::vector<VarId>& states, Method method)
    -> bool {
  const bool is_implicit = method == Method::ImplicitEuler || method == Method::ImplicitTrapezoid;
  std::vector<VarId> integrated = states;
  if (!is_implicit && !ReducePartition(partition, integrated)) return false;
  std::vector<VarId> derivatives;
  for (const VarId state : integrated) derivatives.push_back(dae_.vars[state].derivative);
  // From here on they are variables like others.
  for (const VarId id : dae_.vars.ids()) {
    dae::Var& var = dae_.vars[id];
    const bool is_here = id.index < graph_->n_variables()
                             ? graph_->PartitionOf(id.index) == partition
                             : std::ranges::count(ticks_[partition].added, id) > 0;
    if (!is_here || var.kind == dae::VarKind::Parameter || var.kind == dae::VarKind::Constant) continue;
    var.derivative = {};
    var.derivative_of = {};
    if (var.kind == dae::VarKind::State) var.kind = dae::VarKind::Algebraic;
  }
  if (method == Method::ExplicitMidPoint2 || method == Method::ExplicitRungeKutta4) {
    IntegrateInStages(integrated, derivatives, partition, method);
    return true;
  }
  for (size_t k = 0; k < integrated.size(); ++k) Integrate(integrated[k], derivatives[k], partition, method);
  return true;
}

// At its first tick a state has its start value.
void ClockLowering::Integrate(VarId state, VarId derivative, uint32_t partition, Method method) {
  const ExprId x = dae::VarLeaf(dae_, state);
  const ExprId dx = dae::VarLeaf(dae_, derivative);
  const ExprId h = ticks_[partition].interval;
  ExprId slope = dx;
  if (method == Method::ExplicitEuler) slope = Before(dx);
  if (method == Method::ImplicitTrapezoid) slope = pool_.Mul(pool_.Real(0.5), pool_.Add(Before(dx), dx));
  const ExprId step = pool_.If(FirstTick(partition), pool_.Real(0), pool_.Mul(h, slope));
  clocked_rows_[partition].push_back(
      {x, pool_.Add(Before(x), step), state.index, {}, pool_.Add(Before(x), pool_.Mul(h, slope))});
}

}  // namespace kerf::transform
