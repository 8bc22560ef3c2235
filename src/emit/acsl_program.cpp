// See acsl_program.h.
#include "emit/acsl_program.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "dae/print.h"
#include "emit/acsl_check.h"
#include "emit/acsl_lines.h"
#include "emit/acsl_text.h"

namespace kerf::emit {

namespace {

using dae::EqnId;
using dae::VarKind;
using expr::ExprId;
using expr::VarId;

KERF_DIAG(AcslLacks, Error, "ACSL has no form for `{}`, which stands in `{}`", std::string, std::string);
class ProgramWriter {
 public:
  ProgramWriter(const AcslModel& model, const AcslControl* control, AcslLayout layout, diag::Emitter& emitter)
      : work_(model.work),
        eliminated_(model.eliminated),
        dae_(model.work.dae),
        control_(control),
        layout_(layout),
        emitter_(emitter),
        names_(MakeAcslNames(dae_)) {}

  auto Run() -> std::optional<std::string> {
    const uint32_t errors = emitter_.n_errors();
    if (!CheckForAcsl(work_, names_, control_, emitter_)) return std::nullopt;
    const std::string rule = "\"" + std::string(70, '-') + "\"";
    lines_.Raw(rule);
    lines_.Raw("\" ***** ADVANCED CONTINUOUS SIMULATION LANGUAGE ***** \"");
    lines_.Raw(rule);
    lines_.Raw(fmt::format("PROGRAM {}", dae_.world->names[dae_.name]));
    WriteInitial();
    lines_.Raw("DYNAMIC");
    lines_.Open();
    WriteDerivative();
    WriteDiscrete();
    WriteDynamic();
    lines_.Close();
    lines_.Raw("END $ \"of DYNAMIC\"");
    if (control_ != nullptr && !control_->terminal.empty()) WriteTerminal();
    lines_.Raw("END $ \"of PROGRAM\"");
    if (emitter_.n_errors() != errors) return std::nullopt;
    return lines_.Take();
  }

 private:
  auto Name(VarId id) const -> const std::string& { return names_.names[id.index]; }
  auto OwnerText(base::PathId owner) const -> std::string {
    if (owner == base::PathStore::kRoot) return std::string(dae_.world->names[dae_.name]);
    return dae_.world->paths.Render(owner, base::PathStore::kRoot, "::", "::");
  }

  auto Text(ExprId id, std::string_view where) -> std::string {
    std::string lacks;
    auto text = TryAcslText(dae_, names_, id, lacks);
    if (!text) emitter_.Emit({}, AcslLacks, lacks, std::string(where));
    return text.value_or("");
  }

  auto IsLiteral(ExprId id) const -> bool {
    const expr::Pool& pool = dae_.world->pool;
    return pool.IsNumber(id) || (pool.op(id) == expr::Op::Neg && pool.IsNumber(pool.operand(id, 0)));
  }

  // Parameters and constants in the order of the model, without those that are gone: of value zero, put in as
  // numbers, or computed at the start.
  auto ConstantVars() const -> std::vector<VarId> {
    std::set<base::PathId> gone;
    for (const VarId id : work_.flat.vars.ids()) {
      if (work_.flat.vars[id].is_structural) gone.insert(work_.flat.vars[id].path);
    }
    std::vector<VarId> vars;
    for (const VarId id : dae_.vars.ids()) {
      const dae::Var& var = dae_.vars[id];
      if (var.kind != VarKind::Parameter && var.kind != VarKind::Constant) continue;
      const bool is_initial = std::ranges::any_of(
          eliminated_.initial, [&](const transform::InitialEquation& e) { return e.var == id; });
      if (!is_initial && !eliminated_.is_put_in[id.index] && !gone.contains(var.path)) vars.push_back(id);
    }
    return vars;
  }

  void WriteInitial() {
    lines_.Raw("INITIAL");
    lines_.Open();
    std::vector<std::string> constants;
    std::vector<std::string> computed;
    for (const VarId id : ConstantVars()) {
      const ExprId binding = dae_.vars[id].binding;
      const std::string value = binding.has_value() ? Text(binding, dae::FullName(dae_, id)) : "0";
      const bool is_literal = !binding.has_value() || IsLiteral(binding);
      if (is_literal) constants.push_back(fmt::format("{}={}", Name(id), value));
      if (!is_literal) computed.push_back(fmt::format("{} = {}", Name(id), value));
    }
    lines_.Constants(constants);
    if (control_ != nullptr) WriteSettings();
    for (const std::string& statement : computed) lines_.Statement(statement);
    for (const transform::InitialEquation& equation : eliminated_.initial)
      lines_.Statement(fmt::format("{} = {}", Name(equation.var),
                                   Text(equation.value, dae::FullName(dae_, equation.var))));
    if (control_ != nullptr) lines_.Verbatim(control_->initial);
    lines_.Close();
    lines_.Raw("END $ \"of INITIAL\"");
  }

