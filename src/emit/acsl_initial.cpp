// INITIAL of an ACSL program: constants, what the control file sets, and what is computed once.
#include <algorithm>

#include <fmt/format.h>

#include "base/number_text.h"
#include "dae/print.h"
#include "emit/acsl_start.h"
#include "emit/acsl_writer.h"

namespace kerf::emit {

using dae::VarKind;

auto AcslWriter::IsLiteral(ExprId id) const -> bool {
  const expr::Pool& pool = dae_.world->pool;
  return pool.IsNumber(id) || pool.op(id) == expr::Op::Boolean ||
         (pool.op(id) == expr::Op::Neg && pool.IsNumber(pool.operand(id, 0)));
}

// Parameters and constants in the order of the model, without those that are gone: of value zero, put in as
// numbers, named by an INTERVAL, or computed at the start.
auto AcslWriter::ConstantVars() const -> std::vector<VarId> {
  std::set<base::PathId> gone;
  for (const VarId id : work_.flat.vars.ids()) {
    if (work_.flat.vars[id].is_structural) gone.insert(work_.flat.vars[id].path);
  }
  std::vector<VarId> vars;
  for (const VarId id : dae_.vars.ids()) {
    const dae::Var& var = dae_.vars[id];
    if ((var.kind != VarKind::Parameter && var.kind != VarKind::Constant) || var.is_free) continue;
    const bool is_initial = std::ranges::any_of(
        eliminated_.initial, [&](const transform::InitialEquation& e) { return e.var == id; });
    const bool is_elsewhere = is_initial || eliminated_.is_put_in[id.index] || events_.is_interval[id.index];
    if (!is_elsewhere && !gone.contains(var.path)) vars.push_back(id);
  }
  return vars;
}

auto AcslWriter::StartText(VarId var) -> std::string {
  if (const auto found = start_names_.find(var); found != start_names_.end()) return found->second;
  const ExprId start = dae_.vars[var].start;
  if (start.has_value()) return Text(start, dae::FullName(dae_, var));
  return dae_.vars[var].type == expr::Kind::Boolean ? ".FALSE." : "0";
}

// What sections set begins with its start value.
void AcslWriter::WriteHeld(std::vector<std::string>& constants,
                           std::vector<transform::InitialEquation>& computed) {
  for (const VarId id : events_.held) {
    const dae::Var& var = dae_.vars[id];
    const bool is_literal = !var.start.has_value() || IsLiteral(var.start);
    const std::string zero = var.type == expr::Kind::Boolean ? ".FALSE." : "0";
    constants.push_back(fmt::format("{}={}", Name(id), is_literal ? StartText(id) : zero));
    if (!is_literal) computed.push_back({id, var.start, {}});
  }
}

// Start values of INTEG and IMPL that call functions are computed beforehand.
void AcslWriter::WriteStarts() {
  std::set<VarId> is_used;
  for (const VarId id : dae_.vars.ids()) {
    if (transform::IsState(work_, id)) is_used.insert(id);
  }
  for (const transform::Block& block : work_.blocks)
    is_used.insert(block.iteration_vars.begin(), block.iteration_vars.end());
  for (const VarId id : is_used) {
    const ExprId start = dae_.vars[id].start;
    if (!start.has_value() || !inliner_.HasCalls(start)) continue;
    const std::string name = FreshAcslName(names_, "ic");
    const std::string where = dae::FullName(dae_, id);
    WriteOrdered(name, Prepared(start, where), where);
    start_names_[id] = name;
  }
}

void AcslWriter::WriteInitial() {
  lines_.Raw("INITIAL");
  lines_.Open();
  WriteTypes();
  declarations_place_ = lines_.Place();
  std::vector<std::string> constants;
  std::vector<transform::InitialEquation> computed;
  for (const VarId id : ByNeed(dae_, ConstantVars())) {
    const ExprId binding = dae_.vars[id].binding;
    if (binding.has_value() && !IsLiteral(binding)) {
      computed.push_back({id, binding, {}});
      continue;
    }
    const std::string value = binding.has_value() ? Text(binding, dae::FullName(dae_, id)) : "0";
    constants.push_back(fmt::format("{}={}", Name(id), value));
  }
  WriteHeld(constants, computed);
  lines_.Constants(constants);
  if (control_ != nullptr) WriteSettings();
  computed.insert(computed.end(), eliminated_.initial.begin(), eliminated_.initial.end());
  for (const transform::InitialEquation& equation : computed) {
    const std::string where = dae::FullName(dae_, equation.var);
    WriteOrdered(Name(equation.var), Prepared(equation.value, where), where);
  }
  if (start_problem_) WriteStartProblem();
  WriteStarts();
  WriteStatements(events_.initial);
  WriteFirstSchedules();
  if (control_ != nullptr) lines_.Verbatim(control_->initial);
  lines_.Close();
  lines_.Raw("END $ \"of INITIAL\"");
}

void AcslWriter::WriteSettings() {
  if (control_->start) lines_.Statement(fmt::format("VARIABLE t = {}", base::NumberText(*control_->start)));
  if (control_->cinterval)
    lines_.Statement(fmt::format("CINTERVAL {} = {}", control_->cinterval->name, control_->cinterval->value));
  if (control_->maxtime)
    lines_.Statement(fmt::format("CONSTANT {} = {}", control_->maxtime->name, control_->maxtime->value));
  std::vector<std::string> errors;
  for (const VarId id : dae_.vars.ids()) {
    if (control_->tolerance && transform::IsState(work_, id))
      errors.push_back(fmt::format("{} = {}", Name(id), base::NumberText(*control_->tolerance)));
  }
  if (!errors.empty()) lines_.Statement(fmt::format("MERROR {}", fmt::join(errors, ", ")));
  std::vector<std::string> inputs;
  for (const AcslInput& input : control_->inputs) {
    if (!input.depends) inputs.push_back(fmt::format("{} = {}", InputName(input.name), input.value));
  }
  lines_.Constants(inputs);
}

// What is not a number of Fortran's REAL. Variables that are gone are not declared.
void AcslWriter::WriteTypes() {
  std::set<VarId> is_set;
  for (const transform::Block& block : work_.blocks) {
    for (const transform::Assigned& assigned : block.equations) {
      if (!events_.is_at_events[assigned.equation.index]) is_set.insert(assigned.var);
    }
  }
  is_set.insert(events_.held.begin(), events_.held.end());
  for (const AcslSection& section : events_.sections) {
    for (const AcslStatement& statement : section.statements) {
      if (statement.target.has_value()) is_set.insert(statement.target);
    }
  }
  if (start_problem_) {
    for (const size_t k : start_problem_->blocks) {
      for (const transform::Assigned& assigned : work_.initial->blocks[k].equations)
        is_set.insert(assigned.var);
    }
  }
  const std::vector<VarId> constants = ConstantVars();
  is_set.insert(constants.begin(), constants.end());
  for (const expr::Kind kind : {expr::Kind::Boolean, expr::Kind::Integer}) {
    std::string names;
    for (const VarId id : is_set) {
      if (dae_.vars[id].type == kind) names += (names.empty() ? "" : ", ") + Name(id);
    }
    if (!names.empty())
      lines_.Statement(fmt::format("{} {}", kind == expr::Kind::Boolean ? "LOGICAL" : "INTEGER", names));
  }
}

void AcslWriter::WriteFirstSchedules() {
  for (size_t k = 0; k < events_.sections.size(); ++k) {
    for (const AcslTrigger& trigger : events_.sections[k].triggers) {
      if (trigger.kind != AcslTrigger::Kind::Repeated) continue;
      const CallInliner::Inlined first = Prepared(trigger.value, "sample");
      WriteScalars(first.before);
      lines_.Statement(fmt::format("SCHEDULE {} .AT. {}", section_names_[k], Text(first.value, "sample")));
    }
  }
}

}  // namespace kerf::emit
