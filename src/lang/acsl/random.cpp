// Random numbers by S. Park and K. Miller, Random number generators: good ones are hard to find, CACM 31,
// 1988: seed := 16807*seed mod 2**31 - 1. All draws of a program share one seed, so a run can be repeated.
#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

using expr::Kind;
using expr::Op;

constexpr double kModulus = 2147483647;
constexpr double kFactor = 16807;
constexpr double kFirstSeed = 55555;

}  // namespace

auto Flattener::Seed() -> ExprId {
  if (!seed_.has_value())
    seed_ = HiddenVar("random_seed", Kind::Real, flat::Variability::Discrete, pool_.Real(kFirstSeed), {});
  return seed_;
}

// A number between 0 and 1, in a variable of its own.
auto Flattener::Uniform(std::vector<flat::Statement>& out, Span span) -> ExprId {
  const ExprId seed = Seed();
  const ExprId drawn = HiddenVar("random_draw", Kind::Real, flat::Variability::Discrete, pool_.Real(0), span);
  const ExprId next = pool_.Binary(Op::Mod, pool_.Mul(pool_.Real(kFactor), seed), pool_.Real(kModulus));
  out.push_back(Assign(seed, next, span));
  out.push_back(Assign(drawn, pool_.Div(seed, pool_.Real(kModulus)), span));
  return drawn;
}

// Mean 0, deviation 1: the transformation of G. Box and M. Muller, 1958.
auto Flattener::Gaussian(std::vector<flat::Statement>& out, Span span) -> ExprId {
  const ExprId u = Uniform(out, span);
  const ExprId v = Uniform(out, span);
  const ExprId radius = pool_.Unary(Op::Sqrt, pool_.Mul(pool_.Real(-2), pool_.Unary(Op::Log, u)));
  constexpr double kTwoPi = 6.283185307179586;
  return pool_.Mul(radius, pool_.Unary(Op::Cos, pool_.Mul(pool_.Real(kTwoPi), v)));
}

}  // namespace kerf::acsl
