// Checks of the intermediate forms after each pass: what only a mistake in a pass can break. On in every
// build that keeps assertions, and always in tests.
#pragma once

#include <string_view>

#include "transform/work.h"

namespace kerf::pipeline {

void Verify(const transform::Work& work, std::string_view pass);

}  // namespace kerf::pipeline
