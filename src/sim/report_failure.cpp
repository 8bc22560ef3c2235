// A failed run told in terms of the model: time, equations with their source lines, unknowns with their
// values.
#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "sim/place.h"
#include "sim/report_assertion.h"
#include "sim/simulate.h"
#include "sim/singular_equations.h"

namespace kerf::sim {

namespace {

using runtime::StepStatus;

constexpr size_t kMaxListedMembers = 8;

KERF_DIAG(FunctionFailed, Error, "time {}: function `{}`: {}", std::string, std::string, std::string);
KERF_DIAG(Restless, Error, "time {}: the event does not come to an end: {} keeps changing", std::string,
          std::string);
KERF_DIAG(DidNotConverge, Error, "time {}: {} could not be solved after {} iterations{}", std::string,
          std::string, uint32_t, std::string);
KERF_DIAG(SingularAtRunTime, Error, "time {}: the equations do not determine `{}`: their matrix is singular",
          std::string, std::string);
KERF_DIAG(DependentAtRunTime, Error,
          "time {}: {} cannot be determined: at this point {} equations are linearly dependent", std::string,
          std::string, size_t);
KERF_DIAG(UnknownWithoutEffect, Error,
          "time {}: {} cannot be determined: at this point {} does not depend on any unknown", std::string,
          std::string, std::string);
KERF_DIAG(StatesDoNotServe, Error,
          "time {}: the states do not determine {} here: the constraints are singular in {}", std::string,
          std::string, std::string);
KERF_NOTE(WantedStatesNote,
          "{} given up as {} for the whole run, because stateSelect or reinit in the model leave only {} to "
          "choose from",
          std::string, std::string, std::string);
KERF_NOTE(KeptStatesNote,
          "{} stay states for the whole run, because stateSelect or reinit in the model want it so",
          std::string);
KERF_NOTE(OtherStatesNote, "stateSelect = prefer lets the run change its states");
KERF_DIAG(NotFinite, Error, "time {}: `{}` is {}, computed from {}", std::string, std::string, std::string,
          std::string);
KERF_DIAG(CannotEvaluate, Error, "time {}: {} cannot be evaluated: a value in it is not finite", std::string,
          std::string);
KERF_DIAG(NoConsistentStart, Error,
          "time {}: no values were found that satisfy all equations together; the worst is {}", std::string,
          std::string);
KERF_DIAG(IntegrationFailed, Error, "time {}: the integration failed: {}", std::string, std::string);
KERF_DIAG(Chattering, Error, "time {}: events follow each other without end: `{}` keeps changing",
          std::string, std::string);
KERF_DIAG(RunStopped, Error, "time {}: the run was stopped{}", std::string, std::string);
KERF_DIAG(FunctionFaulted, Error, "time {}: {}", std::string, std::string);
KERF_DIAG(BadRunOptions, Error, "{}", std::string);
KERF_NOTE(FastestNote, "`{}` = {} changes fastest, by {} per unit of time, from {}", std::string, std::string,
          std::string, std::string);
KERF_NOTE(EquationNote, "{}", std::string);
KERF_NOTE(UnknownNote, "unknown `{}` = {}", std::string, std::string);
KERF_NOTE(OperandNote, "with {} = {}", std::string, std::string);
KERF_NOTE(TogetherNote, "not even if states and derivatives are sought together");
KERF_NOTE(GuessNote, "give guesses that are closer with --init");
KERF_NOTE(ImplicitHint,
          "the equations do not give the derivatives, but may give states and derivatives together: try "
          "--solver ida");
KERF_NOTE(KeptNote, "what was computed before is kept");

class FailureReporter {
 public:
  FailureReporter(const model::CompiledModel& compiled, const ModelFunctions& functions,
                  const runtime::Failure& failure, const double* w, diag::Emitter& emitter)
      : compiled_(compiled),
        functions_(functions),
        failure_(failure),
        w_(w),
        emitter_(emitter),
        time_(fmt::format("{:.9g}", failure.time)) {}

