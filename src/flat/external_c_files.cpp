// What Modelica.Utilities says of files and streams, as far as it reads: a translation changes no file.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <optional>

#include "flat/external_c.h"

namespace kerf::flat {

namespace {

namespace fs = std::filesystem;

auto FullPathName(NativeCall& call) -> bool {
  std::error_code failure;
  const fs::path path = fs::absolute(call.world->FileOfUri(call.arguments[0].text()), failure);
  if (failure) {
    call.error = fmt::format("the full name of file {} cannot be found", call.arguments[0].text());
    return false;
  }
  call.result = Value::Text(path.lexically_normal().generic_string());
  return true;
}

// Types.FileType is enumeration(NoFile, RegularFile, Directory, SpecialFile).
auto Stat(NativeCall& call) -> bool {
  std::error_code failure;
  const fs::file_status status = fs::status(call.arguments[0].text(), failure);
  const int64_t kind = !fs::exists(status)           ? 1
                       : fs::is_regular_file(status) ? 2
                       : fs::is_directory(status)    ? 3
                                                     : 4;
  call.result = Value::Integer(kind);
  return true;
}

// The lines of a file without their ends, which are LF or CR-LF.
auto TryReadLines(NativeCall& call) -> std::optional<std::vector<std::string>> {
  const std::string& name = call.arguments[0].text();
  std::error_code failure;
  std::ifstream file(name, std::ios::binary);
  if (!fs::is_regular_file(name, failure) || !file) {
    call.error = fmt::format("file {} cannot be read", name);
    return std::nullopt;
  }
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

auto CountLines(NativeCall& call) -> bool {
  const auto lines = TryReadLines(call);
  if (lines) call.result = Value::Integer(static_cast<int64_t>(lines->size()));
  return lines.has_value();
}

auto ReadLine(NativeCall& call) -> bool {
  const auto lines = TryReadLines(call);
  if (!lines) return false;
  const int64_t number = call.arguments[1].integer;
  const bool is_there = number >= 1 && number <= static_cast<int64_t>(lines->size());
  call.result = Value::Text(is_there ? (*lines)[static_cast<size_t>(number - 1)] : "");
  call.arguments[2] = Value::Boolean(!is_there);
  return true;
}

auto ReadFile(NativeCall& call) -> bool {
  const auto lines = TryReadLines(call);
  if (!lines) return false;
  std::vector<Value>& elements = call.arguments[1].MutableElements();
  if (elements.size() > lines->size()) {
    call.error = fmt::format("file {} has only {} lines", call.arguments[0].text(), lines->size());
    return false;
  }
  for (size_t k = 0; k < elements.size(); ++k) elements[k] = Value::Text((*lines)[k]);
  return true;
}

auto Print(NativeCall& call) -> bool {
  if (!call.arguments[1].text().empty()) {
    call.error = fmt::format("a translation does not write to file {}", call.arguments[1].text());
    return false;
  }
  call.messages.push_back(call.arguments[0].text());
  return true;
}

auto CloseFile(NativeCall&) -> bool { return true; }

auto WorkDirectory(NativeCall& call) -> bool {
  std::error_code failure;
  call.result = Value::Text(fs::current_path(failure).generic_string());
  return true;
}

constexpr auto kFileFunctions = std::to_array<NativeEntry>({
    {"ModelicaInternal_fullPathName", 1, FullPathName},
    {"ModelicaInternal_stat", 1, Stat},
    {"ModelicaInternal_countLines", 1, CountLines},
    {"ModelicaInternal_readLine", 3, ReadLine},
    {"ModelicaInternal_readFile", 3, ReadFile},
    {"ModelicaInternal_print", 2, Print},
    {"ModelicaStreams_closeFile", 1, CloseFile},
    {"ModelicaInternal_getcwd", 1, WorkDirectory},
});

}  // namespace

auto FileFunctions() -> std::span<const NativeEntry> { return kFileFunctions; }

}  // namespace kerf::flat
