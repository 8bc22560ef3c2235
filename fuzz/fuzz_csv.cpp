// Any bytes as a CSV file of results.
#include "results/read_result.h"
#include "target.h"
#include "texts.h"

auto LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) -> int {
  kerf::results::ParseCsv(kerf::fuzz::TextOf(data, size), "input.csv");
  return 0;
}
