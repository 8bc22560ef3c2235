// How a program wants to be integrated: what ACSL says in it about algorithm, steps and errors.
#pragma once

#include <optional>
#include <string>

#include "session/session.h"

namespace kerf::session {

struct Wishes {
  // A solver by name; empty: none is wished for.
  std::string solver;
  // Sections of the program have fixed steps of their own.
  bool has_sections_apart = false;
  // Step of a method with fixed steps [s], largest step [s], relative and absolute tolerance.
  std::optional<double> step;
  std::optional<double> max_step;
  std::optional<double> tolerance;
  std::optional<double> absolute_tolerance;
  // The variable of ERRTAG, which comes true where an integration fails; empty: there is none.
  std::string error_tag = {};
};

// Nothing is wished for by models of other languages, or by a file with mistakes, which compiling tells.
auto WishesOf(const Request& request, source::Buffers& buffers) -> Wishes;

}  // namespace kerf::session
