// Expressions with types: from operators and built-in functions on typed operands to nodes of the pool. Knows
// nothing of scopes and instances. Sizes are part of types; where a size is an expression, the evaluator hook
// is asked for its value, and a size it does not know stays open (expr::kUnknownSize), which is legal in
// functions. A mistake is emitted once and gives the Error expression, which swallows its users.
//
// Chapters 3 (operators and expressions), 10 (arrays), 12.9 (overloading is done before, by the caller) and
// 16 (clocks) of the Modelica specification.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diag.h"
#include "flat/world.h"
#include "lang/modelica/syntax/tree.h"

namespace kerf::modelica {

using expr::ExprId;
using expr::Type;
using flat::NameId;

struct NamedValue {
  NameId name;
  ExprId value;
  diag::Span span;
};

// What a call gives to a function.
struct CallArguments {
  std::vector<ExprId> positional;
  std::vector<diag::Span> positional_spans;
  std::vector<NamedValue> named;
  diag::Span span;
};

constexpr auto IsNumeric(expr::Kind kind) -> bool {
  return kind == expr::Kind::Real || kind == expr::Kind::Integer;
}

// Gives the value of an Integer expression that is known at compile time.
using SizeEvaluator = std::function<std::optional<int64_t>(ExprId)>;

class Typing {
 public:
  Typing(flat::World& world, diag::Emitter& emitter, SizeEvaluator size_of);

  // Operators; none of the operands is a record.
  auto Unary(TokenKind op, ExprId x, const diag::Span& span) -> ExprId;
  auto Binary(TokenKind op, ExprId x, ExprId y, const diag::Span& span) -> ExprId;
  auto If(ExprId condition, ExprId yes, ExprId no, const diag::Span& span) -> ExprId;

  // {…}, […], a:b:c, x[…]. Subscripts are scalars, vectors or Colon; fewer than dimensions mean whole ones.
  auto Array(std::span<const ExprId> elements, const diag::Span& span) -> ExprId;
  auto Matrix(const std::vector<std::vector<ExprId>>& rows, const diag::Span& span) -> ExprId;
  // `step` may have no value.
  auto Range(ExprId start, ExprId step, ExprId stop, const diag::Span& span) -> ExprId;
  auto Subscript(ExprId array, std::span<const ExprId> subscripts, const diag::Span& span) -> ExprId;

  // True for the name of a built-in function or operator that Builtin knows.
  [[nodiscard]] static auto IsBuiltin(std::string_view name) -> bool;
  // Calls it. Works element by element where the specification says so.
  auto Builtin(std::string_view name, const CallArguments& arguments) -> ExprId;
  // Whether there is a reduction of that name; "" is the array of all values.
  auto CheckReduction(std::string_view name, const diag::Span& span) -> bool;
  // sum(e for i in r) and the like; `name` is empty for {e for i in r}. Ranges are vectors.
  auto Reduction(std::string_view name, ExprId body, std::span<const ExprId> iterators,
                 std::span<const ExprId> ranges, const diag::Span& span) -> ExprId;

  // `value` as a value of type `wanted` (Integer to Real; sizes must agree where both are known; a size that
  // is open takes any). Nothing if it does not fit; nothing is emitted.
  auto TryConvert(ExprId value, const Type& wanted) -> std::optional<ExprId>;
  // The same for two operands that must have one type; nothing if there is none.
  auto TryUnify(ExprId& x, ExprId& y) -> bool;

  // A constructor or field of a record.
  auto MakeRecord(uint16_t record, std::span<const ExprId> fields) -> ExprId;
  // Of a record or an array of records (an array of the field's values).
  auto Field(ExprId record, uint32_t k) -> ExprId;

  // "Real[3, :]" for messages.
  [[nodiscard]] auto TypeText(const Type& type) const -> std::string;
  [[nodiscard]] auto TypeText(ExprId id) const -> std::string { return TypeText(world_.pool.type(id)); }
  // The rank and sizes of an expression.
  [[nodiscard]] auto Dims(ExprId id) const -> std::span<const int32_t>;

 private:
  friend class BuiltinCall;

