// A small reader of infix expressions for the command line: numbers, time, names, the standard functions, + -
// * / ** ^, relations, and/or/not, if-then-else. Depth is limited; the language front ends have parsers of
// their own.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "expr/pool.h"

namespace kerf::expr {

struct ParseResult {
  // Error if the text is not an expression.
  ExprId id = Pool::kError;
  std::string message;
  // Where in the text the mistake stands [bytes].
  size_t at = 0;
};

// resolve(name) gives the expression of a name other than `time`, or an id without value.
auto Parse(Pool& pool, std::string_view text, const std::function<ExprId(std::string_view)>& resolve)
    -> ParseResult;

}  // namespace kerf::expr
