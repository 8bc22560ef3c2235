// See acsl_program.h.
#include "emit/acsl_program.h"

#include <fmt/format.h>

#include "dae/print.h"
#include "emit/acsl_check.h"
#include "emit/acsl_start.h"
#include "emit/acsl_text.h"
#include "emit/acsl_writer.h"

namespace kerf::emit {

namespace {

KERF_DIAG(AcslLacks, Error, "ACSL has no form for `{}`, which stands in `{}`", std::string, std::string);

KERF_DIAG(AcslNoDelay, Error,
          "this delay has no form in an ACSL program, whose DELAY wants to know the value before the start");

// The name of a class in a package without the package.
auto ProgramName(std::string_view model) -> std::string {
  std::string name(model.substr(model.rfind('.') + 1));
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  std::erase_if(name, [&](char c) { return !is_part(c); });
  return name.empty() ? "model" : name;
}

}  // namespace

AcslWriter::AcslWriter(const AcslModel& model, const AcslControl* control, AcslLayout layout,
                       diag::Emitter& emitter)
    : work_(model.work),
      eliminated_(model.eliminated),
      dae_(model.work.dae),
      control_(control),
      layout_(layout),
      emitter_(emitter),
      inliner_(model.work) {}

auto AcslWriter::Run() -> std::optional<std::string> {
  const uint32_t errors = emitter_.n_errors();
  const double start = control_ == nullptr ? 0 : control_->start.value_or(0);
  std::vector<bool> is_settled = TakeStartEquations(work_);
  bool is_left = false;
  for (const EqnId id : dae_.equations.ids())
    is_left = is_left || (dae_.equations[id].is_initial && !is_settled[id.index]);
  if (is_left) {
    const bool is_solved = TrySolveStart(work_, start);
    if (!is_solved) start_problem_ = TryPoseStart(work_);
    if (is_solved || start_problem_) is_settled.assign(is_settled.size(), true);
  }
  if (!CheckForAcsl(work_, is_settled, emitter_)) return std::nullopt;
  events_ = MakeAcslEvents(work_, emitter_);
  names_ = MakeAcslNames(dae_);
  for (const dae::Delay& delay : dae_.delays) {
    const auto before = TryStartValue(work_, delay.value);
    if (!before) emitter_.Emit(SpanOfVar(dae_, delay.value), AcslNoDelay);
    if (before) names_.delays.push_back({delay.function, delay.value, *before});
  }
  CheckControlNames(names_, control_, emitter_);
  if (emitter_.n_errors() != errors) return std::nullopt;
  NameSections();
  const std::string rule = "\"" + std::string(70, '-') + "\"";
  lines_.Raw(rule);
  lines_.Raw("\" ***** ADVANCED CONTINUOUS SIMULATION LANGUAGE ***** \"");
  lines_.Raw(rule);
  lines_.Raw("PROGRAM " + ProgramName(dae_.world->names[dae_.name]));
  WriteInitial();
  lines_.Raw("DYNAMIC");
  lines_.Open();
  WriteDerivative();
  WriteSections();
  WriteDiscrete();
  WriteDynamic();
  lines_.Close();
  lines_.Raw("END $ \"of DYNAMIC\"");
  WriteTerminal();
  lines_.Raw("END $ \"of PROGRAM\"");
  if (emitter_.n_errors() != errors) return std::nullopt;
  lines_.PutIn(declarations_place_, Declarations());
  return lines_.Take();
}

auto AcslWriter::OwnerText(base::PathId owner) const -> std::string {
  if (owner == base::PathStore::kRoot) return std::string(dae_.world->names[dae_.name]);
  return dae_.world->paths.Render(owner, base::PathStore::kRoot, "::", "::");
}

auto AcslWriter::Text(ExprId id, std::string_view where, diag::Span span) -> std::string {
  std::string lacks;
  auto text = TryAcslText(dae_, names_, id, lacks);
  if (!text) emitter_.Emit(span, AcslLacks, lacks, std::string(where));
  return text.value_or("");
}

auto AcslWriter::HasText(ExprId id, std::string_view where, diag::Span span) -> bool {
  const uint32_t errors = emitter_.n_errors();
  Text(id, where, span);
  return emitter_.n_errors() == errors;
}

auto AcslWriter::InputName(const std::string& input) const -> std::string {
  const VarId id = dae::FindVar(dae_, input);
  return id.has_value() ? Name(id) : input;
}

void AcslWriter::NameSections() {
  if (control_ != nullptr) {
    for (const auto* setting : {&control_->maxtime, &control_->cinterval}) {
      if (*setting) ReserveWords(names_, std::vector{(*setting)->name});
    }
    for (const auto* lines :
         {&control_->initial, &control_->dynamic, &control_->derivative, &control_->terminal})
      ReserveWords(names_, *lines);
    for (const AcslDiscrete& section : control_->discrete) {
      ReserveWords(names_, std::vector{section.name});
      ReserveWords(names_, section.lines);
    }
  }
  for (size_t k = 0; k < events_.sections.size(); ++k) section_names_.push_back(FreshAcslName(names_, "evt"));
}

auto TryWriteAcsl(const AcslModel& model, const AcslControl* control, AcslLayout layout,
                  diag::Emitter& emitter) -> std::optional<std::string> {
  return AcslWriter(model, control, layout, emitter).Run();
}

}  // namespace kerf::emit
