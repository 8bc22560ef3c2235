// Which functions the program needs, and whether the target can have them.
#include "emit/user_functions.h"

#include <algorithm>

#include "expr/walk.h"
#include "flat/value.h"

namespace kerf::emit {

using expr::ExprId;
using expr::FunctionId;
using expr::Kind;
using expr::Op;
using flat::StatementKind;

namespace {

auto IsScalar(const expr::Type& type) -> bool {
  const bool is_number = type.kind == Kind::Real || type.kind == Kind::Integer ||
                         type.kind == Kind::Boolean || type.kind == Kind::Enumeration;
  return is_number && type.shape == expr::kScalar;
}

template <typename Visit>
void ForEachValue(Part& part, Visit visit) {
  for (auto* list : {&part.once, &part.dynamic, &part.output}) {
    for (Statement& statement : *list) {
      if (statement.loop == Statement::kNoLoop) visit(statement.assignment.value);
    }
  }
  for (Loop& loop : part.loops) {
    for (auto* values : {&loop.matrix, &loop.right, &loop.residuals}) {
      for (ExprId& value : *values) {
        if (value.has_value()) visit(value);
      }
    }
    for (Assignment& inner : loop.inner) visit(inner.value);
  }
}

}  // namespace

UserFunctions::UserFunctions(Program& program, const Target& target)
    : program_(program), target_(target), world_(*program.work->dae.world), pool_(world_.pool) {
  if (target.control.function_begin.empty()) return;
  ResolveCalls();
  Collect();
}

auto UserFunctions::BodyOf(FunctionId function) const -> const Body* {
  const uint32_t body = world_.functions[function].body;
  return body == flat::Function::kNoBody ? nullptr : world_.bodies[body].get();
}

// A call of the run has only those arguments that were not known before; the others are numbers.
void UserFunctions::ResolveCalls() {
  std::map<FunctionId, const dae::RunTimeFunction*> run_time;
  for (const dae::RunTimeFunction& function : program_.work->dae.run_time_functions) {
    const auto is_number = [](const flat::Value& v) { return !v.is_array && v.block == nullptr; };
    const bool is_scalar = function.arguments.size() == function.is_given.size() &&
                           std::ranges::all_of(function.arguments, is_number);
    if (is_scalar) run_time[function.scalar] = &function;
  }
  if (run_time.empty()) return;
  expr::Rewriter rewriter(pool_);
  const auto visit = [&](ExprId& value) {
    value = rewriter.Rewrite(value, [&](ExprId id) -> ExprId {
      if (pool_.op(id) != Op::Call) return {};
      const auto found = run_time.find(pool_.function(pool_.operand(id, 0)));
      if (found == run_time.end()) return {};
      const dae::RunTimeFunction& function = *found->second;
      std::vector<ExprId> arguments;
      size_t next = 1;
      for (size_t k = 0; k < function.arguments.size(); ++k) {
        arguments.push_back(function.is_given[k] ? flat::ToExpr(function.arguments[k], world_)
                                                 : pool_.operand(id, next++));
      }
      return pool_.Call(function.function, arguments);
    });
  };
  ForEachValue(program_.run, visit);
  if (program_.start) ForEachValue(*program_.start, visit);
}

// Op::Output names the output; a call alone is the first one.
void UserFunctions::Collect() {
  expr::Walker walker(pool_);
  std::vector<ExprId> pending;
  const auto visit = [&](ExprId& value) { pending.push_back(value); };
  ForEachValue(program_.run, visit);
  if (program_.start) ForEachValue(*program_.start, visit);
  while (!pending.empty()) {
    const std::vector<ExprId> nodes = walker.Postorder(pending.back());
    pending.pop_back();
    for (const ExprId id : nodes) {
      const bool is_output = pool_.op(id) == Op::Output;
      if (pool_.op(id) != Op::Call && !is_output) continue;
      const ExprId call = is_output ? pool_.operand(id, 0) : id;
      const FunctionId function = pool_.function(pool_.operand(call, 0));
      const auto output = is_output ? static_cast<uint32_t>(pool_.integer(pool_.operand(id, 1))) : 0;
      if (!IsExpressible(function)) continue;
      outputs_[function].insert(output);
      if (names_.contains(function)) continue;
      order_.push_back(function);
      NamePolicy policy = target_.names;
      policy.max_length = 18;
      names_[function] = fmt::format("kerf_f{}_{}", order_.size(),
                                     Identifier(world_.names[world_.functions[function].name], policy));
      std::vector<ExprId> values;
      IsExpressible(BodyOf(function)->statements, values);
      for (const flat::Local& local : BodyOf(function)->variables) {
        if (local.binding.has_value()) values.push_back(local.binding);
      }
      pending.insert(pending.end(), values.begin(), values.end());
    }
  }
}

// Conversions and marks that mean nothing where all numbers are alike, taken off; running indices as
// variables behind the others.
auto UserFunctions::Plain(ExprId value, uint32_t n_variables) -> ExprId {
  expr::Walker walker(pool_);
  expr::Memo<ExprId> made;
  std::vector<ExprId> x;
  for (const ExprId id : walker.Postorder(value)) {
    x.clear();
    for (const ExprId operand : pool_.operands(id)) x.push_back(made[operand]);
    ExprId plain = x.empty() ? id : ExprId{};
    switch (pool_.op(id)) {
      case Op::ToReal:
      case Op::ToInteger:
      case Op::ToEnumeration:
      case Op::NoEvent:       plain = x[0]; break;
      case Op::Smooth:        plain = x[1]; break;
      case Op::IntegerPart:   plain = pool_.Unary(Op::Floor, x[0]); break;
      case Op::Iterator:      plain = pool_.Local(n_variables + pool_.position(id), pool_.type(id)); break;
      default:                break;
    }
    made[id] = plain.has_value() ? plain : pool_.Rebuild(id, x);
  }
  return made[value];
}

// Also gathers the values, for the calls in them.
auto UserFunctions::IsExpressible(const std::vector<flat::Statement>& statements, std::vector<ExprId>& values)
    -> bool {
  for (const flat::Statement& statement : statements) {
    switch (statement.kind) {
      case StatementKind::Assignment:
        if (pool_.op(statement.target) != Op::Local && pool_.op(statement.target) != Op::Tuple) return false;
        if (pool_.op(statement.target) == Op::Tuple) {
          for (size_t k = 0; k < pool_.operands(statement.target).size(); ++k)
            values.push_back(
                pool_.Binary(Op::Output, statement.value, pool_.Integer(static_cast<int64_t>(k))));
        }
        values.push_back(statement.value);
        break;
      case StatementKind::For:
        if (pool_.op(statement.value) != Op::Range) return false;
        for (const ExprId operand : pool_.operands(statement.value)) values.push_back(operand);
        break;
      case StatementKind::If:
      case StatementKind::While:
      case StatementKind::Break:
      case StatementKind::Return: break;
      default:                    return false;
    }
    for (const flat::Branch& branch : statement.branches) {
      if (branch.condition.has_value()) values.push_back(branch.condition);
      if (!IsExpressible(branch.body, values)) return false;
    }
  }
  return true;
}

auto UserFunctions::IsExpressible(FunctionId function) -> bool {
  if (names_.contains(function)) return true;
  const Body* body = BodyOf(function);
  if (body == nullptr || body->external || body->is_impure || !body->is_complete || body->is_partial)
    return false;
  // One that calls itself is as good as the rest of it.
  if (!visited_.insert(function).second) return true;
  std::vector<ExprId> values;
  bool is_good =
      std::ranges::all_of(body->variables, [](const flat::Local& v) { return IsScalar(v.type); }) &&
      IsExpressible(body->statements, values);
  expr::Walker walker(pool_);
  for (size_t k = 0; k < values.size() && is_good; ++k) {
    const ExprId value = Plain(values[k], static_cast<uint32_t>(body->variables.size()));
    const auto has_function = [&](FunctionId other) { return IsExpressible(other); };
    is_good = !expr::FindInexpressible(pool_, value, target_.dialect, has_function).has_value();
  }
  if (!is_good) visited_.erase(function);
  return is_good;
}

auto UserFunctions::Name(FunctionId function) const -> std::string {
  const auto found = names_.find(function);
  return found == names_.end() ? std::string(world_.names[world_.functions[function].name]) : found->second;
}

auto UserFunctions::Names() const -> std::vector<std::string> {
  std::vector<std::string> names;
  for (const FunctionId function : order_) {
    for (const uint32_t output : outputs_.at(function))
      names.push_back(output == 0 ? Name(function) : fmt::format("{}_{}", Name(function), output + 1));
  }
  return names;
}

}  // namespace kerf::emit
