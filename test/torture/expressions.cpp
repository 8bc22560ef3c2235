// The same expressions in all places where an expression may stand. All leaves have one value before time 0.5
// and another one after it, where they are variables.
#include "expressions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "expression.h"
#include "overloads.h"
#include "run_text.h"
#include "scene.h"

namespace kerf::torture {

namespace {

struct Made {
  Node node;
  Sort sort = Sort::Real;
  std::vector<int> dims;
  // Made of texts, which cannot change during a run but inside of functions.
  bool has_texts = false;
};

// A text cannot be looked at from outside, so it is compared with the one expected first.
auto Observed(const Made& made, const Environment& first) -> Made {
  if (made.sort != Sort::Text) return made;
  return {OperatorNode("==", {made.node, LiteralNode(Evaluate(made.node, first))}), Sort::Boolean, {}, true};
}

class ExpressionsKind : public Kind {
 public:
  [[nodiscard]] auto Name() const -> std::string override { return "expressions"; }

  auto RunOne(Rng& rng) -> std::optional<Disagreement> override {
    if (rng.Chance(0.15)) return RunOverloads(rng);
    scene_ = RandomScene(rng);
    ExpressionMaker maker(rng, scene_.leaves, scene_.environments);
    std::vector<Made> all;
    for (int k = 0; k < 3; ++k) {
      const auto [sort, dims] = RandomType(rng);
      // What changes at events only cannot be computed without them.
      maker.has_events = sort == Sort::Real;
      maker.has_texts = sort == Sort::Text;
      Node node = maker.Make(sort, dims, 1 + static_cast<int>(rng.Below(4)));
      all.push_back(Observed({std::move(node), sort, dims, false}, scene_.environments[0]));
    }
    if (Compare(all).empty()) return std::nullopt;
    return Smaller(std::move(all));
  }

 private:
  static auto RunOverloads(Rng& rng) -> std::optional<Disagreement> {
    Overloads all = RandomOverloads(rng);
    if (ProblemOf(all).empty()) return std::nullopt;
    for (OverloadNode& node : all.expressions) Prune(node, [&] { return !ProblemOf(all).empty(); });
    return Disagreement{{{"expressions.mo", TextOf(all)}}, ProblemOf(all) + "kerf simulate expressions.mo"};
  }

  // A part stands for the whole as long as that fails.
  static void Prune(OverloadNode& node, const std::function<bool()>& fails) {
    for (size_t k = 0; k < node.parts.size(); ++k) {
      const OverloadNode whole = node;
      OverloadNode part = node.parts[k];
      if (part.op == "real") continue;
      node = std::move(part);
      if (fails()) return Prune(node, fails);
      node = whole;
    }
    for (OverloadNode& part : node.parts) Prune(part, fails);
  }

  auto Smaller(std::vector<Made> all) -> Disagreement {
    const auto fails = [&](const std::vector<Made>& some) { return !Compare(some).empty(); };
    all = Minimise<Made>(all, fails);
    places_ = Minimise<std::string>(places_, [&](const std::vector<std::string>& some) {
      places_ = some;
      return fails(all);
    });
    for (Made& made : all) MinimiseNode(made.node, scene_.environments[0], [&] { return fails(all); });
    Disagreement found{{{"expressions.mo", TextOfModel(all)}}, Compare(all) + "kerf simulate expressions.mo"};
    places_ = AllPlaces();
    return found;
  }

  static auto AllPlaces() -> std::vector<std::string> {
    return {"constant", "final parameter", "parameter", "binding",
            "equation", "algorithm",       "function",  "when"};
  }

  static auto IsFixed(const std::string& place) -> bool {
    return place == "constant" || place.ends_with("parameter");
  }
  static auto StandsIn(const Made& made, const std::string& place) -> bool {
    return !made.has_texts || IsFixed(place) || place == "function";
  }

  auto TextOfModel(const std::vector<Made>& all) const -> std::string {
    std::string functions;
    std::string places;
    std::string top = "model T\n";
    for (size_t k = 0; k < all.size(); ++k) functions += FunctionText(all[k], k);
    for (size_t k = 0; k < places_.size(); ++k) {
      places += PlaceText(all, places_[k], k);
      top += fmt::format("  P.M{0} m{0};\n", k);
    }
    return fmt::format("package P\n  type E = enumeration({});\n{}{}end P;\n{}end T;\n",
                       fmt::join(scene_.environments[0].literals, ", "), functions, places, top);
  }

  auto FunctionText(const Made& made, size_t k) const -> std::string {
    return fmt::format("  function f{0}\n{1}    output {2};\n  algorithm\n    y := {3};\n  end f{0};\n", k,
                       InputsText(scene_), DeclarationText("y", made.sort, made.dims), TextOf(made.node));
  }

  auto PlaceText(const std::vector<Made>& all, const std::string& place, size_t number) const -> std::string {
    const bool is_fixed = IsFixed(place);
    std::string text = fmt::format("  model M{}\n", number);
    std::string rest = is_fixed ? FixedLeavesText(scene_, place) : VariableLeavesText(scene_);
    for (size_t k = 0; k < all.size(); ++k) {
      if (!StandsIn(all[k], place)) continue;
      const std::string name = fmt::format("y{}", k);
      const std::string value = TextOf(all[k].node);
      const std::string declared = DeclarationText(name, all[k].sort, all[k].dims);
      if (is_fixed || place == "binding") {
        text += fmt::format("    {}{} = {};\n", is_fixed ? place + " " : "", declared, value);
        continue;
      }
      text += fmt::format("    {};\n", declared);
      if (place == "equation") rest += fmt::format("  equation\n    {} = {};\n", name, value);
      if (place == "algorithm") rest += fmt::format("  algorithm\n    {} := {};\n", name, value);
      const std::string call = fmt::format("f{}({})", k, fmt::join(NamesOf(scene_), ", "));
      // A function of continuous variables has no discrete values but at events.
      if (place == "function" && all[k].sort == Sort::Real)
        rest += fmt::format("  equation\n    {} = {};\n", name, call);
      if (place == "function" && all[k].sort != Sort::Real)
        rest += fmt::format(
            "  equation\n    when {{initial(), time >= 0.75}} then\n      {} = {};\n    end when;\n", name,
            call);
      if (place == "when")
        rest += fmt::format(
            "  algorithm\n    when {{initial(), time >= 0.75}} then\n      {} := {};\n    end when;\n", name,
            value);
    }
    return text + rest + fmt::format("  end M{};\n", number);
  }

  auto Compare(const std::vector<Made>& all) const -> std::string {
    std::map<std::string, Val> expected[2];
    try {
      for (size_t number = 0; number < places_.size(); ++number) {
        const bool is_fixed = IsFixed(places_[number]);
        for (size_t k = 0; k < all.size(); ++k) {
          if (!StandsIn(all[k], places_[number])) continue;
          for (size_t when = 0; when < 2; ++when)
            expected[when][fmt::format("m{}.y{}", number, k)] =
                Evaluate(all[k].node, scene_.environments[is_fixed ? 0 : when]);
        }
      }
    } catch (const NoValue&) {
      return "";
    }
    return CompareRun({"expressions.mo", TextOfModel(all)}, expected[0], expected[1]);
  }

  Scene scene_;
  std::vector<std::string> places_ = AllPlaces();
};

}  // namespace

auto MakeExpressions() -> std::unique_ptr<Kind> { return std::make_unique<ExpressionsKind>(); }

}  // namespace kerf::torture