  void Report() {
    if (!functions_.fault().empty()) {
      const std::string& text = failure_.text.empty() ? functions_.fault() : failure_.text;
      emitter_.Emit(SpanOfBadCall(), FunctionFaulted, time_, text).Note({}, KeptNote);
      return;
    }
    if (!functions_.error().empty() && failure_.status != StepStatus::Stopped) return ReportFunction();
    switch (failure_.status) {
      case StepStatus::Ok:                  return;
      case StepStatus::NonFinite:           return ReportNotFinite();
      case StepStatus::BlockDidNotConverge: return ReportNotConverged();
      case StepStatus::SingularBlock:       return ReportSingular();
      case StepStatus::Stopped:             return ReportStopped();
      case StepStatus::NoConsistentStart:   return ReportNoStart();
      case StepStatus::IntegratorFailed:
      case StepStatus::TooManySteps:        return ReportIntegration();
      case StepStatus::EventsDoNotSettle:
      case StepStatus::TooManyEvents:       return ReportChattering();
      case StepStatus::EffectFailed:        return ReportFunction();
      case StepStatus::StatesDoNotServe:    return ReportStates();
      // Who acts tells what has failed.
      case StepStatus::AgentFailed: return;
      case StepStatus::AssertionViolated:
        return ReportAssertion(compiled_, failure_.assertion, failure_.time, w_, emitter_);
      case StepStatus::BadOptions: emitter_.Emit({}, BadRunOptions, Describe()); return;
    }
  }

 private:
  [[nodiscard]] auto Describe() const -> std::string {
    return failure_.text.empty() ? runtime::Describe(failure_) : failure_.text;
  }

  // The state that changes fastest, compared with its size, is the likely cause.
  void ReportIntegration() const {
    const model::Programs& sim = *compiled_.programs;
    uint32_t fastest = 0;
    double largest = -1;
    for (uint32_t i = 0; i < sim.n_states; ++i) {
      const double rate = std::abs(w_[sim.derivative_slot + i]) / (std::abs(w_[sim.state_slot + i]) + 1);
      if (!(rate > largest)) continue;
      largest = rate;
      fastest = i;
    }
    if (sim.n_states == 0) {
      emitter_.Emit({}, IntegrationFailed, time_, Describe());
      return;
    }
    const model::State& state = compiled_.states[fastest];
    const bool has_equation = state.equation != model::kNone;
    auto builder = emitter_.Emit(SpanOfEquation(state.equation), IntegrationFailed, time_, Describe());
    builder.Note(
        {}, FastestNote, NameOf(compiled_, state.variable),
        fmt::format("{:.3g}", w_[sim.state_slot + fastest]),
        fmt::format("{:.3g}", w_[sim.derivative_slot + fastest]),
        has_equation ? EquationText(compiled_, state.equation) : std::string("several equations together"));
    builder.Note({}, KeptNote);
  }

  void ReportStopped() const {
    emitter_.Emit({}, RunStopped, time_, failure_.text.empty() ? "" : ": " + failure_.text)
        .Note({}, KeptNote);
  }

  // A function of the model gave no values; where that did harm first is where it was called.
  [[nodiscard]] auto SpanOfBadCall() const -> diag::Span {
    diag::Span span;
    if (failure_.effect != runtime::kNone) span = SpanOf(compiled_.effects[failure_.effect]);
    for (const model::Assignment& assignment : compiled_.assignments) {
      if (std::isfinite(w_[assignment.slot]) || span.has_value()) continue;
      span = SpanOfEquation(assignment.equation);
    }
    return span;
  }

  void ReportFunction() const {
    emitter_.Emit(SpanOfBadCall(), FunctionFailed, time_, functions_.failed_function(), functions_.error())
        .Note({}, KeptNote);
  }

  // The first variable that lives in a slot.
  [[nodiscard]] auto SlotName(uint32_t slot) const -> std::string {
    const uint32_t variable = VariableInSlot(compiled_, slot);
    return variable == model::kNone ? fmt::format("slot {}", slot) : NameOf(compiled_, variable);
  }

  void NoteUnknowns(diag::Emitter::Builder& builder, const model::Block& block) const {
    for (size_t k = 0; k < std::min(block.unknowns.size(), kMaxListedMembers); ++k) {
      builder.Note({}, UnknownNote, NameOf(compiled_, block.unknowns[k]),
                   base::NumberText(w_[block.unknown_slots[k]]));
    }
  }

  void NoteEquations(diag::Emitter::Builder& builder, const model::Block& block) const {
    for (size_t k = 0; k < std::min(block.equations.size(), kMaxListedMembers); ++k) {
      builder.Note(SpanOfEquation(block.equations[k]), EquationNote,
                   EquationText(compiled_, block.equations[k]));
    }
  }

