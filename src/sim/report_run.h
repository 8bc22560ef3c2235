// Warnings about a run that came to its end, in terms of its model. A model may be part of a larger one:
// who knows which part it was calls these with the part's own numbers.
#pragma once

#include <span>
#include <string>

#include "diag/diag.h"
#include "model/compiled_model.h"
#include "runtime/run_options.h"

namespace kerf::sim {

// States that could not start where they were told to.
void ReportMoved(const model::CompiledModel& compiled, std::span<const runtime::MovedState> moved,
                 diag::Emitter& emitter);

void ReportUndetermined(const model::CompiledModel& compiled, const runtime::UndeterminedBlock& undetermined,
                        diag::Emitter& emitter);

// A condition whose events follow each other ever faster: by its name and place, or as a relation.
void ReportAccumulation(const std::string& what, const diag::Span& span, double time, double limit,
                        diag::Emitter& emitter);
void ReportAccumulation(const model::CompiledModel& compiled, const runtime::Accumulation& accumulation,
                        diag::Emitter& emitter);

void ReportPoorLocation(const std::string& what, const diag::Span& span,
                        const runtime::PoorLocation& location, const std::string& better,
                        diag::Emitter& emitter);
void ReportPoorLocation(const model::CompiledModel& compiled, const runtime::PoorLocation& location,
                        const std::string& better, diag::Emitter& emitter);

// A state whose error the solver cannot see.
void ReportUnseen(const model::CompiledModel& compiled, uint32_t state, const std::string& solver,
                  diag::Emitter& emitter);

}  // namespace kerf::sim
