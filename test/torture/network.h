// An electrical network: its texts, and its solution without Kerf.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kind.h"

namespace kerf::torture {

enum class Element : uint8_t { Resistor, Capacitor, Inductor, VoltageSource, CurrentSource };

// A part between nodes a and b. Node 0 is the earth. Sources give value * sin(frequency * time).
struct Branch {
  Element element = Element::Resistor;
  uint32_t a = 0;
  uint32_t b = 0;
  double value = 1;
  // Number that its name keeps while others are left out.
  uint32_t number = 0;
};

struct Network {
  std::vector<Branch> branches;
  double frequency = 1;
};

auto RandomNetwork(Rng& rng) -> Network;
auto NameOf(const Branch& branch) -> std::string;
// Whether all nodes that occur hang together with the earth.
auto IsConnected(const Network& network) -> bool;
auto DymolaText(const Network& network) -> std::string;
auto ModelicaText(const Network& network) -> std::string;

struct BranchValues {
  double voltage = 0;
  double current = 0;
};

struct NetworkSolution {
  // The equations have no unique solution whatever the start.
  bool is_singular = false;
  // At the start, consistent, and at the end; by branch.
  std::vector<BranchValues> start;
  std::vector<BranchValues> end;
};
// Starts from values drawn from rng, as far as the equations leave them open. Nothing if the solution cannot
// be judged: the start of the sources is tied to the rest, or the values grow beyond all measure.
auto TrySolve(const Network& network, double stop, Rng& rng) -> std::optional<NetworkSolution>;

}  // namespace kerf::torture
