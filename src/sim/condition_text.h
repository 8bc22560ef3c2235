// A relation of the run in the words of the model.
#pragma once

#include <string>

#include "transform/work.h"

namespace kerf::sim {

struct ConditionText {
  std::string text;
  // Of its equation, if it stands in one.
  diag::Span span;
};
auto ConditionOf(const transform::Work& work, uint32_t relation) -> ConditionText;

}  // namespace kerf::sim
