// An FMU as a model in Modelica: its inputs, outputs and parameters as variables, its states as states of the
// model, and functions that ask the host (fmihost) for derivatives, outputs and event indicators. See
// docs/decisions/0028-fmu-import.md.
#pragma once

#include <string>

#include "fmi/imported.h"

namespace kerf::fmi {

struct ModelicaOptions {
  // As the model looks for it during the run.
  std::string file;
  // Of the class; empty: that of the FMU, as far as its characters allow.
  std::string name;
  bool is_co_simulation = false;
};

// The library of the functions that host FMUs, in annotations.
inline constexpr const char* kHostLibrary = "kerf_fmi_host";

auto WriteModelica(const ImportedModel& model, const ModelicaOptions& options) -> std::string;

}  // namespace kerf::fmi
