// "name=value", as command lines and programs give values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diag.h"
#include "transform/work.h"

namespace kerf::session {

// What the value is depends on the variable: `value_texts` has the words. `option` stands in messages. False
// after a reported mistake.
auto ParseAssignments(const std::vector<std::string>& texts, std::string_view option,
                      std::vector<transform::GivenValue>& values, std::vector<std::string>& value_texts,
                      diag::Emitter& emitter) -> bool;

// "u=expression of time", "u=FILE.csv" or "u=FILE.mat".
auto TryParseInput(const std::string& text, std::string_view option, diag::Emitter& emitter)
    -> std::optional<transform::GivenInput>;

// Without the blanks around it.
auto Trim(std::string_view text) -> std::string_view;

}  // namespace kerf::session
