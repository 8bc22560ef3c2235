// What went wrong in a run. The first fault is kept with its text, and the run ends there with all its
// statistics; what follows from a fault is not told.
#pragma once

#include <cstdint>
#include <string>

namespace kerf::events {

enum class FaultKind : uint8_t {
  None,
  EventInPast,
  NotFinite,
  NegativeDelay,
  TooManyEvents,
  DeadEntity,
  UnknownAttribute,
  UnknownObject,
  FileFull,
  FileEmpty,
  NotInFile,
  NotSeized,
  StillInUse,
  CannotWait,
  BadAmount,
  BadParameter,
  Deadlock,
  Integration,
  Raised,
};

struct Fault {
  FaultKind kind = FaultKind::None;
  double time = 0;
  // What, when and who, as one sentence; a deadlock has a line for each entity.
  std::string text;
  // Where the program was, if it says so (World::place), and the event that was being handled.
  uint32_t place = UINT32_MAX;
  uint32_t event_code = UINT32_MAX;

  [[nodiscard]] auto IsSet() const -> bool { return kind != FaultKind::None; }
};

// Whether a call did what it was asked for. If not, the world's fault tells why.
enum class [[nodiscard]] Status : uint8_t { Ok, Failed };

}  // namespace kerf::events
