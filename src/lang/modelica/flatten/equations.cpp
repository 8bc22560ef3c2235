// Equation and algorithm sections of the instances.
#include <algorithm>
#include <cctype>

#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;
using flat::Statement;
using flat::StatementKind;

KERF_DIAG(EquationSizeNotKnown, Error,
          "the size of this equation must be known before the run; its type is {}", std::string);
KERF_DIAG(AssertFails, Error, "this assertion always fails: {}", std::string);
KERF_DIAG(BranchSizes, Error,
          "the branches have different numbers of equations ({} and {}), but their condition can change "
          "during the run",
          size_t, size_t);
KERF_DIAG(
    BranchMissing, Error,
    "without `else` there are no equations while the condition is false, and it can change during the run");
KERF_DIAG(StatedAgain, Warning, "the model has this equation already by inheritance; it counts once");
KERF_NOTE(StatedFirst, "the other one");
KERF_DIAG(LoopRange, Error, "the range of the loop must be a vector");

}  // namespace

void Flattener::AddSections(Inst* inst) {
  stated_.clear();
  owner_ = inst->component != nullptr ? inst->component->path : base::PathStore::kRoot;
  instances_.ForEachPart(inst, [&](Inst* part) {
    for (const NodeRef section : part->shape->sections) {
      Scope scope{part, {}};
      part_ = part;
      const bool is_initial = section.Has(kInitial);
      if (section.Is(NodeKind::EquationSection)) {
        AddEquations(section, scope, is_initial);
      } else {
        AddAlgorithm(section, scope, is_initial);
      }
    }
  });
}

void Flattener::AddEquations(NodeRef section, Scope& scope, bool is_initial) {
  for (const NodeRef equation : section.children()) AddEquation(equation, scope, is_initial);
}

void Flattener::AddEquation(NodeRef node, Scope& scope, bool is_initial) {
  switch (node.kind()) {
    case NodeKind::Equality:
      if (loops_.empty()) equality_ = node;
      AddEquality(node, scope, is_initial);
      equality_ = {};
      return;
    case NodeKind::ForClause:  AddFor(node, scope, is_initial); return;
    case NodeKind::IfClause:   AddIf(node, scope, is_initial); return;
    case NodeKind::WhenClause: AddStatementClause(node, scope, is_initial); return;
    case NodeKind::CallClause: AddCallClause(node, scope, is_initial); return;
    default:                   return;
  }
}

// An equation of a base class that another class of the same instance states in the same words is one
// equation (section 7.1).
auto Flattener::IsStatedAgain(ExprId lhs, ExprId rhs, bool is_initial) -> bool {
  std::string words;
  for (const NodeRef side : equality_.children()) {
    if (side.Is(NodeKind::Description) || side.Is(NodeKind::Annotation)) continue;
    for (const char c : side.text()) {
      if (std::isspace(static_cast<unsigned char>(c)) == 0) words += c;
    }
    words += '=';
  }
  const auto [first, is_new] =
      stated_.try_emplace({std::move(words), lhs, rhs, is_initial}, Stated{part_, equality_});
  if (is_new || first->second.part == part_) return false;
  // A class that is inherited on two ways states it once.
  if (first->second.place == equality_) return true;
  emitter_.Emit(program_.SpanOf(equality_), StatedAgain)
      .Note(program_.SpanOf(first->second.place), StatedFirst);
  return true;
}

void Flattener::Emit(ExprId lhs, ExprId rhs, flat::OriginId origin, bool is_initial) {
  if (elaborator_.HasOpenSize(rhs) || elaborator_.HasOpenSize(lhs)) {
    emitter_.Emit(world_.origins[origin].span, EquationSizeNotKnown,
                  elaborator_.typing().TypeText(elaborator_.HasOpenSize(rhs) ? rhs : lhs));
    return;
  }
  if (equality_.has_value() && IsStatedAgain(lhs, rhs, is_initial)) return;
  flat::Equation equation;
  equation.lhs = lhs;
  equation.rhs = rhs;
  equation.owner = owner_;
  equation.origin = origin;
  equation.is_initial = is_initial;
  if (!loops_.empty()) equation.domain = model_.domains.Add({loops_});
  model_.equations.Add(equation);
}

