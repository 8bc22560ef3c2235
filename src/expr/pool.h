// The expression DAG: immutable, hash-consed, sixteen bytes a node. Equal structure <=> equal ExprId; an
// operand's id is smaller than its user's. Only the pool makes nodes. It applies the rules of rules.h, which
// hold for all values, and nothing else: literals are not folded with each other, because printouts show what
// was written (see rules.h). Expression 0 is Error and swallows its users, so that one mistake gives one
// message.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id_index.h"
#include "base/store.h"
#include "expr/function_derivatives.h"
#include "expr/types.h"

namespace kerf::expr {

enum class Op : uint8_t {
#define KERF_EXPR_OP(Name, arity, text, group) Name,
#include "expr/ops.def"
};

enum class Group : uint8_t { Leaf, Arithmetic, Relation, Logic, Choice, Special, Function, Array, Typed };

inline constexpr auto kArity = std::to_array<int>({
#define KERF_EXPR_OP(Name, arity, text, group) arity,
#include "expr/ops.def"
});
inline constexpr auto kOpText = std::to_array<std::string_view>({
#define KERF_EXPR_OP(Name, arity, text, group) text,
#include "expr/ops.def"
});
inline constexpr auto kGroup = std::to_array<Group>({
#define KERF_EXPR_OP(Name, arity, text, group) Group::group,
#include "expr/ops.def"
});
inline constexpr size_t kOpCount = kArity.size();

constexpr auto arity_of(Op op) -> int { return kArity[static_cast<size_t>(op)]; }
constexpr auto text_of(Op op) -> std::string_view { return kOpText[static_cast<size_t>(op)]; }
constexpr auto group_of(Op op) -> Group { return kGroup[static_cast<size_t>(op)]; }

struct Node {
  Op op = Op::Error;
  Kind kind = Kind::Real;
  uint16_t detail = 0;
  ShapeId shape = kScalar;
  // One or two operands; of a leaf the payload; of an op with any number of operands {first in the list,
  // count}.
  std::array<ExprId, 2> ab = {ExprId{uint32_t{0}}, ExprId{uint32_t{0}}};

  friend auto operator==(const Node&, const Node&) -> bool = default;
};
static_assert(sizeof(Node) == 16);

class Pool {
 public:
  static constexpr ExprId kError{uint32_t{0}};

  Pool();
  Pool(const Pool&) = delete;
  auto operator=(const Pool&) -> Pool& = delete;

  // Leaves.
  auto Real(double value) -> ExprId;
  // A number that prints as `spelling`; its value is compared by rules like any other.
  auto Spelled(double value, std::string_view spelling) -> ExprId;
  auto Integer(int64_t value) -> ExprId;
  auto Boolean(bool value) -> ExprId;
  // Literal `ordinal`, from 1, of enumeration `detail`: an Integer leaf of kind Enumeration.
  auto Literal(uint16_t detail, int64_t ordinal) -> ExprId;
  auto Text(base::NameId text) -> ExprId;
  auto Var(VarId var, Type type = {}) -> ExprId;
  auto Time() -> ExprId;
  // Running index `position` (0 = outermost) of a family, printed as `name`.
  auto Iterator(uint32_t position, base::NameId name, Type type = {Kind::Integer, kScalar, 0}) -> ExprId;
  auto Local(uint32_t position, Type type) -> ExprId;
  auto Function(FunctionId function) -> ExprId;
  auto Colon() -> ExprId;

