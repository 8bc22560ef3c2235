// A model that calls functions outside, with all that these need, to be taken to another machine: shared
// objects and files, which the model names by their place in a folder that comes with it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/compiled_model.h"

namespace kerf::compile {

struct BundledFile {
  // In the folder.
  std::string name;
  // On this machine.
  std::string path;
};

// Whether functions outside are part of it.
auto CallsForeign(const model::CompiledModel& model) -> bool;

// `storable` as made for this machine (store.h) of `model`, which calls its functions. `files` are those to
// be put into the folder. Null: `why` tells what cannot be taken along.
auto Bundle(const model::CompiledModel& model, const model::CompiledModel& storable,
            std::vector<BundledFile>& files, std::string& why) -> std::shared_ptr<const model::CompiledModel>;

// A bundled model that was read, whose folder lies there.
auto InFolder(const model::CompiledModel& read, const std::string& folder)
    -> std::shared_ptr<const model::CompiledModel>;

}  // namespace kerf::compile
