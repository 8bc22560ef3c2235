// Runs step by step.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "handles.h"

namespace kerf::python {

namespace {

using nb::literals::operator""_a;

auto Begin(const Model& model, const nb::dict& values, const nb::dict& inputs, const nb::dict& options)
    -> std::unique_ptr<RunHandle> {
  auto handle = std::make_unique<RunHandle>();
  handle->callbacks = std::make_shared<Callbacks>();
  RunOptions taken = TakeOptions(model, values, inputs, options, handle->callbacks);
  handle->run = Unlocked([&] { return std::make_unique<Run>(model, std::move(taken)); });
  return handle;
}

// body(run), which may call functions of Python.
template <typename Body>
auto Drive(RunHandle& handle, const Body& body) {
  if (handle.run == nullptr) throw nb::value_error("the run is closed");
  return Unlocked([&] { return body(*handle.run); }, handle.callbacks.get());
}

auto Open(const RunHandle& handle) -> const Run& {
  if (handle.run == nullptr) throw nb::value_error("the run is closed");
  return *handle.run;
}

}  // namespace

void BindRuns(nb::module_& module) {
  nb::class_<RunHandle>(module, "Run")
      .def("initialize", [](RunHandle& handle) { Drive(handle, [](Run& run) { run.Initialize(); }); })
      .def("step", [](RunHandle& handle) { Drive(handle, [](Run& run) { run.Step(); }); })
      .def(
          "step_to",
          [](RunHandle& handle, double time) { Drive(handle, [&](Run& run) { run.StepTo(time); }); },
          "time"_a)
      .def_prop_ro("is_done", [](const RunHandle& handle) { return Open(handle).is_done(); })
      .def_prop_ro("time", [](const RunHandle& handle) { return Open(handle).time(); })
      .def_prop_ro("n_events", [](const RunHandle& handle) { return Open(handle).n_events(); })
      .def(
          "get",
          [](RunHandle& handle, const std::vector<uint32_t>& variables) {
            std::vector<double> values(variables.size());
            Drive(handle, [&](Run& run) { run.Get(variables, values); });
            return values;
          },
          "variables"_a)
      .def(
          "set",
          [](RunHandle& handle, const std::vector<uint32_t>& variables, const std::vector<double>& values) {
            std::vector<kerf_value> given;
            for (size_t k = 0; k < std::min(variables.size(), values.size()); ++k)
              given.push_back({variables[k], values[k]});
            Drive(handle, [&](Run& run) { run.Set(given); });
          },
          "variables"_a, "values"_a)
      .def("result",
           [](RunHandle& handle) {
             return ResultHandle(Drive(handle, [](Run& run) { return run.ResultSoFar(); }));
           })
      .def("close", [](RunHandle& handle) { handle.run.reset(); });
  module.def("begin", &Begin, "model"_a, "values"_a, "inputs"_a, "options"_a);
}

}  // namespace kerf::python