  void ReportNotConverged() {
    const model::Block& block = compiled_.blocks[model::BlockId{failure_.block}];
    const size_t worst = failure_.residual < block.residual_equations.size() ? failure_.residual : 0;
    const uint32_t equation = block.residual_equations[worst];
    const std::string text = EquationText(compiled_, equation);
    const size_t n = block.equations.size();
    const std::string what = n == 1 ? text : fmt::format("{} simultaneous equations", n);
    auto builder = emitter_.Emit(SpanOfEquation(equation), DidNotConverge, time_, what, failure_.iterations,
                                 n == 1 ? "" : fmt::format("; the worst is {}", text));
    NoteUnknowns(builder, block);
    if (n > 1) NoteEquations(builder, block);
  }

  // Equation of a residual of the implicit form; none where a derivative is just equal to another variable.
  [[nodiscard]] auto ResidualText(uint32_t row) const -> std::string {
    const uint32_t equation = compiled_.implicit.equations[row];
    return equation == model::kNone ? "the derivative of a state" : EquationText(compiled_, equation);
  }
  [[nodiscard]] auto ResidualSpan(uint32_t row) const -> diag::Span {
    return SpanOfEquation(compiled_.implicit.equations[row]);
  }
  [[nodiscard]] auto SpanOfEquation(uint32_t equation) const -> diag::Span {
    return equation == model::kNone ? diag::Span{} : SpanOf(compiled_.messages->PlaceOfEquation(equation));
  }

  void ReportNoStart() {
    emitter_.Emit(ResidualSpan(failure_.residual), NoConsistentStart, time_, ResidualText(failure_.residual))
        .Note({}, GuessNote);
  }

  // Whether a solver for the implicit form may succeed where the derivatives have just failed.
  [[nodiscard]] auto MayBeImplicit(const model::Block& block) const -> bool {
    const bool has_derivative = std::ranges::any_of(block.unknowns, [&](uint32_t variable) {
      return compiled_.variables.Is(variable, model::VariableFlag::kDerivative);
    });
    return has_derivative && compiled_.programs->n_states > 0 && compiled_.implicit.y_slots.empty() &&
           compiled_.messages->MaySolveImplicitForm();
  }

  static auto CanTell(const std::optional<SingularEquations>& found) -> bool {
    return found && !found->open.empty() && !found->dependent.empty() && !found->dependent[0].empty();
  }

  void ReportDependent(const SingularEquations& found, bool may_be_implicit, bool is_together) {
    const std::vector<uint32_t>& equations = found.dependent[0];
    const diag::Span span = SpanOfEquation(equations[0]);
    const std::string names = NamesOf(compiled_, found.open);
    auto builder =
        equations.size() == 1
            ? emitter_.Emit(span, UnknownWithoutEffect, time_, names, EquationText(compiled_, equations[0]))
            : emitter_.Emit(span, DependentAtRunTime, time_, names, equations.size());
    if (equations.size() > 1) NoteDependent(compiled_, found, builder);
    if (may_be_implicit) builder.Note({}, ImplicitHint);
    if (is_together) builder.Note({}, TogetherNote);
  }

  void ReportSingular() {
    if (failure_.block == runtime::kNone) {
      const auto found = FindSingularEquations(compiled_, failure_.entries);
      if (CanTell(found)) return ReportDependent(*found, false, true);
      emitter_.Emit({}, SingularAtRunTime, time_, SlotName(failure_.slot)).Note({}, TogetherNote);
      return;
    }
    const model::Block& block = compiled_.blocks[model::BlockId{failure_.block}];
    const auto found =
        FindSingularEquations(compiled_, failure_.block, failure_.entries, failure_.unknowns, w_);
    if (CanTell(found)) return ReportDependent(*found, MayBeImplicit(block), false);
    auto builder =
        emitter_.Emit(SpanOfEquation(block.equations[0]), SingularAtRunTime, time_, SlotName(failure_.slot));
    NoteEquations(builder, block);
    if (MayBeImplicit(block)) builder.Note({}, ImplicitHint);
  }

