// The model goes through the passes once more, up to where programs in other languages begin.
#include "pack/fmu_sources.h"

#include <algorithm>

#include <fmt/format.h>

#include "diag/consumers.h"
#include "emit/fmu_interface.h"
#include "emit/program.h"
#include "emit/target.h"
#include "fmi/package.h"

namespace kerf::pack {

namespace {

// What the first compilation has told is not told again.
class ErrorsOnly : public diag::Consumer {
 public:
  explicit ErrorsOnly(diag::Emitter& emitter) : emitter_(emitter) {}
  void Take(const diag::Diagnostic& diagnostic) override {
    if (diagnostic.level == diag::Level::Error) emitter_.Take(diagnostic);
  }

 private:
  diag::Emitter& emitter_;
};

auto TypeOf(model::ScalarType type) -> emit::FmuVariable::Type {
  switch (type) {
    case model::ScalarType::Real:    return emit::FmuVariable::Type::Real;
    case model::ScalarType::Integer: return emit::FmuVariable::Type::Integer;
    case model::ScalarType::Boolean: return emit::FmuVariable::Type::Boolean;
  }
  return emit::FmuVariable::Type::Real;
}

auto SettingOf(const fmi::Shown& shown) -> emit::FmuVariable::Setting {
  if (shown.causality == fmi::Causality::Input) return emit::FmuVariable::Setting::Always;
  const bool is_settable =
      shown.causality == fmi::Causality::Parameter ||
      (shown.initial == fmi::Initial::Exact && shown.variability != fmi::Variability::Constant);
  return is_settable ? emit::FmuVariable::Setting::Before : emit::FmuVariable::Setting::Never;
}

// A name that was made unique belongs to nothing in the program.
auto VariableOf(const model::CompiledModel& compiled, const fmi::Interface& interface, uint32_t index)
    -> emit::FmuVariable {
  const fmi::Shown& shown = interface.variables[index];
  emit::FmuVariable variable;
  variable.name =
      shown.reference < compiled.variables.size() ? model::NameOf(compiled, shown.reference) : shown.name;
  variable.reference = shown.reference;
  variable.type = TypeOf(shown.type);
  variable.setting = SettingOf(shown);
  variable.state = shown.state;
  variable.derivative_of = shown.derivative_of;
  variable.is_time = shown.reference == interface.time;
  variable.is_constant = shown.variability == fmi::Variability::Constant;
  variable.value = compiled.programs->start[shown.slot];
  const uint32_t array = interface.array_of[index];
  if (array != fmi::kNone && interface.arrays[array].first == index)
    variable.count = interface.arrays[array].count;
  return variable;
}

auto InterfaceOf(const model::CompiledModel& compiled, const fmi::Interface& interface, bool is_version_3)
    -> emit::FmuInterface {
  emit::FmuInterface fmu;
  fmu.is_version_3 = is_version_3;
  fmu.token = fmi::kTokenMark;
  fmu.first_indicator = interface.first_indicator;
  fmu.n_indicators = interface.n_indicators;
  for (uint32_t index = 0; index < interface.variables.size(); ++index)
    fmu.variables.push_back(VariableOf(compiled, interface, index));
  for (const uint32_t index : interface.states) fmu.states.push_back(fmu.variables[index].name);
  std::ranges::sort(fmu.variables, {}, &emit::FmuVariable::reference);
  return fmu;
}

// A value that the program would not compute anew for other parameters; "": there is none.
auto FindUnfollowed(const model::CompiledModel& compiled, const emit::Program& program) -> std::string {
  for (const model::TunedRow& row : compiled.tuning.rows) {
    // Guesses and start values of a problem of the start are its own.
    const bool is_parameter = compiled.variables.kind[row.variable] == model::VariableKind::Parameter;
    if (!is_parameter && program.start) continue;
    const std::string name = model::NameOf(compiled, row.variable);
    if (!emit::IsSetBeforeRun(program, name)) return name;
  }
  return "";
}

}  // namespace

auto TryFmuSource(session::Request request, const model::CompiledModel& compiled, bool is_version_3,
                  const fmi::Interface& interface, source::Buffers& buffers, diag::Emitter& emitter,
                  std::string& why) -> std::optional<std::string> {
  ErrorsOnly errors(emitter);
  diag::Emitter quiet(errors);
  request.run.stop_after = "build_initial";
  session::Compilation compilation = session::Compile(request, buffers, quiet);
  if (!compilation.work || compilation.status != transform::Status::Ok) return std::nullopt;
  pipeline::Runner runner;
  transform::PassContext passes{quiet, buffers, compilation.options, runner};
  auto program = emit::BuildProgram(*compilation.work, passes, {.has_all_parameters = true});
  if (!program) return std::nullopt;
  const emit::FmuInterface fmu = InterfaceOf(compiled, interface, is_version_3);
  why = emit::WhyNoFmu(*program, fmu);
  if (const std::string name = FindUnfollowed(compiled, *program); !name.empty())
    why = fmt::format("its C program does not compute `{}` from other parameters", name);
  if (!why.empty()) return std::nullopt;
  emit::TranslateOptions options;
  options.form = emit::TranslateOptions::Form::Fmu;
  options.fmu = &fmu;
  const model::Experiment& experiment = compiled.experiment;
  options.start = experiment.start_time.value_or(options.start);
  options.stop = experiment.stop_time.value_or(options.start + 1);
  options.tolerance = experiment.tolerance.value_or(options.tolerance);
  return emit::WriteTarget(*program, *emit::FindTarget("c"), options, passes);
}

}  // namespace kerf::pack
