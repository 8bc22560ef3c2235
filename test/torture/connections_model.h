// A random model of connections. Loads with i = G*(v - E) hang on pins; pins that are connected have the
// voltage sum(G*E)/sum(G). Connections make trees, so that all currents are determined, too.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "kind.h"

namespace kerf::torture {

// connect(first, second), and the pins that it connects pair by pair.
struct Connect {
  std::string text;
  std::vector<std::array<std::string, 2>> pairs;
};

constexpr int kBoxLoads = 3;
inline constexpr std::array kBoxPins = {"t1", "t2", "s.p", "s.q[1]", "s.q[2]"};
// Their conductance and voltage: k and 1/k.

// A class of boxes with pins t1, t2 and a plug s with pins p, q[1], q[2]; loads l[3] and c hang inside, and
// o[5] on the pins that would have no connection there.
struct Box {
  std::array<double, kBoxLoads + 1> g = {};
  std::array<double, kBoxLoads + 1> e = {};
  bool has_conditional = false;
  // Says its own value of what `outer` looks for.
  bool has_inner = false;
  std::vector<Connect> inside;
};

struct Connections {
  // Instances b1[n], b2[n] of the classes.
  std::vector<Box> boxes;
  int n_instances = 1;
  // Loads m[…] of the top.
  std::vector<double> g;
  std::vector<double> e;
  std::vector<Connect> outside;
  // Signals of the bus, and which of them the receivers read.
  std::vector<double> signals;
  std::vector<int> readers;
  // Streams: mass flows and enthalpies of all ports but the first, whose flow follows.
  std::vector<double> flows;
  std::vector<double> enthalpies;
};

auto RandomConnections(Rng& rng) -> Connections;
auto TextOf(const Connections& model) -> std::string;
auto ValuesOf(const Connections& model) -> std::map<std::string, double>;
// Whether the connections make trees: without this there is no single answer.
auto IsForest(const Connections& model) -> bool;

}  // namespace kerf::torture
