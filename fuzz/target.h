// What each fuzz target defines, and what libFuzzer and the replay program call.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" auto LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) -> int;
