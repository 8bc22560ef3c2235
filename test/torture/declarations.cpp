// Random sayings, and the comparison of Kerf's values with those written over.
#include "declarations.h"

#include <fmt/format.h>

#include <cmath>

#include "declarations_model.h"
#include "run_text.h"

namespace kerf::torture {

namespace {

constexpr double kSameValue = 1e-9;

class Maker {
 public:
  explicit Maker(Rng& rng) : rng_(rng) { model_.n_holders = 1 + static_cast<int>(rng.Below(3)); }

  auto Run() -> Declarations {
    for (const What what : kAllWhats) {
      const bool is_base = what == What::Leaf1 || what == What::Leaf2 || what == What::Record1;
      for (int level = 0; level <= (is_base ? 0 : model_.n_holders); ++level) {
        if (!rng_.Chance(0.4)) continue;
        Add(what, level);
        // What would make no model is not said.
        if (!ValuesOf(model_)) model_.sayings.pop_back();
      }
    }
    return model_;
  }

 private:
  auto RandomTerm(const std::string& name) -> Term {
    Term term{static_cast<int>(rng_.Below(90)) + 100, 0, ""};
    if (!name.empty() && rng_.Chance(0.3)) term = {term.constant, static_cast<int>(rng_.Below(3)) + 2, name};
    return term;
  }

  auto Arguments(const std::vector<std::string>& names, const std::string& scope, bool is_array)
      -> std::vector<Argument> {
    std::vector<Argument> arguments;
    for (const std::string& name : names) {
      if (!rng_.Chance(0.45)) continue;
      Argument argument{name, RandomTerm(scope), {}, false};
      const bool is_vector = name == "v";
      // In an array of components the vector is given to each of them.
      argument.is_each = is_array && (is_vector || rng_.Chance(0.4));
      if (is_vector || (is_array && !argument.is_each)) argument.second = RandomTerm(scope);
      arguments.push_back(std::move(argument));
    }
    return arguments;
  }

  void Add(What what, int level) {
    Saying said;
    said.what = what;
    said.level = level;
    const std::string scope = level == model_.n_holders ? "t" : "p";
    const Saying* first = Find(model_, what, 0);
    const int cls = level > 0 ? (first != nullptr ? first->cls : 0) : static_cast<int>(rng_.Below(3));
    switch (what) {
      case What::Leaf1:     said.arguments = Arguments(LeafNames(0), "k2", false); break;
      case What::Leaf2:     said.arguments = Arguments({"k1", "v", "k2"}, "", false); break;
      case What::Record1:   said.arguments = Arguments(FieldNames(0), "d", false); break;
      case What::Class:
      case What::Component: AddReplaceable(said, scope); break;
      case What::Function:  AddFunction(said); break;
      case What::Used:      said.arguments = Arguments(LeafNames(0), scope, false); break;
      case What::Plain:
      case What::Array:
        said.cls = cls;
        said.arguments = Arguments(LeafNames(cls), scope, what == What::Array);
        break;
      case What::Record:
      case What::Records:
      case What::Nested:  AddRecord(said, std::min(cls, 1), scope); break;
      case What::Number:
        said.arguments = {{"p", {static_cast<int>(rng_.Below(90)) + 2, 0, ""}, {}, false}};
        break;
    }
    model_.sayings.push_back(std::move(said));
  }

  void AddReplaceable(Saying& said, const std::string& scope) {
    said.redeclares = said.level > 0 && rng_.Chance(0.6);
    said.is_element = said.redeclares && said.level < model_.n_holders && rng_.Chance(0.4);
    const bool declares = said.level == 0 || said.redeclares;
    said.cls = declares ? static_cast<int>(rng_.Below(3)) : 0;
    said.constrains = declares && rng_.Chance(0.4);
    said.constraint = said.constrains ? static_cast<int>(rng_.Below(static_cast<uint32_t>(said.cls) + 1)) : 0;
    said.arguments = Arguments(LeafNames(declares ? said.cls : 0), scope, false);
    if (said.constrains) said.constraint_arguments = Arguments(LeafNames(said.constraint), scope, false);
  }

  void AddFunction(Saying& said) {
    said.redeclares = said.level > 0 && rng_.Chance(0.6);
    said.is_element = said.redeclares && said.level < model_.n_holders && rng_.Chance(0.4);
    const bool declares = said.level == 0 || said.redeclares;
    said.cls = declares ? static_cast<int>(rng_.Below(2)) : 0;
    said.constrains = declares && rng_.Chance(0.4);
    said.constraint = 0;
    said.arguments = Arguments({"a", "b"}, "", false);
    if (said.constrains) said.constraint_arguments = Arguments({"a", "b"}, "", false);
  }

  void AddRecord(Saying& said, int cls, const std::string& scope) {
    said.cls = cls;
    said.is_whole = rng_.Chance(0.5);
    const bool is_array = said.what == What::Records && !said.is_whole;
    const int fields = said.what == What::Nested ? 1 : cls;
    said.arguments = Arguments(FieldNames(fields), scope, is_array);
    if (said.what == What::Nested) {
      said.is_inner_whole = !said.is_whole && rng_.Chance(0.4);
      said.other_arguments = Arguments({"x"}, scope, false);
    } else if (said.what == What::Records && said.is_whole) {
      said.other_arguments = Arguments(FieldNames(fields), scope, false);
    }
  }

  Rng& rng_;
  Declarations model_;
};

auto Compare(const Declarations& model) -> std::string {
  const auto expected = ValuesOf(model);
  if (!expected) return "";
  TextRequest request;
  request.model = {"declarations.mo", TextOf(model)};
  request.settings.engine = sim::Engine::Interpreter;
  request.settings.run.stop = 1;
  request.settings.run.intervals = 1;
  const TextRun run = RunText(request);
  if (!run.ok) return "refused:\n" + run.messages;
  for (const auto& [name, value] : *expected) {
    const auto found = run.final_values.find(name);
    const double given = found == run.final_values.end() ? NAN : found->second;
    if (!(std::abs(given - value) <= kSameValue * std::max(1.0, std::abs(value))))
      return fmt::format("{} is {:.9g} and should be {:.9g}\n{}", name, given, value, run.messages);
  }
  return "";
}

class DeclarationsKind : public Kind {
 public:
  [[nodiscard]] auto Name() const -> std::string override { return "declarations"; }

  auto RunOne(Rng& rng) -> std::optional<Disagreement> override {
    Declarations model = RandomDeclarations(rng);
    if (Compare(model).empty()) return std::nullopt;
    const std::function<bool(const std::vector<Saying>&)> fails = [&](const std::vector<Saying>& sayings) {
      return !Compare({model.n_holders, sayings}).empty();
    };
    model.sayings = Minimise(model.sayings, fails);
    return Disagreement{{{"declarations.mo", TextOf(model)}},
                        Compare(model) + "kerf simulate declarations.mo"};
  }
};

}  // namespace

auto RandomDeclarations(Rng& rng) -> Declarations { return Maker(rng).Run(); }

auto MakeDeclarations() -> std::unique_ptr<Kind> { return std::make_unique<DeclarationsKind>(); }

}  // namespace kerf::torture
