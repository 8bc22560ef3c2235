// What the analysis of structure has found.
#pragma once

#include "transform/work.h"

namespace kerf::pipeline {

// A representative represents itself and has the type of what it represents.
void VerifyAliases(const transform::Work& work);
// Each equation has one unknown and each unknown one equation, which may be solved for it.
void VerifyMatching(const transform::Structure& structure);
// Each equation that is assigned stands in one block, after the blocks that it reads; a variable of several
// that a block has solved does not occur in its solution.
void VerifyBlocks(const transform::Work& work);

}  // namespace kerf::pipeline
