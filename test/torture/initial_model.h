// Models with a planted start. A model is a row of parts; each gives its text and the values that its
// variables must have at the start.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "initial_terms.h"

namespace kerf::torture {

// How an unknown of a system gets its value.
enum class StartForm : uint8_t {
  // An unknown without derivative.
  Algebraic,
  // States: at rest; with a given derivative; by an initial equation, an attribute, an initial algorithm;
  // by a start value that nobody asked for; by an initial equation that has to be solved; by what another
  // variable is; at rest at a given place, for which a parameter is sought.
  Steady,
  Moving,
  Given,
  Fixed,
  Assigned,
  Loose,
  Implied,
  Observed,
  Tuned,
};
constexpr uint32_t kStartForms = 10;

// Values of unknowns are in units of `scale`: the text has name/scale.
struct PlantedUnknown {
  StartForm form = StartForm::Algebraic;
  double plant = 0;
  double guess = 0;
  double scale = 1;
  bool has_guess = true;
  bool has_nominal = false;
  // Row: first + the others = constant, or time_constant * derivative + … for a state.
  PlantedTerm first;
  std::vector<PlantedTerm> others;
  // What the derivative is at the start, in units of scale.
  double slope = 0;
  double time_constant = 1;
  // How the equation is arranged.
  uint32_t style = 0;
  // Left out by the minimiser: the value stands in its place.
  bool is_gone = false;
};

struct PlantedSystem {
  std::vector<PlantedUnknown> unknowns;
  bool is_array = false;
  // The solution is the only one, wherever the search begins.
  bool is_unique = true;
  // Otherwise the search may end anywhere, or fail, but what it gives must be a solution.
  bool is_far = false;
};

enum class PieceForm : uint8_t {
  System,
  // Constraints between states.
  Tied,
  Pendulum,
  Rod,
  // Arrays and matrices in loops.
  Loop,
  // Discrete variables.
  Before,
  AtInitial,
  Hysteresis,
  Count,
  Switch,
  // Parameters that follow from those sought.
  Parameters,
  // Initial conditions for derivatives of what is no state.
  Derived,
  // Nothing that can be solved, or too much.
  Redundant,
  Contradiction,
  Impossible,
  Dependent,
};
constexpr uint32_t kSolvableForms = 12;
constexpr uint32_t kPieceForms = 16;

struct PlantedPiece {
  PieceForm form = PieceForm::System;
  uint32_t number = 0;
  PlantedSystem system;
  std::vector<double> numbers;
  uint32_t variant = 0;
};

// Who is asked for the start.
enum class PlantedWay : uint8_t { Simulate, Steady, Solve };

struct PlantedModel {
  std::vector<PlantedPiece> pieces;
  PlantedWay way = PlantedWay::Simulate;
  bool is_dymola = false;
  double time = 0;
};

struct PlantedValue {
  std::string name;
  double value = 0;
  // Errors are compared with this, and texts of others divide by it.
  double scale = 1;
  // Of the value at the start; not a number where it is not known.
  double slope = 0;
  // Others may use it in terms: no truth value, and no derivative.
  bool is_real = true;
};

// What becomes of a model: solved, with the values; refused; solved or refused, but not silently if several
// solutions are possible; solved, though perhaps by other values.
enum class Outcome : uint8_t { Solved, Refused, NotSilent, AnySolution };

struct PieceText {
  std::string declarations;
  std::string initial;
  std::string algorithm;
  std::string equations;
  std::vector<PlantedValue> values;
  Outcome outcome = Outcome::Solved;
  // For `kerf solve`, whose problem is the one of the start: what is known, with values, and what is sought
  // instead, and first guesses.
  std::vector<std::pair<std::string, double>> known, guesses;
  std::vector<std::string> unknown;
};

auto RandomPlanted(Rng& rng) -> PlantedModel;
// Parts of models; `others` are variables of earlier parts with their values.
auto RandomSystem(Rng& rng, const PlantedModel& model, const std::vector<PlantedValue>& others)
    -> PlantedSystem;
// Whether what is sought can be found from the guesses without difficulty, at the start and later.
auto IsWellPosed(const PlantedSystem& system, double time) -> bool;
auto SystemText(const PlantedPiece& piece, const PlantedModel& model, const std::vector<PlantedValue>& others)
    -> PieceText;
auto TiedText(const PlantedPiece& piece) -> PieceText;
auto DiscreteText(const PlantedPiece& piece) -> PieceText;
auto UnsolvableText(const PlantedPiece& piece) -> PieceText;
// Of the pieces together, in their order.
auto TextOf(const PlantedModel& model) -> PieceText;
// With what stands around the parts.
auto WholeText(const PlantedModel& model, const PieceText& text) -> ModelText;

}  // namespace kerf::torture
