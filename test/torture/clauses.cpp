// Random when-clauses, their text, and the comparison.
#include "clauses.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "clauses_model.h"
#include "run_text.h"

namespace kerf::torture {

auto SamplerName(const Sampler& sampler) -> std::string {
  return fmt::format("sample({}, {})", sampler.start, sampler.interval);
}
auto InstantName(double instant) -> std::string { return fmt::format("(time >= {})", instant); }
auto LevelName(double level) -> std::string { return fmt::format("(x > {})", level); }

namespace {

class ClauseMaker {
 public:
  explicit ClauseMaker(Rng& rng) : rng_(rng), maker_(rng, {}, {Environment{}, Environment{}}) {
    maker_.has_events = false;
    for (Environment& environment : maker_.environments) environment.literals = {"e1", "e2", "e3"};
  }

  auto Run() -> Clauses {
    model_.slope = 0.5 + 0.25 * rng_.Below(6);
    model_.is_algorithm = rng_.Chance(0.4);
    for (uint32_t k = 0; k < 1 + rng_.Below(2); ++k)
      model_.samplers.push_back({0.03 + 0.01 * rng_.Below(9), 0.11 + 0.07 * rng_.Below(4)});
    for (uint32_t k = 0; k < 1 + rng_.Below(3); ++k) model_.instants.push_back(0.1 + 0.11 * rng_.Below(8));
    for (uint32_t k = 0; k < rng_.Below(3); ++k) model_.levels.push_back(0.21 + 0.17 * rng_.Below(5));
    for (const double instant : model_.instants) Know({InstantName(instant), Sort::Boolean, {}});
    for (const double level : model_.levels) Know({LevelName(level), Sort::Boolean, {}});
    std::vector<Leaf> vars;
    for (int k = 0; k < 3 + static_cast<int>(rng_.Below(4)); ++k) {
      const Sort sort = std::vector{Sort::Integer, Sort::Boolean, Sort::Integer, Sort::Real}[rng_.Below(4)];
      vars.push_back({fmt::format("{}{}",
                                  sort == Sort::Integer ? 'n'
                                  : sort == Sort::Real  ? 'd'
                                                        : 'b',
                                  k),
                      sort,
                      {}});
      model_.starts[vars.back().name] = maker_.Literal(sort, {}).value;
      Know({"pre(" + vars.back().name + ")", sort, {}});
    }
    while (!vars.empty()) AddClause(vars);
    return model_;
  }

 private:
  void Know(const Leaf& leaf) {
    maker_.leaves.push_back(leaf);
    for (Environment& environment : maker_.environments)
      environment.values[leaf.name] = maker_.Literal(leaf.sort, {}).value;
  }

  void AddClause(std::vector<Leaf>& vars) {
    Clause clause;
    clause.vars.push_back(vars.back());
    vars.pop_back();
    if (clause.vars[0].sort == Sort::Boolean && rng_.Chance(0.5)) {
      clause.value = maker_.Make(Sort::Boolean, {}, 2);
    } else {
      if (!vars.empty() && rng_.Chance(0.4)) {
        clause.vars.push_back(vars.back());
        vars.pop_back();
      }
      const uint32_t n = 1 + rng_.Below(2);
      for (uint32_t k = 0; k < n; ++k) clause.branches.push_back(Branch(clause.vars));
    }
    for (const Leaf& var : clause.vars) {
      Know(var);
      if (var.sort == Sort::Boolean) Know({"edge(" + var.name + ")", Sort::Boolean, {}});
      if (var.sort != Sort::Real) Know({"change(" + var.name + ")", Sort::Boolean, {}});
    }
    model_.list.push_back(std::move(clause));
  }

  auto Condition() -> Node {
    const auto n_samplers = static_cast<uint32_t>(model_.samplers.size());
    const Node tick = NameNode(SamplerName(model_.samplers[rng_.Below(n_samplers)]));
    switch (rng_.Below(3)) {
      case 0: return tick;
      // Together with what changes while an event settles it would count how often `sample` is true at its
      // instant, which the specification leaves open.
      case 1:  return OperatorNode("and", {tick, NameNode(InstantName(model_.instants[0]))});
      default: return maker_.Make(Sort::Boolean, {}, 2);
    }
  }

  auto Branch(const std::vector<Leaf>& vars) -> ClauseBranch {
    ClauseBranch branch;
    branch.conditions.push_back(Condition());
    if (rng_.Chance(0.3)) branch.conditions.push_back(Condition());
    branch.has_initial = rng_.Chance(0.2);
    // What stands in a clause makes no events and is evaluated as it is: at a crossing rounding would decide.
    const std::vector<Leaf> known = maker_.leaves;
    std::erase_if(maker_.leaves, [](const Leaf& leaf) { return leaf.name.starts_with("(x >"); });
    for (const Leaf& var : vars) {
      Node value = maker_.Make(var.sort, {}, 2);
      // A counter that stays small.
      if (var.sort == Sort::Integer)
        value = CallNode("mod", {OperatorNode("+", {NameNode("pre(" + var.name + ")"), value}),
                                 LiteralNode(IntegerVal(11))});
      branch.values.push_back(std::move(value));
    }
    maker_.leaves = known;
    // One clause alone can set the state.
    if (!has_reinit_ && !model_.is_algorithm && rng_.Chance(0.15)) {
      branch.reinit = -0.43 + 0.21 * rng_.Below(4);
      branch.has_initial = false;
      has_reinit_ = true;
    }
    return branch;
  }

