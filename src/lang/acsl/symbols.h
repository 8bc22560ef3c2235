// What the names of a program are.
#pragma once

#include <optional>
#include <unordered_map>

#include "flat/model.h"
#include "lang/acsl/program.h"

namespace kerf::acsl {

using expr::ExprId;
using expr::VarId;

enum class Role : uint8_t {
  // Used, but given a value nowhere.
  Unknown,
  Time,
  // CONSTANT, or computed once in INITIAL from such.
  Parameter,
  // PARAMETER: a number while the program is translated.
  Fixed,
  State,
  Algebraic,
  // Changes in DISCRETE, DYNAMIC or TERMINAL.
  Discrete,
  // Computed step by step in INITIAL, and constant afterwards.
  Computed,
};

struct Symbol {
  NameId name;
  // Where it gets its first value.
  Span span;
  Role role = Role::Unknown;
  expr::Kind kind = expr::Kind::Real;
  std::vector<int32_t> dims;
  // Index in Program::constants.
  std::optional<uint32_t> constant;
  // Value of a setting such as CINTERVAL.
  std::optional<double> setting;
  bool is_state = false;
  bool in_derivative = false;
  bool in_event = false;
  uint32_t n_in_initial = 0;
  VarId var;
  // Of a state that sections assign to: what it is to become.
  VarId set_var;
  // In INITIAL, of a name that DERIVATIVE defines: a variable of its own.
  VarId initial_var;
  bool is_reported = false;
  // Made by the front end.
  bool is_hidden = false;
};

// One definition in DERIVATIVE: an equation, an operator of its own kind, or a PROCEDURAL.
struct Rule {
  std::vector<Target> targets;
  const Statement* procedural = nullptr;
  NodeId value;
  // The operator that `value` calls, if that makes more than an equation.
  NameId op;
  Span span;
  // The DERIVATIVE section in which it stands, by its number in the program; none for outputs of DYNAMIC.
  static constexpr uint32_t kNoSection = 0xFFFF'FFFF;
  uint32_t section = kNoSection;
};

}  // namespace kerf::acsl
