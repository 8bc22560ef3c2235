// See inline_calls.h.
#include "emit/inline_calls.h"

#include <algorithm>

#include "emit/structure_returns.h"
#include "expr/walk.h"

namespace kerf::emit {

using expr::FunctionId;
using expr::Op;
using Kind = ScalarStatement::Kind;
using Storage = ScalarVariable::Storage;

namespace {

constexpr size_t kMaxVariables = 5'000;
constexpr size_t kMaxDepth = 50;

constexpr expr::Type kReal{expr::Kind::Real, expr::kScalar, 0};

}  // namespace

CallInliner::CallInliner(const transform::Work& work) : pool_(work.dae.world->pool), called_(work, {}) {}

auto CallInliner::Fail(std::string why, std::string culprit) -> bool {
  why_ = std::move(why);
  culprit_ = std::move(culprit);
  return false;
}

auto CallInliner::IsCall(ExprId id) const -> bool {
  return pool_.op(id) == Op::Call && called_.Has(pool_.function(pool_.operand(id, 0)));
}

auto CallInliner::HasCalls(ExprId value) -> bool {
  expr::Walker walker(pool_);
  return std::ranges::any_of(walker.Postorder(value), [&](ExprId id) { return IsCall(id); });
}

auto CallInliner::AddVariable(const ScalarVariable& form, const std::string& owner) -> uint32_t {
  variables_.push_back({form, owner});
  return static_cast<uint32_t>(variables_.size() - 1);
}

auto CallInliner::Lowered(FunctionId function) -> const ScalarFunction* {
  const auto [found, is_new] = lowered_.try_emplace(function);
  if (!is_new) return &found->second;
  ScalarFunction made;
  if (!called_.Lower(function, made)) {
    Fail(called_.why(), made.title);
    lowered_.erase(found);
    return nullptr;
  }
  const auto make_done = [&] {
    made.variables.push_back({"done", Storage::Own, 0, {}});
    return pool_.Local(static_cast<uint32_t>(made.variables.size() - 1), kReal);
  };
  made.statements = WithoutReturns(pool_, made.statements, make_done);
  found->second = std::move(made);
  return &found->second;
}

// Tables do not change, so that equal ones are one.
auto CallInliner::Adopt(const ScalarFunction& function) -> Places {
  Places places;
  for (const ScalarVariable& variable : function.variables) {
    const auto is_same = [&](const Variable& v) {
      return v.form.storage == Storage::Table && v.form.values == variable.values;
    };
    const auto same =
        variable.storage == Storage::Table ? std::ranges::find_if(variables_, is_same) : variables_.end();
    const bool is_new = same == variables_.end();
    places.push_back(is_new ? AddVariable(variable, function.title)
                            : static_cast<uint32_t>(same - variables_.begin()));
  }
  return places;
}

auto CallInliner::TryInline(ExprId value, Known& known) -> std::optional<Inlined> {
  ScalarFunction frame;
  const ExprId settled = called_.Settle(value, frame);
  const Places places = Adopt(frame);
  Inlined inlined;
  for (const ScalarStatement& statement : frame.statements) {
    if (!Place(statement, places, inlined.before, known)) return std::nullopt;
  }
  inlined.value = Placed(settled, places, inlined.before, known);
  if (!inlined.value.has_value()) return std::nullopt;
  return inlined;
}

// Variables change from statement to statement: what is known of one value says nothing about the next.
auto CallInliner::PlaceAll(const Statements& statements, const Places& places, Statements& out) -> bool {
  return std::ranges::all_of(statements, [&](const ScalarStatement& statement) {
    Known known;
    return Place(statement, places, out, known);
  });
}

auto CallInliner::Place(const ScalarStatement& statement, const Places& places, Statements& out, Known& known)
    -> bool {
  switch (statement.kind) {
    case Kind::Assignment: return PlaceAssignment(statement, places, out, known);
    case Kind::If:         return PlaceIf(statement, places, out, known);
    case Kind::While:      return PlaceWhile(statement, places, out);
    case Kind::Break:      out.push_back(statement); return true;
    // Structured away, or only where results are kept and bodies are in C.
    case Kind::Return:
    case Kind::Stop:
    case Kind::Keep:
    case Kind::External: break;
  }
  return Fail("statements that are no assignments", "");
}

// An element of a vector that has other numbers, too: 1 for true, 0 for false.
auto CallInliner::IsNumberedTruth(ExprId cell) const -> bool {
  return pool_.op(cell) == Op::Subscript && pool_[cell].kind == expr::Kind::Boolean &&
         variables_[pool_.position(pool_.operand(cell, 0))].form.kind != expr::Kind::Boolean;
}

auto CallInliner::PlaceAssignment(const ScalarStatement& statement, const Places& places, Statements& out,
                                  Known& known) -> bool {
  ExprId value = Placed(statement.value, places, out, known);
  if (!value.has_value()) return false;
  if (pool_.op(statement.target) == Op::Local) {
    out.push_back(AssignmentOf(PlacedLocal(statement.target, places), value));
    return true;
  }
  const ExprId vector = PlacedLocal(pool_.operand(statement.target, 0), places);
  const ExprId index = Placed(pool_.operand(statement.target, 1), places, out, known);
  if (!index.has_value()) return false;
  ExprId target = pool_.Typed(Op::Subscript, pool_.type(statement.target), {vector, index});
  if (IsNumberedTruth(target)) {
    target = pool_.Typed(Op::Subscript, kReal, {vector, index});
    value = pool_.If(value, pool_.Real(1), pool_.Real(0));
  }
  out.push_back(AssignmentOf(target, value));
  return true;
}

auto CallInliner::PlaceIf(const ScalarStatement& statement, const Places& places, Statements& out,
                          Known& known) -> bool {
  ScalarStatement choice = StatementOf(Kind::If);
  for (const ScalarBranch& branch : statement.branches) {
    ScalarBranch placed;
    if (branch.condition.has_value()) {
      placed.condition = Placed(branch.condition, places, out, known);
      if (!placed.condition.has_value()) return false;
    }
    if (!PlaceAll(branch.body, places, placed.body)) return false;
    choice.branches.push_back(std::move(placed));
  }
  out.push_back(std::move(choice));
  return true;
}

// A condition that calls something is looked at inside the loop.
auto CallInliner::PlaceWhile(const ScalarStatement& statement, const Places& places, Statements& out)
    -> bool {
  ScalarStatement loop = StatementOf(Kind::While);
  ScalarBranch body;
  if (statement.branches[0].condition.has_value()) {
    Known known;
    body.condition = Placed(statement.branches[0].condition, places, body.body, known);
    if (!body.condition.has_value()) return false;
  }
  if (!body.body.empty()) {
    ScalarStatement end = StatementOf(Kind::If);
    end.branches.push_back({pool_.Unary(Op::Not, body.condition), {StatementOf(Kind::Break)}});
    body.body.push_back(std::move(end));
    body.condition = {};
  }
  if (!PlaceAll(statement.branches[0].body, places, body.body)) return false;
  loop.branches.push_back(std::move(body));
  out.push_back(std::move(loop));
  return true;
}

auto CallInliner::PlacedLocal(ExprId local, const Places& places) -> ExprId {
  return pool_.Local(places[pool_.position(local)], pool_.type(local));
}

auto CallInliner::Placed(ExprId value, const Places& places, Statements& out, Known& known) -> ExprId {
  bool is_well = true;
  expr::Rewriter rewriter(pool_);
  const auto rebuilt = [&](ExprId id) {
    std::vector<ExprId> operands;
    for (const ExprId operand : pool_.operands(id)) operands.push_back(rewriter.Rewritten(operand));
    return pool_.Rebuild(id, operands);
  };
  const ExprId placed = rewriter.Rewrite(value, [&](ExprId id) -> ExprId {
    const Op op = pool_.op(id);
    if (op == Op::Local) return PlacedLocal(id, places);
    if (op == Op::Subscript) {
      const ExprId cell = rebuilt(id);
      if (!IsNumberedTruth(cell)) return cell;
      const ExprId number =
          pool_.Typed(Op::Subscript, kReal, {pool_.operand(cell, 0), pool_.operand(cell, 1)});
      return pool_.Binary(Op::NotEqual, number, pool_.Real(0));
    }
    if (op == Op::Output && IsCall(rewriter.Rewritten(pool_.operand(id, 0)))) {
      const auto found = known.find(rewriter.Rewritten(pool_.operand(id, 0)));
      const auto number = static_cast<size_t>(pool_.integer(pool_.operand(id, 1)));
      return found == known.end() ? ExprId{} : found->second[number];
    }
    if (!IsCall(id) || !is_well) return {};
    const ExprId call = rebuilt(id);
    if (!known.contains(call)) {
      std::vector<ExprId> results = Call(call, out);
      is_well = !results.empty();
      if (is_well) known.emplace(call, std::move(results));
    }
    // One of several results is asked for by the Output around it.
    const bool is_single = is_well && known[call].size() == 1;
    return is_single ? known[call][0] : call;
  });
  return is_well ? placed : ExprId{};
}

// The results; none if the function has no statements, which is told.
auto CallInliner::Call(ExprId call, Statements& out) -> std::vector<ExprId> {
  const FunctionId function = pool_.function(pool_.operand(call, 0));
  const ScalarFunction* lowered = Lowered(function);
  if (lowered == nullptr) return {};
  if (std::ranges::count(active_, function) > 0 || active_.size() >= kMaxDepth) {
    Fail("a call of itself", lowered->title);
    return {};
  }
  if (variables_.size() > kMaxVariables) {
    Fail("too many variables for all its calls", lowered->title);
    return {};
  }
  const Places places = Adopt(*lowered);
  const std::vector<ExprId> arguments(pool_.operands(call).begin() + 1, pool_.operands(call).end());
  size_t next = 0;
  for (size_t k = 0; k < places.size(); ++k) {
    const ScalarVariable& variable = lowered->variables[k];
    if (variable.storage != Storage::Parameter) continue;
    out.push_back(AssignmentOf(pool_.Local(places[k], {variable.kind, expr::kScalar, 0}), arguments[next++]));
  }
  active_.push_back(function);
  const bool is_placed = PlaceAll(lowered->statements, places, out);
  active_.pop_back();
  std::vector<ExprId> results;
  for (const ExprId result : lowered->results) {
    if (!is_placed) return {};
    Statements none;
    Known known;
    results.push_back(Placed(result, places, none, known));
  }
  return results;
}

}  // namespace kerf::emit
