// Stream variables (chapter 15): inStream and actualStream become expressions of the other members of the
// connection set; outside connectors get the mixing equation.
#include <algorithm>

#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(StreamWithoutFlow, Error, "the connector of the stream variable `{}` has no flow variable",
          std::string);
KERF_DIAG(InStreamArgument, Error, "inStream and actualStream take a stream variable of a connector");

}  // namespace

// The flow variable that a stream variable goes with.
auto Flattener::FlowOf(Component* stream) -> Component* {
  Component* flow = nullptr;
  instances_.ForEachComponent(Whole(stream->parent), [&](Component* part) {
    if (flow == nullptr && part->Has(kFlow) && elaborator_.IsPresent(part)) flow = part;
  });
  if (flow == nullptr)
    emitter_.Emit(program_.SpanOf(stream->node), StreamWithoutFlow, instances_.NameOf(stream));
  return flow;
}

void Flattener::CollectStreams(const ConnectionSets::Set& set) {
  StreamSet made;
  for (const MemberId id : set.members) {
    made.members.push_back(sets_[id]);
    made.flows.push_back(FlowOf(sets_[id].component));
    if (made.flows.back() == nullptr) return;
  }
  const size_t number = stream_sets_.size();
  for (const Member& member : made.members) {
    stream_set_of_[{member.component, member.is_outside}] = number;
  }
  stream_sets_.push_back(std::move(made));
  // What flows out of the class through an outside connector is the mixture of the others.
  const StreamSet& kept = stream_sets_.back();
  for (size_t k = 0; k < kept.members.size(); ++k) {
    if (!kept.members[k].is_outside) continue;
    const ExprId stream = elaborator_.Reference(kept.members[k].component, {});
    const ExprId mixture = Mixture(kept, k);
    if (stream == Pool::kError || mixture == Pool::kError) continue;
    Emit(stream, mixture, set.origins.empty() ? flat::OriginId{} : set.origins[0], false);
  }
}

// max(x, small) so that the mixture is defined when nothing flows.
auto Flattener::PositiveFlow(Component* flow, bool is_outside) -> ExprId {
  const ExprId m = elaborator_.Reference(flow, {});
  if (m == Pool::kError) return m;
  // Inside: what leaves the component, -m; outside: what enters the class, m.
  const ExprId out = is_outside ? m : world_.pool.Neg(m);
  const ExprId small = world_.pool.Real(1e-15);
  return world_.pool.Typed(Op::Max, {Kind::Real, expr::kScalar, 0}, {out, small});
}

// Streams of connectors through which nothing can leave do not take part in the mixture.
auto Flattener::CanLeave(Component* flow, bool is_outside) -> bool {
  const ExprId bound = elaborator_.Attribute(flow, is_outside ? "max" : "min");
  if (!bound.has_value() || bound == Pool::kError) return true;
  const auto known = elaborator_.TryEvaluate(bound);
  if (!known || known->is_array) return true;
  return is_outside ? known->number() > 0 : known->number() < 0;
}

// inStream(member k) as seen from inside its component, or what an outside one gets.
auto Flattener::Mixture(const StreamSet& set, size_t k) -> ExprId {
  std::vector<size_t> others;
  for (size_t i = 0; i < set.members.size(); ++i) {
    if (i != k && CanLeave(set.flows[i], set.members[i].is_outside)) others.push_back(i);
  }
  const auto value = [&](size_t i) -> ExprId {
    const ExprId stream = elaborator_.Reference(set.members[i].component, {});
    if (stream == Pool::kError || !set.members[i].is_outside) return stream;
    // From outside comes what the neighbours of the class send.
    return world_.pool.Typed(Op::InStream, world_.pool.type(stream), {stream});
  };
  if (others.empty()) return elaborator_.Reference(set.members[k].component, {});
  if (others.size() == 1) return value(others[0]);
  ExprId numerator;
  ExprId denominator;
  for (const size_t i : others) {
    const ExprId flow = PositiveFlow(set.flows[i], set.members[i].is_outside);
    const ExprId stream = value(i);
    if (flow == Pool::kError || stream == Pool::kError) return Pool::kError;
    const ExprId term = world_.pool.Mul(flow, stream);
    numerator = numerator.has_value() ? world_.pool.Add(numerator, term) : term;
    denominator = denominator.has_value() ? world_.pool.Add(denominator, flow) : flow;
  }
  return world_.pool.Div(numerator, denominator);
}

