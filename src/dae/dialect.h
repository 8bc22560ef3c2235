// In which language a user reads the equations of a model.
#pragma once

#include "dae/model.h"
#include "expr/print.h"

namespace kerf::dae {

// That of its source: of those that know where libraries lie, Modelica; of the others, DYMOLA, whose
// operators ACSL and COSY share.
inline auto DialectOf(const Dae& dae) -> expr::Dialect {
  return dae.world->library_folder ? expr::Dialect::Modelica : expr::Dialect::Dymola;
}

}  // namespace kerf::dae
