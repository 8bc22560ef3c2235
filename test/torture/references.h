// Models whose connectors carry a reference that may be set in one place only (Modelica 3.6, section 9.4):
// roots, potential roots, branches, and loops that have to be broken. Voltages and currents go with it.
//
// A reference is a pair (g, 2 g). A link turns it by a known angle or, where a loop leaves it open, finds the
// angle.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "kind.h"

namespace kerf::torture {

enum class ReferenceRole : uint8_t { Load, Root, PotentialRoot };

struct ReferencePart {
  ReferenceRole role = ReferenceRole::Load;
  // What it says that g is, if it is asked.
  double g = 0;
  int priority = 0;
  double conductance = 1;
  double source = 0;
};

struct ReferenceLink {
  double angle = 0;
  // The angle is found.
  bool is_open = false;
  // Passes the reference on by what `rooted` says.
  bool asks_rooted = false;
  double conductance = 1;
};

struct References {
  // A type that extends Real[2] instead of a record.
  bool is_type = false;
  // What `equalityConstraint` returns: 0 or 1 number.
  int n_residues = 0;
  // Components part[…], link[…], and group[k], which has the links 2k and 2k + 1 (from 0) inside.
  std::vector<ReferencePart> parts;
  std::vector<ReferenceLink> links;
  uint32_t n_groups = 0;
  // Between connectors by number: part k has the connector k, and link k what EndOf says.
  std::vector<std::array<uint32_t, 2>> connects;
};

auto RandomReferences(Rng& rng) -> References;
auto TextOf(const References& model) -> std::string;
// By the parts that hang together, and the node equations of the links.
auto ValuesOf(const References& model) -> std::map<std::string, double>;

// The connector of a link: 0 its first, 1 its second.
auto EndOf(const References& model, uint32_t link, uint32_t which) -> uint32_t;

}  // namespace kerf::torture
