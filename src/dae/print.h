// Text of equations: relative names as DYMOLA prints them, full names for messages, and the whole DAE as flat
// Modelica.
#pragma once

#include <string>

#include "dae/model.h"
#include "expr/print.h"

namespace kerf::dae {

// Names as DYMOLA writes them in the equations of submodel `owner`: own variables bare, those of descendants
// relative, others from the top ("A::B.v"), and those of the top model itself seen from elsewhere as "Top.v".
class DymolaNamer : public expr::Namer {
 public:
  DymolaNamer(const Dae& dae, PathId owner) : dae_(dae), owner_(owner) {}
  [[nodiscard]] auto VarName(VarId var) const -> std::string override;
  [[nodiscard]] auto FunctionName(expr::FunctionId function) const -> std::string override;
  [[nodiscard]] auto Text(NameId name) const -> std::string override;

 private:
  const Dae& dae_;
  PathId owner_;
};

// "a.b.v" for everything.
class FullNamer : public expr::Namer {
 public:
  explicit FullNamer(const Dae& dae) : dae_(dae) {}
  [[nodiscard]] auto VarName(VarId var) const -> std::string override { return FullName(dae_, var); }
  [[nodiscard]] auto FunctionName(expr::FunctionId function) const -> std::string override;
  [[nodiscard]] auto Text(NameId name) const -> std::string override;

 private:
  const Dae& dae_;
};

// The equation as its owner would write it, cut off where it gets long.
auto EquationText(const Dae& dae, EqnId equation) -> std::string;
// The whole DAE as a flat Modelica model.
auto PrintModelica(const Dae& dae) -> std::string;

}  // namespace kerf::dae
