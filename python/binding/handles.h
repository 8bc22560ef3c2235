// What Python holds: handles of libkerf, and who keeps what they look into.
#pragma once

#include <memory>
#include <utility>

#include "calls.h"

namespace kerf::python {

// Columns of a run, its own or those of an experiment, which it keeps then. Arrays of numpy look into it.
struct ResultHandle {
  explicit ResultHandle(Result&& result) : own(std::make_shared<Result>(std::move(result))), view(*own) {}
  ResultHandle(std::shared_ptr<Experiment> of, ResultView result) : experiment(std::move(of)), view(result) {}

  std::shared_ptr<Result> own;
  std::shared_ptr<Experiment> experiment;
  ResultView view;
};

struct ExperimentHandle {
  std::shared_ptr<Experiment> experiment;
};

// A run step by step, with what its inputs call.
struct RunHandle {
  // Functions among the options of the run refer to the callbacks.
  std::shared_ptr<Callbacks> callbacks;
  std::unique_ptr<Run> run;
};

// Each adds its types and functions to the module.
void BindModels(nb::module_& module);
void BindResults(nb::module_& module);
void BindRuns(nb::module_& module);
void BindPrograms(nb::module_& module);

// Of what `simulate` and `run` take; the functions of inputs use the callbacks.
auto TakeOptions(const Model& model, const nb::dict& values, const nb::dict& inputs, const nb::dict& options,
                 const std::shared_ptr<Callbacks>& callbacks) -> RunOptions;

// Throws KeyError, with the nearest of the names.
[[noreturn]] void RaiseUnknown(const char* what, const std::string& name, nb::object names);

}  // namespace kerf::python
