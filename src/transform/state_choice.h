// Which of the candidates that constraints tie together become states, at one level of index reduction. Rows
// are differentiated constraints, columns the derivatives of candidates, entries the partial derivatives; as
// many columns as rows are given up, such that the rows determine them.
//
// The choice is static where the matrix of what is given up is regular whatever happens: a part of its block
// triangular form is safe if all its entries are constant. Where it is not, the choice is left to the run
// (S. E. Mattsson, H. Olsson and H. Elmqvist, Dynamic selection of states in Dymola, Modelica Workshop 2000):
// a set has rows and candidates, of which any that the rows do not determine may be states. What safe parts
// determine is eliminated from the rows of a set first. What the model keeps as states for good, although the
// rows of a set contain it, is listed: the candidates may become singular without it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kerf::transform {

// How much a model wants a variable as a state; between them StateSelect.avoid, default and prefer.
constexpr int kWishNever = 0;
constexpr int kWishAlways = 4;

struct CandidateColumn {
  struct Entry {
    uint32_t row;
    // At a generic point.
    double value;
    bool is_constant;
  };
  // Each row once.
  std::vector<Entry> entries;
  int wish = 2;
};

struct DynamicSet {
  // Constraints, those included that the eliminated columns are given by.
  std::vector<uint32_t> rows;
  std::vector<uint32_t> eliminated;
  std::vector<uint32_t> candidates;
  // Candidates that are states at first.
  std::vector<uint32_t> states;
  // States for good that the rows contain besides.
  std::vector<uint32_t> kept;
};

// Columns that are given up for good, as many as rows, although the matrix of these rows may become singular
// and others could take their places; and the other columns of the rows. Sets watch what they eliminate
// themselves.
struct WatchedColumns {
  std::vector<uint32_t> rows;
  std::vector<uint32_t> given_up;
  std::vector<uint32_t> others;
};

struct ChosenColumns {
  // Columns that are given up for good; candidates of sets are not among them.
  std::vector<uint32_t> dummies;
  std::vector<DynamicSet> sets;
  std::vector<WatchedColumns> watched;
};

// Columns come in the order in which they are best given up. Nothing if the rows depend on each other.
auto TryChooseStates(uint32_t n_rows, std::span<const CandidateColumn> columns)
    -> std::optional<ChosenColumns>;

}  // namespace kerf::transform
