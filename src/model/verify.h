// Whether all indices of a model are where they may be.
#pragma once

#include <string>

#include "model/library_image.h"
#include "model/stored_messages.h"

namespace kerf::model {

// "" or what is wrong. `messages` and `library` are those that the model is to have. What the library's calls
// and texts consist of is checked where it is put together (compile/library_image.h).
auto Verify(const CompiledModel& model, const MessageTable& messages, const LibraryPartImage& library)
    -> std::string;

// A tape over `n_slots` slots that calls functions as `functions` says.
auto VerifyTape(const Tape& tape, uint64_t n_slots, const std::vector<FunctionUse>& functions) -> std::string;

}  // namespace kerf::model
