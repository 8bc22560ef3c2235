// Warnings about a run that came to its end, in terms of its model. A model may be part of a larger one:
// who knows which part it was calls these with the part's own numbers.
#pragma once

#include <span>
#include <string>

#include "diag/diag.h"
#include "runtime/run_options.h"
#include "transform/work.h"

namespace kerf::sim {

// States that could not start where they were told to.
void ReportMoved(const transform::Work& work, std::span<const runtime::MovedState> moved,
                 diag::Emitter& emitter);

void ReportUndetermined(const transform::Work& work, const runtime::UndeterminedBlock& undetermined,
                        diag::Emitter& emitter);

// A condition whose events follow each other ever faster: by its name and place, or as a relation.
void ReportAccumulation(const std::string& what, const diag::Span& span, double time, double limit,
                        diag::Emitter& emitter);
void ReportAccumulation(const transform::Work& work, const runtime::Accumulation& accumulation,
                        diag::Emitter& emitter);

void ReportPoorLocation(const std::string& what, const diag::Span& span,
                        const runtime::PoorLocation& location, const std::string& better,
                        diag::Emitter& emitter);
void ReportPoorLocation(const transform::Work& work, const runtime::PoorLocation& location,
                        const std::string& better, diag::Emitter& emitter);

// A state whose error the solver cannot see.
void ReportUnseen(const transform::Work& work, uint32_t state, const std::string& solver,
                  diag::Emitter& emitter);

}  // namespace kerf::sim
