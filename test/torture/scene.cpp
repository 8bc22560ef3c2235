// Declarations of leaves.
#include "scene.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "run_text.h"

namespace kerf::torture {

namespace {

constexpr double kSameResult = 1e-7;

auto SortName(Sort sort) -> std::string {
  switch (sort) {
    case Sort::Integer:     return "Integer";
    case Sort::Boolean:     return "Boolean";
    case Sort::Text:        return "String";
    case Sort::Enumeration: return "P.E";
    default:                return "Real";
  }
}

auto SizesText(const std::vector<int>& dims) -> std::string {
  return dims.empty() ? "" : fmt::format("[{}]", fmt::join(dims, ", "));
}

// What is not a number cannot change: texts and arrays of nothing.
auto IsStill(const Leaf& leaf) -> bool { return leaf.sort == Sort::Text || CountOf(leaf.dims) == 0; }

void AddElements(const std::string& name, const Val& value, std::map<std::string, double>& elements) {
  if (value.is_scalar()) {
    elements[name] = value.number;
    return;
  }
  std::vector<int> at(value.rank(), 1);
  for (const Val& part : value.parts) {
    elements[fmt::format("{}[{}]", name, fmt::join(at, ","))] = part.number;
    for (size_t k = at.size(); k-- > 0;) {
      if (++at[k] <= value.dims[k]) break;
      at[k] = 1;
    }
  }
}

}  // namespace

auto RandomScene(Rng& rng) -> Scene {
  Scene scene;
  scene.leaves = {{"a", Sort::Real, {}},        {"b", Sort::Real, {}},       {"i", Sort::Integer, {}},
                  {"j", Sort::Integer, {}},     {"p", Sort::Boolean, {}},    {"q", Sort::Boolean, {}},
                  {"e", Sort::Enumeration, {}}, {"s", Sort::Text, {}},       {"v", Sort::Real, {3}},
                  {"w", Sort::Real, {2}},       {"M", Sort::Real, {2, 3}},   {"N", Sort::Real, {3, 3}},
                  {"k", Sort::Integer, {3}},    {"B", Sort::Boolean, {2}},   {"z", Sort::Real, {0}},
                  {"Z", Sort::Real, {0, 3}},    {"K", Sort::Integer, {2, 2}}};
  scene.environments.resize(2);
  ExpressionMaker maker(rng, {}, {});
  for (Environment& environment : scene.environments) {
    environment.literals = {"e1", "e2", "e3"};
    for (const Leaf& leaf : scene.leaves) {
      Val value = maker.Literal(leaf.sort, leaf.dims).value;
      if (IsStill(leaf) && &environment != scene.environments.data())
        value = scene.environments[0].values[leaf.name];
      environment.values[leaf.name] = std::move(value);
    }
  }
  return scene;
}

auto RandomType(Rng& rng) -> std::pair<Sort, std::vector<int>> {
  switch (rng.Below(10)) {
    case 0:  return {Sort::Boolean, {}};
    case 1:  return {Sort::Text, {}};
    case 2:
    case 3:  return {Sort::Integer, {}};
    case 4:  return {Sort::Integer, {static_cast<int>(rng.Below(4))}};
    case 5:  return {Sort::Real, {static_cast<int>(rng.Below(4)), 1 + static_cast<int>(rng.Below(3))}};
    case 6:  return {Sort::Real, {1 + static_cast<int>(rng.Below(3))}};
    case 7:  return {Sort::Real, {2, 1 + static_cast<int>(rng.Below(2)), 2}};
    default: return {Sort::Real, {}};
  }
}

auto NamesOf(const Scene& scene) -> std::vector<std::string> {
  std::vector<std::string> names;
  for (const Leaf& leaf : scene.leaves) names.push_back(leaf.name);
  return names;
}

auto DeclarationText(const std::string& name, Sort sort, const std::vector<int>& dims) -> std::string {
  return fmt::format("{} {}{}", SortName(sort), name, SizesText(dims));
}

auto InputsText(const Scene& scene) -> std::string {
  std::string text;
  for (const Leaf& leaf : scene.leaves) {
    // Sizes that only the call tells.
    std::string sizes = leaf.dims.empty() ? "" : leaf.dims.size() == 1 ? "[:]" : "[:, :]";
    text += fmt::format("    input {} {}{};\n", SortName(leaf.sort), leaf.name, sizes);
  }
  return text;
}

auto FixedLeavesText(const Scene& scene, const std::string& prefix) -> std::string {
  std::string text;
  for (const Leaf& leaf : scene.leaves)
    text += fmt::format("    {} {} = {};\n", prefix, DeclarationText(leaf.name, leaf.sort, leaf.dims),
                        LiteralText(scene.environments[0].values.at(leaf.name)));
  return text;
}

auto VariableLeavesText(const Scene& scene) -> std::string {
  std::string declarations;
  std::string equations;
  std::string event;
  for (const Leaf& leaf : scene.leaves) {
    const std::string declared = DeclarationText(leaf.name, leaf.sort, leaf.dims);
    const std::string first = LiteralText(scene.environments[0].values.at(leaf.name));
    const std::string second = LiteralText(scene.environments[1].values.at(leaf.name));
    if (IsStill(leaf)) {
      declarations += fmt::format("    parameter {} = {};\n", declared, first);
      continue;
    }
    declarations += fmt::format("    {}(start = {}, {}fixed = true);\n", declared, first,
                                leaf.dims.empty() ? "" : "each ");
    if (leaf.sort == Sort::Real) {
      equations +=
          fmt::format("    der({}) = {};\n", leaf.name,
                      leaf.dims.empty() ? "0" : fmt::format("zeros({})", fmt::join(leaf.dims, ", ")));
      event += fmt::format("      reinit({}, {});\n", leaf.name, second);
    } else {
      event += fmt::format("      {} = {};\n", leaf.name, second);
    }
  }
  return declarations + "  equation\n" + equations + "    when time >= 0.5 then\n" + event +
         "    end when;\n";
}

auto CompareRun(const ModelText& model, const std::map<std::string, Val>& before,
                const std::map<std::string, Val>& after) -> std::string {
  TextRequest request;
  request.model = model;
  request.settings.engine = sim::Engine::Interpreter;
  request.settings.run.stop = 1;
  request.settings.run.intervals = 4;
  request.settings.keep_all = true;
  request.checks_flat = true;
  const TextRun run = RunText(request);
  if (!run.ok) return "refused:\n" + run.messages;
  for (const auto* expected : {&before, &after}) {
    std::map<std::string, double> elements;
    for (const auto& [name, value] : *expected) AddElements(name, value, elements);
    for (const auto& [name, value] : elements) {
      const double given = expected == &before ? ValueAt(run, name, 0.25) : ValueAt(run, name, 1);
      if (std::abs(given - value) <= kSameResult * std::max(1.0, std::abs(value))) continue;
      return fmt::format("{} is {:.9g} and should be {:.9g} at time {}\n{}", name, given, value,
                         expected == &before ? 0.25 : 1, run.messages);
    }
  }
  return run.flat_problem;
}

}  // namespace kerf::torture
