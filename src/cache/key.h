// Which compilations are the same.
#pragma once

#include <optional>
#include <string>

#include "session/session.h"

namespace kerf::cache {

// Equal texts: the same model, as long as the files are the same. Nothing for a request whose result is not
// kept.
auto TryKeyOf(const session::Request& request) -> std::optional<std::string>;

// The program or shared library with the compiler.
auto CompilerFile() -> std::string;

}  // namespace kerf::cache
