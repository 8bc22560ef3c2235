// ACSL programs (Mitchell and Gauthier Associates) of a sorted and solved model, in the layout of S. Idnani's
// translator (M.S. thesis, University of Arizona, 1991).
#pragma once

#include <optional>
#include <string>

#include "emit/acsl_control.h"
#include "emit/acsl_names.h"
#include "emit/target.h"
#include "transform/dymola_1991.h"

namespace kerf::emit {

// Plain: equations as statements that ACSL sorts, x = INTEG(…, x0). Procedural: all of them in one PROCEDURAL
// block in their order, dx = …, and behind it x = INTEG(dx, x0).
enum class AcslLayout : uint8_t { Plain, Procedural };

struct AcslModel {
  transform::Work& work;
  const transform::Eliminated& eliminated;
};

// The program, or without a control file the model alone. Nothing after mistakes, which are told.
auto TryWriteAcsl(const AcslModel& model, const AcslControl* control, AcslLayout layout,
                  diag::Emitter& emitter) -> std::optional<std::string>;

// Every variable: kind, value, name in the model, name in ACSL.
auto AcslVariables(const AcslModel& model) -> std::string;

// What a run asks for, as a control file would say it.
auto MakeControl(const TranslateOptions& options, const dae::Dae& dae) -> AcslControl;

// Names of the inputs of the model, in order.
auto AcslInputs(const dae::Dae& dae) -> std::vector<std::string>;

}  // namespace kerf::emit
