// Options of runs, from dictionaries.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <limits>

#include "handles.h"

namespace kerf::python {

namespace {

using Array = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

auto Copied(nb::handle array) -> std::vector<double> {
  const auto view = nb::cast<Array>(array);
  return {view.data(), view.data() + view.shape(0)};
}

auto NamesOf(const Model& model) -> nb::list {
  nb::list names;
  for (uint32_t k = 0; k < model.n_variables(); ++k) names.append(model.variable(k).name);
  return names;
}

void CheckVariable(const Model& model, const std::string& name) {
  if (model.TryFind(name) == KERF_NO_VARIABLE) RaiseUnknown("variable", name, NamesOf(model));
}

// A function of Python that is called by runs, and forgotten by whoever drops it last.
struct Function {
  explicit Function(nb::object object) : object(std::move(object)) {}
  Function(const Function&) = delete;
  auto operator=(const Function&) -> Function& = delete;
  ~Function() {
    const nb::gil_scoped_acquire lock;
    object.reset();
  }
  nb::object object;
};

// (times, values, function): None in place of what is not given.
auto TakeInput(nb::handle given, const std::shared_ptr<Callbacks>& callbacks) -> Input {
  const auto parts = nb::cast<nb::tuple>(given);
  Input input;
  if (!parts[0].is_none()) input.times = Copied(parts[0]);
  if (!parts[1].is_none()) input.values = Copied(parts[1]);
  if (parts[2].is_none()) return input;
  const auto function = std::make_shared<Function>(nb::borrow(parts[2]));
  input.function = [function, callbacks](double time) {
    return callbacks->Call(std::numeric_limits<double>::quiet_NaN(),
                           [&] { return nb::cast<double>(function->object(time)); });
  };
  return input;
}

template <typename T>
void Take(const nb::dict& options, const char* name, T& to) {
  if (options.contains(name)) to = nb::cast<T>(options[name]);
}

}  // namespace

void RaiseUnknown(const char* what, const std::string& name, nb::object names) {
  const nb::object exception =
      nb::module_::import_("kerf._messages").attr("unknown")(what, name.c_str(), names);
  PyErr_SetObject(exception.type().ptr(), exception.ptr());
  throw nb::python_error();
}

auto TakeOptions(const Model& model, const nb::dict& values, const nb::dict& inputs, const nb::dict& options,
                 const std::shared_ptr<Callbacks>& callbacks) -> RunOptions {
  RunOptions taken;
  Take(options, "start", taken.start);
  Take(options, "stop", taken.stop);
  Take(options, "tolerance", taken.tolerance);
  Take(options, "absolute_tolerance", taken.absolute_tolerance);
  Take(options, "max_step", taken.max_step);
  Take(options, "step", taken.step);
  Take(options, "intervals", taken.intervals);
  Take(options, "every_step", taken.every_step);
  Take(options, "solver", taken.solver);
  Take(options, "interpret", taken.is_interpreted);
  Take(options, "variables", taken.variables);
  Take(options, "protected", taken.has_protected);
  Take(options, "check_tolerance", taken.checks_tolerance);
  Take(options, "max_events", taken.max_events);
  for (const auto& [name, value] : values) {
    const auto text = nb::cast<std::string>(name);
    CheckVariable(model, text);
    taken.values[text] = nb::cast<double>(value);
  }
  for (const auto& [name, input] : inputs) {
    const auto text = nb::cast<std::string>(name);
    CheckVariable(model, text);
    taken.inputs[text] = TakeInput(input, callbacks);
  }
  if (options.contains("progress")) callbacks->SetProgress(nb::borrow(options["progress"]));
  taken.progress = [callbacks](double fraction) { return callbacks->GoesOn(fraction); };
  return taken;
}

}  // namespace kerf::python
