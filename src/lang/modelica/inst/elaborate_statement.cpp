// Statements of algorithms and the equations inside when-clauses.
#include <algorithm>

#include "lang/modelica/inst/elaborate.h"

namespace kerf::modelica {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;
using flat::Statement;
using flat::StatementKind;

KERF_DIAG(AssignmentType, Error, "a value of type {} cannot be assigned to a variable of type {}",
          std::string, std::string);
KERF_DIAG(EquationTypes, Error, "the two sides of the equation are of type {} and {}", std::string,
          std::string);
KERF_DIAG(AssertType, Error, "the {} of an assertion must be of type {}, not {}", std::string, std::string,
          std::string);
KERF_DIAG(ReinitTarget, Error, "only a continuous variable can be reinitialised");
KERF_DIAG(LoopNotVector, Error, "a loop runs over the elements of a vector, not over {}", std::string);
KERF_DIAG(ConditionType, Error, "a condition must be of type Boolean, not {}", std::string);
KERF_DIAG(TooManyOutputs, Error, "the function has {} outputs, but {} are taken", size_t, size_t);
KERF_DIAG(CallExpected, Error, "several variables can take the outputs of a function call only");

auto TargetOf(NodeRef node) -> NodeRef { return node.child(); }

}  // namespace

void Elaborator::Statements(NodeRef block, Scope& scope, std::vector<Statement>& out) {
  for (const NodeRef statement : block.children()) {
    if (statement.Is(NodeKind::Annotation) || statement.Is(NodeKind::Description)) continue;
    StatementOf(statement, scope, out);
  }
}

// The outputs of a call, each with the type that the arguments give it.
auto Elaborator::TupleStatement(NodeRef targets, NodeRef value, Scope& scope, Statement& statement) -> bool {
  if (!value.Is(NodeKind::Call)) {
    emitter_.Emit(program_.SpanOf(value), CallExpected);
    return false;
  }
  const ExprId call = Expression(value, scope);
  if (call == Pool::kError) return false;
  if (world_.pool.op(call) != Op::Call) {
    // A built-in function, with one output.
    for (const NodeRef item : targets.children()) {
      if (!item.Is(NodeKind::Empty)) statement.target = Expression(item, scope);
      break;
    }
    statement.value = call;
    return statement.target != Pool::kError;
  }
  const ExprId callee = world_.pool.operand(call, 0);
  const FunctionId function = CalleeOf(callee);
  const flat::FunctionBody* body =
      function.has_value() ? world_.bodies[world_.functions[function].body].get() : nullptr;
  std::vector<ExprId> items;
  for (const NodeRef item : targets.children()) {
    if (item.Is(NodeKind::Empty)) {
      items.push_back(world_.pool.Colon());
      continue;
    }
    items.push_back(Expression(item, scope));
    if (items.back() == Pool::kError) return false;
  }
  if (body != nullptr && items.size() > body->n_outputs) {
    emitter_.Emit(program_.SpanOf(targets), TooManyOutputs, size_t{body->n_outputs}, items.size());
    return false;
  }
  statement.target = world_.pool.Typed(Op::Tuple, {}, items);
  statement.value = call;
  return true;
}

auto Elaborator::CalleeOf(ExprId callee) -> FunctionId {
  return world_.pool.op(callee) == Op::Function ? world_.pool.function(callee) : FunctionId{};
}

auto Elaborator::ConditionOf(NodeRef node, Scope& scope, bool is_when) -> ExprId {
  const ExprId condition = Expression(node, scope);
  if (condition == Pool::kError) return condition;
  const Kind kind = world_.pool[condition].kind;
  const bool is_scalar = is_when || typing_.Dims(condition).empty();
  if ((kind != Kind::Boolean && kind != Kind::Clock) || !is_scalar) {
    emitter_.Emit(program_.SpanOf(node), ConditionType, typing_.TypeText(condition));
    return Pool::kError;
  }
  return condition;
}

auto Elaborator::BranchesOf(NodeRef node, Scope& scope, Statement& statement) -> bool {
  for (const NodeRef branch : node.children()) {
    if (!branch.Is(NodeKind::Branch)) continue;
    flat::Branch made;
    NodeRef body = branch.child();
    if (!body.Is(NodeKind::Block)) {
      made.condition = ConditionOf(body, scope, node.Is(NodeKind::WhenClause));
      if (made.condition == Pool::kError) return false;
      body = body.next();
    }
    if (body.has_value()) Statements(body, scope, made.body);
    statement.branches.push_back(std::move(made));
  }
  return true;
}

