// Compiled models as bytes. Same model, same bytes. A file is checked once, when it is read: its version, its
// checksum, and every index in it (verify.h), so that whatever has been read may be run.
//
//   bytes 0–7     "\x7fKERF\r\n\x1a"
//   8–15          version of the format, combined with the instructions of tapes
//   16–23         number of bytes that follow at 32
//   24–31         checksum of those bytes
//   32–           names, paths, the model and its problems of the start, its library (fields.h),
//   little-endian
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "model/compiled_model.h"

namespace kerf::model {

inline constexpr uint64_t kFormatVersion = 3;

// The messages of the model and of its problems of the start are StoredMessages, its library is a
// LibraryImage (compile/store.h makes such models).
auto Write(const CompiledModel& model) -> std::string;
// Null: `error` tells what is wrong with the bytes.
auto Read(std::string_view bytes, std::string& error) -> std::shared_ptr<const CompiledModel>;
// Whether bytes begin as a compiled model does.
auto IsCompiledModel(std::string_view bytes) -> bool;

// Bytes with the header that fits them, for tests of what a checksum does not find.
auto Seal(std::string_view payload) -> std::string;
inline constexpr size_t kHeaderSize = 32;

}  // namespace kerf::model
