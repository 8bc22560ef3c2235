// The DAE: expressions of scalars that the back end knows, and links that point back.
#pragma once

#include "dae/model.h"

namespace kerf::pipeline {

void VerifyDae(const dae::Dae& dae);

}  // namespace kerf::pipeline
