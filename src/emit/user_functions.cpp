// Which functions the program needs, and whether the target can have them.
#include "emit/user_functions.h"

#include <algorithm>

#include "expr/walk.h"

namespace kerf::emit {

using expr::ExprId;
using expr::FunctionId;
using expr::Op;

namespace {

void AppendPartValues(const Part& part, std::vector<ExprId>& values) {
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
  AppendPartValues(program_.run, values);
  if (program_.start) AppendPartValues(*program_.start, values);
  for (const auto* list : {&program_.settings, &program_.after_start}) {
    for (const Assignment& assignment : *list) values.push_back(assignment.value);
  }
  expr::Walker walker(pool_);
  for (const ExprId id : walker.Postorder(values)) {
    if (pool_.op(id) == Op::Call) pending_.push_back(pool_.function(pool_.operand(id, 0)));
  }
}

void UserFunctions::Collect() {
  FindCalls();
  CalledFunctions called(
      *program_.work, {.objects = target_.control.has_external ? &objects_ : nullptr, .keeps_results = true});
  // Those inside a function are found while it is made.
  for (size_t k = 0; k < pending_.size(); ++k) {
    const FunctionId function = pending_[k];
    if (seen_.insert(function).second && called.Has(function)) Make(function, called);
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

void UserFunctions::Make(FunctionId function, CalledFunctions& called) {
  ScalarFunction made;
  if (!called.Lower(function, made)) {
    reasons_[function] = called.why();
    return;
  }
  std::vector<ExprId> values;
  AppendValues(made.statements, values);
  const auto is_call = [](FunctionId) { return true; };
  for (const ExprId value : values) {
    const ExprId missing = expr::FindInexpressible(pool_, value, target_.dialect, is_call);
    if (!missing.has_value()) continue;
    reasons_[function] = fmt::format("operator `{}`", expr::text_of(pool_.op(missing)));
    return;
  }
  NamePolicy policy = target_.names;
  policy.max_length = 18;
  made.name = fmt::format("kerf_f{}_{}", functions_.size() + 1, Identifier(made.title, policy));
  names_[function] = made.name;
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
