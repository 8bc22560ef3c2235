// A typed index into a Store: four bytes, passed by value, not convertible to or from other ids.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace kerf::base {

template <typename Tag>
struct Id {
  static constexpr uint32_t kNone = 0xFFFF'FFFF;
  uint32_t index = kNone;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t i) : index(i) {}
  constexpr explicit Id(size_t i) : index(static_cast<uint32_t>(i)) {}

  [[nodiscard]] constexpr auto has_value() const -> bool { return index != kNone; }
  friend constexpr auto operator==(Id, Id) -> bool = default;
  friend constexpr auto operator<=>(Id, Id) = default;
};

using NameId = Id<struct NameTag>;
using PathId = Id<struct PathTag>;

}  // namespace kerf::base

template <typename Tag>
struct std::hash<kerf::base::Id<Tag>> {
  auto operator()(kerf::base::Id<Tag> id) const noexcept -> size_t {
    return id.index * 0x9E37'79B9'7F4A'7C15ULL;
  }
};
