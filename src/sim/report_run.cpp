// See report_run.h.
#include "sim/report_run.h"

#include <algorithm>

#include "runtime/warnings.h"
#include "sim/place.h"
#include "sim/singular_equations.h"

namespace kerf::sim {

namespace {

KERF_DIAG(
    LeastChangeTaken, Warning,
    "time {}: the equations leave open what {} {}; of their solutions the one with the least change is taken",
    std::string, std::string, std::string);
KERF_NOTE(DerivativesAre, "the derivatives of the states are the same for all of them");
KERF_DIAG(EventsAccumulate, Warning, "{}", std::string);
KERF_DIAG(PoorlyLocated, Warning, "{}", std::string);
KERF_DIAG(ErrorUnseen, Warning, "{}", std::string);
KERF_DIAG(InconsistentStart, Warning,
          "the initial values do not fit the equations; the run starts from values that do");
KERF_NOTE(MovedNote, "`{}` starts at {} instead of {}", std::string, std::string, std::string);
KERF_NOTE(MoreMovedNote, "and {} more", size_t);

}  // namespace

void ReportMoved(const model::CompiledModel& compiled, std::span<const runtime::MovedState> moved,
                 diag::Emitter& emitter) {
  constexpr size_t kMaxListed = 8;
  if (moved.empty()) return;
  auto builder = emitter.Emit({}, InconsistentStart);
  for (size_t k = 0; k < std::min(moved.size(), kMaxListed); ++k) {
    builder.Note({}, MovedNote, NameOf(compiled, compiled.states[moved[k].state].variable),
                 fmt::format("{:.6g}", moved[k].taken), fmt::format("{:.6g}", moved[k].given));
  }
  if (moved.size() > kMaxListed) builder.Note({}, MoreMovedNote, moved.size() - kMaxListed);
}

void ReportUndetermined(const model::CompiledModel& compiled, const runtime::UndeterminedBlock& undetermined,
                        diag::Emitter& emitter) {
  const model::Block& block = compiled.blocks[model::BlockId{undetermined.block}];
  const auto at = std::ranges::find(block.unknown_slots, undetermined.slot);
  const uint32_t unknown = block.unknowns[static_cast<size_t>(at - block.unknown_slots.begin())];
  // A linear block is not torn: nothing but its matrix is needed.
  const auto found = FindSingularEquations(compiled, undetermined.block, undetermined.entries, {}, nullptr);
  const bool is_named = found && !found->open.empty() && !found->dependent[0].empty();
  const std::vector<uint32_t> open = is_named ? found->open : std::vector{unknown};
  const uint32_t first = is_named ? found->dependent[0][0] : block.equations[0];
  auto builder = emitter.Emit(SpanOf(compiled.messages->PlaceOfEquation(first)), LeastChangeTaken,
                              fmt::format("{:.9g}", undetermined.time), NamesOf(compiled, open),
                              open.size() == 1 ? "is" : "are");
  builder.Note({}, DerivativesAre);
  if (is_named) NoteDependent(compiled, *found, builder);
}

void ReportAccumulation(const std::string& what, const diag::Span& span, double time, double limit,
                        diag::Emitter& emitter) {
  emitter.Emit(span, EventsAccumulate, runtime::AccumulationText(what, time, limit));
}

void ReportAccumulation(const model::CompiledModel& compiled, const runtime::Accumulation& accumulation,
                        diag::Emitter& emitter) {
  const model::Message condition = compiled.messages->Condition(accumulation.relation);
  ReportAccumulation(condition.text, SpanOf(condition.place), accumulation.time, accumulation.limit, emitter);
}

void ReportPoorLocation(const std::string& what, const diag::Span& span,
                        const runtime::PoorLocation& location, const std::string& better,
                        diag::Emitter& emitter) {
  emitter.Emit(span, PoorlyLocated, runtime::PoorLocationText(what, location, better));
}

void ReportPoorLocation(const model::CompiledModel& compiled, const runtime::PoorLocation& location,
                        const std::string& better, diag::Emitter& emitter) {
  const model::Message condition = compiled.messages->Condition(location.relation);
  ReportPoorLocation(condition.text, SpanOf(condition.place), location, better, emitter);
}

void ReportUnseen(const model::CompiledModel& compiled, uint32_t state, const std::string& solver,
                  diag::Emitter& emitter) {
  emitter.Emit({}, ErrorUnseen,
               runtime::UnseenText(NameOf(compiled, compiled.states[state].variable), solver));
}

}  // namespace kerf::sim
