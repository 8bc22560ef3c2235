// Assemblies grow from one node: a part leads to a new node or closes a mesh, and others hang on nodes.
#include "assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "assembly_types.h"

namespace kerf::torture {

namespace {

struct TypeNames {
  const char* type;
  const char* prefix;
};

constexpr std::array kTypeNames = std::to_array<TypeNames>({{"mass", "M"},
                                                            {"spring", "S"},
                                                            {"damper", "D"},
                                                            {"rigid", "Rod"},
                                                            {"position", "P"},
                                                            {"force", "F"},
                                                            {"capacity", "H"},
                                                            {"C", "C"},
                                                            {"I", "I"},
                                                            {"R", "R"},
                                                            {"SE", "SE"},
                                                            {"SF", "SF"},
                                                            {"bond", "B"},
                                                            {"TF", "TF"},
                                                            {"GY", "GY"}});

auto TypeOf(const PhysicalPart& part) -> const TypeNames& {
  return kTypeNames[static_cast<size_t>(part.type)];
}

auto IsSource(PartType type) -> bool {
  return type == PartType::Position || type == PartType::Force || type == PartType::Se ||
         type == PartType::Sf;
}

// What leads from node to node.
auto RandomLink(Rng& rng, Domain domain) -> PartType {
  const double draw = rng.Uniform(0, 1);
  if (domain == Domain::Bonds) return draw < 0.7 ? PartType::Bond : draw < 0.85 ? PartType::Tf : PartType::Gy;
  if (draw < 0.4) return PartType::Spring;
  if (draw < 0.65) return domain == Domain::Heat ? PartType::Spring : PartType::Damper;
  if (draw < 0.85) return PartType::Rigid;
  return draw < 0.92 ? PartType::Position : PartType::Force;
}

// What hangs on a node.
auto RandomLoad(Rng& rng, Domain domain) -> PartType {
  if (domain == Domain::Mechanics) return PartType::Mass;
  if (domain == Domain::Heat) return PartType::Capacity;
  const double draw = rng.Uniform(0, 1);
  if (draw < 0.3) return PartType::C;
  if (draw < 0.6) return PartType::I;
  if (draw < 0.9) return PartType::R;
  return draw < 0.95 ? PartType::Se : PartType::Sf;
}

auto ParametersText(const PhysicalPart& part, double frequency, const char* equals, const char* comma)
    -> std::string {
  if (part.type == PartType::Rigid || part.type == PartType::Bond) return "";
  std::string text = fmt::format("(K{}{:.1f}", equals, part.value);
  if (IsSource(part.type)) text += fmt::format("{}W{}{:.1f}", comma, equals, frequency);
  return text + ")";
}

}  // namespace

auto HasTwoEnds(PartType type) -> bool {
  switch (type) {
    case PartType::Mass:
    case PartType::Capacity:
    case PartType::C:
    case PartType::I:
    case PartType::R:
    case PartType::Se:
    case PartType::Sf:       return false;
    default:                 return true;
  }
}

auto NameOf(const PhysicalPart& part) -> std::string {
  return fmt::format("{}{}", TypeOf(part).prefix, part.number);
}

auto RandomAssembly(Rng& rng) -> Assembly {
  Assembly assembly;
  constexpr std::array kDomains = {Domain::Mechanics, Domain::Mechanics, Domain::Heat, Domain::Bonds,
                                   Domain::Bonds};
  assembly.domain = kDomains[rng.Below(kDomains.size())];
  assembly.frequency = 0.5 + 0.5 * rng.Below(6);
  // A bond graph has no wall.
  const uint32_t first = assembly.domain == Domain::Bonds ? 1 : 0;
  uint32_t n_nodes = first + 1;
  const uint32_t n_steps = 2 + rng.Below(9);
  const auto add = [&](PartType type, uint32_t a, uint32_t b) {
    if (rng.Chance(0.5)) std::swap(a, b);
    if (!HasTwoEnds(type)) a = b = std::max(a, b);
    assembly.parts.push_back(
        {type, a, b, 0.1 * (2 + rng.Below(40)), static_cast<uint32_t>(assembly.parts.size() + 1)});
  };
  for (uint32_t k = 0; k < n_steps; ++k) {
    const uint32_t from = first + rng.Below(n_nodes - first);
    const double draw = rng.Uniform(0, 1);
    // A floating part begins anew: with a mass in the air.
    if (draw < 0.5 || n_nodes - first < 2) {
      const uint32_t to = n_nodes++;
      if (assembly.domain == Domain::Bonds || rng.Chance(0.9))
        add(RandomLink(rng, assembly.domain), from, to);
      if (rng.Chance(0.7)) add(RandomLoad(rng, assembly.domain), to, to);
    } else if (draw < 0.75 || from == 0) {
      const uint32_t n = n_nodes - first;
      add(RandomLink(rng, assembly.domain), from, first + (from - first + 1 + rng.Below(n - 1)) % n);
    } else {
      add(RandomLoad(rng, assembly.domain), from, from);
    }
  }
  return assembly;
}

auto DymolaText(const Assembly& assembly) -> std::string {
  const bool has_wall = assembly.domain != Domain::Bonds;
  std::string text = has_wall ? kDymolaFlanges : kDymolaBonds;
  text += "model assembly\n";
  if (has_wall) text += "  submodel (wall) Wall\n";
  std::map<uint32_t, bool> nodes;
  if (has_wall) nodes[0] = true;
  for (const PhysicalPart& part : assembly.parts) {
    nodes[part.a] = nodes[part.b] = true;
    text += fmt::format("  submodel ({}) {}{}\n", TypeOf(part).type, NameOf(part),
                        ParametersText(part, assembly.frequency, "=", " "));
  }
  text += "  node";
  for (const auto& [node, is_used] : nodes) text += fmt::format(" N{}", node);
  text += "\n";
  if (has_wall) text += "  connect Wall at N0\n";
  for (const PhysicalPart& part : assembly.parts) {
    text += HasTwoEnds(part.type)
                ? fmt::format("  connect {} from N{} to N{}\n", NameOf(part), part.a, part.b)
                : fmt::format("  connect {} at N{}\n", NameOf(part), part.a);
  }
  return text + "end\n";
}

auto ModelicaText(const Assembly& assembly) -> std::string {
  const bool has_wall = assembly.domain != Domain::Bonds;
  std::string text = has_wall ? kModelicaFlanges : kModelicaBonds;
  text += "model assembly\n";
  if (has_wall) text += "  wall Wall;\n";
  for (const PhysicalPart& part : assembly.parts) {
    text += fmt::format("  {} {}{};\n", TypeOf(part).type, NameOf(part),
                        ParametersText(part, assembly.frequency, " = ", ", "));
  }
  text += "equation\n";
  // All connectors of a node are connected with the first one of it.
  std::map<uint32_t, std::string> first;
  if (has_wall) first[0] = "Wall.a";
  const auto connect = [&](uint32_t node, const std::string& name) {
    const auto [found, is_new] = first.try_emplace(node, name);
    if (!is_new) text += fmt::format("  connect({}, {});\n", found->second, name);
  };
  for (const PhysicalPart& part : assembly.parts) {
    connect(part.a, NameOf(part) + ".a");
    if (HasTwoEnds(part.type)) connect(part.b, NameOf(part) + ".b");
  }
  return text + "end assembly;\n";
}

}  // namespace kerf::torture
