// The cross-reference of names, and the inputs, of a model.
#include <algorithm>

#include <fmt/format.h>

#include "base/number_text.h"

#include "dae/print.h"
#include "emit/acsl_program.h"
#include "emit/acsl_text.h"

namespace kerf::emit {

namespace {

using dae::VarKind;
using expr::ExprId;
using expr::VarId;

auto KindText(const transform::Work& work, VarId id) -> std::string_view {
  const dae::Var& var = work.dae.vars[id];
  if (var.kind == VarKind::Constant) return "constant";
  if (var.kind == VarKind::Parameter) return "parameter";
  if (var.kind == VarKind::Input) return "input";
  if (var.derivative_of.has_value()) return "derivative";
  if (var.kind == VarKind::State) return "state";
  return var.is_output ? "output" : "terminal";
}

}  // namespace

auto AcslInputs(const dae::Dae& dae) -> std::vector<std::string> {
  std::vector<std::string> inputs;
  for (const VarId id : dae.vars.ids()) {
    if (dae.vars[id].kind == VarKind::Input) inputs.push_back(dae::FullName(dae, id));
  }
  return inputs;
}

auto MakeControl(const TranslateOptions& options, const dae::Dae& dae) -> AcslControl {
  AcslNames names = MakeAcslNames(dae);
  // Names of their own even where the model has these.
  const auto free = [&](std::string_view wanted) {
    const auto is_same = [&](const std::string& name) { return AcslCapitals(name) == AcslCapitals(wanted); };
    return std::ranges::none_of(names.names, is_same) ? std::string(wanted) : FreshAcslName(names, wanted);
  };
  const double interval = (options.stop - options.start) / std::max<uint32_t>(options.intervals, 1);
  AcslControl control;
  if (options.start != 0) control.start = options.start;
  control.maxtime = AcslSetting{free("tstop"), base::NumberText(options.stop), {}};
  control.cinterval = AcslSetting{free("cint"), base::NumberText(interval), {}};
  if (options.tolerance != TranslateOptions().tolerance) control.tolerance = options.tolerance;
  return control;
}

auto AcslVariables(const AcslModel& model) -> std::string {
  const dae::Dae& dae = model.work.dae;
  const AcslNames names = MakeAcslNames(dae);
  const dae::DymolaNamer namer(dae, base::PathStore::kRoot);
  size_t width = 30;
  for (const VarId id : dae.vars.ids()) width = std::max(width, namer.VarName(id).size() + 2);
  std::string out = fmt::format("{:<12}{:<14}{:<{}}{}\n", "kind", "value", "name", width, "ACSL");
  for (const VarId id : dae.vars.ids()) {
    const dae::Var& var = dae.vars[id];
    const ExprId value = var.kind == VarKind::State ? var.start : var.binding;
    std::string lacks;
    const auto text = value.has_value() ? TryAcslText(dae, names, value, lacks) : std::nullopt;
    out += fmt::format("{:<12}{:<14}{:<{}}{}\n", KindText(model.work, id), text.value_or(""),
                       namer.VarName(id), width, names.names[id.index]);
  }
  return out;
}

}  // namespace kerf::emit
