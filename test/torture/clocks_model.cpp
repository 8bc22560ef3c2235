// Random models of clocked partitions as Modelica texts.
#include "clocks_model.h"

#include <fmt/format.h>

#include <numeric>

namespace kerf::torture {

namespace {

auto Lowest(int64_t n, int64_t d) -> Fraction {
  const int64_t g = std::gcd(n, d);
  return g == 0 ? Fraction{0, 1} : Fraction{n / g, d / g};
}

class ClocksMaker {
 public:
  explicit ClocksMaker(Rng& rng) : rng_(rng) {}

  auto Run() -> ClockedModel {
    const uint32_t n_bases = 1 + rng_.Below(3);
    for (uint32_t base = 0; base < n_bases; ++base) AddBase(base);
    for (uint32_t k = 0; k < model_.variables.size(); ++k) AddTerms(k);
    model_.driver = rng_.Below(static_cast<uint32_t>(model_.variables.size()));
    model_.slope = rng_.Uniform(-1, 1);
    model_.drift = rng_.Uniform(-1, 1);
    model_.x_start = rng_.Uniform(-1, 1);
    model_.is_when = rng_.Chance(0.3);
    // Between ticks.
    model_.stop = 1 + rng_.Uniform(0.01, 0.5) + 1e-5;
    return model_;
  }

 private:
  auto AddVariable(uint32_t partition) -> ClockedVariable& {
    ClockedVariable variable;
    variable.partition = partition;
    variable.start = rng_.Uniform(-1, 1);
    model_.variables.push_back(variable);
    return model_.variables.back();
  }

  void AddBase(uint32_t base) {
    static constexpr int64_t kResolutions[] = {5, 7, 10, 12, 30};
    ClockedPartition defining;
    defining.base = base;
    defining.interval = Lowest(1 + rng_.Below(3), kResolutions[rng_.Below(5)]);
    const auto first = static_cast<uint32_t>(model_.partitions.size());
    model_.partitions.push_back(defining);
    AddVariable(first);
    if (rng_.Chance(0.5)) AddVariable(first);
    const uint32_t n_derived = rng_.Below(4);
    for (uint32_t k = 0; k < n_derived; ++k) AddDerived(base);
  }

  void AddDerived(uint32_t base) {
    std::vector<uint32_t> sources;
    for (uint32_t k = 0; k < model_.variables.size(); ++k) {
      if (model_.partitions[model_.variables[k].partition].base == base) sources.push_back(k);
    }
    const uint32_t source = sources[rng_.Below(static_cast<uint32_t>(sources.size()))];
    const ClockedPartition from = model_.partitions[model_.variables[source].partition];
    ClockedPartition to = from;
    const auto conversion = static_cast<Conversion>(1 + rng_.Below(4));
    to.counter = 1 + rng_.Below(3);
    to.resolution = 1 + rng_.Below(4);
    if (conversion == Conversion::Sub) to.interval = Lowest(from.interval.n * to.counter, from.interval.d);
    if (conversion == Conversion::Super) to.interval = Lowest(from.interval.n, from.interval.d * to.counter);
    if (conversion == Conversion::Shift || conversion == Conversion::Back) {
      const int64_t sign = conversion == Conversion::Shift ? 1 : -1;
      const int64_t d = from.interval.d * to.resolution;
      const int64_t moved = sign * from.interval.n * to.counter;
      const int64_t n = from.start.n * d + moved * from.start.d;
      if (n < 0) return;
      to.start = Lowest(n, from.start.d * d);
    }
    // Intervals that are much smaller than the shortest base clock's take long and show nothing new.
    if (to.interval.d > 400 * to.interval.n) return;
    const auto partition = static_cast<uint32_t>(model_.partitions.size());
    model_.partitions.push_back(to);
    ClockedVariable& variable = AddVariable(partition);
    variable.conversion = conversion;
    variable.source = source;
    if (rng_.Chance(0.4)) AddVariable(partition);
  }

  void AddTerms(uint32_t k) {
    ClockedVariable& variable = model_.variables[k];
    const uint32_t n = 1 + rng_.Below(3);
    const uint32_t base = model_.partitions[variable.partition].base;
    std::vector<uint32_t> earlier;
    std::vector<uint32_t> foreign;
    for (uint32_t other = 0; other < model_.variables.size(); ++other) {
      const uint32_t partition = model_.variables[other].partition;
      if (partition == variable.partition && other < k) earlier.push_back(other);
      if (model_.partitions[partition].base != base) foreign.push_back(other);
    }
    for (uint32_t i = 0; i < n; ++i) {
      ClockTerm term;
      term.kind = static_cast<ClockTermKind>(rng_.Below(9));
      term.factor = rng_.Uniform(-0.6, 0.6);
      const bool needs_earlier = term.kind == ClockTermKind::Other || term.kind == ClockTermKind::Choice;
      if (needs_earlier && earlier.empty()) term.kind = ClockTermKind::Previous;
      if (term.kind == ClockTermKind::Foreign && foreign.empty()) term.kind = ClockTermKind::SampledState;
      if (term.kind == ClockTermKind::Other || term.kind == ClockTermKind::Choice)
        term.variable = earlier[rng_.Below(static_cast<uint32_t>(earlier.size()))];
      if (term.kind == ClockTermKind::Foreign)
        term.variable = foreign[rng_.Below(static_cast<uint32_t>(foreign.size()))];
      variable.terms.push_back(term);
    }
  }

