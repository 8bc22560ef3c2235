// The last step of compilation: transform::Work → model::CompiledModel. The only way from the one to the
// other; whatever a target wants to know of a model passes here.
#pragma once

#include <memory>

#include "model/compiled_model.h"
#include "transform/work.h"

namespace kerf::compile {

// All passes have been run. The model keeps the work for what is seldom asked for: texts of messages and the
// bodies of functions; nobody may change it any more.
auto MakeModel(const std::shared_ptr<const transform::Work>& work)
    -> std::shared_ptr<const model::CompiledModel>;

}  // namespace kerf::compile
