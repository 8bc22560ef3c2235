// Names to variables.
#include "analysis/ports.h"

namespace kerf::analysis {

namespace {

using expr::VarId;

KERF_DIAG(NoSuchOutput, Error, "there is no variable `{}` in {} for an output{}", std::string, std::string,
          std::string);

}  // namespace

auto FindOutputs(const dae::Dae& dae, const std::vector<std::string>& names, diag::Emitter& emitter)
    -> std::vector<VarId> {
  std::vector<VarId> outputs;
  if (names.empty()) {
    for (const VarId id : dae.vars.ids()) {
      if (dae.vars[id].is_output && dae.vars[id].type == expr::Kind::Real) outputs.push_back(id);
    }
  }
  for (const std::string& name : names) {
    const std::vector<VarId> found = dae::FindVars(dae, name);
    if (found.empty()) {
      const std::string nearest = dae::NearestName(dae, name);
      emitter.Emit({}, NoSuchOutput, name, std::string(dae.world->names[dae.name]),
                   nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest));
    }
    outputs.insert(outputs.end(), found.begin(), found.end());
  }
  return outputs;
}

}  // namespace kerf::analysis