  Rng& rng_;
  ClockedModel model_;
};

auto TermText(const ClockTerm& term, uint32_t k) -> std::string {
  const std::string other = fmt::format("v{}", term.variable);
  switch (term.kind) {
    case ClockTermKind::Number:       return fmt::format("({})", term.factor);
    case ClockTermKind::Time:         return fmt::format("({})*sample(time)", term.factor);
    case ClockTermKind::SampledState: return fmt::format("({})*sample(x)", term.factor);
    case ClockTermKind::Previous:     return fmt::format("({})*previous(v{})", term.factor, k);
    case ClockTermKind::Other:        return fmt::format("({})*{}", term.factor, other);
    case ClockTermKind::Foreign:      return fmt::format("({})*sample(hold({}))", term.factor, other);
    case ClockTermKind::Choice:
      return fmt::format("(if {} > 0.05 then {} else {})", other, term.factor, other);
    case ClockTermKind::Interval:  return fmt::format("({})*interval(v{})", term.factor, k);
    case ClockTermKind::FirstTick: return fmt::format("(if firstTick(v{}) then {} else 0)", k, term.factor);
  }
  return "";
}

auto ConversionText(const ClockedVariable& variable, const ClockedPartition& partition) -> std::string {
  const std::string source = fmt::format("v{}", variable.source);
  switch (variable.conversion) {
    case Conversion::None:  return "0";
    case Conversion::Sub:   return fmt::format("subSample({}, {})", source, partition.counter);
    case Conversion::Super: return fmt::format("superSample({}, {})", source, partition.counter);
    case Conversion::Shift:
      return fmt::format("shiftSample({}, {}, {})", source, partition.counter, partition.resolution);
    case Conversion::Back:
      return fmt::format("backSample({}, {}, {})", source, partition.counter, partition.resolution);
  }
  return "";
}

}  // namespace

auto RandomClocks(Rng& rng) -> ClockedModel { return ClocksMaker(rng).Run(); }

auto TextOf(const ClockedModel& model) -> std::string {
  std::string declarations;
  std::string equations;
  std::vector<bool> is_placed(model.partitions.size(), false);
  std::vector<std::string> bodies(model.partitions.size());
  for (uint32_t k = 0; k < model.variables.size(); ++k) {
    const ClockedVariable& variable = model.variables[k];
    const ClockedPartition& partition = model.partitions[variable.partition];
    declarations += fmt::format("  Real v{}(start = {});\n", k, variable.start);
    std::string text = fmt::format("v{} = {}", k, ConversionText(variable, partition));
    for (const ClockTerm& term : variable.terms) text += " + " + TermText(term, k);
    // Every variable of a partition is tied to its clock, also where its terms are not.
    const bool is_first = !is_placed[variable.partition];
    is_placed[variable.partition] = true;
    if (variable.conversion == Conversion::None && is_first && !model.is_when)
      text += fmt::format(" + 0*sample(time, Clock({}, {}))", partition.interval.n, partition.interval.d);
    if (!is_first) {
      uint32_t leader = 0;
      while (model.variables[leader].partition != variable.partition) ++leader;
      text += fmt::format(" + 0*previous(v{})", leader);
    }
    bodies[variable.partition] = fmt::format("    {};\n", text) + bodies[variable.partition];
  }
  // Equations have no order.
  for (size_t p = model.partitions.size(); p-- > 0;) {
    const ClockedPartition& partition = model.partitions[p];
    bool is_derived = false;
    for (const ClockedVariable& variable : model.variables)
      is_derived = is_derived || (variable.partition == p && variable.conversion != Conversion::None);
    if (model.is_when && !is_derived) {
      equations += fmt::format("  when Clock({}, {}) then\n{}  end when;\n", partition.interval.n,
                               partition.interval.d, bodies[p]);
    } else {
      equations += bodies[p];
    }
  }
  return fmt::format(
      "model Clocks\n  Real x(start = {}, fixed = true);\n{}equation\n  der(x) = ({})*hold(v{}) + "
      "({});\n{}end Clocks;\n",
      model.x_start, declarations, model.slope, model.driver, model.drift, equations);
}

}  // namespace kerf::torture