  void WriteSettings() {
    if (control_->cinterval)
      lines_.Statement(
          fmt::format("CINTERVAL {} = {}", control_->cinterval->name, control_->cinterval->value));
    if (control_->maxtime)
      lines_.Statement(fmt::format("CONSTANT {} = {}", control_->maxtime->name, control_->maxtime->value));
    std::vector<std::string> inputs;
    for (const AcslInput& input : control_->inputs) {
      if (!input.depends) inputs.push_back(fmt::format("{} = {}", InputName(input.name), input.value));
    }
    lines_.Constants(inputs);
  }

  auto InputName(const std::string& input) const -> std::string {
    const VarId id = dae::FindVar(dae_, input);
    return id.has_value() ? Name(id) : input;
  }

  void Heading(base::PathId owner) {
    if (owner == previous_owner_) return;
    previous_owner_ = owner;
    lines_.Raw(fmt::format("\"-----Submodel: {}\"", OwnerText(owner)));
  }

  auto StartText(VarId state) -> std::string {
    const ExprId start = dae_.vars[state].start;
    return start.has_value() ? Text(start, dae::FullName(dae_, state)) : "0";
  }

  void WriteDerivative() {
    lines_.Raw("  DERIVATIVE");
    lines_.Open();
    if (control_ != nullptr) {
      for (const AcslInput& input : control_->inputs) {
        if (input.depends) lines_.Statement(fmt::format("{} = {}", InputName(input.name), input.value));
      }
    }
    const bool is_procedural = layout_ == AcslLayout::Procedural;
    if (is_procedural) lines_.Raw("    PROCEDURAL");
    WriteEquations(false);
    if (is_procedural) lines_.Raw("    END $ \"of PROCEDURAL\"");
    WriteIntegrals();
    if (control_ != nullptr) lines_.Verbatim(control_->derivative);
    lines_.Close();
    lines_.Raw("  END $ \"of DERIVATIVE\"");
  }

  // The equations of the state model, or those that only say what is to be shown.
  void WriteEquations(bool of_outputs) {
    previous_owner_ = {};
    for (const transform::Block& block : work_.blocks) {
      const bool is_output = eliminated_.is_output[block.equations[0].equation.index];
      if (is_output != of_outputs) continue;
      for (const transform::Assigned& assigned : block.equations) WriteEquation(assigned);
    }
  }

  void WriteEquation(const transform::Assigned& assigned) {
    Heading(dae_.equations[assigned.equation].owner);
    const std::string value = Text(assigned.solution, dae::EquationText(dae_, assigned.equation));
    const VarId state = dae_.vars[assigned.var].derivative_of;
    const bool is_plain =
        layout_ == AcslLayout::Plain && state.has_value() && transform::IsState(work_, state);
    if (is_plain) {
      lines_.Statement(fmt::format("{} = INTEG({}, {})", Name(state), value, StartText(state)));
      is_integrated_.insert(state);
    } else {
      lines_.Statement(fmt::format("{} = {}", Name(assigned.var), value));
    }
  }

  // Of the procedural layout all of them; else those whose derivatives are states themselves.
  void WriteIntegrals() {
    for (const VarId id : dae_.vars.ids()) {
      const dae::Var& var = dae_.vars[id];
      if (!transform::IsState(work_, id) || is_integrated_.contains(id)) continue;
      if (layout_ == AcslLayout::Plain) Heading(dae_.world->paths[var.path].parent);
      lines_.Statement(fmt::format("{} = INTEG({}, {})", Name(id), Name(var.derivative), StartText(id)));
    }
  }

  void WriteDiscrete() {
    if (control_ == nullptr) return;
    for (const AcslDiscrete& section : control_->discrete) {
      const std::string name = section.name.empty() ? "" : " " + section.name;
      lines_.Statement("DISCRETE" + name);
      lines_.Open();
      lines_.Verbatim(section.lines);
      lines_.Close();
      lines_.Statement(fmt::format("END $ \"of DISCRETE{}\"", name));
    }
  }

  void WriteDynamic() {
    if (std::ranges::count(eliminated_.is_output, true) > 0) WriteEquations(true);
    if (control_ == nullptr) return;
    for (const std::string& condition : control_->terminations) lines_.Statement("TERMT " + condition);
    lines_.Verbatim(control_->dynamic);
    if (control_->terminations.empty() && !control_->has_inner_termination && control_->maxtime)
      lines_.Statement(fmt::format("TERMT (t .GE. {})", control_->maxtime->name));
  }

  void WriteTerminal() {
    lines_.Raw("TERMINAL");
    lines_.Open();
    lines_.Verbatim(control_->terminal);
    lines_.Close();
    lines_.Raw("END $ \"of TERMINAL\"");
  }

  const transform::Work& work_;
  const transform::Eliminated& eliminated_;
  const dae::Dae& dae_;
  const AcslControl* control_;
  AcslLayout layout_;
  diag::Emitter& emitter_;
  AcslNames names_;
  AcslLines lines_;
  base::PathId previous_owner_;
  std::set<VarId> is_integrated_;
};

}  // namespace

auto TryWriteAcsl(const AcslModel& model, const AcslControl* control, AcslLayout layout,
                  diag::Emitter& emitter) -> std::optional<std::string> {
  return ProgramWriter(model, control, layout, emitter).Run();
}

}  // namespace kerf::emit
