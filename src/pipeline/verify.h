// Checks of the intermediate forms after each pass: what only a mistake in a pass can break. Those that take
// time of their own are made in builds that keep assertions, and in tests.
#pragma once

#include <string_view>

#include "transform/work.h"

namespace kerf::pipeline {

// Whether all checks are made from now on; returns what was so before.
auto SetFullVerification(bool is_full) -> bool;

// Before the first pass.
void VerifyFlat(const flat::Model& model);
void Verify(const transform::Work& work, std::string_view pass);

}  // namespace kerf::pipeline