  // Arithmetic and the rest. An operand that is Error, or shapes that do not fit, give Error.
  auto Neg(ExprId x) -> ExprId { return Unary(Op::Neg, x); }
  auto Add(ExprId x, ExprId y) -> ExprId { return Binary(Op::Add, x, y); }
  auto Sub(ExprId x, ExprId y) -> ExprId { return Binary(Op::Sub, x, y); }
  auto Mul(ExprId x, ExprId y) -> ExprId { return Binary(Op::Mul, x, y); }
  auto Div(ExprId x, ExprId y) -> ExprId { return Binary(Op::Div, x, y); }
  auto Pow(ExprId x, ExprId y) -> ExprId { return Binary(Op::Pow, x, y); }
  auto Unary(Op op, ExprId x) -> ExprId;
  auto Binary(Op op, ExprId x, ExprId y) -> ExprId;
  auto If(ExprId condition, ExprId yes, ExprId no) -> ExprId;
  auto Call(FunctionId function, std::span<const ExprId> arguments) -> ExprId;
  // Any op from its operands: what a rewrite uses to put a node together again.
  auto Make(Op op, std::span<const ExprId> operands) -> ExprId;
  auto Make(Op op, std::initializer_list<ExprId> operands) -> ExprId {
    return Make(op, std::span<const ExprId>(operands.begin(), operands.size()));
  }

  // The same with the type given: for the ops of group Typed, for calls, and wherever the shape rules above
  // do not say enough. An operand that is Error gives Error.
  auto Typed(Op op, Type type, std::span<const ExprId> operands) -> ExprId;
  auto Typed(Op op, Type type, std::initializer_list<ExprId> operands) -> ExprId {
    return Typed(op, type, std::span<const ExprId>(operands.begin(), operands.size()));
  }
  // `original` with other operands of the same types: what a rewrite uses.
  auto Rebuild(ExprId original, std::span<const ExprId> operands) -> ExprId;

  auto operator[](ExprId id) const -> const Node& { return nodes_[id]; }
  [[nodiscard]] auto op(ExprId id) const -> Op { return nodes_[id].op; }
  [[nodiscard]] auto type(ExprId id) const -> Type {
    return {nodes_[id].kind, nodes_[id].shape, nodes_[id].detail};
  }
  [[nodiscard]] auto size() const -> uint32_t { return nodes_.size(); }
  [[nodiscard]] auto operands(ExprId id) const -> std::span<const ExprId>;
  [[nodiscard]] auto operand(ExprId id, size_t k) const -> ExprId { return operands(id)[k]; }
  [[nodiscard]] auto shapes() -> Shapes& { return shapes_; }
  [[nodiscard]] auto shapes() const -> const Shapes& { return shapes_; }

  [[nodiscard]] auto function_derivatives() -> FunctionDerivatives& { return function_derivatives_; }

  // Payloads of leaves.
  [[nodiscard]] auto IsNumber(ExprId id) const -> bool;
  [[nodiscard]] auto IsNumber(ExprId id, double value) const -> bool {
    return IsNumber(id) && number(id) == value;
  }
  [[nodiscard]] auto number(ExprId id) const -> double;
  [[nodiscard]] auto spelling(ExprId id) const -> std::string_view;
  [[nodiscard]] auto integer(ExprId id) const -> int64_t;
  [[nodiscard]] auto boolean(ExprId id) const -> bool { return nodes_[id].ab[0].index != 0; }
  [[nodiscard]] auto var(ExprId id) const -> VarId { return VarId{nodes_[id].ab[0].index}; }
  [[nodiscard]] auto name(ExprId id) const -> base::NameId { return base::NameId{nodes_[id].ab[1].index}; }
  [[nodiscard]] auto position(ExprId id) const -> uint32_t { return nodes_[id].ab[0].index; }
  [[nodiscard]] auto function(ExprId id) const -> FunctionId { return FunctionId{nodes_[id].ab[0].index}; }

 private:
  auto Intern(const Node& node) -> ExprId;
  auto InternList(Op op, Type type, std::span<const ExprId> operands) -> ExprId;

  struct SpelledNumber {
    double value;
    std::string_view spelling;
  };
  base::Store<ExprId, Node, 16> nodes_;
  std::vector<ExprId> lists_;
  base::IdIndex index_;
  Shapes shapes_;
  std::vector<SpelledNumber> literals_;
  base::IdIndex literal_index_;
  base::Store<base::NameId, std::string> spellings_;
  FunctionDerivatives function_derivatives_;
};

// The type of op(operands), or nothing if the shapes or kinds do not fit together.
auto TryResultType(Shapes& shapes, Op op, std::span<const Type> operands) -> std::optional<Type>;

}  // namespace kerf::expr
