// The relations of a model: their held values, the root functions that watch them, and how they change at an
// event.
//
// Between events each relation keeps the value in its held slot. A root function changes sign when that value
// ends:
//   f < 0, f <= 0, f > 0, f >= 0   f
//   f == 0, f != 0                 f while unequal; |f| less a narrow band while equal
//   floor(f)                       f - held and held + 1 - f
// At an event a relation whose root was found takes the value beyond the crossing and keeps it unless f
// contradicts clearly. The others follow f, but not into a narrow band around 0 that only rounding errors
// reach; f exactly 0 is no rounding error (a counter that has arrived) and is believed. Conditions on time
// alone follow the clock, not f. A relation whose f is not a number keeps its value; floor(f) of what is not
// finite is not a number, which does no harm in a branch that is not taken: `if b > 0 then mod(a, b) else a`.
//
// No root shows the end of a value whose f is 0, or beyond it by a rounding error, when the integrator
// starts: a gear whose output rests where a switch is. Once all else has settled, such a relation takes the
// value to which its function goes; where that leads back, it keeps the value it had.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "runtime/abi.h"
#include "runtime/direction.h"
#include "runtime/location.h"

namespace kerf::runtime {

// A root function with index `root` that crosses 0 upwards (+1) or downwards (-1).
struct Crossing {
  uint32_t root = 0;
  int direction = 0;
};

// What is remembered of a relation from step to step.
struct RelationMemory {
  // Recent size of the function, and the function where its crossing was found (negative: none at this
  // event).
  double scale = 0;
  // The largest size of all.
  double largest = 0;
  double crossed_at = -1;
  // The function after the last step or crossing, and whether it has not left the boundary since it
  // crossed.
  double last = 0;
  bool rests = false;
  // How often its slope has changed it at this event.
  uint32_t n_left = 0;
  // It comes from the stretch of the run before: the value that is held counts as at any event.
  bool goes_on = false;
};

class Relations {
 public:
  explicit Relations(const KerfModel& model);

  [[nodiscard]] auto n_roots() const -> uint32_t { return static_cast<uint32_t>(roots_.size()); }
  void RootValues(const double* w, double* values) const;
  // The sign that a root function has while the held value lasts, 0 where it may have either; and the size
  // below which it is nothing but rounding errors.
  // A `blur` is what the integration leaves uncertain of it.
  void RootSides(const double* w, std::span<int> sides, std::span<double> bands,
                 std::span<double> blurs) const;

  // What comes after an instant comes before it in the model's time where the run goes backwards.
  void set_direction(Direction direction) { direction_ = direction; }
  // How the root functions are to be watched. What the model says of a relation goes before the defaults.
  void SetDefaults(const RootSettings& defaults);
  [[nodiscard]] auto root_settings() const -> std::span<const RootSettings> { return root_settings_; }

  [[nodiscard]] auto HeldValues(const double* w) const -> std::vector<double>;

  // Sets all relations as they are before the first event iteration: by f, and by the clock. What is
  // remembered of a stretch before concerns the first of them.
  void Initialise(double* w, std::span<const RelationMemory> before);
  [[nodiscard]] auto memory() const -> std::span<const RelationMemory> { return memory_; }
  void SetMemory(std::vector<RelationMemory> memory) { memory_ = std::move(memory); }
  // Whether a root function watches for the end of an equality.
  [[nodiscard]] auto WatchesEquality(uint32_t root, const double* w) const -> bool;
  // Opens an event: forgets which relations were set by a crossing, and by a slope.
  void BeginEvent();
  // What follows at the same instant from somebody else's deeds: forgets crossings alone.
  void BeginRound();
  void ApplyCrossing(double* w, Crossing crossing);
  // The error of functions relative to their recent size, where they come from an integrator: a crossing that
  // was found is not taken back for less.
  void set_noise(double noise) { noise_ = noise; }
  // The relative error of the integration.
  void set_blur(double blur) { blur_ = blur; }
  [[nodiscard]] auto RelationOf(Crossing crossing) const -> uint32_t {
    return roots_[crossing.root].relation;
  }
  // Gives conditions on time the value they have just after the time in w; exactly: the one at that time,
  // which is another for `time > 0` at 0. Appends to `changed`.
  void FollowTime(double* w, bool is_exact, std::vector<uint32_t>& changed) const;
  // Lets the other relations follow their functions. Appends those that change to `changed`.
  void FollowFunctions(double* w, bool is_exact, std::vector<uint32_t>& changed);

  // Relations whose function lies on a boundary, or beyond it by no more than a rounding error: their value
  // just after depends on where it is going. So do conditions on time that change at the time in w.
  [[nodiscard]] auto HasBoundary(const double* w) const -> bool;
  // Decides those by their functions' derivatives by the model's time. True if one changes.
  auto FollowSlopes(double* w, std::span<const double> slopes) -> bool;

  // Held values follow crossings that are no events: of the other direction, or in a blind first step.
  void FollowIgnored(double* w, bool is_first_step) const;
  // Whether the held values fit the functions in w up to the band; also keeps track of the functions' scales.
  auto CheckStep(const double* w) -> bool;
  // Whether a slot belongs to floor(f) with an f that is not finite. Who uses that has no finite value
  // either.
  [[nodiscard]] auto IsWithoutFloor(const double* w, uint32_t slot) const -> bool;

 private:
  struct Root {
    uint32_t relation;
    bool is_upper;
  };

  [[nodiscard]] auto IsTimed(const KerfRelation& relation, const double* w) const -> bool;
  // Of a condition on time, just after the time in w or exactly then.
  [[nodiscard]] auto TimedValue(const KerfRelation& relation, const double* w, bool is_exact) const -> double;
  [[nodiscard]] auto IsOnBoundary(uint32_t i, const double* w) const -> bool;
  [[nodiscard]] auto Band(uint32_t i) const -> double;
  [[nodiscard]] auto Target(uint32_t i, const double* w, bool is_exact) const -> double;

  const KerfModel& model_;
  std::vector<Root> roots_;
  std::vector<RootSettings> root_settings_;
  std::vector<RelationMemory> memory_;
  double noise_ = 0;
  double blur_ = 0;
  Direction direction_ = Direction::Forward;
};

// Whether two instants differ by rounding errors only.
auto IsSameInstant(double a, double b) -> bool;

}  // namespace kerf::runtime