auto Flattener::InStreamOf(ExprId argument) -> ExprId {
  // A stream variable, or an element of an array of them.
  ExprId base = argument;
  std::vector<ExprId> subscripts;
  if (world_.pool.op(base) == Op::Subscript) {
    const auto operands = world_.pool.operands(base);
    subscripts.assign(operands.begin() + 1, operands.end());
    base = operands[0];
  }
  if (world_.pool.op(base) != Op::Var) return Pool::kError;
  Component* stream = elaborator_.ComponentOf(world_.pool.var(base));
  if (!stream->Has(kStream)) return Pool::kError;
  const auto at = stream_set_of_.find({stream, false});
  // Not connected: the stream itself.
  ExprId mixture = is_component_ && IsOpen(stream) ? KnownOutside(world_.pool.type(base)) : base;
  if (at != stream_set_of_.end()) {
    const StreamSet& set = stream_sets_[at->second];
    size_t k = 0;
    while (set.members[k].component != stream || set.members[k].is_outside) ++k;
    mixture = Mixture(set, k);
  }
  if (subscripts.empty() || mixture == Pool::kError) return mixture;
  return elaborator_.typing().Subscript(mixture, subscripts, {});
}

auto Flattener::WithoutStreams(ExprId id, flat::OriginId origin) -> ExprId {
  if (!id.has_value() || id == Pool::kError) return id;
  // A mixture may hold inStream of an outer set; the nesting of classes ends this.
  for (int round = 0; round < 100; ++round) {
    bool found = false;
    stream_rewriter_.Forget();
    const ExprId rewritten = stream_rewriter_.Rewrite(id, [&](ExprId node) -> ExprId {
      const Op op = world_.pool.op(node);
      if (op != Op::InStream && op != Op::ActualStream) return {};
      found = true;
      return ReplaceStream(node, op, origin);
    });
    if (!found) return id;
    id = rewritten;
    if (id == Pool::kError) return id;
  }
  return id;
}

auto Flattener::ReplaceStream(ExprId node, Op op, flat::OriginId origin) -> ExprId {
  const ExprId argument = world_.pool.operand(node, 0);
  const auto elementwise = [&](auto&& self, ExprId x) -> ExprId {
    if (world_.pool.op(x) == Op::Array) {
      std::vector<ExprId> elements;
      const size_t n = world_.pool.operands(x).size();
      for (size_t k = 0; k < n; ++k) elements.push_back(self(self, world_.pool.operand(x, k)));
      return n == 0 ? x : elaborator_.typing().Array(elements, {});
    }
    const ExprId in = InStreamOf(x);
    if (op == Op::InStream || in == Pool::kError) return in;
    ExprId base = x;
    if (world_.pool.op(base) == Op::Subscript) base = world_.pool.operand(base, 0);
    Component* flow = FlowOf(elaborator_.ComponentOf(world_.pool.var(base)));
    if (flow == nullptr) return Pool::kError;
    const ExprId m = elaborator_.Reference(flow, {});
    const ExprId condition = world_.pool.Binary(Op::Greater, m, world_.pool.Real(0));
    return elaborator_.typing().If(condition, in, x, {});
  };
  const ExprId made = elementwise(elementwise, argument);
  if (made == Pool::kError) {
    emitter_.Emit(origin.has_value() ? world_.origins[origin].span : diag::Span{}, InStreamArgument);
  }
  return made;
}

void Flattener::ReplaceStreams() {
  for (const flat::EquationId id : model_.equations.ids()) {
    model_.equations[id].lhs = WithoutStreams(model_.equations[id].lhs, model_.equations[id].origin);
    model_.equations[id].rhs = WithoutStreams(model_.equations[id].rhs, model_.equations[id].origin);
  }
  for (flat::Assertion& assertion : model_.assertions)
    assertion.condition = WithoutStreams(assertion.condition, assertion.origin);
  for (flat::Clause& clause : model_.clauses) ReplaceStreams(clause.statement);
  for (flat::Algorithm& algorithm : model_.algorithms) {
    for (flat::Statement& statement : algorithm.statements) ReplaceStreams(statement);
  }
  for (const VarId id : model_.vars.ids()) {
    model_.vars[id].binding = WithoutStreams(model_.vars[id].binding, model_.vars[id].origin);
  }
}

void Flattener::ReplaceStreams(flat::Statement& statement) {
  statement.target = WithoutStreams(statement.target, statement.origin);
  statement.value = WithoutStreams(statement.value, statement.origin);
  statement.message = WithoutStreams(statement.message, statement.origin);
  for (flat::Branch& branch : statement.branches) {
    branch.condition = WithoutStreams(branch.condition, statement.origin);
    for (flat::Statement& inner : branch.body) ReplaceStreams(inner);
  }
}

}  // namespace kerf::modelica
