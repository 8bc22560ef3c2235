// By the names of the C functions.
#include "session/code_effects.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace kerf::session {

namespace {

constexpr auto kActing = std::to_array<std::string_view>({
    "system",
    "exit",
    "ModelicaInternal_mkdir",
    "ModelicaInternal_rmdir",
    "ModelicaInternal_rename",
    "ModelicaInternal_removeFile",
    "ModelicaInternal_copyFile",
    "ModelicaInternal_chdir",
    "ModelicaInternal_setenv",
    "ModelicaInternal_print",
    "ModelicaInternal_temporaryFileName",
    "ModelicaIO_writeRealMatrix",
});

constexpr auto kHarmlessBeginnings = std::to_array<std::string_view>({
    "ModelicaStandardTables_",
    "ModelicaRandom_",
    "ModelicaFFT_",
    "ModelicaStrings_",
    "ModelicaIO_read",
});

constexpr auto kHarmless = std::to_array<std::string_view>({
    "ModelicaInternal_readDirectory",
    "ModelicaInternal_getNumberOfFiles",
    "ModelicaInternal_getenv",
    "ModelicaInternal_getTime",
    "ModelicaInternal_getpid",
    "ModelicaInternal_fullPathName",
    "ModelicaInternal_stat",
    "ModelicaInternal_countLines",
    "ModelicaInternal_readLine",
    "ModelicaInternal_readFile",
    "ModelicaInternal_getcwd",
    "ModelicaStreams_closeFile",
});

}  // namespace

auto IsActing(const flat::ExternalCall& call) -> bool {
  return std::ranges::find(kActing, call.name) != kActing.end();
}

auto IsHarmless(const flat::ExternalCall& call) -> bool {
  // All functions in Fortran are those of LAPACK.
  if (call.language == "FORTRAN 77") return true;
  const auto begins = [&](std::string_view text) { return call.name.starts_with(text); };
  return std::ranges::any_of(kHarmlessBeginnings, begins) ||
         std::ranges::find(kHarmless, call.name) != kHarmless.end();
}

}  // namespace kerf::session
