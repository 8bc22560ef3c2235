// Rounding and remainders, switches and limits, and signals that are functions of time alone.
#include <array>

#include "lang/acsl/flattener.h"
#include "lang/cssl/functions.h"

namespace kerf::acsl {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

struct Arity {
  std::string_view name;
  size_t n;
};

constexpr auto kSources = std::to_array<Arity>({
    {"step", 1},
    {"ramp", 1},
    {"harm", 3},
    {"bound", 3},
    {"dead", 3},
    {"fcnsw", 4},
    {"rsw", 3},
    {"lsw", 3},
    {"isw", 3},
    {"qntzr", 2},
    {"dim", 2},
});

constexpr auto kRoundings = std::to_array<Arity>({
    {"aint", 1},
    {"int", 1},
    {"ifix", 1},
    {"anint", 1},
    {"nint", 1},
    {"float", 1},
    {"real", 1},
    {"dble", 1},
    {"sngl", 1},
    {"amod", 2},
    {"mod", 2},
    {"dmod", 2},
    {"sign", 2},
    {"isign", 2},
    {"idim", 2},
});

template <size_t kSize>
auto ArityOf(const std::array<Arity, kSize>& list, std::string_view name) -> size_t {
  for (const Arity& entry : list) {
    if (entry.name == name) return entry.n;
  }
  return 0;
}

}  // namespace

auto Flattener::CallRounding(const Node& node, std::string_view name) -> std::optional<ExprId> {
  const size_t n = ArityOf(kRoundings, name);
  if (n == 0) return std::nullopt;
  if (!CheckCount(node, n, n)) return Pool::kError;
  const std::vector<ExprId> values = Operands(node);
  const bool is_whole =
      pool_.type(values[0]).kind == Kind::Integer && pool_.type(values.back()).kind == Kind::Integer;
  const ExprId x = ToReal(values[0], node.span);
  const ExprId y = ToReal(values.back(), node.span);
  if (x == Pool::kError || y == Pool::kError) return Pool::kError;
  const ExprId zero = pool_.Real(0);
  const auto truncated = [&](ExprId value) {
    const ExprId whole = pool_.Unary(Op::Floor, pool_.Unary(Op::Abs, value));
    return pool_.If(pool_.Binary(Op::Less, value, zero), pool_.Neg(whole), whole);
  };
  const auto rounded = [&](ExprId value) {
    const ExprId whole = pool_.Unary(Op::Floor, pool_.Add(pool_.Unary(Op::Abs, value), pool_.Real(0.5)));
    return pool_.If(pool_.Binary(Op::Less, value, zero), pool_.Neg(whole), whole);
  };
  if (name == "float" || name == "real" || name == "dble" || name == "sngl") return x;
  if (name == "aint") return truncated(x);
  if (name == "anint") return rounded(x);
  if (name == "int" || name == "ifix") return is_whole ? values[0] : ToKind(x, Kind::Integer, node.span);
  if (name == "nint") return ToKind(rounded(x), Kind::Integer, node.span);
  if (name == "sign" || name == "isign") {
    // |x| with the sign of y.
    const ExprId size = pool_.Unary(Op::Abs, is_whole ? values[0] : x);
    return pool_.If(pool_.Binary(Op::Less, y, zero), pool_.Neg(size), size);
  }
  if (name == "idim") return Extreme(Op::Max, {pool_.Sub(x, y), zero}, node.span);
  if (is_whole) return pool_.Typed(Op::Remainder, {Kind::Integer, expr::kScalar, 0}, {values[0], values[1]});
  return pool_.Sub(x, pool_.Mul(y, truncated(pool_.Div(x, y))));
}

auto Flattener::CallSource(const Node& node, std::string_view name) -> std::optional<ExprId> {
  const size_t n = ArityOf(kSources, name);
  if (n == 0) return std::nullopt;
  if (!CheckCount(node, n, n)) return Pool::kError;
  std::vector<ExprId> v = Operands(node);
  const bool is_switch = name == "rsw" || name == "lsw" || name == "isw";
  for (size_t k = is_switch ? 1 : 0; k < v.size(); ++k) {
    if (name == "rsw" || !is_switch) v[k] = ToReal(v[k], program_.nodes[node.operands[k]].span);
    if (v[k] == Pool::kError) return Pool::kError;
  }
  if (is_switch) {
    const ExprId condition = ToKind(v[0], Kind::Boolean, node.span);
    return condition == Pool::kError ? condition : pool_.If(condition, v[1], v[2]);
  }
  if (name == "step") return cssl::Step(pool_, v[0]);
  if (name == "ramp") return cssl::Ramp(pool_, v[0]);
  if (name == "harm") {
    const ExprId angle = pool_.Add(pool_.Mul(v[1], pool_.Sub(pool_.Time(), v[0])), v[2]);
    const ExprId is_early = pool_.Binary(Op::Less, pool_.Time(), v[0]);
    return pool_.If(is_early, pool_.Real(0), pool_.Unary(Op::Sin, angle));
  }
  // Where it begins and ends to bound is an event, so that no step goes across the kink.
  if (name == "bound") return cssl::Limit(pool_, v[0], v[1], v[2]);
  if (name == "dead") return cssl::DeadSpace(pool_, v[0], v[1], v[2]);
  if (name == "fcnsw") return cssl::FunctionSwitch(pool_, v[0], v[1], v[2], v[3]);
  if (name == "dim")
    return pool_.If(pool_.Binary(Op::Less, v[1], v[0]), pool_.Sub(v[0], v[1]), pool_.Real(0));
  return cssl::Quantise(pool_, v[0], v[1]);
}

// Outside of DERIVATIVE every execution draws anew.
auto Flattener::CallRandom(const Node& node, std::string_view name) -> ExprId {
  if (!CheckCount(node, 2, 2)) return Pool::kError;
  const std::vector<ExprId> v = Operands(node);
  const ExprId a = ToReal(v[0], node.span);
  const ExprId b = ToReal(v[1], node.span);
  if (a == Pool::kError || b == Pool::kError) return Pool::kError;
  if (name == "unif") return pool_.Add(a, pool_.Mul(pool_.Sub(b, a), Uniform(pending_, node.span)));
  return pool_.Add(a, pool_.Mul(b, Gaussian(pending_, node.span)));
}

}  // namespace kerf::acsl
