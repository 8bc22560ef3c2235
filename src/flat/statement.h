// Structured equations and statements: what stands in if- and when-equations and in algorithms. Plain
// records; a statement owns the ones inside it.
#pragma once

#include <vector>

#include "flat/world.h"

namespace kerf::flat {

enum class StatementKind : uint8_t {
  // target = value in equations.
  Equality,
  // target := value; the target may be a Tuple.
  Assignment,
  // A call for its effect: `value`.
  Call,
  // branches; the last may have no condition.
  If,
  When,
  // for iterator `target` in `value`: the body is branches[0].
  For,
  // while branches[0].condition.
  While,
  Break,
  Return,
  // condition `value`, message `message`, level `target` (an enumeration literal of AssertionLevel, or none).
  Assert,
  // message
  Terminate,
  // reinit(target, value)
  Reinit,
};

struct Branch;

struct Statement {
  StatementKind kind = StatementKind::Equality;
  ExprId target;
  ExprId value;
  ExprId message;
  std::vector<Branch> branches;
  OriginId origin;
};

struct Branch {
  // Without value: else.
  ExprId condition;
  std::vector<Statement> body;
};

}  // namespace kerf::flat