  Rng& rng_;
  ExpressionMaker maker_;
  Clauses model_;
  bool has_reinit_ = false;
};

auto SortText(Sort sort) -> std::string {
  return sort == Sort::Integer ? "Integer" : sort == Sort::Boolean ? "Boolean" : "discrete Real";
}

auto ConditionText(const ClauseBranch& branch) -> std::string {
  std::vector<std::string> texts;
  if (branch.has_initial) texts.emplace_back("initial()");
  for (const Node& condition : branch.conditions) texts.push_back(TextOf(condition));
  return texts.size() == 1 ? texts[0] : fmt::format("{{{}}}", fmt::join(texts, ", "));
}

auto ClauseText(const Clause& clause, const char* becomes) -> std::string {
  if (clause.branches.empty())
    return fmt::format("  {} {} {};\n", clause.vars[0].name, becomes, TextOf(clause.value));
  std::string text;
  for (size_t k = 0; k < clause.branches.size(); ++k) {
    const ClauseBranch& branch = clause.branches[k];
    text += fmt::format("  {} {} then\n", k == 0 ? "when" : "elsewhen", ConditionText(branch));
    for (size_t v = 0; v < clause.vars.size(); ++v)
      text += fmt::format("    {} {} {};\n", clause.vars[v].name, becomes, TextOf(branch.values[v]));
    if (branch.reinit) text += fmt::format("    reinit(x, {});\n", *branch.reinit);
  }
  return text + "  end when;\n";
}

auto CompareClauses(const Clauses& model) -> std::string {
  const auto points = PointsOf(model);
  if (!points) return "";
  TextRequest request;
  request.model = {"clauses.mo", TextOf(model)};
  request.settings.engine = sim::Engine::Interpreter;
  request.settings.run.stop = 1;
  request.settings.run.intervals = kClausePoints;
  request.settings.keep_all = true;
  request.checks_flat = true;
  const TextRun run = RunText(request);
  if (!run.ok) return "refused:\n" + run.messages;
  for (int k = 1; k <= kClausePoints; ++k) {
    const double time = static_cast<double>(k) / kClausePoints;
    for (const auto& [name, value] : (*points)[static_cast<size_t>(k - 1)]) {
      const double given = ValueAt(run, name, time);
      if (std::abs(given - value) <= 1e-5 * std::max(1.0, std::abs(value))) continue;
      return fmt::format("{} is {:.9g} and should be {:.9g} at time {}\n{}", name, given, value, time,
                         run.messages);
    }
  }
  return run.flat_problem;
}

class ClausesKind : public Kind {
 public:
  [[nodiscard]] auto Name() const -> std::string override { return "clauses"; }

  auto RunOne(Rng& rng) -> std::optional<Disagreement> override {
    Clauses model = RandomClauses(rng);
    n_skipped_ += PointsOf(model) ? 0 : 1;
    if (CompareClauses(model).empty()) return std::nullopt;
    const auto fails = [&] { return !CompareClauses(model).empty(); };
    // What is not defined any more keeps its first value.
    Environment environment;
    for (Clause& clause : model.list) {
      if (clause.branches.size() > 1) {
        const auto old = clause.branches;
        clause.branches.pop_back();
        if (!fails()) clause.branches = old;
      }
      MinimiseNode(clause.value, environment, fails);
      for (ClauseBranch& branch : clause.branches) {
        for (Node& condition : branch.conditions) MinimiseNode(condition, environment, fails);
        for (Node& value : branch.values) MinimiseNode(value, environment, fails);
      }
    }
    return Disagreement{{{"clauses.mo", TextOf(model)}}, CompareClauses(model) + "kerf simulate clauses.mo"};
  }

  [[nodiscard]] auto Summary() const -> std::string override {
    return fmt::format("; {} skipped because rounding would decide", n_skipped_);
  }

 private:
  uint64_t n_skipped_ = 0;
};

}  // namespace

auto RandomClauses(Rng& rng) -> Clauses { return ClauseMaker(rng).Run(); }

auto TextOf(const Clauses& model) -> std::string {
  std::string text =
      "package P\n  type E = enumeration(e1, e2, e3);\nend P;\nmodel Clauses\n  Real x(start = 0, fixed = "
      "true);\n";
  for (const Clause& clause : model.list) {
    for (const Leaf& var : clause.vars)
      text += fmt::format("  {} {}(start = {}, fixed = true);\n", SortText(var.sort), var.name,
                          LiteralText(model.starts.at(var.name)));
  }
  text += fmt::format("equation\n  der(x) = {};\n", model.slope);
  if (model.is_algorithm) text += "algorithm\n";
  // Equations have no order; algorithms do.
  for (size_t k = 0; k < model.list.size(); ++k) {
    const Clause& clause = model.list[model.is_algorithm ? k : model.list.size() - 1 - k];
    text += ClauseText(clause, model.is_algorithm ? ":=" : "=");
  }
  return text + "end Clauses;\n";
}

auto MakeClauses() -> std::unique_ptr<Kind> { return std::make_unique<ClausesKind>(); }

}  // namespace kerf::torture
