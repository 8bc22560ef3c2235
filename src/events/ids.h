// What a program holds of things that live in a world: numbers, never pointers.
//
// Things that are declared once (files, facilities …) have a plain number. Things that come and go (entities,
// events, entries of files) have a handle: a place and a generation, so that a handle that has outlived its
// thing is recognised even when the place is in use again.
#pragma once

#include <cstdint>

namespace kerf::events {

inline constexpr uint32_t kNone = UINT32_MAX;

template <typename Tag>
struct Handle {
  uint32_t index = kNone;
  uint32_t generation = 0;

  auto operator==(const Handle&) const -> bool = default;
  [[nodiscard]] auto IsNone() const -> bool { return index == kNone; }
  // Both halves in one number, for code that knows integers only.
  [[nodiscard]] auto bits() const -> uint64_t { return uint64_t{generation} << 32 | index; }
  static auto FromBits(uint64_t bits) -> Handle {
    return {static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)};
  }
};

using EntityId = Handle<struct EntityTag>;
using EventId = Handle<struct EventTag>;
using EntryId = Handle<struct EntryTag>;

enum class ClassId : uint32_t {};
enum class FileId : uint32_t {};
enum class FacilityId : uint32_t {};
enum class GateId : uint32_t {};
enum class SignalId : uint32_t {};
enum class StoreId : uint32_t {};
enum class CollectId : uint32_t {};
enum class TimeStatisticId : uint32_t {};
enum class HistogramId : uint32_t {};
enum class VariateId : uint32_t {};

template <typename Id>
  requires(sizeof(Id) == sizeof(uint32_t))
constexpr auto IndexOf(Id id) -> uint32_t {
  return static_cast<uint32_t>(id);
}

}  // namespace kerf::events
