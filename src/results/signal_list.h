// Lists of signals to compare, as reference results carry them in a file comparisonSignals.txt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kerf::results {

struct SignalList {
  std::vector<std::string> names;
  // Why there is no list; empty if there is one.
  std::string error;
};

// One name a line; blank lines and those that begin with // or # do not count. Names that stand there twice
// are taken once.
auto ParseSignalList(std::string_view text) -> std::vector<std::string>;
auto ReadSignalList(const std::string& path) -> SignalList;

}  // namespace kerf::results