  void ReportStates() {
    const model::WatchedChoice& watched = compiled_.watched[failure_.block];
    const bool is_one = watched.given_up.size() == 1;
    auto builder = emitter_.Emit(SpanOfEquation(watched.constraints[0]), StatesDoNotServe, time_,
                                 NamesOf(compiled_, watched.given_up), is_one ? "it" : "them");
    for (size_t k = 0; k < std::min(watched.constraints.size(), kMaxListedMembers); ++k) {
      builder.Note(SpanOfEquation(watched.constraints[k]), EquationNote,
                   EquationText(compiled_, watched.constraints[k]));
    }
    if (watched.is_of_set && !watched.others.empty())
      builder.Note({}, KeptStatesNote, NamesOf(compiled_, watched.others));
    if (!watched.is_of_set)
      builder.Note({}, WantedStatesNote, is_one ? "it was" : "they were", is_one ? "a state" : "states",
                   NamesOf(compiled_, watched.others));
    if (!watched.others.empty()) builder.Note({}, OtherStatesNote);
  }

  // The first assignment whose result is not finite while all it reads is.
  void ReportNotFinite() {
    const model::Implicit& implicit = compiled_.implicit;
    const uint32_t row = failure_.slot - implicit.residual_slot;
    if (failure_.slot >= implicit.residual_slot && row < implicit.equations.size()) {
      auto builder = emitter_.Emit(ResidualSpan(row), CannotEvaluate, time_, ResidualText(row));
      const uint32_t equation = implicit.equations[row];
      if (equation != model::kNone) NoteOperands(builder, compiled_.messages->Equation(equation).operands);
      return;
    }
    const auto& assignments = compiled_.assignments;
    for (uint32_t k = 0; k < assignments.size(); ++k) {
      if (!std::isfinite(w_[assignments[k].slot])) return ReportAssignment(k);
    }
    for (uint32_t k = 0; k < assignments.size(); ++k) {
      if (assignments[k].slot == failure_.slot) return ReportAssignment(k);
    }
    if (failure_.block != runtime::kNone) return ReportBlockNotFinite();
    emitter_.Emit({}, NotFinite, time_, SlotName(failure_.slot), "not finite", "an equation of the model");
  }

  // The unknowns are those that the iteration started from, which are finite; a residual is not.
  void ReportBlockNotFinite() {
    const model::Block& block = compiled_.blocks[model::BlockId{failure_.block}];
    const size_t worst = failure_.residual < block.residual_equations.size() ? failure_.residual : 0;
    const uint32_t equation = block.residual_equations[worst];
    auto builder =
        emitter_.Emit(SpanOfEquation(equation), CannotEvaluate, time_, EquationText(compiled_, equation));
    NoteOperands(builder, compiled_.messages->Equation(equation).operands);
    NoteUnknowns(builder, block);
  }

  void NoteOperands(diag::Emitter::Builder& builder, const std::vector<uint32_t>& variables) const {
    for (const uint32_t variable : variables) {
      builder.Note({}, OperandNote, NameOf(compiled_, variable),
                   base::NumberText(w_[compiled_.variables.slot[variable]]));
    }
  }

  void ReportAssignment(uint32_t k) {
    const model::Assignment& assignment = compiled_.assignments[k];
    auto builder =
        emitter_.Emit(SpanOfEquation(assignment.equation), NotFinite, time_, SlotName(assignment.slot),
                      std::isinf(w_[assignment.slot]) ? std::string("infinite") : std::string("not a number"),
                      EquationText(compiled_, assignment.equation));
    NoteOperands(builder, compiled_.messages->OperandsOfAssignment(k));
  }

  void ReportRestless() {
    std::string names;
    for (size_t k = 0; k < std::min(failure_.changing_slots.size(), kMaxListedMembers); ++k)
      names += fmt::format("{}`{}`", k == 0 ? "" : ", ", SlotName(failure_.changing_slots[k]));
    emitter_.Emit({}, Restless, time_, names).Note({}, KeptNote);
  }

  void ReportChattering() {
    if (failure_.relations.empty()) return ReportRestless();
    const model::Message condition = compiled_.messages->Condition(failure_.relations[0]);
    emitter_.Emit(SpanOf(condition.place), Chattering, time_, condition.text).Note({}, KeptNote);
  }

  const model::CompiledModel& compiled_;
  const ModelFunctions& functions_;
  const runtime::Failure& failure_;
  const double* w_;
  diag::Emitter& emitter_;
  std::string time_;
};

}  // namespace

void ReportFailure(const model::CompiledModel& compiled, const ModelFunctions& functions,
                   const runtime::Failure& failure, const double* w, diag::Emitter& emitter) {
  FailureReporter(compiled, functions, failure, w, emitter).Report();
}

}  // namespace kerf::sim
