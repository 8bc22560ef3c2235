// A random model of when-clauses, and the instant by instant evaluation of it. Variables are defined in
// order: a definition uses what was defined before it, and `pre` of everything.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "expression.h"

namespace kerf::torture {

// One branch of a when-clause.
struct ClauseBranch {
  // Any of these; one that is a vector is written {a, b}.
  std::vector<Node> conditions;
  bool has_initial = false;
  // One for each variable of the clause.
  std::vector<Node> values;
  // reinit(x, …), or nothing.
  std::optional<double> reinit;
};

// A when-clause, or without branches the equation vars[0] = value.
struct Clause {
  std::vector<Leaf> vars;
  std::vector<ClauseBranch> branches;
  Node value;
};

struct Sampler {
  double start = 0;
  double interval = 0;
};

struct Clauses {
  std::vector<Clause> list;
  // Names of these conditions in expressions are as they are written: "sample(0.1, 0.2)", "time > 0.3", "x >
  // 1".
  std::vector<Sampler> samplers;
  std::vector<double> instants;
  std::vector<double> levels;
  double slope = 1;
  // Values before the first event.
  std::map<std::string, Val> starts;
  bool is_algorithm = false;
};

auto RandomClauses(Rng& rng) -> Clauses;
auto TextOf(const Clauses& model) -> std::string;
// Values at the times k/16 by name; nothing where events are too close to each other or to these times.
auto PointsOf(const Clauses& model) -> std::optional<std::vector<std::map<std::string, double>>>;

inline constexpr int kClausePoints = 16;

auto SamplerName(const Sampler& sampler) -> std::string;
auto InstantName(double instant) -> std::string;
auto LevelName(double level) -> std::string;

}  // namespace kerf::torture