void Flattener::AddEquality(NodeRef node, Scope& scope, bool is_initial) {
  std::vector<Statement> made;
  if (!elaborator_.StatementOf(node, scope, made)) return;
  for (const Statement& statement : made)
    Emit(statement.target, statement.value, statement.origin, is_initial);
}

void Flattener::AddStatementClause(NodeRef node, Scope& scope, bool is_initial) {
  std::vector<Statement> made;
  elaborator_.StatementOf(node, scope, made);
  for (Statement& statement : made) {
    flat::Clause clause;
    clause.statement = std::move(statement);
    clause.owner = owner_;
    clause.is_initial = is_initial;
    if (!loops_.empty()) clause.domain = model_.domains.Add({loops_});
    model_.clauses.push_back(std::move(clause));
  }
}

void Flattener::AddCallClause(NodeRef node, Scope& scope, bool is_initial) {
  const std::string_view name = node.child().child().text();
  if (name.starts_with("Connections.") || name.starts_with(".Connections.")) return;
  std::vector<Statement> made;
  if (!elaborator_.StatementOf(node, scope, made)) return;
  for (Statement& statement : made) {
    if (statement.kind == StatementKind::Assert) {
      flat::Assertion assertion;
      assertion.condition = statement.value;
      assertion.owner = owner_;
      assertion.origin = statement.origin;
      assertion.message = statement.message;
      assertion.is_initial = is_initial;
      if (statement.target.has_value()) {
        const auto level = elaborator_.TryEvaluateInteger(statement.target);
        assertion.is_warning = level && *level == 1;
      }
      const bool is_false = world_.pool.op(assertion.condition) == Op::Boolean;
      if (is_false && !world_.pool.boolean(assertion.condition) && !assertion.is_warning) {
        const auto text = elaborator_.TryEvaluate(assertion.message);
        emitter_.Emit(
            world_.origins[statement.origin].span, AssertFails,
            text && text->kind == Kind::Text ? text->text() : std::string("its condition is false"));
      }
      if (!loops_.empty()) assertion.domain = model_.domains.Add({loops_});
      model_.assertions.push_back(assertion);
      continue;
    }
    flat::Clause clause;
    clause.statement = std::move(statement);
    clause.owner = owner_;
    clause.is_initial = is_initial;
    model_.clauses.push_back(std::move(clause));
  }
}

