// Networks begin as one branch, which is split and doubled at random; then a few branches are laid across.
#include "network.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace kerf::torture {

namespace {

auto RandomElement(Rng& rng) -> Element {
  const double draw = rng.Uniform(0, 1);
  if (draw < 0.3) return Element::Resistor;
  if (draw < 0.58) return Element::Capacitor;
  if (draw < 0.84) return Element::Inductor;
  return draw < 0.94 ? Element::VoltageSource : Element::CurrentSource;
}

auto NumberOfNodes(const Network& network) -> uint32_t {
  uint32_t n = 1;
  for (const Branch& branch : network.branches) n = std::max({n, branch.a + 1, branch.b + 1});
  return n;
}

constexpr const char* kTypes[] = {"resistor", "capacitor", "inductor", "voltage", "current"};

constexpr const char* kDymolaTypes = R"(model type earth
  main cut P (V / .)
  V = 0
end

model type resistor
  parameter K=1
  cut A (Va / I) B (Vb / -I)
  main path AB <A - B>
  local U
  U = Va - Vb
  U = K*I
end

model type capacitor
  parameter K=1
  cut A (Va / I) B (Vb / -I)
  main path AB <A - B>
  local U
  U = Va - Vb
  K*U' = I
end

model type inductor
  parameter K=1
  cut A (Va / I) B (Vb / -I)
  main path AB <A - B>
  local U
  U = Va - Vb
  K*I' = U
end

model type voltage
  parameter K=1 W=1
  cut A (Va / I) B (Vb / -I)
  main path AB <A - B>
  local U
  U = Va - Vb
  U = K*sin(W*time)
end

model type current
  parameter K=1 W=1
  cut A (Va / I) B (Vb / -I)
  main path AB <A - B>
  local U
  U = Va - Vb
  I = K*sin(W*time)
end

)";

constexpr const char* kModelicaTypes = R"(connector Pin
  Real v;
  flow Real i;
end Pin;

partial model TwoPin
  Pin a;
  Pin b;
  Real U;
  Real I;
equation
  U = a.v - b.v;
  I = a.i;
  a.i + b.i = 0;
end TwoPin;

model Earth
  Pin p;
equation
  p.v = 0;
end Earth;

model resistor
  extends TwoPin;
  parameter Real K = 1;
equation
  U = K*I;
end resistor;

model capacitor
  extends TwoPin;
  parameter Real K = 1;
equation
  K*der(U) = I;
end capacitor;

model inductor
  extends TwoPin;
  parameter Real K = 1;
equation
  K*der(I) = U;
end inductor;

model voltage
  extends TwoPin;
  parameter Real K = 1;
  parameter Real W = 1;
equation
  U = K*sin(W*time);
end voltage;

model current
  extends TwoPin;
  parameter Real K = 1;
  parameter Real W = 1;
equation
  I = K*sin(W*time);
end current;

)";

auto IsSource(const Branch& branch) -> bool {
  return branch.element == Element::VoltageSource || branch.element == Element::CurrentSource;
}

auto Type(const Branch& branch) -> const char* { return kTypes[static_cast<size_t>(branch.element)]; }

}  // namespace

auto RandomNetwork(Rng& rng) -> Network {
  Network network;
  network.frequency = 0.5 + 0.5 * rng.Below(6);
  network.branches.push_back({Element::Resistor, 1, 0, 1, 0});
  uint32_t n_nodes = 2;
  const uint32_t n_steps = 2 + rng.Below(9);
  for (uint32_t k = 0; k < n_steps; ++k) {
    const uint32_t chosen = rng.Below(static_cast<uint32_t>(network.branches.size()));
    Branch added = network.branches[chosen];
    const double draw = rng.Uniform(0, 1);
    if (draw < 0.45) {
      added.a = n_nodes;
      network.branches[chosen].b = n_nodes++;
    } else if (draw > 0.9) {
      added.a = rng.Below(n_nodes);
      added.b = (added.a + 1 + rng.Below(n_nodes - 1)) % n_nodes;
    }
    network.branches.push_back(added);
  }
  for (uint32_t k = 0; k < network.branches.size(); ++k) {
    Branch& branch = network.branches[k];
    branch.element = RandomElement(rng);
    branch.value = 0.1 * (2 + rng.Below(40));
    branch.number = k + 1;
    if (rng.Chance(0.5)) std::swap(branch.a, branch.b);
  }
  return network;
}

auto NameOf(const Branch& branch) -> std::string {
  return fmt::format("{}{}", "RCLVJ"[static_cast<size_t>(branch.element)], branch.number);
}

auto IsConnected(const Network& network) -> bool {
  std::vector<uint32_t> group(NumberOfNodes(network));
  std::iota(group.begin(), group.end(), 0U);
  for (size_t round = 0; round < group.size(); ++round) {
    for (const Branch& branch : network.branches) {
      const uint32_t least = std::min(group[branch.a], group[branch.b]);
      group[branch.a] = group[branch.b] = least;
    }
  }
  return !network.branches.empty() &&
         std::ranges::all_of(network.branches, [&](const Branch& branch) { return group[branch.a] == 0; });
}

auto DymolaText(const Network& network) -> std::string {
  std::string text = std::string(kDymolaTypes) + "model network\n  submodel (earth) G\n";
  std::vector<bool> is_used(NumberOfNodes(network), false);
  for (const Branch& branch : network.branches) {
    is_used[branch.a] = is_used[branch.b] = true;
    text += fmt::format("  submodel ({}) {}(K={:.1f}", Type(branch), NameOf(branch), branch.value);
    text += IsSource(branch) ? fmt::format(" W={:.1f})\n", network.frequency) : ")\n";
  }
  text += "  node";
  for (size_t k = 0; k < is_used.size(); ++k) {
    if (is_used[k]) text += fmt::format(" N{}", k);
  }
  text += "\n  connect G at N0\n";
  for (const Branch& branch : network.branches)
    text += fmt::format("  connect N{} to {} to N{}\n", branch.a, NameOf(branch), branch.b);
  return text + "end\n";
}

auto ModelicaText(const Network& network) -> std::string {
  std::string text = std::string(kModelicaTypes) + "model network\n  Earth G;\n";
  for (const Branch& branch : network.branches) {
    text += fmt::format("  {} {}(K = {:.1f}", Type(branch), NameOf(branch), branch.value);
    text += IsSource(branch) ? fmt::format(", W = {:.1f});\n", network.frequency) : ");\n";
  }
  text += "equation\n";
  // All pins of a node are connected with the first one of it.
  std::vector<std::string> first(NumberOfNodes(network));
  first[0] = "G.p";
  for (const Branch& branch : network.branches) {
    for (const bool is_a : {true, false}) {
      std::string& other = first[is_a ? branch.a : branch.b];
      const std::string pin = NameOf(branch) + (is_a ? ".a" : ".b");
      if (other.empty())
        other = pin;
      else
        text += fmt::format("  connect({}, {});\n", other, pin);
    }
  }
  return text + "end network;\n";
}

}  // namespace kerf::torture
