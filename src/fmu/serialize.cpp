// All numbers of a state in flat lists, for writing and reading alike (model/archive.h).
#include "fmu/serialize.h"

#include "base/sha256.h"
#include "model/archive.h"

namespace kerf::fmu {

namespace {

constexpr std::string_view kMagic = "KERFSTATE2";
constexpr size_t kSumSize = 64;

struct FlatRun {
  bool is_there = false;
  double t = 0;
  std::vector<double> w;
  // Of relations, six numbers each, and six of truth.
  std::vector<double> relations;
  std::vector<uint32_t> n_left;
  std::vector<uint8_t> relation_flags;
  std::vector<uint8_t> is_violated;
  // Points of delay lines, three numbers each, and jumps; how many by line.
  std::vector<double> points;
  std::vector<double> jumps;
  std::vector<uint32_t> n_points;
  std::vector<uint32_t> n_jumps;
};

struct FlatMemory {
  uint8_t mode = 0;
  std::vector<uint32_t> given;
  std::vector<double> given_values;
  double start = 0;
  std::optional<double> stop;
  double tolerance = 0;
  bool is_started = false;
  FlatRun exchange;
  FlatRun stepper;
  // Of model exchange.
  std::vector<double> x;
  std::vector<double> widths;
  uint32_t termination = 0;
  std::vector<uint8_t> is_asked;
  std::vector<double> last_ticks;
  std::vector<uint32_t> crossing_roots;
  std::vector<int32_t> crossing_directions;
  double point_time = 0;
  std::vector<double> point_w;
  double time_cap = 0;
  double event_time = 0;
  std::vector<uint8_t> flags;
  // Of co-simulation: four numbers for each ramp.
  std::vector<double> ramps;
  std::vector<uint32_t> changed_slots;
  std::vector<double> changed_values;
  bool is_waiting = false;
  bool is_time_event = false;
  std::vector<uint32_t> waiting_roots;
  std::vector<int32_t> waiting_directions;
  std::vector<double> waiting_ticks;
  bool is_over = false;
};

template <typename Archive, typename T>
void PassRun(Archive& archive, T& x) {
  archive(x.is_there, x.t, x.w, x.relations, x.n_left, x.relation_flags, x.is_violated, x.points, x.jumps,
          x.n_points, x.n_jumps);
}

template <typename Archive, typename T>
void PassMemory(Archive& archive, T& x) {
  archive(x.mode, x.given, x.given_values, x.start, x.stop, x.tolerance, x.is_started);
  PassRun(archive, x.exchange);
  PassRun(archive, x.stepper);
  archive(x.x, x.widths, x.termination, x.is_asked, x.last_ticks, x.crossing_roots, x.crossing_directions,
          x.point_time, x.point_w, x.time_cap, x.event_time, x.flags, x.ramps, x.changed_slots,
          x.changed_values, x.is_waiting, x.is_time_event, x.waiting_roots, x.waiting_directions,
          x.waiting_ticks, x.is_over);
}

auto Bytes(const std::vector<bool>& list) -> std::vector<uint8_t> { return {list.begin(), list.end()}; }
auto Bools(const std::vector<uint8_t>& list) -> std::vector<bool> { return {list.begin(), list.end()}; }

template <typename Run>
auto Flatten(const Run& run) -> FlatRun {
  FlatRun flat;
  flat.is_there = true;
  flat.t = run.t;
  flat.w = run.w;
  for (const runtime::RelationMemory& one : run.relations) {
    flat.relations.insert(flat.relations.end(), {one.scale, one.largest, one.crossed_at, one.last});
    flat.n_left.push_back(one.n_left);
    flat.relation_flags.insert(flat.relation_flags.end(), {uint8_t{one.rests}, uint8_t{one.goes_on}});
  }
  flat.is_violated = Bytes(run.is_violated);
  for (const runtime::DelayLine& line : run.lines) {
    const runtime::DelayMemory memory = line.Memory();
    flat.points.insert(flat.points.end(), memory.points.begin(), memory.points.end());
    flat.jumps.insert(flat.jumps.end(), memory.jumps.begin(), memory.jumps.end());
    flat.n_points.push_back(static_cast<uint32_t>(memory.points.size()));
    flat.n_jumps.push_back(static_cast<uint32_t>(memory.jumps.size()));
  }
  return flat;
}

// The next `n` numbers of a list; false if there are fewer.
auto TakeNumbers(const std::vector<double>& list, size_t& at, size_t n, std::vector<double>& out) -> bool {
  if (n > list.size() - at) return false;
  out.assign(list.begin() + static_cast<ptrdiff_t>(at), list.begin() + static_cast<ptrdiff_t>(at + n));
  at += n;
  return true;
}

template <typename Run>
auto Unflatten(const FlatRun& flat, Run& run) -> bool {
  const size_t n = flat.n_left.size();
  constexpr size_t kNumbers = 4;
  if (flat.relations.size() != kNumbers * n || flat.relation_flags.size() != 2 * n ||
      flat.n_points.size() != flat.n_jumps.size())
    return false;
  run.t = flat.t;
  run.w = flat.w;
  for (size_t k = 0; k < n; ++k) {
    const double* numbers = flat.relations.data() + kNumbers * k;
    run.relations.push_back({numbers[0], numbers[1], numbers[2], numbers[3], flat.relation_flags[2 * k] != 0,
                             flat.n_left[k], flat.relation_flags[2 * k + 1] != 0});
  }
  run.is_violated = Bools(flat.is_violated);
  size_t point = 0;
  size_t jump = 0;
  for (size_t k = 0; k < flat.n_points.size(); ++k) {
    runtime::DelayMemory memory;
    if (!TakeNumbers(flat.points, point, flat.n_points[k], memory.points) ||
        !TakeNumbers(flat.jumps, jump, flat.n_jumps[k], memory.jumps))
      return false;
    // Of which kind the line is, the model knows.
    runtime::DelayLine line(false, false);
    if (!line.SetMemory(memory)) return false;
    run.lines.push_back(std::move(line));
  }
  return true;
}

void FlattenExchange(const runtime::ExchangeMemory& from, FlatMemory& to) {
  to.exchange = Flatten(from);
  to.x = from.x;
  to.widths = from.widths;
  to.termination = from.discrete.termination;
  to.is_asked = Bytes(from.discrete.is_violated);
  to.last_ticks = from.last_ticks;
  for (const runtime::Crossing& crossing : from.crossings) {
    to.crossing_roots.push_back(crossing.root);
    to.crossing_directions.push_back(crossing.direction);
  }
  to.point_time = from.point_time;
  to.point_w = from.point_w;
  to.time_cap = from.time_cap;
  to.event_time = from.event_time;
  for (const bool flag : {from.is_event_open, from.is_at_start, from.is_new_event, from.needs_once,
                          from.needs_derivatives, from.needs_outputs})
    to.flags.push_back(flag ? 1 : 0);
}

auto UnflattenExchange(const FlatMemory& from, runtime::ExchangeMemory& to) -> bool {
  constexpr size_t kFlags = 6;
  if (!Unflatten(from.exchange, to) || from.flags.size() != kFlags ||
      from.crossing_roots.size() != from.crossing_directions.size())
    return false;
  to.x = from.x;
  to.widths = from.widths;
  to.discrete = {from.termination, Bools(from.is_asked)};
  to.last_ticks = from.last_ticks;
  for (size_t k = 0; k < from.crossing_roots.size(); ++k)
    to.crossings.push_back({from.crossing_roots[k], from.crossing_directions[k]});
  to.point_time = from.point_time;
  to.point_w = from.point_w;
  to.time_cap = from.time_cap;
  to.event_time = from.event_time;
  to.is_event_open = from.flags[0] != 0;
  to.is_at_start = from.flags[1] != 0;
  to.is_new_event = from.flags[2] != 0;
  to.needs_once = from.flags[3] != 0;
  to.needs_derivatives = from.flags[4] != 0;
  to.needs_outputs = from.flags[5] != 0;
  return true;
}

void FlattenStepper(const StepperMemory& from, FlatMemory& to) {
  to.stepper = Flatten(from);
  for (const Ramp& ramp : from.ramps)
    to.ramps.insert(to.ramps.end(), {static_cast<double>(ramp.slot), ramp.value, ramp.slope, ramp.time});
  for (const auto& [slot, value] : from.changes) {
    to.changed_slots.push_back(slot);
    to.changed_values.push_back(value);
  }
  to.is_over = from.is_over;
  to.is_waiting = from.waiting.has_value();
  if (!from.waiting) return;
  to.is_time_event = from.waiting->is_time_event;
  to.waiting_ticks = from.waiting->last_ticks;
  for (const runtime::Crossing& crossing : from.waiting->crossings) {
    to.waiting_roots.push_back(crossing.root);
    to.waiting_directions.push_back(crossing.direction);
  }
}

auto UnflattenStepper(const FlatMemory& from, StepperMemory& to) -> bool {
  constexpr size_t kNumbers = 4;
  if (!Unflatten(from.stepper, to) || from.ramps.size() % kNumbers != 0 ||
      from.changed_slots.size() != from.changed_values.size() ||
      from.waiting_roots.size() != from.waiting_directions.size())
    return false;
  for (size_t k = 0; k < from.ramps.size(); k += kNumbers) {
    const double slot = from.ramps[k];
    if (!(slot >= 0 && slot < UINT32_MAX)) return false;
    to.ramps.push_back(
        {static_cast<uint32_t>(slot), from.ramps[k + 1], from.ramps[k + 2], from.ramps[k + 3]});
  }
  for (size_t k = 0; k < from.changed_slots.size(); ++k)
    to.changes.emplace_back(from.changed_slots[k], from.changed_values[k]);
  to.is_over = from.is_over;
  if (!from.is_waiting) return true;
  to.waiting = runtime::WaitingEvent{from.is_time_event, {}, from.waiting_ticks};
  for (size_t k = 0; k < from.waiting_roots.size(); ++k)
    to.waiting->crossings.push_back({from.waiting_roots[k], from.waiting_directions[k]});
  return true;
}

}  // namespace

auto Serialized(const Memory& memory) -> std::string {
  FlatMemory flat;
  flat.mode = static_cast<uint8_t>(memory.mode);
  for (const auto& [variable, value] : memory.given) {
    flat.given.push_back(variable);
    flat.given_values.push_back(value);
  }
  flat.start = memory.start;
  flat.stop = memory.stop;
  flat.tolerance = memory.tolerance;
  flat.is_started = memory.is_started;
  if (memory.exchange) FlattenExchange(*memory.exchange, flat);
  if (memory.stepper) FlattenStepper(*memory.stepper, flat);
  model::Writer writer;
  PassMemory(writer, flat);
  return std::string(kMagic) + base::Sha256Of(writer.bytes()) + writer.bytes();
}

auto TryDeserialize(std::string_view bytes) -> std::unique_ptr<Memory> {
  if (bytes.size() < kMagic.size() + kSumSize || !bytes.starts_with(kMagic)) return nullptr;
  bytes.remove_prefix(kMagic.size());
  const std::string_view sum = bytes.substr(0, kSumSize);
  bytes.remove_prefix(kSumSize);
  if (base::Sha256Of(bytes) != sum) return nullptr;
  model::Reader reader(bytes);
  FlatMemory flat;
  PassMemory(reader, flat);
  if (!reader.is_good() || !reader.IsAtEnd() || flat.mode > static_cast<uint8_t>(Mode::Failed) ||
      flat.given.size() != flat.given_values.size())
    return nullptr;
  auto memory = std::make_unique<Memory>();
  memory->mode = static_cast<Mode>(flat.mode);
  for (size_t k = 0; k < flat.given.size(); ++k) memory->given[flat.given[k]] = flat.given_values[k];
  memory->start = flat.start;
  memory->stop = flat.stop;
  memory->tolerance = flat.tolerance;
  memory->is_started = flat.is_started;
  if (flat.exchange.is_there && !UnflattenExchange(flat, memory->exchange.emplace())) return nullptr;
  if (flat.stepper.is_there && !UnflattenStepper(flat, memory->stepper.emplace())) return nullptr;
  return memory;
}

}  // namespace kerf::fmu
