// Calls in equations: elementary functions, tables, and functions with jumps or kinks. The conditions of the
// latter are found as events like any other.
#include <algorithm>

#include "lang/cosy/functions.h"
#include "lang/cosy/model_builder.h"

namespace kerf::cosy {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(CosyUnknownFunction, Error, "there is no function `{}` for equations", std::string_view);
KERF_DIAG(CosyArgumentCount, Error, "`{}` takes {} arguments, and has {}", std::string_view, size_t, size_t);

struct Discontinuous {
  std::string_view name;
  size_t n_arguments;
};

constexpr auto kDiscontinuous = std::to_array<Discontinuous>({
    {"insw", 3},
    {"fcnsw", 4},
    {"limit", 3},
    {"deadsp", 3},
    {"qntzr", 2},
    {"compar", 2},
    {"step", 1},
    {"ramp", 1},
    {"pulse", 3},
    {"delay", 2},
});

}  // namespace

auto ModelBuilder::LowerCall(const Node& node, const Scope& scope) -> ExprId {
  const std::string_view name = translator_.Lower(node.name);
  if (point_ >= 0 && (name == "dx" || name == "dxx")) return TryFieldCall(node, scope);
  std::vector<ExprId> x;
  for (const NodeId operand : node.operands) {
    x.push_back(ToKind(lowered_[operand], Kind::Real, program_.nodes[operand].span));
    if (x.back() == Pool::kError) return Pool::kError;
  }
  const auto wrong_count = [&](size_t wanted) {
    if (x.size() == wanted) return false;
    emitter_.Emit(node.span, CosyArgumentCount, translator_.Written(node.name), wanted, x.size());
    return true;
  };
  const Symbol* symbol = scope.Find(node.name);
  if (symbol != nullptr && symbol->kind == SymbolKind::Table) {
    if (wrong_count(1)) return Pool::kError;
    return LowerTable(translator_.out().tables[symbol->index], x[0]);
  }
  if (const Intrinsic* intrinsic = FindIntrinsic(name)) {
    if (wrong_count(intrinsic->n_arguments)) return Pool::kError;
    if (intrinsic->op == Op::Error) return x[0];
    if (intrinsic->op == Op::IntegerPart)
      return pool_.If(pool_.Binary(Op::Less, x[0], pool_.Real(0)), pool_.Unary(Op::Ceil, x[0]),
                      pool_.Unary(Op::Floor, x[0]));
    return x.size() == 1 ? pool_.Unary(intrinsic->op, x[0]) : pool_.Binary(intrinsic->op, x[0], x[1]);
  }
  const auto jump = std::ranges::find(kDiscontinuous, name, &Discontinuous::name);
  if (jump == kDiscontinuous.end()) {
    emitter_.Emit(node.span, CosyUnknownFunction, translator_.Written(node.name));
    return Pool::kError;
  }
  return wrong_count(jump->n_arguments) ? Pool::kError : TryDiscontinuous(node, name, x);
}

auto ModelBuilder::TryDiscontinuous(const Node& node, std::string_view name, const std::vector<ExprId>& x)
    -> ExprId {
  const ExprId zero = pool_.Real(0);
  const ExprId one = pool_.Real(1);
  const ExprId time = pool_.Time();
  const auto less = [&](ExprId a, ExprId b) { return pool_.Binary(Op::Less, a, b); };
  const auto reached = [&](ExprId t) { return pool_.Binary(Op::GreaterEqual, time, t); };
  if (name == "insw") return pool_.If(less(x[0], zero), x[1], x[2]);
  if (name == "fcnsw") return pool_.If(less(x[0], zero), x[1], pool_.If(less(zero, x[0]), x[3], x[2]));
  if (name == "limit") return pool_.If(less(x[2], x[0]), x[0], pool_.If(less(x[1], x[2]), x[1], x[2]));
  if (name == "deadsp")
    return pool_.If(less(x[2], x[0]), pool_.Sub(x[2], x[0]),
                    pool_.If(less(x[1], x[2]), pool_.Sub(x[2], x[1]), zero));
  if (name == "qntzr")
    return pool_.Mul(x[0], pool_.Unary(Op::Floor, pool_.Add(pool_.Div(x[1], x[0]), pool_.Real(0.5))));
  if (name == "compar") return pool_.If(less(x[0], x[1]), zero, one);
  if (name == "step") return pool_.If(reached(x[0]), one, zero);
  if (name == "ramp") return pool_.If(reached(x[0]), pool_.Sub(time, x[0]), zero);
  if (name == "pulse") {
    // From x[0] on, every x[1], for x[2].
    const ExprId since = pool_.Sub(time, x[0]);
    const ExprId phase = pool_.Sub(since, pool_.Mul(x[1], pool_.Unary(Op::Floor, pool_.Div(since, x[1]))));
    return pool_.If(reached(x[0]), pool_.If(less(phase, x[2]), one, zero), zero);
  }
  if (name == "delay") return pool_.Typed(Op::Delay, pool_.type(x[0]), {x[0], x[1]});
  emitter_.Emit(node.span, CosyUnknownFunction, translator_.Written(node.name));
  return Pool::kError;
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
