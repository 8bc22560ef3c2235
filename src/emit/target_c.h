// C99.
#pragma once

#include "emit/statements.h"

namespace kerf::emit {

auto CTarget() -> Target;
auto WriteC(const Program& program, StatementWriter& writer, const Target& target,
            const TranslateOptions& options) -> std::string;

}  // namespace kerf::emit
