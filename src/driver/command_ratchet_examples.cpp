// kerf ratchet: the examples of a library, and the names of the stages.
#include <array>

#include "driver/command_ratchet.h"
#include "lang/modelica/library/annotations.h"

namespace kerf::driver {

namespace {

constexpr std::array<std::string_view, kStages> kStageNames{"none",       "parse",    "flatten", "causalise",
                                                            "initialise", "simulate", "match"};

auto IsExample(modelica::NodeRef definition) -> bool {
  if (!definition.has_value() || definition.Has(modelica::kPartial)) return false;
  const auto experiment = modelica::FindModification(modelica::ClassAnnotation(definition), "experiment");
  return modelica::FindModification(modelica::NestedModification(experiment), "StopTime").has_value();
}

}  // namespace

auto StageName(Stage stage) -> std::string_view { return kStageNames[static_cast<size_t>(stage)]; }

auto TryStage(std::string_view name) -> std::optional<Stage> {
  for (size_t k = 0; k < kStages; ++k) {
    if (kStageNames[k] == name) return static_cast<Stage>(k);
  }
  return std::nullopt;
}

auto FindExamples(modelica::Program& program, modelica::ClassId top) -> std::vector<std::string> {
  struct Visit {
    modelica::ClassId id;
    bool is_inside;
  };
  std::vector<std::string> examples;
  const std::string top_name = "." + program.FullName(top) + ".";
  std::vector<Visit> open = {{top, top_name.find(".Examples.") != std::string::npos}};
  while (!open.empty()) {
    const Visit visit = open.back();
    open.pop_back();
    const std::string name = program.FullName(visit.id);
    const bool is_package = name.ends_with(".Examples");
    if (visit.is_inside && !is_package && IsExample(program.Definition(visit.id))) examples.push_back(name);
    const auto children = program.Children(visit.id);
    for (auto child = children.rbegin(); child != children.rend(); ++child)
      open.push_back({*child, visit.is_inside || is_package});
  }
  return examples;
}

}  // namespace kerf::driver
