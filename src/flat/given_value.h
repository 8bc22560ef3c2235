// A value that somebody gives from outside, as text or as a number, as one of a type.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "flat/value.h"
#include "flat/world.h"

namespace kerf::flat {

// `text` is what was written, "" if there is only the number; `number` is not a number where the text is
// none, and 1 or 0 for `true` and `false`. Scalars of type Real, Integer, Boolean, enumeration (a literal
// with or without the names before it, or its position) and String (any text, with or without quotes).
// Nothing if the type has no such value.
auto TryGivenValue(std::string_view text, double number, const expr::Type& type, const World& world)
    -> std::optional<Value>;

// Values from outside by the full names of their variables.
struct GivenText {
  std::string text;
  double number = 0;
};
using GivenValues = std::map<std::string, GivenText>;

// What a type may be given, for a message: "an Integer", "one of red, green".
auto GivenKinds(const expr::Type& type, const World& world) -> std::string;

}  // namespace kerf::flat
