// String(…): values as text, after the rules of the Modelica specification, 3.7.1.
#pragma once

#include <optional>
#include <string>

#include "flat/value.h"

namespace kerf::flat {

struct TextFormat {
  int64_t significant_digits = 6;
  int64_t minimum_length = 0;
  bool is_left_justified = true;
  // A printf specification without the leading %; excludes the others.
  std::optional<std::string> specification;
};

// False: `error` says what is wrong with the format.
auto FormatValue(const Value& value, const TextFormat& format, const World& world, std::string& text,
                 std::string& error) -> bool;

}  // namespace kerf::flat
