// Sessions and models.
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "handles.h"

namespace kerf::python {

namespace {

using nb::literals::operator""_a;

auto LoadOptionsOf(const nb::dict& given) -> LoadOptions {
  LoadOptions options;
  if (given.contains("model")) options.model = nb::cast<std::string>(given["model"]);
  const auto take = [&](const char* name, std::vector<std::string>& to) {
    if (given.contains(name)) to = nb::cast<std::vector<std::string>>(given[name]);
  };
  take("values", options.values);
  take("starts", options.starts);
  take("inputs", options.inputs);
  if (given.contains("implicit")) options.has_implicit_form = nb::cast<bool>(given["implicit"]);
  return options;
}

auto DescriptionOf(const kerf_variable& v) -> nb::tuple {
  return nb::make_tuple(v.name, v.description, v.unit, v.display_unit, v.quantity, static_cast<int>(v.kind),
                        static_cast<int>(v.type), v.is_output, v.is_protected, v.is_final, v.is_structural,
                        v.is_fixed, v.is_derivative, v.start, v.min, v.max, v.nominal);
}

auto VariablesOf(const Model& model) -> nb::list {
  nb::list all;
  for (uint32_t k = 0; k < model.n_variables(); ++k) all.append(DescriptionOf(model.variable(k)));
  return all;
}

auto SimulateModel(const Model& model, const nb::dict& values, const nb::dict& inputs,
                   const nb::dict& options) -> ResultHandle {
  const auto callbacks = std::make_shared<Callbacks>();
  const RunOptions taken = TakeOptions(model, values, inputs, options, callbacks);
  return ResultHandle(Unlocked([&] { return model.Simulate(taken); }, callbacks.get()));
}

auto SteadyState(const Model& model, const nb::dict& values) -> std::vector<double> {
  const auto callbacks = std::make_shared<Callbacks>();
  const RunOptions taken = TakeOptions(model, values, {}, {}, callbacks);
  return Unlocked([&] { return model.Steady(taken.values); });
}

auto MatrixOf(const Linear& linear, char which, char rows, char columns) -> nb::object {
  const size_t n_rows = linear.count(rows);
  const size_t n_columns = linear.count(columns);
  auto values = std::make_unique<double[]>(std::max<size_t>(n_rows * n_columns, 1));
  for (size_t i = 0; i < n_rows; ++i) {
    for (size_t k = 0; k < n_columns; ++k) values[i * n_columns + k] = linear.entry(which, i, k);
  }
  const nb::capsule owner(values.get(), [](void* data) noexcept { delete[] static_cast<double*>(data); });
  double* data = values.release();
  return nb::cast(nb::ndarray<nb::numpy, double, nb::ndim<2>>(data, {n_rows, n_columns}, owner));
}

// Names and values of x, u and y, and the matrices A, B, C and D.
auto LinearModel(const Model& model, bool is_steady, double start, double time,
                 std::vector<std::string> inputs, std::vector<std::string> outputs) -> nb::dict {
  const LinearOptions options{is_steady, start, time, std::move(inputs), std::move(outputs)};
  const Linear linear = Unlocked([&] { return model.Linearize(options); });
  nb::dict parts;
  for (const char which : {'x', 'u', 'y'}) {
    nb::list names;
    std::vector<double> values;
    for (size_t k = 0; k < linear.count(which); ++k) {
      names.append(nb::cast(linear.name(which, k).data()));
      values.push_back(linear.value(which, k));
    }
    parts[nb::str(&which, 1)] = nb::make_tuple(names, values);
  }
  parts["A"] = MatrixOf(linear, 'A', 'x', 'x');
  parts["B"] = MatrixOf(linear, 'B', 'x', 'u');
  parts["C"] = MatrixOf(linear, 'C', 'y', 'x');
  parts["D"] = MatrixOf(linear, 'D', 'y', 'u');
  return parts;
}

void BindSession(nb::module_& module) {
  nb::class_<Session>(module, "Session")
      .def("__init__",
           [](Session* place) {
             new (place) Session();
             ListenTo(place->get());
           })
      .def("add_library", &Session::AddLibrary, "path"_a)
      .def("add_trust", &Session::AddTrust, "name_or_path"_a)
      .def("set_cache", &Session::SetCache, "folder"_a)
      .def(
          "load",
          [](const Session& session, const std::string& target, const nb::dict& given) {
            const LoadOptions options = LoadOptionsOf(given);
            return Unlocked([&] { return session.Load(target, options); });
          },
          "target"_a, "options"_a)
      .def(
          "load_text",
          [](const Session& session, const std::string& text, int language, const std::string& name,
             const nb::dict& given) {
            const LoadOptions options = LoadOptionsOf(given);
            return Unlocked(
                [&] { return session.LoadText(text, static_cast<kerf_language>(language), options, name); });
          },
          "text"_a, "language"_a, "name"_a, "options"_a)
      .def(
          "load_program",
          [](const Session& session, const std::string& target, const nb::dict& given) {
            const LoadOptions options = LoadOptionsOf(given);
            return Unlocked([&] { return session.LoadProgram(target, options); });
          },
          "target"_a, "options"_a)
      .def(
          "load_program_text",
          [](const Session& session, const std::string& text, const std::string& name) {
            return Unlocked([&] { return session.LoadProgramText(text, name); });
          },
          "text"_a, "name"_a);
}

}  // namespace

void BindModels(nb::module_& module) {
  BindSession(module);
  nb::class_<Model>(module, "Model")
      .def_prop_ro("name", [](const Model& model) { return std::string(model.name()); })
      .def_prop_ro("n_equations", &Model::n_equations)
      .def("variables", &VariablesOf)
      .def("states", &Model::states)
      .def("find", &Model::TryFind, "name"_a)
      .def(
          "equations",
          [](const Model& model, bool is_solved) {
            return Unlocked([&] { return model.Equations(is_solved); });
          },
          "solved"_a)
      .def(
          "explain",
          [](const Model& model, bool is_page) {
            return Unlocked([&] { return model.Explain(is_page ? KERF_HTML : KERF_TEXT); });
          },
          "page"_a)
      .def(
          "write", [](const Model& model, const std::string& path) { Unlocked([&] { model.Write(path); }); },
          "path"_a)
      .def(
          "write_fmu",
          [](const Model& model, const std::string& path, int version, bool has_exchange, bool has_steps) {
            Unlocked([&] { model.WriteFmu(path, version, has_exchange, has_steps); });
          },
          "path"_a, "version"_a, "model_exchange"_a, "co_simulation"_a)
      .def("simulate", &SimulateModel, "values"_a, "inputs"_a, "options"_a)
      .def("steady", &SteadyState, "values"_a)
      .def("linearize", &LinearModel, "steady"_a, "start"_a, "time"_a, "inputs"_a, "outputs"_a);
}

}  // namespace kerf::python
