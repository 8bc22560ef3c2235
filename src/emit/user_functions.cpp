// Which functions the program needs, and whether the target can have them.
#include "emit/user_functions.h"

#include <algorithm>

#include "expr/walk.h"
#include "flat/value.h"

namespace kerf::emit {

using expr::ExprId;
using expr::FunctionId;
using expr::Op;

namespace {

constexpr size_t kMaxFunctions = 500;

// A function of numbers knows no variables of the model.
class NoValues : public flat::VarValues {
 public:
  auto TryValue(VarId /*var*/, flat::Value& /*value*/) -> bool override { return false; }
};

void AppendValues(const Part& part, std::vector<ExprId>& values) {
  for (const auto* list : {&part.once, &part.dynamic, &part.output}) {
    for (const Statement& statement : *list) {
      if (statement.loop == Statement::kNoLoop) values.push_back(statement.assignment.value);
    }
  }
  for (const Loop& loop : part.loops) {
    for (const auto* list : {&loop.matrix, &loop.right, &loop.residuals}) {
      for (const ExprId value : *list) {
        if (value.has_value()) values.push_back(value);
      }
    }
    for (const Assignment& inner : loop.inner) values.push_back(inner.value);
  }
}

void AppendValues(const std::vector<ScalarStatement>& statements, std::vector<ExprId>& values) {
  for (const ScalarStatement& statement : statements) {
    if (statement.target.has_value()) values.push_back(statement.target);
    if (statement.value.has_value()) values.push_back(statement.value);
    for (const ExternalArgument& argument : statement.arguments) {
      if (argument.value.has_value()) values.push_back(argument.value);
    }
    for (const ScalarBranch& branch : statement.branches) {
      if (branch.condition.has_value()) values.push_back(branch.condition);
      AppendValues(branch.body, values);
    }
  }
}

}  // namespace

UserFunctions::UserFunctions(Program& program, const Target& target)
    : program_(program),
      target_(target),
      world_(*program.work->dae.world),
      pool_(world_.pool),
      objects_(world_) {
  if (!target.control.function_begin.empty()) Collect();
  for (size_t k = 0; k < program.run.delays.size() && !target.past.suffix.empty(); ++k)
    names_[program.run.delays[k].function] = fmt::format("kerf_delay_{}", k + 1);
}

void UserFunctions::FindCalls() {
  std::vector<ExprId> values;
  AppendValues(program_.run, values);
  if (program_.start) AppendValues(*program_.start, values);
  for (const auto* list : {&program_.settings, &program_.after_start}) {
    for (const Assignment& assignment : *list) values.push_back(assignment.value);
  }
  expr::Walker walker(pool_);
  for (const ExprId id : walker.Postorder(values)) {
    if (pool_.op(id) == Op::Call) pending_.push_back(pool_.function(pool_.operand(id, 0)));
  }
}

// A call inside a function: the same one again, or a new one.
auto UserFunctions::Requested(dae::RunTimeFunction& call) -> FunctionId {
  for (const dae::RunTimeFunction& other : calls_) {
    if (other.function == call.function && other.is_given == call.is_given &&
        other.arguments == call.arguments)
      return other.scalar;
  }
  if (calls_.size() > kMaxFunctions) return {};
  const base::NameId name = world_.functions[call.function].name;
  call.scalar = world_.functions.Add({name, call.n_outputs, flat::Function::kNoBody});
  calls_.push_back(call);
  return call.scalar;
}

void UserFunctions::Collect() {
  calls_ = program_.work->dae.run_time_functions;
  if (program_.work->initial) {
    for (const dae::RunTimeFunction& call : program_.work->initial->dae.run_time_functions) {
      if (std::ranges::find(calls_, call.scalar, &dae::RunTimeFunction::scalar) == calls_.end())
        calls_.push_back(call);
    }
  }
  FindCalls();
  NoValues no_values;
  flat::Interpreter interpreter(world_, no_values);
  FunctionLowering lowering(
      world_, interpreter, [&](dae::RunTimeFunction& call) { return Requested(call); },
      target_.control.has_external ? &objects_ : nullptr);
  // Those inside a function are found while it is made.
  for (size_t k = 0; k < pending_.size(); ++k) {
    if (!seen_.insert(pending_[k]).second) continue;
    const auto found = std::ranges::find(calls_, pending_[k], &dae::RunTimeFunction::scalar);
    if (found == calls_.end()) continue;
    const dae::RunTimeFunction call = *found;
    Make(call, lowering);
  }
  DropIncomplete();
}

auto UserFunctions::CallsOf(const std::vector<ScalarStatement>& statements) -> std::vector<FunctionId> {
  std::vector<ExprId> values;
  AppendValues(statements, values);
  std::vector<FunctionId> calls;
  expr::Walker walker(pool_);
  for (const ExprId id : walker.Postorder(values)) {
    if (pool_.op(id) == Op::Call) calls.push_back(pool_.function(pool_.operand(id, 0)));
  }
  return calls;
}

void UserFunctions::Make(const dae::RunTimeFunction& call, FunctionLowering& lowering) {
  ScalarFunction made;
  made.function = call.scalar;
  made.title = std::string(world_.names[world_.functions[call.function].name]);
  if (!lowering.Lower(call, made)) {
    reasons_[call.scalar] = lowering.why();
    return;
  }
  std::vector<ExprId> values;
  AppendValues(made.statements, values);
  const auto is_call = [](FunctionId) { return true; };
  for (const ExprId value : values) {
    const ExprId missing = expr::FindInexpressible(pool_, value, target_.dialect, is_call);
    if (!missing.has_value()) continue;
    reasons_[call.scalar] = fmt::format("operator `{}`", expr::text_of(pool_.op(missing)));
    return;
  }
  NamePolicy policy = target_.names;
  policy.max_length = 18;
  made.name = fmt::format("kerf_f{}_{}", functions_.size() + 1, Identifier(made.title, policy));
  names_[call.scalar] = made.name;
  const std::vector<FunctionId> inside = CallsOf(made.statements);
  pending_.insert(pending_.end(), inside.begin(), inside.end());
  functions_.push_back(std::move(made));
}

// A function that calls one which cannot be there cannot be there either.
void UserFunctions::DropIncomplete() {
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (size_t k = 0; k < functions_.size(); ++k) {
      const std::vector<FunctionId> calls = CallsOf(functions_[k].statements);
      const auto missing = std::ranges::find_if(calls, [&](FunctionId f) { return !Has(f); });
      if (missing == calls.end()) continue;
      reasons_[functions_[k].function] = "a call of " + Reason(*missing);
      names_.erase(functions_[k].function);
      functions_.erase(functions_.begin() + static_cast<std::ptrdiff_t>(k));
      is_changed = true;
      break;
    }
  }
}

auto UserFunctions::Name(FunctionId function) const -> std::string {
  const auto found = names_.find(function);
  return found == names_.end() ? std::string(world_.names[world_.functions[function].name]) : found->second;
}

auto UserFunctions::Reason(FunctionId function) const -> std::string {
  const std::string name = fmt::format("`{}`", world_.names[world_.functions[function].name]);
  const auto found = reasons_.find(function);
  return found == reasons_.end() || found->second.empty() ? name : name + " with " + found->second;
}

auto UserFunctions::Names() const -> std::vector<std::string> {
  std::vector<std::string> names;
  for (const ScalarFunction& function : functions_) names.push_back(function.name);
  for (size_t k = 0; k < program_.run.delays.size(); ++k)
    names.push_back(fmt::format("kerf_delay_{}", k + 1));
  return names;
}

auto UserFunctions::Foreign() const -> ForeignCode {
  ForeignCode code = objects_.code();
  for (const ScalarFunction& function : functions_) code.Take(function.foreign);
  return code;
}

auto UserFunctions::Link() const -> std::string {
  std::string words;
  for (const std::string& word : Foreign().words) words += word + " ";
  return words;
}

}  // namespace kerf::emit
