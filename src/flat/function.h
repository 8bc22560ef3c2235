// The definition of a function: its variables, its algorithm or what it calls outside. Expressions in it
// refer to its variables by Op::Local and their position in `variables`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flat/statement.h"

namespace kerf::flat {

enum class Role : uint8_t { Input, Output, Protected };

struct Local {
  NameId name;
  // Dimensions not known at compile time are expr::kUnknownSize; `sizes` then holds their expressions
  // (without value for `:`), one for each dimension.
  expr::Type type;
  std::vector<ExprId> sizes;
  // Without value: not declared.
  NameId unit;
  Role role = Role::Protected;
  // Of an input that is a function: the partial function that tells its inputs and outputs.
  FunctionId function_type;
  // Default of an input, initial value of others.
  ExprId binding;
  OriginId origin;
};

// external "C" y = f(a, size(b, 1)) with its annotations.
struct ExternalCall {
  std::string language;
  std::string name;
  // The variable that takes the result, or nothing.
  ExprId result;
  std::vector<ExprId> arguments;
  std::vector<std::string> libraries;
  std::vector<std::string> includes;
  std::vector<std::string> include_directories;
  std::vector<std::string> library_directories;
  std::vector<std::string> source_directories;
  // A text of the annotations is not written out there, so it may come from elsewhere.
  bool has_computed_texts = false;
  // The external clause.
  OriginId origin{};
};

// derivative(order=…, zeroDerivative=…, noDerivative=…) = f.
struct DerivativeOf {
  FunctionId function;
  int32_t order = 1;
  std::vector<uint32_t> zero_derivative;
  std::vector<uint32_t> no_derivative;
};

// inverse(u = g(y, …)): input `input` is function(arguments…).
struct InverseOf {
  uint32_t input = 0;
  ExprId call;
};

enum class Inlining : uint8_t { Unspecified, Never, Early, Late };

struct FunctionBody {
  // Inputs first, in order, then outputs, then protected ones.
  std::vector<Local> variables;
  uint32_t n_inputs = 0;
  uint32_t n_outputs = 0;
  std::vector<Statement> statements;
  std::optional<ExternalCall> external;
  std::vector<DerivativeOf> derivatives;
  std::vector<InverseOf> inverses;
  bool is_impure = false;
  // Has no algorithm: it only says what functions of its kind look like.
  bool is_partial = false;
  // The constructor of a record: the outputs are made of the inputs.
  bool is_constructor = false;
  Inlining inlining = Inlining::Unspecified;
  int32_t smooth_order = -1;
  // False while the body is being made; a call then knows only the variables.
  bool is_complete = false;
  OriginId origin;
};

}  // namespace kerf::flat