auto Elaborator::CheckAssert(const Statement& statement, NodeRef node) -> bool {
  const auto check = [&](ExprId value, Kind kind, std::string_view part, std::string_view type) {
    if (!value.has_value()) return true;
    if (world_.pool[value].kind == kind && typing_.Dims(value).empty()) return true;
    emitter_.Emit(program_.SpanOf(node), AssertType, std::string(part), std::string(type),
                  typing_.TypeText(value));
    return false;
  };
  return check(statement.value, Kind::Boolean, "condition", "Boolean") &&
         check(statement.message, Kind::Text, "message", "String") &&
         check(statement.target, Kind::Enumeration, "level", "AssertionLevel");
}

auto Elaborator::CallStatement(NodeRef node, Scope& scope, Statement& statement) -> bool {
  const NodeRef call = node.child();
  const std::string_view name = call.child().text();
  const NodeRef arguments = call.Find(NodeKind::Arguments);
  if (name == "assert" || name == "terminate" || name == "reinit") {
    std::vector<ExprId> values;
    std::vector<std::string_view> names;
    for (const NodeRef argument : arguments.children()) {
      const bool is_named = argument.Is(NodeKind::NamedArgument);
      names.push_back(is_named ? argument.token_text() : std::string_view());
      values.push_back(Expression(is_named ? argument.child() : argument, scope));
    }
    if (std::ranges::count(values, Pool::kError) > 0) return false;
    const auto pick = [&](std::string_view wanted, size_t position) -> ExprId {
      for (size_t k = 0; k < values.size(); ++k) {
        if (names[k] == wanted) return values[k];
      }
      return position < values.size() && names[position].empty() ? values[position] : ExprId{};
    };
    if (name == "assert") {
      statement.kind = StatementKind::Assert;
      statement.value = pick("condition", 0);
      statement.message = pick("message", 1);
      statement.target = pick("level", 2);
      if (!CheckAssert(statement, node)) return false;
    } else if (name == "terminate") {
      statement.kind = StatementKind::Terminate;
      statement.message = pick("message", 0);
    } else {
      statement.kind = StatementKind::Reinit;
      statement.target = pick("x", 0);
      statement.value = pick("expr", 1);
      if (!statement.target.has_value() || !statement.value.has_value()) return false;
      if (const auto converted = typing_.TryConvert(statement.value, world_.pool.type(statement.target)))
        statement.value = *converted;
      ExprId base = statement.target;
      while (world_.pool.op(base) == Op::Subscript) base = world_.pool.operand(base, 0);
      const bool is_state = world_.pool[base].kind == Kind::Real && world_.pool.op(base) == Op::Var &&
                            !ComponentOf(world_.pool.var(base))->Has(kParameter | kConstant | kDiscrete);
      if (!is_state && world_.pool.op(base) != Op::Array) {
        emitter_.Emit(program_.SpanOf(node), ReinitTarget);
        return false;
      }
    }
    return true;
  }
  statement.kind = StatementKind::Call;
  statement.value = Expression(call, scope);
  return statement.value != Pool::kError;
}

// A loop stays a loop unless its body needs to know the value of the iterator.
auto Elaborator::ForStatement(NodeRef node, Scope& scope, std::vector<Statement>& out) -> bool {
  std::vector<NodeRef> indices;
  NodeRef body;
  for (const NodeRef part : node.children()) {
    if (part.Is(NodeKind::ForIndex)) indices.push_back(part);
    if (part.Is(NodeKind::Block)) body = part;
  }
  return ForLevel(indices, 0, body, scope, node, out);
}

