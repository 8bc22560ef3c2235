// What a run is made of: a compilation, and the values that the run sets without another one.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "api/settings.h"

namespace kerf::api {

struct Plan {
  std::shared_ptr<Variant> variant;
  // By numbers of the variant.
  std::vector<model::VariableValue> tuned;
};

// `compiles_all`: values are given to the compiler although a run could set them. Nothing after messages.
auto TryPlan(const kerf_settings& settings, const sim::Settings& run, const Model& model, bool compiles_all,
             Failure& failure) -> std::optional<Plan>;

}  // namespace kerf::api
