// Equations in the layout of the 1978 translator: a mark for members of larger blocks, the submodel where it
// changes, the equation in column 20.
#pragma once

#include <string>

#include "transform/work.h"

namespace kerf::session {

class EquationListing {
 public:
  explicit EquationListing(const transform::Work& work) : work_(work) {}

  // All equations in order of generation; after an elimination those that are left, with representatives.
  auto Equations() -> std::string;
  // Blocks in order of solution with the assigned variable in brackets; with `solved`, scalar blocks that
  // could be solved are shown solved.
  auto Blocks(bool solved) -> std::string;
  // All equations in the canonical form of the μModelica compiler, names joined by underscores as it did.
  auto Canonical() -> std::string;
  // Some equations without marks.
  auto Selected(const std::vector<dae::EqnId>& equations) -> std::string;

 private:
  void Line(std::string_view mark, base::PathId owner, const std::string& equation, std::string& out);
  auto Text(dae::EqnId equation, expr::VarId marked) const -> std::string;

  const transform::Work& work_;
  base::PathId previous_owner_;
};

// Name of a variable as seen from the top model: "A::B.v".
auto TopName(const dae::Dae& dae, expr::VarId var) -> std::string;

}  // namespace kerf::session