auto Elaborator::ForLevel(const std::vector<NodeRef>& indices, size_t k, NodeRef body, Scope& scope,
                          NodeRef node, std::vector<Statement>& out) -> bool {
  if (k == indices.size()) {
    Statements(body, scope, out);
    return true;
  }
  const ExprId range = IteratorRange(indices[k], scope, body);
  if (range == Pool::kError) return false;
  if (typing_.Dims(range).size() != 1) {
    emitter_.Emit(program_.SpanOf(indices[k]), LoopNotVector, typing_.TypeText(range));
    return false;
  }
  const NameId name = program_.NameOf(indices[k]);
  const expr::Node range_node = world_.pool[range];
  const ExprId iterator = world_.pool.Iterator(static_cast<uint32_t>(scope.iterators.size()), name,
                                               {range_node.kind, expr::kScalar, range_node.detail});
  Statement loop;
  loop.kind = StatementKind::For;
  loop.target = iterator;
  loop.value = range;
  loop.origin = OriginOf(node);
  loop.branches.emplace_back();
  capture_.Open();
  const bool outer_needs = std::exchange(needs_unrolling_, false);
  scope.iterators.push_back({name, iterator});
  ForLevel(indices, k + 1, body, scope, node, loop.branches[0].body);
  scope.iterators.pop_back();
  if (!needs_unrolling_) {
    needs_unrolling_ = outer_needs;
    capture_.PassOn();
    out.push_back(std::move(loop));
    return true;
  }
  capture_.Drop();
  needs_unrolling_ = outer_needs;
  const auto known = TryEvaluate(range);
  if (!known) {
    // An iterator of a loop around this one is needed first.
    needs_unrolling_ = true;
    if (scope.iterators.empty()) return Evaluate(range, program_.SpanOf(indices[k])).has_value();
    return false;
  }
  for (const flat::Value& element : known->elements()) {
    scope.iterators.push_back({name, flat::ToExpr(element, world_)});
    ForLevel(indices, k + 1, body, scope, node, out);
    scope.iterators.pop_back();
  }
  return true;
}

auto Elaborator::StatementOf(NodeRef node, Scope& scope, std::vector<Statement>& out) -> bool {
  Statement statement;
  switch (node.kind()) {
    case NodeKind::Assignment:
    case NodeKind::Equality:   {
      statement.kind = node.Is(NodeKind::Assignment) ? StatementKind::Assignment : StatementKind::Equality;
      statement.origin = OriginOf(node);
      const NodeRef target = TargetOf(node);
      if (target.Is(NodeKind::OutputList) && target.n_children() > 1) {
        if (!TupleStatement(target, target.next(), scope, statement)) return false;
        break;
      }
      statement.target = Expression(target, scope);
      statement.value = Expression(target.next(), scope);
      if (statement.target == Pool::kError || statement.value == Pool::kError) return false;
      if (statement.kind == StatementKind::Equality) {
        if (typing_.TryUnify(statement.target, statement.value)) break;
      } else if (const auto converted =
                     typing_.TryConvert(statement.value, world_.pool.type(statement.target))) {
        statement.value = *converted;
        break;
      } else if (world_.pool[statement.target].kind == Kind::Record &&
                 world_.pool[statement.value].kind == Kind::Record) {
        // Records that differ in open sizes only.
        break;
      }
      if (statement.kind == StatementKind::Equality) {
        emitter_.Emit(program_.SpanOf(node), EquationTypes, typing_.TypeText(statement.target),
                      typing_.TypeText(statement.value));
        return false;
      }
      emitter_.Emit(program_.SpanOf(node), AssignmentType, typing_.TypeText(statement.value),
                    typing_.TypeText(statement.target));
      return false;
    }
    case NodeKind::CallClause:
      statement.origin = OriginOf(node);
      if (!CallStatement(node, scope, statement)) return false;
      break;
    case NodeKind::IfClause:
      statement.kind = StatementKind::If;
      statement.origin = OriginOf(node);
      if (!BranchesOf(node, scope, statement)) return false;
      break;
    case NodeKind::WhenClause:
      statement.kind = StatementKind::When;
      statement.origin = OriginOf(node);
      if (!BranchesOf(node, scope, statement)) return false;
      break;
    case NodeKind::ForClause:   return ForStatement(node, scope, out);
    case NodeKind::WhileClause: {
      statement.kind = StatementKind::While;
      statement.origin = OriginOf(node);
      flat::Branch branch;
      branch.condition = ConditionOf(node.child(), scope, false);
      if (branch.condition == Pool::kError) return false;
      Statements(node.child().next(), scope, branch.body);
      statement.branches.push_back(std::move(branch));
      break;
    }
    case NodeKind::BreakClause:  statement.kind = StatementKind::Break; break;
    case NodeKind::ReturnClause: statement.kind = StatementKind::Return; break;
    default:                     return false;
  }
  out.push_back(std::move(statement));
  return true;
}

}  // namespace kerf::modelica
