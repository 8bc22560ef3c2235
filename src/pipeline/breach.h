// What a check after a pass has found.
#pragma once

#include <string>

namespace kerf::pipeline {

// Tells it and ends the program, as KERF_CHECK does.
[[noreturn]] void Breach(const std::string& text);

}  // namespace kerf::pipeline
