// Counting before anything is expanded: a line of text may stand for more than the machine holds.
#include "session/fits_size.h"

#include <algorithm>

#include "flat/print_names.h"

namespace kerf::session {

namespace {

using expr::Kind;
using expr::Op;

KERF_DIAG(TooManyVariables, Error,
          "the model has {} scalar variables, {} of them in `{}`; {} is the limit, which `--max-size` sets",
          uint64_t, uint64_t, std::string, uint64_t);
KERF_DIAG(TooManyEquations, Error,
          "the model has {} scalar equations, {} of them from here in `{}`; {} is the limit, which "
          "`--max-size` sets",
          uint64_t, uint64_t, std::string, uint64_t);

constexpr uint64_t kUsualMaxSize = 10'000'000;
// Sums and products end here instead of beginning anew at zero.
constexpr uint64_t kMost = 1'000'000'000'000'000'000;

auto Sum(uint64_t a, uint64_t b) -> uint64_t { return std::min(kMost, a + b); }
auto Product(uint64_t a, uint64_t b) -> uint64_t { return a > 0 && b > kMost / a ? kMost : a * b; }

// A number of scalars, and what has most of them.
template <typename Id>
struct Tally {
  uint64_t total = 0;
  uint64_t largest = 0;
  Id at;

  void Add(Id id, uint64_t n) {
    total = Sum(total, n);
    if (n <= largest) return;
    largest = n;
    at = id;
  }
};

auto ScalarsOf(const flat::World& world, const expr::Type& type) -> uint64_t {
  uint64_t n = 1;
  for (const int32_t dim : world.pool.shapes().dims(type.shape))
    n = Product(n, static_cast<uint64_t>(std::max(dim, 0)));
  if (type.kind != Kind::Record) return n;
  uint64_t fields = 0;
  for (const flat::RecordField& field : world.records[type.detail].fields)
    fields = Sum(fields, ScalarsOf(world, field.type));
  return Product(n, fields);
}

auto ScalarsOf(const flat::World& world, expr::ExprId lhs) -> uint64_t {
  if (world.pool.op(lhs) != Op::Tuple) return ScalarsOf(world, world.pool.type(lhs));
  uint64_t n = 0;
  for (const expr::ExprId part : world.pool.operands(lhs))
    n = Sum(n, world.pool.op(part) == Op::Colon ? 0 : ScalarsOf(world, world.pool.type(part)));
  return n;
}

auto PointsOf(const flat::Model& model, flat::DomainId domain) -> uint64_t {
  uint64_t n = 1;
  if (!domain.has_value()) return n;
  for (const flat::Iteration& loop : model.domains[domain].iterations) {
    const int64_t turns = (int64_t{loop.last} - loop.first) / loop.step + 1;
    n = Product(n, static_cast<uint64_t>(std::max<int64_t>(turns, 0)));
  }
  return n;
}

// What is expanded over a domain, be it an equation or not.
struct Family {
  flat::OriginId origin;
  flat::PathId owner;
};

auto CountVariables(const flat::Model& model) -> Tally<flat::VarId> {
  Tally<flat::VarId> tally;
  for (const flat::VarId id : model.vars.ids()) tally.Add(id, ScalarsOf(*model.world, model.vars[id].type));
  return tally;
}

auto CountEquations(const flat::Model& model) -> std::pair<Tally<size_t>, std::vector<Family>> {
  Tally<size_t> tally;
  std::vector<Family> families;
  const auto add = [&](Family family, uint64_t n) {
    tally.Add(families.size(), n);
    families.push_back(family);
  };
  for (const flat::EquationId id : model.equations.ids()) {
    const flat::Equation& equation = model.equations[id];
    add({equation.origin, equation.owner},
        Product(ScalarsOf(*model.world, equation.lhs), PointsOf(model, equation.domain)));
  }
  for (const flat::Assertion& assertion : model.assertions)
    add({assertion.origin, assertion.owner}, PointsOf(model, assertion.domain));
  for (const flat::Clause& clause : model.clauses)
    add({clause.statement.origin, clause.owner}, PointsOf(model, clause.domain));
  return {tally, std::move(families)};
}

auto SpanOf(const flat::World& world, flat::OriginId origin) -> diag::Span {
  return origin.has_value() ? world.origins[origin].span : diag::Span{};
}

auto OwnerText(const flat::Model& model, flat::PathId owner) -> std::string {
  const std::string path = owner.has_value() ? model.world->paths.Render(owner) : "";
  return path.empty() ? std::string(model.world->names[model.name]) : path;
}

}  // namespace

auto FitsSize(const flat::Model& model, const Request& request, diag::Emitter& emitter) -> bool {
  const uint64_t limit = request.max_size > 0 ? request.max_size : kUsualMaxSize;
  const flat::World& world = *model.world;
  const auto variables = CountVariables(model);
  if (variables.total > limit) {
    const flat::Var& var = model.vars[variables.at];
    emitter.Emit(SpanOf(world, var.origin), TooManyVariables, variables.total, variables.largest,
                 OwnerText(model, var.path), limit);
    return false;
  }
  const auto [equations, families] = CountEquations(model);
  if (equations.total <= limit) return true;
  const Family& family = families[equations.at];
  emitter.Emit(SpanOf(world, family.origin), TooManyEquations, equations.total, equations.largest,
               OwnerText(model, family.owner), limit);
  return false;
}

auto FitsSize(const process::Program& program, const Request& request, diag::Emitter& emitter) -> bool {
  bool fits = program.system == nullptr || FitsSize(program.system->model, request, emitter);
  for (const process::Copyable& copyable : program.copyables)
    fits = fits && (copyable.part == nullptr || FitsSize(copyable.part->model, request, emitter));
  return fits;
}

}  // namespace kerf::session
