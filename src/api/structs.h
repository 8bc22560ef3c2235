// Structures whose first member says how long the caller's version of them is.
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "api/errors.h"

namespace kerf::api {

// For kerf_text_free.
auto CopyOf(const std::string& text) -> char*;

// False after a message that the structure was not set up by its _init function.
auto HasSize(size_t size, Failure& failure) -> bool;

// What the caller gives, with defaults for members that his version does not know; all defaults for NULL.
template <typename T, typename Init>
auto TryFill(const T* given, const Init& init, Failure& failure) -> std::optional<T> {
  T filled;
  init(&filled);
  if (given == nullptr) return filled;
  if (!HasSize(given->size, failure)) return std::nullopt;
  std::memcpy(static_cast<void*>(&filled), given, std::min(given->size, sizeof filled));
  filled.size = sizeof filled;
  return filled;
}

}  // namespace kerf::api
