// The frame of a function: parameters, variables, results.
#include "emit/lower_function.h"

#include <algorithm>
#include <array>

#include "expr/walk.h"

namespace kerf::emit {

using expr::Op;

namespace {

constexpr size_t kMaxCells = 20'000;

// The variable at the root of a target: x of x.a[i].b.
auto RootOf(const expr::Pool& pool, ExprId target) -> ExprId {
  while (pool.op(target) == Op::Subscript || pool.op(target) == Op::Field) target = pool.operand(target, 0);
  return target;
}

void FindAssigned(const expr::Pool& pool, const std::vector<flat::Statement>& statements,
                  std::vector<bool>& is_assigned) {
  const auto mark = [&](ExprId target) {
    const ExprId root = RootOf(pool, target);
    if (pool.op(root) == Op::Local) is_assigned[pool.position(root)] = true;
  };
  for (const flat::Statement& statement : statements) {
    const bool is_target =
        statement.kind == flat::StatementKind::Assignment || statement.kind == flat::StatementKind::For;
    if (is_target && pool.op(statement.target) == Op::Tuple) {
      for (const ExprId part : pool.operands(statement.target)) mark(part);
    } else if (is_target) {
      mark(statement.target);
    }
    for (const flat::Branch& branch : statement.branches) FindAssigned(pool, branch.body, is_assigned);
  }
}

}  // namespace

FunctionLowering::FunctionLowering(flat::World& world, flat::Interpreter& interpreter, Request request,
                                   LoweringRules rules)
    : world_(world),
      pool_(world.pool),
      machine_(world, interpreter, *this),
      request_(std::move(request)),
      rules_(rules) {
  machine_.SetInlining(false);
}

auto FunctionLowering::Fail(std::string why) -> bool {
  why_ = std::move(why);
  return false;
}

auto FunctionLowering::FailAsMachine() -> bool { return Fail(machine_.error().text); }

auto FunctionLowering::AddVariable(std::string name, Storage storage, uint32_t size, expr::Kind kind)
    -> uint32_t {
  out_->variables.push_back({std::move(name), storage, size, {}, false, kind});
  return static_cast<uint32_t>(out_->variables.size() - 1);
}

auto FunctionLowering::Scalar(uint32_t variable, expr::Kind kind) -> ExprId {
  return pool_.Local(variable, {kind, expr::kScalar, 0});
}

auto FunctionLowering::Cell(uint32_t variable, uint32_t number, expr::Kind kind) -> ExprId {
  const auto size = static_cast<int32_t>(out_->variables[variable].size);
  const ExprId vector = pool_.Local(variable, {kind, pool_.shapes().Make(std::array{size}), 0});
  return pool_.Typed(Op::Subscript, {kind, expr::kScalar, 0}, {vector, pool_.Integer(number)});
}

// A number of its own or, for several numbers, a vector in the form of the symbol.
auto FunctionLowering::Cells(const Symbol& form, const std::string& name, uint32_t& variable) -> Symbol {
  if (transform::IsLeaf(form)) {
    const expr::Kind kind = pool_[transform::ExprOf(form)].kind;
    variable = AddVariable(name, Storage::Own, 0, kind);
    return transform::LeafSymbol(Scalar(variable, kind));
  }
  std::vector<ExprId> leaves;
  transform::Flatten(form, leaves);
  const auto is_like_first = [&](ExprId leaf) { return pool_[leaf].kind == pool_[leaves[0]].kind; };
  const bool is_uniform = !leaves.empty() && std::ranges::all_of(leaves, is_like_first);
  variable = AddVariable(name, Storage::Own, std::max<uint32_t>(static_cast<uint32_t>(leaves.size()), 1),
                         is_uniform ? pool_[leaves[0]].kind : expr::Kind::Real);
  uint32_t number = 0;
  return transform::MapLeaves(form, [&](ExprId leaf) { return Cell(variable, ++number, pool_[leaf].kind); });
}

auto FunctionLowering::Temporary(expr::Kind kind) -> ExprId {
  return Scalar(AddVariable("kerf_t", Storage::Own, 0, kind), kind);
}

void FunctionLowering::Assign(ExprId target, ExprId value) {
  statements_->push_back(AssignmentOf(target, value));
}

// What the caller gives is a parameter each; an array with such elements becomes a vector.
auto FunctionLowering::TakeArgument(const Symbol& given, const std::string& name,
                                    std::span<const bool> is_given, size_t& next) -> Symbol {
  const auto parameter = [&](ExprId literal, const std::string& called) {
    const uint32_t variable = AddVariable(called, Storage::Parameter, 0, pool_[literal].kind);
    parameters_.push_back(Scalar(variable, pool_[literal].kind));
    return parameters_.back();
  };
  if (transform::IsLeaf(given)) {
    const ExprId literal = transform::ExprOf(given);
    return transform::LeafSymbol(is_given[next++] ? literal : parameter(literal, name));
  }
  if (given.kind == expr::Kind::Function) return given;
  if (given.kind == expr::Kind::Record && !given.is_array) {
    Symbol taken = given;
    for (Symbol& field : taken.MutableElements()) field = TakeArgument(field, name, is_given, next);
    return taken;
  }
  std::vector<ExprId> leaves;
  transform::Flatten(given, leaves);
  const auto own = is_given.subspan(next, leaves.size());
  next += leaves.size();
  if (std::ranges::all_of(own, [](bool is) { return is; })) return given;
  std::vector<ExprId> values;
  for (size_t k = 0; k < leaves.size(); ++k)
    values.push_back(own[k] ? leaves[k] : parameter(leaves[k], name));
  uint32_t variable = 0;
  Symbol cells = Cells(given, name, variable);
  for (uint32_t k = 0; k < values.size(); ++k)
    Assign(Cell(variable, k + 1, pool_[values[k]].kind), values[k]);
  return cells;
}

auto FunctionLowering::TakeArguments(const dae::RunTimeFunction& call) -> bool {
  // std::vector<bool> is no range of bool.
  const auto is_given = std::make_unique<bool[]>(call.is_given.size());
  std::ranges::copy(call.is_given, is_given.get());
  size_t next = 0;
  for (size_t k = 0; k < call.arguments.size(); ++k) {
    const Symbol given = transform::SymbolOf(world_, call.arguments[k]);
    const std::string name(world_.names[body_->variables[k].name]);
    locals_.push_back(TakeArgument(given, name, {is_given.get(), call.is_given.size()}, next));
  }
  return next == call.is_given.size() || Fail("arguments that are not numbers");
}

// Variables that nobody assigns stay literals where they are such: sizes may depend on them.
auto FunctionLowering::InitVariables(const dae::RunTimeFunction& call) -> bool {
  std::vector<Symbol> forms;
  if (!machine_.LocalForms(call.function, locals_, forms)) return FailAsMachine();
  std::vector<bool> is_assigned(body_->variables.size(), body_->external.has_value());
  FindAssigned(pool_, body_->statements, is_assigned);
  locals_ = forms;
  for (size_t k = body_->n_inputs; k < forms.size(); ++k) {
    if (forms[k].kind == expr::Kind::Function) return Fail("variables that are functions");
    if (!is_assigned[k] && transform::IsLiteral(pool_, forms[k])) continue;
    std::vector<ExprId> values;
    transform::Flatten(forms[k], values);
    if (values.size() > kMaxCells) return Fail("an array that is too large");
    const bool has_texts =
        std::ranges::any_of(values, [&](ExprId leaf) { return pool_[leaf].kind == expr::Kind::Text; });
    if (has_texts) return Fail("variables that are texts");
    uint32_t variable = 0;
    locals_[k] = Cells(forms[k], std::string(world_.names[body_->variables[k].name]), variable);
    std::vector<ExprId> cells;
    transform::Flatten(locals_[k], cells);
    for (size_t j = 0; j < cells.size(); ++j) Assign(cells[j], Settled(values[j]));
  }
  for (uint32_t k = 0; k < body_->n_outputs; ++k) transform::Flatten(locals_[body_->n_inputs + k], results_);
  return true;
}

// Each result is asked for by itself: the last arguments and results are kept, since the next call is often
// for another result of the same arguments.
void FunctionLowering::KeepResults() {
  if (!KeepsResults()) return;
  const auto n = static_cast<uint32_t>(parameters_.size());
  kept_arguments_ = AddVariable("kerf_last", Storage::Kept, n + 1);
  const auto size = static_cast<uint32_t>(results_.size());
  const uint32_t kept = AddVariable("kerf_out", Storage::Kept, std::max(size, 1U));
  out_->result = pool_.operand(Cell(kept, 1, expr::Kind::Real), 0);
  ExprId is_same = pool_.Binary(Op::NotEqual, Cell(kept_arguments_, n + 1, expr::Kind::Real), pool_.Real(0));
  for (uint32_t k = 0; k < n; ++k) {
    const ExprId last = Cell(kept_arguments_, k + 1, expr::Kind::Real);
    const ExprId now = Scalar(pool_.position(parameters_[k]), expr::Kind::Real);
    is_same = pool_.Binary(Op::And, is_same, pool_.Binary(Op::Equal, last, now));
  }
  ScalarStatement known = StatementOf(Kind::If);
  known.branches.push_back({is_same, {StatementOf(Kind::Return)}});
  statements_->insert(statements_->begin(), std::move(known));
}

auto FunctionLowering::Lower(const dae::RunTimeFunction& call, ScalarFunction& out) -> bool {
  out_ = &out;
  statements_ = &out.statements;
  function_ = call.function;
  body_ = world_.bodies[world_.functions[call.function].body].get();
  locals_.clear();
  results_.clear();
  parameters_.clear();
  iterators_.clear();
  machine_.ResetBudget();
  if (!TakeArguments(call) || !InitVariables(call)) return false;
  out.n_results = static_cast<uint32_t>(results_.size());
  out.results = results_;
  KeepResults();
  if (body_->external) return LowerExternal(*body_->external) && LowerReturn();
  return LowerStatements(body_->statements) && LowerReturn();
}

auto FunctionLowering::Settle(ExprId value, ScalarFunction& out) -> ExprId {
  out_ = &out;
  statements_ = &out.statements;
  return Settled(value);
}

}  // namespace kerf::emit
