// An assembly of physical parts: masses, springs and dampers, heat, or a bond graph. Its texts, and its
// solution without Kerf.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kind.h"

namespace kerf::torture {

enum class Domain : uint8_t { Mechanics, Heat, Bonds };

enum class PartType : uint8_t {
  // Mechanics between flanges (position / force); node 0 is the wall. In heat (temperature / flow of heat) a
  // spring is a conductor, a rigid connection a contact, and node 0 the environment.
  Mass,
  Spring,
  Damper,
  Rigid,
  Position,
  Force,
  Capacity,
  // Bond graphs (effort / flow).
  C,
  I,
  R,
  Se,
  Sf,
  Bond,
  Tf,
  Gy,
};

// Sources give value * sin(frequency * time). Parts with one end are at a.
struct PhysicalPart {
  PartType type = PartType::Spring;
  uint32_t a = 0;
  uint32_t b = 0;
  double value = 1;
  // Number that its name keeps while others are left out.
  uint32_t number = 0;
};

struct Assembly {
  Domain domain = Domain::Mechanics;
  std::vector<PhysicalPart> parts;
  double frequency = 1;
};

auto RandomAssembly(Rng& rng) -> Assembly;
auto NameOf(const PhysicalPart& part) -> std::string;
auto HasTwoEnds(PartType type) -> bool;
auto DymolaText(const Assembly& assembly) -> std::string;
auto ModelicaText(const Assembly& assembly) -> std::string;

struct NamedValue {
  std::string name;
  double start = 0;
  double end = 0;
  // Something to be given at the start.
  bool is_state = false;
};

struct AssemblySolution {
  // The equations have no unique solution whatever the start.
  bool is_singular = false;
  std::vector<NamedValue> values;
};
auto TrySolve(const Assembly& assembly, double stop, Rng& rng) -> std::optional<AssemblySolution>;

}  // namespace kerf::torture
