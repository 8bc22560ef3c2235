// One call of a built-in function: its arguments brought into the order of the parameters, then typed by the
// handler that builtins.def names. Only Typing uses it.
#pragma once

#include <initializer_list>

#include "lang/modelica/inst/typing.h"

namespace kerf::modelica {

class BuiltinCall;

struct BuiltinRow {
  std::string_view name;
  auto (BuiltinCall::*handler)() -> ExprId;
  expr::Op op;
  size_t n_required;
  std::string_view parameters;
};

// The row of that name, or nothing.
auto FindBuiltin(std::string_view name) -> const BuiltinRow*;

class BuiltinCall {
 public:
  BuiltinCall(Typing& typing, const BuiltinRow& row, const CallArguments& given)
      : typing_(typing), pool_(typing.world_.pool), row_(row), given_(given) {}

  auto Run() -> ExprId;

  // The handlers, named in builtins.def.
  auto RealFunction() -> ExprId;
  auto RealOfTwo() -> ExprId;
  auto AbsoluteValue() -> ExprId;
  auto IntegerOfNumber() -> ExprId;
  auto IntegerOfEnumeration() -> ExprId;
  auto NumberOfTwo() -> ExprId;
  auto TextOfValue() -> ExprId;
  auto Derivative() -> ExprId;
  auto SameAsSimple() -> ExprId;
  auto SameAsNumber() -> ExprId;
  auto SameAsAny() -> ExprId;
  auto BooleanOfSimple() -> ExprId;
  auto WithoutArgument() -> ExprId;
  auto Smoothness() -> ExprId;
  auto SampleOf() -> ExprId;
  auto Delayed() -> ExprId;
  auto HomotopyOf() -> ExprId;
  auto SemiLinearOf() -> ExprId;
  auto Distribution() -> ExprId;
  auto NumberOfDimensions() -> ExprId;
  auto SizeOf() -> ExprId;
  auto ScalarOf() -> ExprId;
  auto VectorOf() -> ExprId;
  auto MatrixOf() -> ExprId;
  auto PromoteTo() -> ExprId;
  auto TransposeOf() -> ExprId;
  auto OuterProductOf() -> ExprId;
  auto SymmetricOf() -> ExprId;
  auto CrossOf() -> ExprId;
  auto SkewOf() -> ExprId;
  auto IdentityOf() -> ExprId;
  auto DiagonalOf() -> ExprId;
  auto FilledWithNumber() -> ExprId;
  auto FilledWith() -> ExprId;
  auto LinspaceOf() -> ExprId;
  auto Extreme() -> ExprId;
  auto Total() -> ExprId;
  auto Concatenation() -> ExprId;
  auto ArrayOfAll() -> ExprId;
  auto ClockOf() -> ExprId;
  auto Resampled() -> ExprId;
  auto Shifted() -> ExprId;
  auto TickQuery() -> ExprId;
  auto StateQuery() -> ExprId;

 private:
  using Kind = expr::Kind;

  // Fills args_ and spans_; false after a mistake, which is emitted.
  auto Bind() -> bool;
  auto BindNamed(const NamedValue& named, const std::vector<std::string_view>& parameters) -> bool;
  auto RejectCount(size_t n_most) -> bool;
  auto BindTextOptions() -> bool;
  auto RejectClock() -> ExprId;
  auto TryBindClock(std::span<const std::string_view> parameters) -> bool;

  [[nodiscard]] auto Has(size_t k) const -> bool { return k < args_.size() && args_[k].has_value(); }
  [[nodiscard]] auto type(size_t k) const -> Type { return pool_.type(args_[k]); }
  [[nodiscard]] auto rank(size_t k) const -> size_t { return typing_.Dims(args_[k]).size(); }
  [[nodiscard]] auto IsNumeric(size_t k) const -> bool;
  [[nodiscard]] auto IsSimple(size_t k) const -> bool;
  [[nodiscard]] auto IsInteger(size_t k) const -> bool;
  // Whether argument k is what it must be; says so if not.
  auto Want(size_t k, bool is_right, std::string_view wanted) -> bool;
  auto WantNumber(size_t k) -> bool { return Want(k, IsNumeric(k), "a number"); }
  auto WantScalarNumber(size_t k) -> bool;
  auto WantInteger(size_t k) -> bool { return Want(k, IsInteger(k), "an Integer scalar"); }
  // A vector of numbers with `size` elements, if that is not kUnknownSize.
  auto WantVector(size_t k, int32_t size = expr::kUnknownSize) -> bool;
  // A value that must be known when compiling.
  auto WantKnown(size_t k) -> std::optional<int64_t>;
  // The shape of arguments that work element by element; emits if they do not fit.
  auto CommonShape() -> std::optional<expr::ShapeId>;
  // Integer scalars from argument `first` on as sizes; those that are known replace the arguments.
  auto SizesFrom(size_t first) -> std::optional<std::vector<int32_t>>;
  auto TrySize(size_t k) -> std::optional<int32_t>;
  auto FillTyped(ExprId value, size_t first) -> ExprId;
  auto AsReal(size_t k) -> void { args_[k] = typing_.ToReal(args_[k]); }

  auto MakeType(Kind kind, std::vector<int32_t> sizes = {}, uint16_t detail = 0) -> Type {
    return {kind, pool_.shapes().Make(sizes), detail};
  }
  // The row's op on the arguments that were given.
  auto Make(const Type& type) -> ExprId;

  Typing& typing_;
  expr::Pool& pool_;
  const BuiltinRow& row_;
  const CallArguments& given_;
  // By parameter; an argument that was not given has no value.
  std::vector<ExprId> args_;
  std::vector<diag::Span> spans_;
};

}  // namespace kerf::modelica
