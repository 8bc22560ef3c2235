// Results: columns without copies, events, pictures, files.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "handles.h"

namespace kerf::python {

namespace {

using nb::literals::operator""_a;

// An array that looks into the result and keeps it.
auto Look(nb::handle self, const double* data, size_t n) -> nb::object {
  return nb::cast(nb::ndarray<nb::numpy, const double, nb::ndim<1>>(data, {n}, self));
}

auto SignalsOf(const ResultHandle& self) -> nb::list {
  nb::list all;
  for (size_t k = 0; k < self.view.n_signals(); ++k) {
    const kerf_signal signal = self.view.signal(k);
    all.append(nb::make_tuple(signal.name, signal.description, signal.unit, static_cast<int>(signal.type),
                              signal.is_constant));
  }
  return all;
}

auto EventsOf(const ResultHandle& self) -> nb::list {
  nb::list all;
  for (size_t k = 0; k < self.view.n_events(); ++k) {
    const kerf_event event = self.view.event(k);
    const nb::object point = event.point == SIZE_MAX ? nb::none() : nb::cast(event.point);
    all.append(nb::make_tuple(event.time, static_cast<int>(event.kind), event.text, point));
  }
  return all;
}

auto StatisticsOf(const ResultHandle& self) -> nb::dict {
  const kerf_statistics statistics = self.view.statistics();
  nb::dict all;
  all["steps"] = statistics.steps;
  all["rejected_steps"] = statistics.rejected_steps;
  all["evaluations"] = statistics.evaluations;
  all["jacobians"] = statistics.jacobians;
  all["time_events"] = statistics.time_events;
  all["state_events"] = statistics.state_events;
  all["run_seconds"] = statistics.run_seconds;
  return all;
}

auto NamesOf(const ResultHandle& self) -> nb::list {
  nb::list names;
  names.append("time");
  for (size_t k = 0; k < self.view.n_signals(); ++k) names.append(self.view.name(k).data());
  return names;
}

}  // namespace

void BindResults(nb::module_& module) {
  nb::class_<ResultHandle>(module, "Result")
      .def_prop_ro("is_complete", [](const ResultHandle& self) { return self.view.is_complete(); })
      .def_prop_ro("n_points", [](const ResultHandle& self) { return self.view.n_points(); })
      .def_prop_ro("n_signals", [](const ResultHandle& self) { return self.view.n_signals(); })
      .def("time",
           [](nb::object self) {
             const auto times = nb::cast<const ResultHandle&>(self).view.time();
             return Look(self, times.data(), times.size());
           })
      .def(
          "values",
          [](nb::object self, size_t signal) {
            const auto values = nb::cast<const ResultHandle&>(self).view.values(signal);
            return Look(self, values.data(), values.size());
          },
          "signal"_a)
      .def(
          "find",
          [](const ResultHandle& self, const std::string& name) {
            const size_t signal = kerf_result_find(self.view.get(), name.c_str());
            if (signal == SIZE_MAX) RaiseUnknown("signal", name, NamesOf(self));
            return signal;
          },
          "name"_a)
      .def(
          "type",
          [](const ResultHandle& self, size_t signal) {
            return static_cast<int>(self.view.signal(signal).type);
          },
          "signal"_a)
      .def("signals", &SignalsOf)
      .def("events", &EventsOf)
      .def("statistics", &StatisticsOf)
      .def("messages", [](const ResultHandle& self) { return ToPython(self.view.messages()); })
      .def(
          "write",
          [](const ResultHandle& self, const std::string& path) { Unlocked([&] { self.view.Write(path); }); },
          "path"_a)
      .def(
          "plot",
          [](const ResultHandle& self, std::vector<std::string> signals, std::string versus,
             std::string title, double width, double height, bool is_page) {
            const PlotOptions options{std::move(signals), std::move(versus), std::move(title), width, height};
            return Unlocked([&] { return self.view.Plot(options, is_page ? Picture::Page : Picture::Svg); });
          },
          "signals"_a, "versus"_a, "title"_a, "width"_a, "height"_a, "page"_a);
}

}  // namespace kerf::python
