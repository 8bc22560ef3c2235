// A whole program as it was read.
#pragma once

#include <optional>

#include "lang/acsl/ast.h"

namespace kerf::acsl {

enum class DataKind : uint8_t { Number, Logical, Text };

// A name with values in a CONSTANT or PARAMETER statement; an array has several.
struct Constant {
  NameId name;
  Span span;
  std::vector<double> values;
  // Of the first value.
  DataKind kind = DataKind::Number;
  // The spelling of a single number, and a text.
  NameId text;
  // PARAMETER: fixed when the program is translated. Its value is an expression.
  bool is_fixed = false;
  NodeId expression;
};

// ARRAY x(3), m(2,2); sizes may be names of PARAMETERs.
struct ArrayDeclaration {
  NameId name;
  Span span;
  std::vector<NodeId> sizes;
};

struct TypeDeclaration {
  NameId name;
  Span span;
  expr::Kind kind = expr::Kind::Real;
};

// TABLE name, dimensions, sizes / values /: breakpoints of each dimension in turn, then the values, the first
// dimension running fastest.
struct Table {
  NameId name;
  Span span;
  std::vector<uint32_t> sizes;
  std::vector<double> values;
};

// What statements say about the run as a whole.
struct Settings {
  std::optional<Setting> cinterval;
  std::optional<Setting> nsteps;
  std::optional<Setting> maxterval;
  std::optional<Setting> minterval;
  std::optional<Setting> algorithm;
  std::optional<Setting> variable;
  // The smallest of MERROR and of XERROR.
  std::optional<double> relative_error;
  std::optional<double> absolute_error;
  // All of them, by the names of their states.
  std::vector<Setting> error_limits;
};

// COMMON /block/ a, b.
struct CommonBlock {
  NameId name;
  std::vector<NameId> members;
};

// A FUNCTION or SUBROUTINE of Fortran behind the program.
struct Routine {
  NameId name;
  Span span;
  bool is_function = false;
  // Of the result.
  expr::Kind kind = expr::Kind::Real;
  bool has_kind = false;
  std::vector<NameId> dummies;
  // Which of them it reads, and which it assigns to.
  std::vector<bool> is_read;
  std::vector<bool> is_assigned;
  std::vector<Statement> body;
  // Its own declarations.
  std::vector<Constant> constants;
  std::vector<ArrayDeclaration> arrays;
  std::vector<TypeDeclaration> types;
  std::vector<CommonBlock> commons;
};

struct Program {
  Names names;
  base::Store<NodeId, Node> nodes;
  NameId name;
  Span span;
  std::vector<Section> sections;
  std::vector<Constant> constants;
  std::vector<ArrayDeclaration> arrays;
  std::vector<TypeDeclaration> types;
  std::vector<Table> tables;
  std::vector<CommonBlock> commons;
  std::vector<Routine> routines;
  Settings settings;
  // FORMAT by label: what stands between its parentheses.
  std::vector<std::pair<NameId, NameId>> formats;
  // ERRTAG.
  NameId error_tag;
  // Random numbers begin with it.
  double first_seed = 55555;
};

}  // namespace kerf::acsl
