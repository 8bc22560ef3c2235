// What the log messages of an FMU are about.
#pragma once

namespace kerf::fmi {

inline constexpr const char* kLogErrors = "logStatusError";
inline constexpr const char* kLogWarnings = "logStatusWarning";
inline constexpr const char* kLogEvents = "logEvents";

}  // namespace kerf::fmi
