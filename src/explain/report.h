// What the compiler did with a model and why, as texts and numbers that any form of the explanation shows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explain/picture.h"

namespace kerf::explain {

struct Count {
  std::string label;
  size_t number = 0;
};

struct EquationRow {
  std::string text;
  // "file:line", or "" for what nobody has written.
  std::string place;
  // The component it stands in; "" for the model itself.
  std::string owner;
  // What it is solved for; "" if it is a residual or not solved.
  std::string var;
  // The value of var where that could be found symbolically and says more than the equation.
  std::string solution;
  // "derivative of", "connection" …; "" if it was written like that.
  std::string origin;
};

struct IterationRow {
  std::string var;
  std::string why;
};

enum class PieceKind : uint8_t { Explicit, Linear, Nonlinear };

// Equations solved one after the other, or a block of simultaneous ones.
struct Piece {
  PieceKind kind = PieceKind::Explicit;
  // Numbers of the first and last equation in order of solution, from 1.
  size_t first = 0;
  size_t last = 0;
  // In order; of a torn block those that are solved on the way.
  std::vector<EquationRow> rows;
  // Of a block that is iterated: the equations that must hold in the end.
  std::vector<EquationRow> residuals;
  std::vector<IterationRow> iteration;
  // Why it is solved the way it is.
  std::string why;
  // Equations and iteration variables that are left out.
  size_t n_hidden = 0;
};

// One system of equations: that of the simulation, or that of the start.
struct Problem {
  std::vector<Count> counts;
  Picture picture;
  std::vector<Piece> pieces;
  // Pieces left out.
  size_t n_hidden = 0;
};

struct StateRow {
  std::string name;
  bool is_state = true;
  std::string start;
  std::string why;
};

// Equations that were differentiated together.
struct ReductionRow {
  std::vector<EquationRow> equations;
  std::string why;
};

struct EventRow {
  std::string kind;
  std::string text;
  std::string place;
};

// Rows, and how many are left out.
template <typename Row>
struct Rows {
  std::vector<Row> rows;
  size_t n_hidden = 0;
};

struct Report {
  std::string model;
  std::vector<Count> counts;
  Rows<StateRow> states;
  Rows<ReductionRow> reduction;
  Problem simulation;
  bool has_start = false;
  Problem start;
  Rows<EventRow> events;
  // What the compiler had to say on the way.
  std::vector<std::string> messages;
};

// The explanation as text, and as one HTML page that needs nothing else.
auto TextOf(const Report& report) -> std::string;
auto HtmlOf(const Report& report) -> std::string;

}  // namespace kerf::explain
