// An FMU as a model in Modelica: its inputs, outputs and parameters as variables, its states as states of the
// model, and functions that ask the host (fmihost) for derivatives, outputs and event indicators. See
// docs/decisions/0028-fmu-import.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

// The name as an identifier of Modelica, in quotes where it needs them.
auto ModelicaName(std::string_view name) -> std::string;
// The elements of a variable: x, or x[1,1], x[1,2] …
auto ElementsOf(const ImportedVariable& variable, const std::string& name) -> std::vector<std::string>;
auto WriteModelica(const ImportedModel& model, const ModelicaOptions& options) -> std::string;

}  // namespace kerf::fmi