// A loop stays a family of equations if its body does not need to know the index.
void Flattener::AddFor(NodeRef node, Scope& scope, bool is_initial) {
  std::vector<NodeRef> indices;
  NodeRef body;
  for (const NodeRef part : node.children()) {
    if (part.Is(NodeKind::ForIndex)) indices.push_back(part);
    if (part.Is(NodeKind::Block)) body = part;
  }
  const std::function<void(size_t)> level = [&](size_t k) {
    if (k == indices.size()) {
      AddEquations(body, scope, is_initial);
      return;
    }
    const ExprId range = elaborator_.IteratorRange(indices[k], scope, body);
    if (range == Pool::kError) return;
    const auto known = elaborator_.Evaluate(range, program_.SpanOf(indices[k]));
    if (!known) return;
    if (!known->is_array) {
      emitter_.Emit(program_.SpanOf(indices[k]), LoopRange);
      return;
    }
    const std::vector<flat::Value> values = known->elements();
    if (values.empty()) return;
    const NameId name = program_.NameOf(indices[k]);
    // Equal steps make a family; everything must be a loop around it as well.
    bool is_regular =
        values[0].kind == Kind::Integer && values.size() > 1 && loops_.size() == scope.iterators.size();
    const int64_t step = values.size() > 1 ? values[1].integer - values[0].integer : 1;
    for (size_t i = 1; is_regular && i < values.size(); ++i)
      is_regular = values[i].integer - values[i - 1].integer == step;
    if (is_regular && step != 0) {
      const uint32_t n_equations = model_.equations.size();
      const size_t n_assertions = model_.assertions.size();
      const size_t n_clauses = model_.clauses.size();
      capture_.Open();
      elaborator_.TakeNeedsUnrolling();
      loops_.push_back({name, static_cast<int32_t>(values.front().integer),
                        static_cast<int32_t>(values.back().integer), static_cast<int32_t>(step)});
      scope.iterators.push_back(
          {name, world_.pool.Iterator(static_cast<uint32_t>(scope.iterators.size()), name)});
      level(k + 1);
      scope.iterators.pop_back();
      loops_.pop_back();
      const bool has_errors = capture_.HasErrors();
      if (!elaborator_.TakeNeedsUnrolling() && !has_errors) {
        capture_.PassOn();
        return;
      }
      // What was made is taken back.
      capture_.Drop();
      TruncateEquations(n_equations);
      model_.assertions.resize(n_assertions);
      while (model_.clauses.size() > n_clauses) model_.clauses.pop_back();
      if (!loops_.empty()) {
        // The loop around has to be unrolled first.
        elaborator_.SetNeedsUnrolling();
        return;
      }
    }
    for (const flat::Value& value : values) {
      scope.iterators.push_back({name, flat::ToExpr(value, world_)});
      level(k + 1);
      scope.iterators.pop_back();
    }
  };
  level(0);
}

void Flattener::TruncateEquations(uint32_t n) {
  base::Store<flat::EquationId, flat::Equation> kept;
  for (uint32_t k = 0; k < n; ++k) kept.Add(model_.equations[flat::EquationId{k}]);
  model_.equations = std::move(kept);
}

// Branches with the same equations one below the other become equations of if-expressions.
auto Flattener::AsIfExpressions(const Statement& statement, bool is_initial) -> bool {
  const auto& branches = statement.branches;
  if (branches.empty() || branches.back().condition.has_value()) return false;
  const size_t n = branches[0].body.size();
  for (const flat::Branch& branch : branches) {
    if (branch.body.size() != n) return false;
    for (size_t k = 0; k < n; ++k) {
      const Statement& inner = branch.body[k];
      if (inner.kind != StatementKind::Equality || world_.pool.op(inner.target) == Op::Tuple) return false;
      if (world_.pool.type(inner.target) != world_.pool.type(branches[0].body[k].target)) return false;
    }
  }
  for (size_t k = 0; k < n; ++k) {
    ExprId lhs = branches.back().body[k].target;
    ExprId rhs = branches.back().body[k].value;
    const bool same_left = std::ranges::all_of(
        branches, [&](const flat::Branch& branch) { return branch.body[k].target == lhs; });
    for (size_t b = branches.size() - 1; b-- > 0;) {
      if (!same_left)
        lhs = elaborator_.typing().If(branches[b].condition, branches[b].body[k].target, lhs, {});
      rhs = elaborator_.typing().If(branches[b].condition, branches[b].body[k].value, rhs, {});
    }
    if (lhs == Pool::kError || rhs == Pool::kError) return false;
    Emit(lhs, rhs, branches[0].body[k].origin, is_initial);
  }
  return true;
}

// Scalar equations of a body; calls and assertions count nothing.
auto Flattener::CountEquations(const std::vector<Statement>& body) -> size_t {
  size_t n = 0;
  for (const Statement& statement : body) {
    if (statement.kind == StatementKind::Equality) {
      n += static_cast<size_t>(ScalarsOf(statement.target));
    } else if (statement.kind == StatementKind::If && !statement.branches.empty()) {
      n += CountEquations(statement.branches[0].body);
    } else if (statement.kind == StatementKind::For) {
      n += world_.pool.shapes().count(world_.pool[statement.value].shape) *
           CountEquations(statement.branches[0].body);
    }
  }
  return n;
}

