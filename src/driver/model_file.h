// Compiled models in files: `kerf compile` writes them, `kerf simulate` and `kerf dump` read them.
#pragma once

#include <memory>
#include <string>

#include "driver/model_options.h"
#include "model/compiled_model.h"

namespace kerf::driver {

auto IsModelFile(const std::string& target) -> bool;
// Null after errors, which are told: a file that is damaged in any way is refused.
auto TryOpenModel(const std::string& path, Reporter& reporter) -> std::shared_ptr<const model::CompiledModel>;
// False after errors, which are told.
auto WriteModel(const model::CompiledModel& compiled, const std::string& path, Reporter& reporter) -> bool;
// Whether the options that are given can be followed without the source of the model; what cannot is told.
auto CanDoWithoutSource(const CommandLine& command, const std::string& path, diag::Emitter& emitter) -> bool;

}  // namespace kerf::driver
