// What an executive has to tell about a run that came to its end, in words. Who runs it knows how its
// conditions and states are called; the sentences are the same for all.
#pragma once

#include <string>

#include "runtime/run_options.h"

namespace kerf::runtime {

// `what`: the condition, as its author knows it.
auto AccumulationText(const std::string& what, double time, double limit) -> std::string;
// `better`: what the author may do about it.
auto PoorLocationText(const std::string& what, const PoorLocation& location, const std::string& better)
    -> std::string;
auto UnseenText(const std::string& state, const std::string& solver) -> std::string;

}  // namespace kerf::runtime