auto Flattener::CheckBranches(const Statement& statement) -> bool {
  const diag::Span span = world_.origins[statement.origin].span;
  const size_t n = CountEquations(statement.branches[0].body);
  for (const flat::Branch& branch : statement.branches) {
    if (CountEquations(branch.body) == n) continue;
    emitter_.Emit(span, BranchSizes, n, CountEquations(branch.body));
    return false;
  }
  if (n > 0 && statement.branches.back().condition.has_value()) {
    emitter_.Emit(span, BranchMissing);
    return false;
  }
  return true;
}

void Flattener::AddIf(NodeRef node, Scope& scope, bool is_initial) {
  NodeRef taken;
  if (IsStructuralIf(node, scope, taken, true)) {
    if (taken.has_value()) AddEquations(taken, scope, is_initial);
    return;
  }
  std::vector<Statement> made;
  if (!elaborator_.StatementOf(node, scope, made)) return;
  for (Statement& statement : made) {
    if (statement.kind == StatementKind::If) NestedIfs(statement);
    if (statement.kind == StatementKind::If && AsIfExpressions(statement, is_initial)) continue;
    if (statement.kind == StatementKind::If && !CheckBranches(statement)) continue;
    flat::Clause clause;
    clause.statement = std::move(statement);
    clause.owner = owner_;
    clause.is_initial = is_initial;
    if (!loops_.empty()) clause.domain = model_.domains.Add({loops_});
    model_.clauses.push_back(std::move(clause));
  }
}

// If-equations inside if-equations, from the inside out.
void Flattener::NestedIfs(Statement& statement) {
  for (flat::Branch& branch : statement.branches) {
    std::vector<Statement> body;
    for (Statement& inner : branch.body) {
      if (inner.kind != StatementKind::If) {
        body.push_back(std::move(inner));
        continue;
      }
      NestedIfs(inner);
      const auto& branches = inner.branches;
      bool is_regular = !branches.empty() && !branches.back().condition.has_value();
      const size_t n = branches.empty() ? 0 : branches[0].body.size();
      for (const flat::Branch& part : branches) {
        is_regular = is_regular && part.body.size() == n;
        for (size_t k = 0; is_regular && k < n; ++k)
          is_regular = part.body[k].kind == StatementKind::Equality &&
                       world_.pool.op(part.body[k].target) != Op::Tuple;
      }
      if (!is_regular) {
        body.push_back(std::move(inner));
        continue;
      }
      for (size_t k = 0; k < n; ++k) {
        Statement equality = branches.back().body[k];
        for (size_t b = branches.size() - 1; b-- > 0;) {
          const Statement& other = branches[b].body[k];
          if (other.target != equality.target)
            equality.target =
                elaborator_.typing().If(branches[b].condition, other.target, equality.target, {});
          equality.value = elaborator_.typing().If(branches[b].condition, other.value, equality.value, {});
        }
        body.push_back(std::move(equality));
      }
    }
    branch.body = std::move(body);
  }
}

void Flattener::AddAlgorithm(NodeRef section, Scope& scope, bool is_initial) {
  flat::Algorithm algorithm;
  algorithm.owner = owner_;
  algorithm.origin = elaborator_.OriginOf(section);
  algorithm.is_initial = is_initial;
  for (const NodeRef statement : section.children()) {
    if (statement.Is(NodeKind::Annotation) || statement.Is(NodeKind::Description)) continue;
    elaborator_.StatementOf(statement, scope, algorithm.statements);
  }
  if (!algorithm.statements.empty()) model_.algorithms.push_back(std::move(algorithm));
}

}  // namespace kerf::modelica
