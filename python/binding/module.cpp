// The extension module kerf._kerf: libkerf for the Python code of the package, which nobody else calls.
#include "handles.h"

NB_MODULE(_kerf, module) {
  // Models that live as long as the interpreter are no mistake of their users.
  nanobind::set_leak_warnings(false);
  module.attr("version") = kerf_version();
  kerf::python::BindResults(module);
  kerf::python::BindModels(module);
  kerf::python::BindRuns(module);
  kerf::python::BindPrograms(module);
}
