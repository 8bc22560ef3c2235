// Terms that an expression uses again and again become statements of their own: as a tree an expression may
// be exponentially larger than as a DAG.
#pragma once

#include "emit/program.h"

namespace kerf::emit {

void ShareTerms(Program& program);

}  // namespace kerf::emit
