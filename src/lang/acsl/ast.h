// The syntax tree of an ACSL program. Expressions are nodes in one list, operands before their users, so that
// work from the leaves up is a loop; statements own those inside them.
#pragma once

#include <optional>
#include <vector>

#include "base/store.h"
#include "expr/pool.h"
#include "lang/acsl/tokens.h"

namespace kerf::acsl {

using NodeId = base::Id<struct AcslNodeTag>;

enum class NodeKind : uint8_t { Number, Logical, Text, Name, Call, Operation };

struct Node {
  NodeKind kind = NodeKind::Number;
  // Of an operation.
  expr::Op op = expr::Op::Error;
  // Written without point and exponent.
  bool is_integer = false;
  // Of a number or logical constant.
  double value = 0;
  // Of a name or call; the spelling of a number; a text.
  NameId name;
  // The nodes of this expression are those from here up to itself.
  uint32_t first = 0;
  std::vector<NodeId> operands;
  Span span;
};

// What an assignment gives a value: a name or an element of an array.
struct Target {
  NameId name;
  std::vector<NodeId> subscripts;
  Span span;
};

enum class StatementKind : uint8_t {
  // targets = value; several targets for an operator with several results.
  Assign,
  // value, body, else_body.
  If,
  // DO name = value, last, step: body.
  Do,
  GoTo,
  Continue,
  // What StructureJumps makes of a jump back: body again and again, until it meets Leave. The name of both is
  // the label behind the loop, if there is one; Leave without name leaves the innermost.
  Loop,
  Leave,
  // CALL name(value…): arguments are the operands of `value`, a Call. Routines of the program give values to
  // `targets`.
  Call,
  // SCHEDULE name `how` value.
  Schedule,
  // TERMT(value, message).
  Terminate,
  // PROCEDURAL(targets = …): body.
  Procedural,
  // PRINT or WRITE of the operands of `value`, by the format `message`, or that with the label `name`, or
  // none.
  Print,
  // RETURN in a routine.
  Return,
  // NOSORT and SORT: what follows the one keeps its order up to the other.
  NoSort,
  Sort,
  // A statement with a mistake.
  Broken,
};

struct Statement {
  StatementKind kind = StatementKind::Broken;
  // Its number in the program: what tells copies of a statement that they are the same.
  uint32_t serial = 0;
  Span span;
  NameId label;
  NameId name;
  std::vector<Target> targets;
  // Of a call of a routine: which of its arguments the targets are. The first `n_left` arguments are targets
  // alone, as in `CALL name(targets = values)`; the others are operands of `value`.
  std::vector<uint32_t> positions;
  uint32_t n_left = 0;
  NodeId value;
  NodeId last;
  NodeId step;
  Tok how = Tok::End;
  NameId message;
  std::vector<Statement> body;
  std::vector<Statement> else_body;
};

enum class SectionKind : uint8_t { Program, Initial, Dynamic, Derivative, Discrete, Terminal };

// What `CINTERVAL name = value` and its like say.
struct Setting {
  NameId name;
  double value = 0;
  Span span;
};

struct Section {
  SectionKind kind = SectionKind::Program;
  // Of DERIVATIVE and DISCRETE, where given.
  NameId name;
  Span span;
  std::vector<Statement> statements;
  // INTERVAL of a DISCRETE section: the name is without value if there is none.
  Setting interval;
  // How a DERIVATIVE section wants its own states to be integrated.
  std::optional<Setting> nsteps;
  std::optional<Setting> maxterval;
  std::optional<Setting> minterval;
  std::optional<Setting> algorithm;
};

}  // namespace kerf::acsl
