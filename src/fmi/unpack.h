// Reading archives of FMUs, which come from anywhere: nothing is written outside of the folder that is asked
// for, no links are made, and what is unpacked has a limit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace kerf::fmi {

struct UnpackLimits {
  // Of one text, and of all that is unpacked [bytes].
  uint64_t text = uint64_t{256} << 20;
  uint64_t total = uint64_t{4} << 30;
  uint64_t n_entries = 100'000;
};

// The text of one entry. Nothing: `error` tells why.
auto TryReadEntry(const std::string& archive, const std::string& name, std::string& error,
                  const UnpackLimits& limits = {}) -> std::optional<std::string>;

// All entries but documentation and sources, into an existing folder. False: `error` tells why.
auto Unpack(const std::string& archive, const std::string& folder, std::string& error,
            const UnpackLimits& limits = {}) -> bool;

}  // namespace kerf::fmi
