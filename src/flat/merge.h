// Puts one flat model into another, under a name: the plant of a program whose processes are written in
// another language.
#pragma once

#include "flat/model.h"

namespace kerf::flat {

// The variables, equations and all else of `part` become those of `into`, with `name` in front of their
// names. Both must share one world; clock partitions stay apart.
void MergeUnder(NameId name, const Model& part, Model& into);
// What has been added to a model with clocks belongs to none of them.
void FillClocking(Model& model);

}  // namespace kerf::flat
