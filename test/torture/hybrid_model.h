// Hybrid models made of parts with known behaviour. A part reads a signal that is linear between jumps,
// moves by a closed form between its events, and gives such a signal to the parts behind it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kind.h"

namespace kerf::torture {

struct Piece {
  double t = 0;
  double value = 0;
  double slope = 0;
  // The instant is known exactly, so that others may fall together with it.
  bool is_exact = true;
};
// Continuous from the right; the first piece begins at 0.
using Signal = std::vector<Piece>;

auto ValueAt(const Signal& signal, double t) -> double;
// Whether the signal changes so close to t that rounding errors decide what is first.
auto IsUnclearAt(const Signal& signal, double t) -> bool;
// Adds a constant piece; one that begins where the last one does replaces it.
void Hold(Signal& signal, double t, double value, bool is_exact);

enum class PartKind : uint8_t {
  Steps,
  Table,
  Clock,
  Clocks,
  Counter,
  Ball,
  Throw,
  Sine,
  Ends,
  Kink,
  Lag,
  Relay,
  Reset,
  Floors,
  Delay,
  Hold,
  Chain,
};
constexpr uint32_t kPartKinds = 17;

struct Part {
  int id = 0;
  PartKind kind = PartKind::Steps;
  // The way in which it is written.
  uint32_t form = 0;
  // Id of the part that it listens to; one that is not there is the constant 1.
  int input = -1;
  std::array<double, 8> p{};
};

struct HybridModel {
  std::vector<Part> parts;
  double stop = 2;
};

// What a part does until the stop.
struct PartRun {
  Signal out;
  std::vector<double> events;
  // Of these, those that rounding errors move: others may not fall together with them.
  std::vector<double> fragile;
  // Variables at the stop, by name.
  std::vector<std::pair<std::string, double>> values;
  // Where it is not settled by the model what is first, or a condition grazes: nobody can judge.
  bool is_unclear = false;
};

auto RandomPart(Rng& rng, PartKind kind, double stop) -> Part;
// hybrid_sources.cpp, hybrid_followers.cpp: parts without and with a signal to follow.
auto RunSource(const Part& part, double stop) -> PartRun;
auto RunFollower(const Part& part, const Signal& u, double stop) -> PartRun;
// hybrid_text.cpp
struct PartText {
  std::string declarations;
  std::string equations;
};
auto TextOf(const Part& part, const std::string& u, double stop) -> PartText;
auto NameOf(const Part& part, const char* variable) -> std::string;
auto IsSource(PartKind kind) -> bool;

auto TextOf(const HybridModel& model) -> std::string;
// All parts together; nothing if one of them is unclear.
auto TryRun(const HybridModel& model) -> std::optional<PartRun>;

}  // namespace kerf::torture
