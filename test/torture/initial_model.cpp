// Random rows of parts, and their texts together.
#include "initial_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kerf::torture {

namespace {

auto TextOfPiece(const PlantedPiece& piece, const PlantedModel& model,
                 const std::vector<PlantedValue>& others) -> PieceText {
  if (piece.form == PieceForm::System) return SystemText(piece, model, others);
  if (piece.form <= PieceForm::Loop) return TiedText(piece);
  if (piece.form <= PieceForm::Derived) return DiscreteText(piece);
  return UnsolvableText(piece);
}

auto RandomPiece(Rng& rng, const PlantedModel& model, uint32_t number,
                 const std::vector<PlantedValue>& others) -> PlantedPiece {
  PlantedPiece piece;
  piece.number = number;
  const bool is_system = model.is_dymola || model.way != PlantedWay::Simulate || rng.Chance(0.5);
  if (!is_system) {
    const bool is_solvable = rng.Chance(0.93);
    piece.form = static_cast<PieceForm>(is_solvable ? 1 + rng.Below(kSolvableForms)
                                                    : kSolvableForms + 1 +
                                                          rng.Below(kPieceForms - kSolvableForms - 1));
  }
  if (piece.form == PieceForm::System) {
    piece.system = RandomSystem(rng, model, others);
  } else {
    for (int k = 0; k < 8; ++k) piece.numbers.push_back(ShortNumber(rng, 0.5, 1.6));
    piece.variant = rng.Below(1000);
  }
  return piece;
}

void Append(const PieceText& from, PieceText& to) {
  to.declarations += from.declarations;
  to.initial += from.initial;
  to.algorithm += from.algorithm;
  to.equations += from.equations;
  to.values.insert(to.values.end(), from.values.begin(), from.values.end());
  to.known.insert(to.known.end(), from.known.begin(), from.known.end());
  to.guesses.insert(to.guesses.end(), from.guesses.begin(), from.guesses.end());
  to.unknown.insert(to.unknown.end(), from.unknown.begin(), from.unknown.end());
  // What is refused is refused whatever stands beside it.
  if (to.outcome != Outcome::Refused && from.outcome != Outcome::Solved) to.outcome = from.outcome;
}

}  // namespace

auto RandomPlanted(Rng& rng) -> PlantedModel {
  PlantedModel model;
  model.way = static_cast<PlantedWay>(rng.Chance(0.7) ? 0 : 1 + rng.Below(2));
  model.is_dymola = rng.Chance(model.way == PlantedWay::Simulate ? 0.15 : 0.5);
  model.time = rng.Chance(0.2) ? ShortNumber(rng, -2, 2) : 0;
  const uint32_t n = 1 + rng.Below(4);
  std::vector<PlantedValue> others;
  for (uint32_t k = 1; k <= n; ++k) {
    PlantedPiece piece = RandomPiece(rng, model, k, others);
    const PieceText text = TextOfPiece(piece, model, others);
    for (const PlantedValue& value : text.values)
      if (value.is_real && text.outcome == Outcome::Solved) others.push_back(value);
    model.pieces.push_back(std::move(piece));
  }
  return model;
}

auto TextOf(const PlantedModel& model) -> PieceText {
  PieceText all;
  for (const PlantedPiece& piece : model.pieces) {
    const std::vector<PlantedValue> others = all.values;
    Append(TextOfPiece(piece, model, others), all);
  }
  return all;
}

auto WholeText(const PlantedModel& model, const PieceText& text) -> ModelText {
  if (model.is_dymola) return {"start.dym", "model start\n" + text.declarations + text.equations + "end\n"};
  std::string whole;
  for (const char* name : {"soft", "cubic"}) {
    if (text.equations.find(std::string(name) + "(") != std::string::npos) whole += TermFunction(name);
  }
  whole += "model Start\n" + text.declarations;
  if (!text.initial.empty()) whole += "initial equation\n" + text.initial;
  if (!text.algorithm.empty()) whole += "initial algorithm\n" + text.algorithm;
  return {"start.mo", whole + "equation\n" + text.equations + "end Start;\n"};
}

}  // namespace kerf::torture
