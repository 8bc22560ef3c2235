// Compiled models in files .kerf.
#pragma once

#include <memory>
#include <string>

#include "diag/diag.h"
#include "model/compiled_model.h"
#include "source/buffers.h"

namespace kerf::compile {

// A model ready to run; the lines that its messages show become files of `buffers`. Null after a reported
// mistake.
auto TryReadModel(const std::string& path, source::Buffers& buffers, diag::Emitter& emitter)
    -> std::shared_ptr<const model::CompiledModel>;

// `buffers` are those that the model was compiled from, or read with. False after a reported mistake.
auto WriteModel(const model::CompiledModel& compiled, const std::string& path, const source::Buffers& buffers,
                diag::Emitter& emitter) -> bool;

}  // namespace kerf::compile
