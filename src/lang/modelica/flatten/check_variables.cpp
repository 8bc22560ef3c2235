// Rules about variables that are seen in the flat model: bindings that go in circles, values that vary more
// than what they are given to, connectors with as many flows as potentials.
#include <algorithm>

#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;
using flat::Variability;

KERF_DIAG(ParameterCycle, Error, "the values of these parameters depend on each other: {}", std::string);
KERF_DIAG(BindingVariability, Error, "`{}` is a {}, but its value depends on {}", std::string, std::string,
          std::string);
KERF_DIAG(ConstantNeedsValue, Error, "the constant `{}` has no value", std::string);
KERF_DIAG(
    ConnectorUnbalanced, Error,
    "the connector class `{}` has {} potential and {} flow variables; there must be as many of the one as of "
    "the other",
    std::string, int64_t, int64_t);
KERF_DIAG(StreamFlows, Error, "the connector class `{}` has stream variables and {} flow variables, not one",
          std::string, int64_t);

}  // namespace

// Depth first over the bindings of parameters and constants.
void Flattener::CheckBindings() {
  enum class Mark : uint8_t { White, Grey, Black };
  std::vector<Mark> marks(model_.vars.size(), Mark::White);
  const auto leaves = [&](VarId id) {
    std::vector<VarId> found;
    const ExprId binding = model_.vars[id].binding;
    if (!binding.has_value() || binding == Pool::kError) return found;
    for (const ExprId node : walker_.Postorder(binding)) {
      if (world_.pool.op(node) == Op::Var) found.push_back(world_.pool.var(node));
    }
    return found;
  };
  struct Frame {
    VarId id;
    std::vector<VarId> next;
    size_t k = 0;
  };
  for (const VarId root : model_.vars.ids()) {
    if (marks[root.index] != Mark::White) continue;
    std::vector<Frame> stack;
    stack.push_back({root, leaves(root)});
    marks[root.index] = Mark::Grey;
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.k == frame.next.size()) {
        marks[frame.id.index] = Mark::Black;
        stack.pop_back();
        continue;
      }
      const VarId next = frame.next[frame.k++];
      if (marks[next.index] == Mark::White) {
        marks[next.index] = Mark::Grey;
        stack.push_back({next, leaves(next)});
        continue;
      }
      if (marks[next.index] != Mark::Grey) continue;
      // Branches that are not taken may close a circle that never runs.
      capture_.Open();
      const bool has_value = elaborator_.ValueOf(elaborator_.ComponentOf(next)) != nullptr;
      const bool is_circle = !has_value && capture_.HasErrors();
      capture_.Drop();
      if (!is_circle) continue;
      std::string text;
      size_t from = 0;
      while (stack[from].id != next) ++from;
      for (size_t k = from; k < stack.size(); ++k)
        text += "`" + world_.paths.Render(model_.vars[stack[k].id].path) + "`" +
                (k + 1 < stack.size() ? ", " : "");
      const flat::OriginId origin = model_.vars[next].origin;
      emitter_.Emit(origin.has_value() ? world_.origins[origin].span : diag::Span{}, ParameterCycle, text);
      // One message for a circle.
      for (const Frame& one : stack) marks[one.id.index] = Mark::Black;
      stack.clear();
    }
  }
}

// The most that any variable in the expression varies.
auto Flattener::VariabilityOf(ExprId id) -> Variability {
  Variability result = Variability::Constant;
  for (const ExprId node : walker_.Postorder(id)) {
    const Op op = world_.pool.op(node);
    if (op == Op::Var) result = std::max(result, model_.vars[world_.pool.var(node)].variability);
    if (op == Op::Time || op == Op::Der) result = Variability::Continuous;
  }
  return result;
}

