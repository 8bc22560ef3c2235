// Scalar expressions as text of a programming or simulation language. A language is a table (CodeDialect);
// the printer is one for all. Priorities are those of print_dialect.h: small numbers bind tightly.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "expr/print.h"
#include "expr/print_dialect.h"

namespace kerf::expr {

// How one language writes an operator: between its operands or as a function of them. Without text the
// language has none.
struct CodeOperator {
  std::string_view text;
  bool is_infix = false;
};

struct CodeDialect {
  // Of every operator but If, Call and leaves.
  CodeOperator (*operator_of)(Op op) = nullptr;
  // A choice is written open condition then yes else no close, in this order.
  std::string_view if_open;
  std::string_view if_then;
  std::string_view if_else;
  std::string_view if_close;
  // A choice that is the whole expression stands as it is, one inside another gets parentheses.
  bool has_bare_if = false;
  std::string_view true_text = "1";
  std::string_view false_text = "0";
  std::string_view time = "time";
  // The letter before the exponent of a number; `always` puts one also where none is needed (1 becomes 1d0).
  char exponent = 'e';
  bool has_exponent_always = false;
  // Whole numbers get a point, lest they be taken for integers.
  bool has_point = false;
  // Element k of a vector Local: its name, then these around the number; the number of the first element is
  // first_index, and a number that is computed is checked by the function `index`. Empty: there are none.
  std::string_view element_open;
  std::string_view element_close;
  std::string_view index;
  int64_t first_index = 1;
  // A whole exponent of a power stays an integer.
  bool has_integer_powers = false;
  std::string_view list_separator = ", ";
  // What stands for numbers that have no digits; languages without such take their largest number.
  std::string_view infinity = "1.7976931348623157e308";
  std::string_view not_a_number = "1.7976931348623157e308";
};

// The operators of each language. Where two share a table, they differ in the rest of the dialect.
auto COperator(Op op) -> CodeOperator;
auto FortranOperator(Op op) -> CodeOperator;
auto OctaveOperator(Op op) -> CodeOperator;
auto SimnonOperator(Op op) -> CodeOperator;
auto DesireOperator(Op op) -> CodeOperator;

// A number as the dialect writes it.
auto CodeNumber(double value, const CodeDialect& dialect) -> std::string;
// The first node below root that the language has no text for, or nothing. Calls are fine where
// has_function(function).
auto FindInexpressible(const Pool& pool, ExprId root, const CodeDialect& dialect,
                       const std::function<bool(FunctionId)>& has_function = {}) -> ExprId;
// The text of an expression without inexpressible nodes. Text of a Call is name(arguments), of one of
// several outputs name(its number, arguments).
auto PrintCode(const Pool& pool, ExprId root, const Namer& namer, const CodeDialect& dialect) -> std::string;

}  // namespace kerf::expr
