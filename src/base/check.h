// KERF_CHECK guards what only a mistake in Kerf itself can break. It is on in every build.
#pragma once

namespace kerf::base {

[[noreturn]] void FailCheck(const char* file, int line, const char* condition);

}  // namespace kerf::base

#define KERF_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::kerf::base::FailCheck(__FILE__, __LINE__, #condition))
