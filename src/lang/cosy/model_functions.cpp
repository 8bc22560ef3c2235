// Calls in equations: elementary functions and tables.
#include "lang/cosy/functions.h"
#include "lang/cosy/model_builder.h"

namespace kerf::cosy {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(CosyUnknownFunction, Error, "there is no function `{}` for equations", std::string_view);
KERF_DIAG(CosyArgumentCount, Error, "`{}` takes {} arguments, and has {}", std::string_view, size_t, size_t);

}  // namespace

auto ModelBuilder::LowerCall(const Node& node, const Scope& scope) -> ExprId {
  const std::string_view name = translator_.Lower(node.name);
  if (point_ >= 0 && IsFieldFunction(name)) return TryFieldCall(node, scope);
  for (const NodeId operand : node.operands) {
    if (lowered_[operand] == Pool::kError) return Pool::kError;
  }
  if (const Routine* routine = translator_.FindRoutine(node.name)) return LowerRoutine(node, *routine, scope);
  const Symbol* symbol = scope.Find(node.name);
  const bool is_table = symbol != nullptr && symbol->kind == SymbolKind::Table;
  const Intrinsic* intrinsic = FindIntrinsic(name);
  const std::optional<size_t> jumping = DiscontinuousArguments(name);
  if (!is_table && intrinsic == nullptr && !jumping) {
    emitter_.Emit(node.span, CosyUnknownFunction, translator_.Written(node.name));
    return Pool::kError;
  }
  const size_t wanted = is_table ? 1 : intrinsic != nullptr ? intrinsic->n_arguments : *jumping;
  if (node.operands.size() != wanted) {
    emitter_.Emit(node.span, CosyArgumentCount, translator_.Written(node.name), wanted, node.operands.size());
    return Pool::kError;
  }
  if (!is_table && intrinsic == nullptr) return LowerDiscontinuous(node, scope);
  std::vector<ExprId> x;
  for (const NodeId operand : node.operands) {
    x.push_back(ToKind(lowered_[operand], Kind::Real, program_.nodes[operand].span));
    if (x.back() == Pool::kError) return Pool::kError;
  }
  if (is_table) return LowerTable(translator_.out().tables[symbol->index], x[0]);
  if (intrinsic->op == Op::Error) return x[0];
  if (intrinsic->op == Op::IntegerPart)
    return pool_.If(pool_.Binary(Op::Less, x[0], pool_.Real(0)), pool_.Unary(Op::Ceil, x[0]),
                    pool_.Unary(Op::Floor, x[0]));
  return x.size() == 1 ? pool_.Unary(intrinsic->op, x[0]) : pool_.Binary(intrinsic->op, x[0], x[1]);
}

// Pieces found by halving. Neighbouring pieces meet, so that no events are needed.
auto ModelBuilder::LowerTable(const process::Table& table, ExprId x) -> ExprId {
  struct Range {
    size_t first, last;
  };
  const auto piece = [&](size_t k) {
    const ExprId s = pool_.Sub(x, pool_.Real(table.x[k]));
    const auto& [a, b, c, d] = table.pieces[k];
    ExprId value = pool_.Add(pool_.Real(a), pool_.Mul(s, pool_.Real(b)));
    if (c == 0 && d == 0) return value;
    const ExprId inner = pool_.Add(pool_.Real(c), pool_.Mul(s, pool_.Real(d)));
    return pool_.Add(pool_.Real(a), pool_.Mul(s, pool_.Add(pool_.Real(b), pool_.Mul(s, inner))));
  };
  // The depth is the logarithm of the number of points.
  const auto choose = [&](const auto& self, Range range) -> ExprId {
    if (range.first == range.last) return piece(range.first);
    const size_t middle = (range.first + range.last + 1) / 2;
    const ExprId low = self(self, {range.first, middle - 1});
    const ExprId high = self(self, {middle, range.last});
    return pool_.If(pool_.Binary(Op::Less, x, pool_.Real(table.x[middle])), low, high);
  };
  const ExprId value = choose(choose, {0, table.pieces.size() - 1});
  return pool_.Typed(Op::NoEvent, pool_.type(value), {value});
}

}  // namespace kerf::cosy
