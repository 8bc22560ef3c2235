// Models that can be written to a file (model/file.h), and models that were read from one.
#pragma once

#include <memory>
#include <string>

#include "compile/library_image.h"
#include "model/compiled_model.h"
#include "source/buffers.h"

namespace kerf::compile {

// The same model with all its messages made and, of the sources, the lines that they stand in. `buffers` are
// those that the model was compiled from. Null: `why` tells what of the model has no form outside of this
// process.
auto MakeStorable(const model::CompiledModel& model, const source::Buffers& buffers, Reach reach,
                  std::string& why) -> std::shared_ptr<const model::CompiledModel>;

// A model that was read, ready to run. The lines that its messages show become files of `buffers`. Null:
// `error` tells what is wrong with its functions.
auto Open(const model::CompiledModel& read, source::Buffers& buffers, const ForeignMaker& make_foreign,
          std::string& error) -> std::shared_ptr<const model::CompiledModel>;

}  // namespace kerf::compile
