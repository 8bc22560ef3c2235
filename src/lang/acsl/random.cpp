// Random numbers by S. Park and K. Miller, Random number generators: good ones are hard to find, CACM 31,
// 1988: seed := 16807*seed mod 2**31 - 1. All draws of a program share one seed, so a run can be repeated.
#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

using expr::Kind;
using expr::Op;

constexpr double kModulus = 2147483647;
constexpr double kFactor = 16807;

}  // namespace

auto Flattener::Seed() -> ExprId {
  if (seed_.has_value()) return seed_;
  seed_ =
      HiddenVar("random_seed", Kind::Real, flat::Variability::Discrete, pool_.Real(program_.first_seed), {});
  // INITIAL computes it; what else draws goes on from there.
  if (place_ == SectionKind::Initial) SetStart(pool_.var(seed_), pool_.Real(program_.first_seed), false);
  return seed_;
}

// A seed that only INITIAL uses does not change during the run.
void Flattener::SettleSeed() {
  if (!seed_.has_value() || draws_at_events_) return;
  model_.vars[pool_.var(seed_)].variability = flat::Variability::Parameter;
  SetStart(pool_.var(seed_), pool_.Real(program_.first_seed), false);
}

auto Flattener::FirstSeed() -> flat::Statement { return Assign(seed_, pool_.Real(program_.first_seed), {}); }

// A number between 0 and 1, in a variable of its own.
auto Flattener::Uniform(std::vector<flat::Statement>& out, Span span) -> ExprId {
  const ExprId seed = Seed();
  const bool is_once = place_ == SectionKind::Initial;
  draws_at_events_ = draws_at_events_ || !is_once;
  const ExprId drawn =
      HiddenVar("random_draw", Kind::Real,
                is_once ? flat::Variability::Parameter : flat::Variability::Discrete, pool_.Real(0), span);
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
