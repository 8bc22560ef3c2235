// The syntax tree of a COSY program: expressions, what stands in parallel in CONTINUOUS parts, and what is
// done in order elsewhere. Expressions are nodes in one list, operands before their users; the others own
// what is inside them.
#pragma once

#include <vector>

#include "base/store.h"
#include "expr/pool.h"
#include "lang/cosy/tokens.h"

namespace kerf::cosy {

using NodeId = base::Id<struct CosyNodeTag>;

enum class NodeKind : uint8_t {
  Number,
  Logical,
  Text,
  Name,
  // name[operands…]
  Element,
  // name(operands…)
  Call,
  // The derivative of the operand, a Name or an Element.
  Derivative,
  // name.key.field: an attribute of an entry of a file.
  Attribute,
  Operation,
};

struct Node {
  NodeKind kind = NodeKind::Number;
  // Of an operation.
  expr::Op op = expr::Op::Error;
  // Of a number: written without point and exponent.
  bool is_integer = false;
  // Of a number or logical constant.
  double value = 0;
  // Of a name, element, call or the file of an attribute; the spelling of a number; a text.
  NameId name;
  NameId key;
  NameId field;
  // The nodes of this expression are those from here up to itself.
  uint32_t first = 0;
  std::vector<NodeId> operands;
  Span span;
};

// name = value in WHERE, INITCOND, TOLERANCE, START and the like.
struct Setting {
  NameId name;
  NodeId value;
  Span span;
};

// An actual in a call; in calls of modules with the formal it stands for: actual = formal.
struct Association {
  NameId actual;
  NameId formal;
  Span span;
};

enum class StatementKind : uint8_t {
  // target := value
  Assign,
  // value, body, else_body.
  If,
  Group,
  // FOR name := value TO last DO body.
  For,
  // WHILE value DO body.
  While,
  // CASE value OF: branches in body, each a Branch.
  Case,
  // `value` of the case that encloses it: body.
  Branch,
  // WITH name.key DO body.
  With,
  // SCHEDULE name AT value WHERE settings.
  Schedule,
  // CANCEL name.
  Cancel,
  // INSERT name WHERE settings; REMOVE name WHEN condition ELSE else_body.
  Insert,
  Remove,
  // GENERATE target FOR name AT value.
  Generate,
  // SEIZE, RELEASE, ENTER, LEAVE name [value units]; PREEMPT name.
  Seize,
  Release,
  Preempt,
  // ADVANCE value.
  Advance,
  // PRIORITY value of the transaction at work.
  Priority,
  // TERMINATE [value [OF name]]: the transaction at work, or the one of that number of a process.
  Terminate,
  // CREATE name[target] WHERE settings; SUSPEND, RESUME, DELETE name[value].
  Create,
  Suspend,
  Resume,
  Delete,
  // OPEN, CLOSE, GATE name; SENDSIG name; WAITSIG name, or ANY or ALL of names.
  Open,
  Close,
  Gate,
  SendSignal,
  WaitSignal,
  // WAIT UNTIL value.
  WaitUntil,
  // TAKE name WHEN condition, which REMOVE may have as well; PUT name settings.
  Take,
  Put,
  // SAMPLE names.
  Sample,
  Finish,
  Rerun,
  Continue,
  CrossPlot,
  Save,
  StoreOn,
  StoreOff,
  // CLEAR: statistics begin anew.
  Clear,
  // ERROREXIT value text.
  ErrorExit,
  // FORTRAN WRITE (…) values END.
  Write,
  // The call `value` of a procedure.
  Call,
  // A statement with a mistake.
  Broken,
};

struct Statement {
  StatementKind kind = StatementKind::Broken;
  Span span;
  NameId name;
  NameId key;
  NameId text;
  // What is assigned to.
  NodeId target;
  NodeId value;
  NodeId last;
  NodeId condition;
  // WITHIN patience ELSE else_body.
  NodeId patience;
  bool is_all = false;
  std::vector<NodeId> values;
  std::vector<NameId> names;
  std::vector<Setting> settings;
  std::vector<Statement> body;
  std::vector<Statement> else_body;
};

enum class EquationKind : uint8_t {
  // left = right
  Equality,
  // name (outputs <- inputs): a module or process.
  Call,
  // MODEL name (outputs <- inputs); body.
  Model,
  // CASE left OF: body holds Branches.
  Case,
  Branch,
  // FOR name := left TO right DO body.
  For,
  // IF left THEN body ELSE else_body.
  If,
  Group,
  // WITH name.key DO body.
  With,
  // CONDIT name: left CROSSES right, or a method of location and left.
  Condition,
  // COMMUNIC name (<- inputs); statements.
  Communication,
  // IMPLICIT (outputs <- inputs; MAX = left); TOLERANCE settings; START starts; body.
  Implicit,
  // PDE fields ON left TO right FORMULA = tolerance SPLIT = split; boundaries; body. The fields are
  // `outputs`.
  Field,
  // NOSORT: statements, done in the order in which they are written.
  NoSort,
  Broken,
};

// The integer values follow KerfRelation::location of the run time.
enum class Location : uint8_t { Default, Bisection, RegulaFalsi, InverseHermite, Interpolation };
enum class Direction : int8_t { Negative = -1, Both = 0, Positive = 1 };

// LOWER or UPPER field: b1, b2, b3, for b1 u_x + b2 u = b3 at that end.
struct Boundary {
  NameId field;
  bool is_upper = false;
  // Without condition.
  bool is_free = false;
  NodeId slope;
  NodeId value;
  NodeId right;
  Span span;
};

struct Equation {
  EquationKind kind = EquationKind::Broken;
  Span span;
  NameId name;
  NameId key;
  NodeId left;
  NodeId right;
  NodeId tolerance;
  NodeId split;
  Location location = Location::Default;
  Direction direction = Direction::Both;
  // A call without `<-`: positional.
  bool is_positional = false;
  std::vector<Association> outputs;
  std::vector<Association> inputs;
  std::vector<Setting> settings;
  std::vector<Setting> starts;
  std::vector<Boundary> boundaries;
  std::vector<Equation> body;
  std::vector<Equation> else_body;
  std::vector<Statement> statements;
};

}  // namespace kerf::cosy
