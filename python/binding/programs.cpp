// Combined programs and what their runs leave.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "handles.h"

namespace kerf::python {

namespace {

using nb::literals::operator""_a;

template <typename T>
void Take(const nb::dict& options, const char* name, T& to) {
  if (options.contains(name)) to = nb::cast<T>(options[name]);
}

auto OptionsOf(const nb::dict& given) -> ProgramOptions {
  ProgramOptions options;
  Take(given, "solver", options.solver);
  Take(given, "tolerance", options.tolerance);
  Take(given, "absolute_tolerance", options.absolute_tolerance);
  Take(given, "max_step", options.max_step);
  Take(given, "replications", options.replications);
  Take(given, "antithetic", options.is_antithetic);
  Take(given, "workers", options.workers);
  Take(given, "seed", options.seed);
  Take(given, "keep_points", options.keeps_points);
  Take(given, "interpret", options.is_interpreted);
  Take(given, "max_events", options.max_events);
  return options;
}

auto RunProgram(const Program& program, const nb::dict& given, nb::object print) -> ExperimentHandle {
  const auto callbacks = std::make_shared<Callbacks>();
  ProgramOptions options = OptionsOf(given);
  options.goes_on = [&] { return callbacks->GoesOn(0); };
  if (!print.is_none()) {
    options.print = [&](const char* line) {
      callbacks->Call(0, [&] {
        print(line);
        return 0;
      });
    };
  }
  auto experiment =
      Unlocked([&] { return std::make_shared<Experiment>(program.Run(options)); }, callbacks.get());
  return {std::move(experiment)};
}

auto VariablesOf(const Program& program) -> nb::list {
  nb::list all;
  for (size_t k = 0; k < program.n_variables(); ++k) {
    const kerf_signal variable = program.variable(k);
    all.append(nb::make_tuple(variable.name, variable.unit, static_cast<int>(variable.type)));
  }
  return all;
}

auto RunOf(const ExperimentHandle& handle, size_t index) -> nb::tuple {
  const kerf_experiment_run run = handle.experiment->run(index);
  return nb::make_tuple(run.frame, run.replication, run.is_complete, run.start, run.end, run.events,
                        run.transaction_steps, run.given);
}

auto StatisticsToPython(const std::vector<kerf_statistic>& statistics) -> nb::list {
  nb::list all;
  for (const kerf_statistic& s : statistics)
    all.append(nb::make_tuple(static_cast<int>(s.kind), s.name, s.given, s.count, s.mean, s.deviation, s.min,
                              s.max, s.half_width, s.mean_time, s.now, s.capacity));
  return all;
}

auto HistogramsOf(const ExperimentHandle& handle, size_t run) -> nb::list {
  nb::list all;
  for (const kerf_histogram& histogram : handle.experiment->histograms(run)) {
    const std::vector<uint64_t> counts(histogram.counts, histogram.counts + histogram.n_counts);
    all.append(nb::make_tuple(histogram.name, histogram.first_limit, histogram.width, counts));
  }
  return all;
}

}  // namespace

void BindPrograms(nb::module_& module) {
  nb::class_<Program>(module, "Program")
      .def_prop_ro("name", [](const Program& program) { return std::string(program.name()); })
      .def("variables", &VariablesOf)
      .def("run", &RunProgram, "options"_a, "print"_a.none());
  nb::class_<ExperimentHandle>(module, "Experiment")
      .def_prop_ro("n_runs", [](const ExperimentHandle& handle) { return handle.experiment->n_runs(); })
      .def("run", &RunOf, "index"_a)
      .def(
          "result",
          [](const ExperimentHandle& handle, size_t run) {
            return ResultHandle(handle.experiment, handle.experiment->result(run));
          },
          "run"_a)
      .def("cross",
           [](const ExperimentHandle& handle) {
             return ResultHandle(handle.experiment, handle.experiment->cross());
           })
      .def(
          "final",
          [](const ExperimentHandle& handle, size_t run, size_t n) {
            const double* values = handle.experiment->final_values(run);
            return std::vector<double>(values, values + (values == nullptr ? 0 : n));
          },
          "run"_a, "n"_a)
      .def(
          "statistics",
          [](const ExperimentHandle& handle, size_t run) {
            return StatisticsToPython(handle.experiment->statistics(run));
          },
          "run"_a)
      .def("means",
           [](const ExperimentHandle& handle) { return StatisticsToPython(handle.experiment->means()); })
      .def("histograms", &HistogramsOf, "run"_a)
      .def("messages",
           [](const ExperimentHandle& handle) { return ToPython(handle.experiment->messages()); });
}

}  // namespace kerf::python
