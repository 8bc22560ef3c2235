// What an experiment does, in order: lists of values, statistics, random variables, runs, optimisation.
#include "lang/cosy/coder.h"

#include <algorithm>
#include <array>

namespace kerf::cosy {

namespace {

using expr::Kind;
using process::DistributionKind;
using process::Service;

KERF_DIAG(CosyUnknownDistribution, Error, "there is no distribution `{}`; there are {}", std::string_view,
          std::string);
KERF_DIAG(CosyUnknownSetting, Error, "`{}` has no setting `{}`", std::string_view, std::string_view);
KERF_DIAG(CosyMissingSetting, Error, "`{}` lacks its setting `{}`", std::string_view, std::string_view);
KERF_DIAG(CosyNotAVariable, Error, "`{}` is no variable that can be given a value", std::string);
KERF_DIAG(CosyTableWanted, Error,
          "the points of the distribution are those of a FUNCTABLE, which is to be named here");
KERF_DIAG(CosyNoMeanOf, Error, "`{}` has no mean to be sure of: neither COLLECT nor TIMEPERS names it",
          std::string);
KERF_DIAG(CosyNotRandom, Error, "`{}` is not declared as RANDOM", std::string);

struct Distribution {
  std::string_view name;
  DistributionKind kind;
  std::array<std::string_view, 3> settings;
};

constexpr auto kDistributions = std::to_array<Distribution>({
    {"uniformd", DistributionKind::Uniform, {"min", "max", ""}},
    {"normald", DistributionKind::Normal, {"mean", "std", ""}},
    {"expond", DistributionKind::Exponential, {"avtim", "", ""}},
    {"erlangd", DistributionKind::Erlang, {"mean", "phases", ""}},
    {"gammad", DistributionKind::Gamma, {"shape", "scale", ""}},
    {"betad", DistributionKind::Beta, {"a", "b", ""}},
    {"triagd", DistributionKind::Triangular, {"min", "mode", "max"}},
    {"lognormd", DistributionKind::Lognormal, {"mean", "std", ""}},
    {"weibulld", DistributionKind::Weibull, {"shape", "scale", ""}},
    {"poissond", DistributionKind::Poisson, {"mean", "", ""}},
    {"discreted", DistributionKind::Discrete, {"table", "", ""}},
    {"empirid", DistributionKind::Empirical, {"table", "", ""}},
});

}  // namespace

void Coder::FrameItems(const std::vector<cosy::FrameItem>& items, const Scope& scope) {
  for (const cosy::FrameItem& item : items) {
    span_ = item.span;
    next_register_ = 0;
    FrameItem(item, scope);
  }
}

void Coder::FrameItem(const cosy::FrameItem& item, const Scope& scope) {
  switch (item.kind) {
    case FrameKind::Parameter:
    case FrameKind::InitialCondition: return Lists(item, scope);
    case FrameKind::Simulate:         return Simulate(item, scope);
    case FrameKind::Minimize:         return Minimize(item, scope);
    case FrameKind::Histogram:
    case FrameKind::Collect:
    case FrameKind::TimePersistent:   return Statistics(item, scope);
    case FrameKind::Statement:        return One(item.statement, scope);
    case FrameKind::Random:
      for (const Description& description : item.descriptions) RandomVariable(description, scope);
      return;
    case FrameKind::Integrate: return Integration(item, scope);
    case FrameKind::Replicate: return Replicate(item, scope);
  }
}

void Coder::Replicate(const cosy::FrameItem& item, const Scope& scope) {
  const Value n = NumberOf(item.from, scope);
  if (!n.is_good) return;
  Invoke(Service::SetReplications, 0, {n, Number(item.is_antithetic ? 1 : 0)});
  if (!item.name.has_value()) return;
  constexpr double kMost = 1000;
  const Symbol* symbol = translator_.Resolve(scope, item.name, item.span);
  if (symbol == nullptr) return;
  if (symbol->collect == process::kNone && symbol->time_value == process::kNone) {
    emitter_.Emit(item.span, CosyNoMeanOf, symbol->name);
    return;
  }
  const Value width = NumberOf(item.tolerance, scope);
  const Value most = item.to.has_value() ? NumberOf(item.to, scope) : Number(kMost);
  if (!width.is_good || !most.is_good) return;
  auto& texts = translator_.out().texts;
  texts.push_back(symbol->name);
  Invoke(Service::SetPrecision, static_cast<uint32_t>(texts.size() - 1),
         {width, Number(item.is_relative ? 1 : 0), most});
}

// Each list says what its variable is in the first run, the second, and so on.
void Coder::Lists(const cosy::FrameItem& item, const Scope& scope) {
  for (const ValueList& list : item.lists) {
    const Symbol* symbol = translator_.Resolve(scope, list.name, list.span);
    if (symbol == nullptr) continue;
    if (symbol->kind != SymbolKind::Variable || symbol->is_array) {
      emitter_.Emit(list.span, CosyNotAVariable, symbol->name);
      continue;
    }
    translator_.NoteAssigned(*symbol, list.span);
    auto& lists = translator_.out().lists;
    lists.push_back({symbol->index, symbol->name, item.kind == FrameKind::InitialCondition});
    const auto number = static_cast<uint32_t>(lists.size() - 1);
    for (const ListItem& one : list.items) {
      const Value value = Expression(one.value, scope);
      const Value count = one.count.has_value() ? NumberOf(one.count, scope) : Number(1);
      const Value increment = one.increment.has_value() ? NumberOf(one.increment, scope) : Number(0);
      if (value.is_good && count.is_good && increment.is_good)
        Invoke(Service::AddToList, number, {value, count, increment});
    }
  }
}

// A run without an end lasts until FINISH.
void Coder::Simulate(const cosy::FrameItem& item, const Scope& scope) {
  const Value from = NumberOf(item.from, scope);
  const Value to =
      item.to.has_value() ? NumberOf(item.to, scope) : Number(std::numeric_limits<double>::infinity());
  const Value interval = item.interval.has_value() ? NumberOf(item.interval, scope) : Number(0);
  if (from.is_good && to.is_good && interval.is_good) Invoke(Service::Simulate, 0, {from, to, interval});
}

void Coder::Statistics(const cosy::FrameItem& item, const Scope& scope) {
  for (const Description& description : item.descriptions) {
    const Symbol* symbol = scope.Find(description.name);
    // What is wrong with the name has been told when statistics were declared.
    if (symbol == nullptr) continue;
    const auto setting = [&](std::string_view name, double otherwise) -> Value {
      for (const Setting& one : description.settings) {
        if (one.value.has_value() && translator_.Lower(one.name) == name) return Expression(one.value, scope);
      }
      return Number(otherwise);
    };
    if (item.kind == FrameKind::Collect && symbol->collect != process::kNone)
      Invoke(Service::DefineCollect, symbol->collect, {});
    if (item.kind == FrameKind::TimePersistent && symbol->time_value != process::kNone)
      Invoke(Service::DefineTimeValue, symbol->time_value, {setting("start", 0)});
    if (item.kind == FrameKind::Histogram && symbol->histogram != process::kNone)
      Invoke(Service::DefineHistogram, symbol->histogram,
             {setting("cells", 20), setting("width", 1), setting("fuplim", 0)});
  }
}

// name: DISTRIBUTION settings SEED = number [ANTITHETIC]
void Coder::RandomVariable(const Description& description, const Scope& scope) {
  const Symbol* symbol = translator_.Resolve(scope, description.name, description.span);
  if (symbol == nullptr) return;
  if (symbol->kind != SymbolKind::Random) {
    emitter_.Emit(description.span, CosyNotRandom, symbol->name);
    return;
  }
  const auto found =
      description.kind.has_value()
          ? std::ranges::find(kDistributions, translator_.Lower(description.kind), &Distribution::name)
          : kDistributions.end();
  if (found == kDistributions.end()) {
    std::string names;
    for (const Distribution& one : kDistributions) {
      std::string name(one.name);
      std::ranges::transform(name, name.begin(), [](char c) { return static_cast<char>(c - 'a' + 'A'); });
      names += (names.empty() ? "" : ", ") + name;
    }
    emitter_.Emit(description.span, CosyUnknownDistribution,
                  description.kind.has_value() ? translator_.Written(description.kind) : "", names);
    return;
  }
  process::RandomVariable& random = translator_.out().random_variables[symbol->index];
  random.kind = found->kind;
  std::array<std::optional<Value>, 3> values;
  std::optional<Value> seed;
  for (const Setting& setting : description.settings) {
    const std::string_view name = translator_.Lower(setting.name);
    if (name == "antithetic" && !setting.value.has_value()) {
      random.is_antithetic = true;
      continue;
    }
    const auto place = std::ranges::find(found->settings, name);
    if (!setting.value.has_value() || (name != "seed" && place == found->settings.end())) {
      emitter_.Emit(setting.span, CosyUnknownSetting, translator_.Written(description.kind),
                    translator_.Written(setting.name));
      return;
    }
    const Value value = name == "table" ? TableNumber(setting, scope) : NumberOf(setting.value, scope);
    if (!value.is_good) return;
    (name == "seed" ? seed : values[static_cast<size_t>(place - found->settings.begin())]) = value;
  }
  std::vector<Value> arguments;
  for (size_t k = 0; k < found->settings.size(); ++k) {
    if (!found->settings[k].empty() && !values[k]) {
      emitter_.Emit(description.span, CosyMissingSetting, translator_.Written(description.kind),
                    found->settings[k]);
      return;
    }
    arguments.push_back(values[k] ? *values[k] : Number(0));
  }
  arguments.push_back(seed ? *seed : Number(0));
  arguments.push_back(found->settings[0] == "table" ? *values[0] : Number(-1));
  Invoke(Service::DefineRandom, symbol->index, arguments);
}

// Of a distribution that a FUNCTABLE gives.
auto Coder::TableNumber(const Setting& setting, const Scope& scope) -> Value {
  const Node& node = program_.nodes[setting.value];
  const Symbol* symbol = node.kind == NodeKind::Name ? scope.Find(node.name) : nullptr;
  if (symbol != nullptr && symbol->kind == SymbolKind::Table) return Number(symbol->index);
  emitter_.Emit(setting.span, CosyTableWanted);
  return {0, Kind::Real, false};
}

}  // namespace kerf::cosy