  // The shape that both can have, where an open size takes any; with `spread` a scalar takes any shape.
  auto TryUnifyShapes(expr::ShapeId x, expr::ShapeId y, bool spread = false) -> std::optional<expr::ShapeId>;
  // `count` of dimension 1 before a shape.
  auto Stacked(int32_t count, expr::ShapeId shape) -> expr::ShapeId;
  [[nodiscard]] auto Sizes(expr::ShapeId shape) const -> std::vector<int32_t>;
  // The value of a literal, with or without sign; of any expression that is known when compiling.
  [[nodiscard]] auto TryLiteral(ExprId id) const -> std::optional<int64_t>;
  [[nodiscard]] auto TryKnown(ExprId id) const -> std::optional<int64_t>;
  [[nodiscard]] auto HasError(std::span<const ExprId> values) const -> bool;

  // Brings all to one type; the number of the first that does not fit, else none. `shapes`: also to one
  // shape.
  auto UnifyAll(std::vector<ExprId>& values, bool shapes) -> std::optional<size_t>;
  auto TryCommonType(const Type& x, const Type& y, bool shapes) -> std::optional<Type>;
  auto TryConvertRecord(ExprId value, const Type& wanted) -> std::optional<ExprId>;
  auto ToReal(ExprId value) -> ExprId;
  // A result of the pool's rules with the kind that the operator gives.
  auto WithKind(ExprId value, expr::Kind kind) -> ExprId;

  auto TryUnary(TokenKind op, ExprId x) -> std::optional<ExprId>;
  auto TryBinary(TokenKind op, ExprId x, ExprId y) -> std::optional<ExprId>;
  auto TrySum(expr::Op op, bool spread, ExprId x, ExprId y) -> std::optional<ExprId>;
  auto TryProduct(ExprId x, ExprId y) -> std::optional<ExprId>;
  auto TryMatrixProduct(ExprId x, ExprId y) -> std::optional<ExprId>;
  auto TryQuotient(ExprId x, ExprId y) -> std::optional<ExprId>;
  auto TryPower(ExprId x, ExprId y) -> std::optional<ExprId>;
  auto TryElementwise(expr::Op op, ExprId x, ExprId y) -> std::optional<ExprId>;
  auto TryRelation(expr::Op op, ExprId x, ExprId y) -> std::optional<ExprId>;
  auto TryLogic(expr::Op op, ExprId x, ExprId y) -> std::optional<ExprId>;

  // Joins along dimension k, from 1; the values have one number of dimensions.
  auto Join(uint32_t k, std::vector<ExprId> values, const diag::Span& span) -> ExprId;
  auto TryJoinedShape(uint32_t k, std::span<const ExprId> values) -> std::optional<expr::ShapeId>;
  auto FirstUnjoinable(uint32_t k, std::span<const ExprId> values) -> size_t;
  auto TryJoinConstructors(uint32_t k, std::span<const ExprId> values, const diag::Span& span)
      -> std::optional<ExprId>;
  auto JoinPromoted(uint32_t k, std::vector<ExprId> values, uint32_t rank, const diag::Span& span) -> ExprId;
  // With dimensions of size 1 added behind.
  auto Promote(ExprId value, uint32_t rank) -> ExprId;

  auto TryRangeLength(ExprId start, ExprId step, ExprId stop) -> std::optional<int64_t>;
  auto TryRangeBound(ExprId bound) -> std::optional<int64_t>;

  // A subscript as an Integer, an Integer vector or Colon, checked against the size of its dimension.
  auto Index(ExprId subscript, int32_t size, const diag::Span& span) -> ExprId;
  auto IndexAsInteger(ExprId subscript) -> ExprId;
  // The values of literal scalars and vectors; of a range the first and the last alone.
  [[nodiscard]] auto TryExtremes(ExprId id) const -> std::optional<std::vector<int64_t>>;
  // The values of literal scalars and vectors.
  [[nodiscard]] auto TryLiterals(ExprId id) const -> std::optional<std::vector<int64_t>>;
  auto SelectedType(ExprId array, std::span<const ExprId> indices) -> Type;
  auto Select(ExprId array, std::span<const ExprId> indices) -> ExprId;
  auto TrySelectConstructor(ExprId array, std::span<const ExprId> indices) -> std::optional<ExprId>;
  auto TrySelectRange(ExprId range, int64_t index) -> std::optional<ExprId>;
  auto TrySelectFill(ExprId fill, std::span<const ExprId> indices) -> std::optional<ExprId>;
  auto SelectOfSelection(ExprId selection, std::span<const ExprId> indices) -> ExprId;

  flat::World& world_;
  diag::Emitter& emitter_;
  SizeEvaluator size_of_;
};

}  // namespace kerf::modelica
