// `for` statements: a family of equations where only arrays are concerned, else one elaboration for each
// value.
#include <cmath>

#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(LoopBound, Error, "the {} of a `for` statement must be an integer, not {}", std::string_view,
          double);
KERF_DIAG(LoopStepZero, Error, "the step of a `for` statement must not be zero");
KERF_DIAG(LoopTooLong, Error, "the `for` statement would run {:.0f} times; at most {:.0f} are allowed",
          double, double);

// Iterations of a family; unrolled ones have a lower limit in the options.
constexpr double kMaxIterations = 1e8;

}  // namespace

auto ClassBuilder::LoopNumber(const Expr& expression, std::string_view what) -> std::optional<int32_t> {
  const auto number = TryFixed(expression);
  if (!number) return std::nullopt;
  if (std::abs(*number) <= 2e9 && *number == std::floor(*number)) return static_cast<int32_t>(*number);
  emitter_.Emit(ast_[expression.root].span, LoopBound, what, *number);
  return std::nullopt;
}

void ClassBuilder::ElaborateLoop(const ForItem& loop) {
  const auto first = LoopNumber(loop.first, "first value");
  const auto last = LoopNumber(loop.last, "last value");
  const auto step = loop.step.has_value() ? LoopNumber(loop.step, "step") : std::optional<int32_t>(1);
  if (!first || !last || !step) return;
  if (*step == 0) {
    emitter_.Emit(loop.span, LoopStepZero);
    return;
  }
  const double n = std::floor((static_cast<double>(*last) - *first) / *step) + 1;
  if (n < 1) return;
  const double limit =
      loop.must_unroll ? static_cast<double>(elab_.options.max_unrolled) - n_unrolled_ : kMaxIterations;
  if (n > limit) {
    emitter_.Emit(loop.span, LoopTooLong, n, std::max(limit, 0.0));
    return;
  }
  LoopIndex index;
  index.name = elab_.Name(loop.name);
  // The last value that is reached, so that ranges of subscripts are exact.
  const auto reached = static_cast<int32_t>(*first + (n - 1) * *step);
  index.range = {index.name, *first, reached, *step};
  if (loop.must_unroll) {
    UnrollLoop(loop, index, static_cast<uint32_t>(n));
  } else {
    MakeFamily(loop, index);
  }
}

void ClassBuilder::UnrollLoop(const ForItem& loop, LoopIndex index, uint32_t n) {
  n_unrolled_ += n;
  const size_t place = loops_.size();
  const uint32_t errors = emitter_.n_errors();
  loops_.push_back(index);
  for (uint32_t k = 0; k < n; ++k) {
    loops_[place].value = index.range.first + int64_t{k} * index.range.step;
    ElaborateBlock(loop.body);
    // What is wrong in one round is mostly wrong in all.
    if (emitter_.n_errors() != errors) break;
  }
  loops_.pop_back();
}

void ClassBuilder::MakeFamily(const ForItem& loop, LoopIndex index) {
  const flat::DomainId outer = domain_;
  flat::Domain domain;
  if (outer.has_value()) domain = elab_.model.domains[outer];
  index.is_iterator = true;
  index.position = static_cast<uint32_t>(domain.iterations.size());
  domain.iterations.push_back(index.range);
  domain_ = elab_.model.domains.Add(std::move(domain));
  loops_.push_back(index);
  ElaborateBlock(loop.body);
  loops_.pop_back();
  domain_ = outer;
}

}  // namespace kerf::dymola