void Flattener::CheckVariability() {
  const auto span_of = [&](flat::OriginId origin) {
    return origin.has_value() ? world_.origins[origin].span : diag::Span{};
  };
  for (const VarId id : model_.vars.ids()) {
    const flat::Var& var = model_.vars[id];
    if (var.variability != Variability::Parameter && var.variability != Variability::Constant) continue;
    const std::string name = world_.paths.Render(var.path);
    const bool is_constant = var.variability == Variability::Constant;
    if (!var.binding.has_value()) {
      // Without a value a constant may still have a start.
      const bool is_outer = elaborator_.ComponentOf(id)->Has(kOuter);
      if (is_constant && !is_outer) emitter_.Emit(span_of(var.origin), ConstantNeedsValue, name);
      continue;
    }
    if (var.binding == Pool::kError || var.type.kind == Kind::Object) continue;
    const Variability given = VariabilityOf(var.binding);
    if (given <= var.variability) continue;
    if (is_constant && given == Variability::Parameter) {
      emitter_.Emit(span_of(var.origin), BindingVariability, name, std::string("constant"),
                    std::string("parameters"));
    } else {
      emitter_.Emit(span_of(var.origin), BindingVariability, name,
                    std::string(is_constant ? "constant" : "parameter"), std::string("variables"));
    }
  }
}

// An overconstrained type counts as what its equalityConstraint returns.
void Flattener::CountResidue(Component* part, int64_t& potentials) {
  ClassElem* function =
      instances_.FindInInst(instances_.Self(part->type), world_.names.Intern("equalityConstraint")).cls;
  const FunctionId id = elaborator_.FunctionOf(function);
  if (!id.has_value()) return;
  const flat::FunctionBody& body = *world_.bodies[world_.functions[id].body];
  if (body.n_outputs != 1) return;
  // The dimensions of the type itself are those of one value.
  size_t n_own = part->dims.size();
  if (part->builtin != nullptr) {
    for (const Subscripts& list : part->builtin->dims)
      n_own -= std::min<size_t>(n_own, list.node.n_children());
  }
  int64_t count = 1;
  for (size_t d = 0; d < n_own; ++d) count *= part->dims[d];
  potentials += count * world_.pool.shapes().count(body.variables[body.n_inputs].type.shape);
}

// Scalars by role; false if something is not known.
auto Flattener::CountConnector(Inst* inst, int64_t& potentials, int64_t& flows, int64_t& streams) -> bool {
  bool is_good = true;
  instances_.ForEachComponent(inst, [&](Component* part) {
    if (part->Has(kOuter) || !elaborator_.IsPresent(part)) return;
    if (!instances_.ResolveType(part) || !elaborator_.EnsureDims(part)) {
      is_good = false;
      return;
    }
    if (part->Has(kParameter | kConstant) || (part->Has(kInput | kOutput) && !part->Has(kFlow))) return;
    int64_t count = 1;
    for (const int32_t dim : part->dims) count *= dim;
    if (part->builtin == nullptr) {
      if (instances_.IsConnector(part->type) && !part->Has(kFlow)) return;
      if (IsOverconstrained(part)) {
        CountResidue(part, potentials);
        return;
      }
      const std::vector<Component*> elements =
          part->dims.empty() ? std::vector<Component*>{part} : elaborator_.Elements(part);
      for (Component* element : elements) {
        if (Inst* inner = instances_.InstOf(element))
          is_good = CountConnector(inner, potentials, flows, streams) && is_good;
      }
      return;
    }
    if (IsOverconstrained(part)) {
      CountResidue(part, potentials);
      return;
    }
    (part->Has(kFlow) ? flows : part->Has(kStream) ? streams : potentials) += count;
  });
  return is_good;
}

void Flattener::CheckConnectors() {
  std::unordered_set<const Shape*> done;
  for (Inst* inst : insts_) {
    if (inst->elem == nullptr || inst->component == nullptr || inst->component->type == nullptr) continue;
    if (inst == root_ || inst->component->Has(kFlow) || !instances_.IsConnector(inst->component->type))
      continue;
    if (instances_.IsExpandable(inst->component->type) || !done.insert(inst->shape).second) continue;
    int64_t potentials = 0;
    int64_t flows = 0;
    int64_t streams = 0;
    if (!CountConnector(inst, potentials, flows, streams)) continue;
    const NodeRef def = inst->shape->def;
    const diag::Span span = program_.SpanOf(def.tree(), def.node().token);
    const std::string name = program_.FullName(inst->shape->cls);
    if (streams > 0 && flows != 1) emitter_.Emit(span, StreamFlows, name, flows);
    if (potentials != flows) emitter_.Emit(span, ConnectorUnbalanced, name, potentials, flows);
  }
}

}  // namespace kerf::modelica
