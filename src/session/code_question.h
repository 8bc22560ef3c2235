// What a person is asked before foreign code runs. Texts of models are shown so that they cannot change what
// a terminal shows.
#pragma once

#include <string>

#include "session/trust.h"

namespace kerf::session {

auto CodeQuestion(const CodeRequest& request) -> std::string;
// Why it depends on the whole model: "acts on this machine".
auto ActionText(const CodeRequest& request) -> std::string;
// Name and place of the function.
auto FunctionText(const CodeRequest& request) -> std::string;
auto ActionQuestion(const CodeRequest& request, const std::string& action, const std::string& part)
    -> std::string;

// What is asked before the binary of an FMU is loaded.
auto FmuQuestion(const std::string& file) -> std::string;

}  // namespace kerf::session
