// The event loop of the test: a list of events, lists of who waits, and closed forms between events. It
// shares nothing with the program under test.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "cosy_plan.h"

namespace kerf::torture {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// The mean of what is piecewise constant.
struct Level {
  double value = 0, since = 0, integral = 0, most = 0;
  void Set(double now, double next) {
    integral += value * (now - since);
    since = now;
    value = next;
    most = std::max(most, next);
  }
};

struct Sum {
  double total = 0;
  uint32_t n = 0;
  void Add(double x) {
    total += x;
    ++n;
  }
  [[nodiscard]] auto mean() const -> double { return n == 0 ? 0 : total / n; }
};

struct Job {
  size_t part = 0;
  uint32_t number = 0;
  size_t step = 0;
  int priority = 0;
  double born = 0;
  double units = 0;
  double rest = 0;
  // Since when it holds the facility, and parts of the storage.
  double since_desk = 0;
  double since_room = 0;
  // Of the signals SIG and SOG, which are still to come.
  bool needs_sig = false;
  bool needs_sog = false;
};

enum class Due : uint8_t { Tick, Birth, Go, GiveUp };

// Behind all else.
constexpr int kLast = std::numeric_limits<int>::min();

struct Entry {
  double time = 0;
  int priority = 0;
  uint64_t order = 0;
  Due due = Due::Tick;
  size_t which = 0;
};

struct Resource {
  double free = 1;
  std::vector<size_t> waiting = {};
  Level use = {};
  Sum holding = {};
  uint32_t n_seized = 0;
};

struct Cell {
  uint32_t number = 0;
  double y = 1;
  bool is_asleep = false;
};

struct Thing {
  int key = 0;
  int label = 0;
  double since = 0;
};

struct Relay {
  size_t part = 0;
  double x = 0;
  double u = 0;
};

class Loop {
 public:
  Loop(const CosyPlan& plan, double gain)
      : plan_(plan),
        gain_(gain),
        in_(plan.parts.size()),
        file_(plan.parts.size()),
        stay_(plan.parts.size()),
        counts_(plan.parts.size(), 0),
        born_jobs_(plan.parts.size(), 0),
        wait_(plan.parts.size()) {
    room_.free = plan.storage;
    for (size_t k = 0; k < plan.parts.size(); ++k) {
      const CosyPart& part = plan.parts[k];
      if (part.kind == CosyPartKind::Relay) relays_.push_back({k, 0, part.high});
      if (part.kind == CosyPartKind::Clock) Schedule(part.first, 0, Due::Tick, k);
      if (part.kind == CosyPartKind::Jobs) NewJob(k, part.first);
    }
  }

  auto Run() -> CosyAnswer {
    double next_row = plan_.interval;
    for (;;) {
      const Next next = FindNext();
      const bool is_over = next.time > plan_.stop;
      const double until = is_over ? plan_.stop : next.time;
      for (; next_row < until; next_row = ++n_rows_ * plan_.interval) {
        Advance(next_row);
        AddRow();
      }
      Advance(until);
      if (is_over) break;
      Happen(next);
      LookAround();
    }
    return Finish();
  }

 private:
  struct Next {
    double time = kNever;
    // One of these.
    size_t relay = SIZE_MAX, cell = SIZE_MAX, entry = SIZE_MAX;
  };

  void Schedule(double time, int priority, Due due, size_t which) {
    calendar_.push_back({time, priority, ++n_scheduled_, due, which});
  }

  // It is listed in its file when it is born.
  void NewJob(size_t part, double time) {
    jobs_.push_back({part, ++born_jobs_[part], 0, 0, time});
    Schedule(time, 0, Due::Birth, jobs_.size() - 1);
    entered_.push_back(time);
  }

  [[nodiscard]] auto Rate(const Cell& cell) const -> double {
    return plan_.cells.rate + plan_.cells.spread * (cell.number % 3);
  }

  // x goes from x to u at a rate: when it is at the level.
  static auto Crossing(double x, double u, double rate, double level) -> double {
    const double ratio = (u - x) / (u - level);
    return ratio > 1 ? std::log(ratio) / rate : kNever;
  }

  [[nodiscard]] auto FindNext() const -> Next {
    Next next;
    for (size_t k = 0; k < relays_.size(); ++k) {
      const Relay& relay = relays_[k];
      const CosyPart& part = plan_.parts[relay.part];
      const double level = relay.u == part.high ? part.upper : part.lower;
      const double time = now_ + Crossing(relay.x, relay.u, part.rate, level);
      if (time < next.time) next = {time, k};
    }
    // z = y - g goes to where its rate is the slope of the gauge.
    for (size_t k = 0; k < cells_.size(); ++k) {
      if (cells_[k].is_asleep) continue;
      const double rate = Rate(cells_[k]);
      const double rest = -plan_.cells.slope / rate;
      if (rest >= plan_.cells.half) continue;
      const double z = cells_[k].y - plan_.cells.slope * now_;
      const double time = now_ + Crossing(z, rest, rate, plan_.cells.half);
      if (time < next.time) next = {time, SIZE_MAX, k};
    }
    for (size_t k = 0; k < calendar_.size(); ++k) {
      const Entry& entry = calendar_[k];
      const bool is_sooner =
          entry.time < next.time ||
          (next.entry != SIZE_MAX && entry.time == next.time &&
           (entry.priority > calendar_[next.entry].priority ||
            (entry.priority == calendar_[next.entry].priority && entry.order < calendar_[next.entry].order)));
      if (is_sooner) next = {entry.time, SIZE_MAX, SIZE_MAX, k};
    }
    return next;
  }

  void Advance(double to) {
    const double dt = to - now_;
    for (Relay& relay : relays_)
      relay.x = relay.u + (relay.x - relay.u) * std::exp(-plan_.parts[relay.part].rate * dt);
    const double leak = plan_.cells.leak;
    const double slope = plan_.cells.slope;
    const double left = std::exp(-leak * dt);
    double h = h_ * left;
    // What has flowed meanwhile.
    double flow = 0;
    for (Cell& cell : cells_) {
      if (cell.is_asleep) continue;
      // y = a exp(-k t) + c + slope t, each of which fills the tank.
      const double k = Rate(cell);
      const double c = slope * now_ - slope / k;
      const double a = cell.y - c;
      flow += a * (1 - std::exp(-k * dt)) / k + c * dt + slope * dt * dt / 2;
      h += gain_ * (a * (std::exp(-k * dt) - left) / (leak - k) + c * (1 - left) / leak +
                    slope * (dt / leak - (1 - left) / (leak * leak)));
      cell.y = a * std::exp(-k * dt) + c + slope * dt;
    }
    // leak * integral of h = gain * integral of the flow - what h has become more.
    for (double& probe : probes_) probe += flow + (gain_ * flow - (h - h_)) / leak;
    h_ = h;
    now_ = to;
  }

  void Happen(const Next& next) {
    if (next.relay != SIZE_MAX) return Switch(relays_[next.relay]);
    if (next.cell != SIZE_MAX) return Die(next.cell);
    const Entry entry = calendar_[next.entry];
    calendar_.erase(calendar_.begin() + static_cast<ptrdiff_t>(next.entry));
    if (entry.due == Due::Tick) return Tick(entry.which);
    if (entry.due == Due::GiveUp) GiveUp(entry.which);
    if (entry.due == Due::Birth) Begin(jobs_[entry.which].part);
    Go(entry.which);
  }

  // Who waits for a condition goes on when it holds, the first one first.
  void LookAround() {
    for (size_t k = 0; k < looking_.size();) {
      const size_t which = looking_[k];
      const CosyStep& step = StepBefore(which);
      const bool is_free =
          step.kind == CosyStepKind::WaitFreeWithin && desk_.free > 0 && desk_.waiting.empty();
      const bool is_there = step.kind == CosyStepKind::TakeWithin && FindThing(step.key) != box_.end();
      if (!is_free && !is_there) {
        ++k;
        continue;
      }
      looking_.erase(looking_.begin() + static_cast<ptrdiff_t>(k));
      EndPatience(which);
      if (is_there) TakeFromBox(step.key);
      Go(which);
      k = 0;
    }
  }

  // The step at which a job waits.
  [[nodiscard]] auto StepBefore(size_t which) const -> const CosyStep& {
    const Job& job = jobs_[which];
    return plan_.parts[job.part].steps[job.step - 1];
  }

  void EndPatience(size_t which) {
    std::erase_if(calendar_,
                  [&](const Entry& entry) { return entry.due == Due::GiveUp && entry.which == which; });
  }

  // It leaves where it waits, and what it left may be enough for those behind.
  void GiveUp(size_t which) {
    for (std::vector<size_t>* line : {&listening_, &listening2_, &at_gate_, &looking_, &desk_.waiting})
      std::erase(*line, which);
    const CosyStep& step = StepBefore(which);
    if (step.kind == CosyStepKind::TakeWithin) {
      gone_ = 3 * gone_ % 1009;
      return;
    }
    late_ += step.kind == CosyStepKind::SeizeWithin ? 100 : 1;
    if (step.kind != CosyStepKind::SeizeWithin) return;
    Serve(desk_);
    if (step.holds > 0) Release(room_, which, step.holds);
    jobs_[which].step = SIZE_MAX;
  }

  // False if it waits, for so long at most.
  auto WaitWithin(bool is_granted, size_t which, double patience) -> bool {
    if (!is_granted) Schedule(now_ + patience, kLast, Due::GiveUp, which);
    return is_granted;
  }

  void Note(const std::string& name) { answer_.events.emplace_back(now_, name); }

  void Switch(Relay& relay) {
    const CosyPart& part = plan_.parts[relay.part];
    const bool is_up = relay.u == part.high;
    relay.x = is_up ? part.upper : part.lower;
    relay.u = is_up ? part.low : part.high;
    Note(fmt::format("{}{}", is_up ? "UP" : "DOWN", part.number));
    if (is_up) Count(relay.part);
  }

  void Tick(size_t k) {
    Note(fmt::format("TICK{}", plan_.parts[k].number));
    Schedule(now_ + plan_.parts[k].period, 0, Due::Tick, k);
    Count(k);
  }

  void Count(size_t k) {
    ++counts_[k];
    switch (plan_.parts[k].effect) {
      case CosyEffect::None:      return;
      case CosyEffect::Signal:    return Send(listening_, false);
      case CosyEffect::OpenGate:  is_open_ = true; return WakeAll(at_gate_);
      case CosyEffect::CloseGate: is_open_ = false; return;
      case CosyEffect::Create:    return NewCell();
      case CosyEffect::Suspend:
        if (youngest_ > 0 && sleeper_ == 0) Sleep(sleeper_ = youngest_, true);
        return;
      case CosyEffect::Resume:
        if (sleeper_ > 0) Sleep(sleeper_, false);
        sleeper_ = 0;
        return;
      case CosyEffect::Insert:
        ++serial_;
        box_.push_back({7 * serial_ % 5, serial_, now_});
        box_level_.Set(now_, box_level_.value + 1);
        return;
      case CosyEffect::Probe: probes_.push_back(0); return;
      case CosyEffect::Unprobe:
        if (probes_.empty()) return;
        total_ += probes_.front();
        probes_.erase(probes_.begin());
        return;
      case CosyEffect::Remove:
        if (!box_.empty()) TakeFromBox(0);
        return;
    }
  }

  // The first whose key is so high at least.
  auto FindThing(int key) -> std::vector<Thing>::iterator {
    const auto before = [&](const Thing& a, const Thing& b) {
      if (plan_.ranking == 1) return a.label > b.label;
      if (plan_.ranking == 2 && a.key != b.key) return a.key < b.key;
      if (plan_.ranking == 3 && a.key != b.key) return a.key > b.key;
      return a.label < b.label;
    };
    auto first = box_.end();
    for (auto one = box_.begin(); one != box_.end(); ++one) {
      if (one->key >= key && (first == box_.end() || before(*one, *first))) first = one;
    }
    return first;
  }

  void TakeFromBox(int key) {
    const auto first = FindThing(key);
    gone_ = (3 * gone_ + first->label) % 1009;
    box_wait_.Add(now_ - first->since);
    box_.erase(first);
    box_level_.Set(now_, box_level_.value - 1);
  }

  void Sleep(uint32_t number, bool is_asleep) {
    for (Cell& cell : cells_) {
      if (cell.number == number) cell.is_asleep = is_asleep;
    }
  }

  void NewCell() {
    cells_.push_back({++born_});
    youngest_ = born_;
  }

  void Die(size_t k) {
    Note("HALF");
    const uint32_t number = cells_[k].number;
    if (born_ <= plan_.cells.children) NewCell();
    died_ += number;
    if (youngest_ == number) youngest_ = 0;
    cells_.erase(cells_.begin() + static_cast<ptrdiff_t>(k));
  }

  // Behind those of the same priority.
  void Wait(std::vector<size_t>& line, size_t job) {
    const auto at =
        std::ranges::find_if(line, [&](size_t other) { return jobs_[other].priority < jobs_[job].priority; });
    line.insert(at, job);
  }

  void WakeAll(std::vector<size_t>& line) {
    const std::vector<size_t> woken = std::move(line);
    line.clear();
    for (const size_t job : woken) {
      EndPatience(job);
      Schedule(now_, jobs_[job].priority, Due::Go, job);
    }
  }

  // Those go on who wait for nothing else.
  void Send(std::vector<size_t>& line, bool is_second) {
    const std::vector<size_t> told = std::move(line);
    line.clear();
    std::vector<size_t> woken;
    for (const size_t which : told) {
      Job& job = jobs_[which];
      const CosyStepKind kind = StepBefore(which).kind;
      (is_second ? job.needs_sog : job.needs_sig) = false;
      if (kind == CosyStepKind::WaitAllWithin && (job.needs_sig || job.needs_sog)) continue;
      std::erase(is_second ? listening_ : listening2_, which);
      woken.push_back(which);
    }
    WakeAll(woken);
  }

  void Take(Resource& resource, size_t job, double units) {
    resource.free -= units;
    resource.use.Set(now_, resource.use.value + units);
    ++resource.n_seized;
    if (&resource == &desk_) holder_ = job;
    (&resource == &desk_ ? jobs_[job].since_desk : jobs_[job].since_room) = now_;
  }

  // False if it has to wait.
  auto Seize(Resource& resource, size_t job, double units) -> bool {
    jobs_[job].units = units;
    if (resource.waiting.empty() && resource.free >= units) {
      Take(resource, job, units);
      return true;
    }
    Wait(resource.waiting, job);
    return false;
  }

  // The entry of the calendar that lets a job go on.
  auto EntryOf(size_t job) -> std::vector<Entry>::iterator {
    return std::ranges::find_if(
        calendar_, [&](const Entry& entry) { return entry.due == Due::Go && entry.which == job; });
  }

  // False if it has to wait. Who loses the facility waits before all of his priority.
  auto Preempt(size_t job) -> bool {
    if (desk_.free > 0 || jobs_[holder_].priority >= jobs_[job].priority) return Seize(desk_, job, 1);
    const size_t loser = holder_;
    const auto entry = EntryOf(loser);
    jobs_[loser].rest = entry->time - now_;
    calendar_.erase(entry);
    const auto at = std::ranges::find_if(
        desk_.waiting, [&](size_t other) { return jobs_[other].priority <= jobs_[loser].priority; });
    desk_.waiting.insert(at, loser);
    jobs_[loser].units = 1;
    jobs_[job].units = 1;
    desk_.free += 1;
    desk_.use.Set(now_, desk_.use.value - 1);
    Take(desk_, job, 1);
    has_preempted_ = true;
    return true;
  }

  void Release(Resource& resource, size_t job, double units) {
    resource.free += units;
    resource.use.Set(now_, resource.use.value - units);
    resource.holding.Add(now_ - (&resource == &desk_ ? jobs_[job].since_desk : jobs_[job].since_room));
    Serve(resource);
  }

  void Serve(Resource& resource) {
    while (!resource.waiting.empty() && jobs_[resource.waiting.front()].units <= resource.free) {
      const size_t next = resource.waiting.front();
      resource.waiting.erase(resource.waiting.begin());
      EndPatience(next);
      Take(resource, next, jobs_[next].units);
      // Who had lost it gets the rest of his delay.
      Schedule(now_ + std::exchange(jobs_[next].rest, 0), jobs_[next].priority, Due::Go, next);
    }
  }

  void Begin(size_t part) {
    const uint32_t number = born_jobs_[part];
    if (number < plan_.parts[part].count) NewJob(part, now_ + plan_.parts[part].period);
    in_[part].Set(now_, in_[part].value + 1);
    file_[part].Set(now_, file_[part].value + 1);
  }

  void Go(size_t which) {
    const CosyPart& part = plan_.parts[jobs_[which].part];
    while (jobs_[which].step < part.steps.size()) {
      const CosyStep& step = part.steps[jobs_[which].step++];
      if (!Do(step, which)) return;
    }
    const Job& job = jobs_[which];
    in_[job.part].Set(now_, in_[job.part].value - 1);
    if (job.step != SIZE_MAX) stay_[job.part].Add(now_ - job.born);
    file_[job.part].Set(now_, file_[job.part].value - 1);
    wait_[job.part].Add(now_ - entered_[which]);
  }

  // False if the job has to wait.
  auto Do(const CosyStep& step, size_t which) -> bool {
    Job& job = jobs_[which];
    const double value = step.value + step.odd * (job.number % 2);
    switch (step.kind) {
      case CosyStepKind::Advance:    Schedule(now_ + value, job.priority, Due::Go, which); return false;
      case CosyStepKind::Seize:      return Seize(desk_, which, 1);
      case CosyStepKind::Preempt:    return Preempt(which);
      case CosyStepKind::Release:    Release(desk_, which, 1); return true;
      case CosyStepKind::Enter:      return Seize(room_, which, step.value);
      case CosyStepKind::Leave:      Release(room_, which, step.value); return true;
      case CosyStepKind::WaitSignal: Wait(listening_, which); return false;
      case CosyStepKind::WaitGate:
        if (!is_open_) Wait(at_gate_, which);
        return is_open_;
      case CosyStepKind::Priority: job.priority = static_cast<int>(value); return true;
      case CosyStepKind::Signal:   Send(listening_, false); return true;
      case CosyStepKind::Signal2:  Send(listening2_, true); return true;
      default:                     return DoWithin(step, which, value);
    }
    return true;
  }

  auto DoWithin(const CosyStep& step, size_t which, double patience) -> bool {
    Job& job = jobs_[which];
    switch (step.kind) {
      case CosyStepKind::SeizeWithin: return WaitWithin(Seize(desk_, which, 1), which, patience);
      case CosyStepKind::WaitGateWithin:
        if (!is_open_) Wait(at_gate_, which);
        return WaitWithin(is_open_, which, patience);
      case CosyStepKind::WaitSignalWithin: Wait(listening_, which); return WaitWithin(false, which, patience);
      case CosyStepKind::WaitAnyWithin:
      case CosyStepKind::WaitAllWithin:
        job.needs_sig = job.needs_sog = true;
        Wait(listening_, which);
        Wait(listening2_, which);
        return WaitWithin(false, which, patience);
      case CosyStepKind::WaitFreeWithin: {
        const bool is_free = desk_.free > 0 && desk_.waiting.empty();
        if (!is_free) Wait(looking_, which);
        return WaitWithin(is_free, which, patience);
      }
      default: {
        const bool is_there = FindThing(step.key) != box_.end();
        if (is_there) TakeFromBox(step.key);
        if (!is_there) Wait(looking_, which);
        return WaitWithin(is_there, which, patience);
      }
    }
  }

  void AddRow() {
    std::vector<double> row = {now_, static_cast<double>(gone_)};
    if (plan_.cells.is_present) row.push_back(h_);
    for (const Relay& relay : relays_) row.push_back(relay.x);
    answer_.rows.push_back(std::move(row));
  }

  void Tell(const std::string& name, double value) { answer_.values.emplace_back(name, value); }
  void TellMean(const std::string& name, Level& level) {
    level.Set(now_, level.value);
    Tell(name, level.integral / now_);
  }
  void TellResource(const std::string& name, Resource& resource) {
    TellMean(name + " use", resource.use);
    // What these count where somebody is interrupted is not said anywhere.
    if (has_preempted_ && &resource == &desk_) return;
    Tell(name + " seized", resource.n_seized);
    Tell(name + " holding", resource.holding.mean());
  }

  auto Finish() -> CosyAnswer {
    TellResource("DESK", desk_);
    TellResource("ROOM", room_);
    Tell("GONE", gone_);
    Tell("SERIAL", serial_);
    Tell("LATE", late_);
    TellMean("BOX length", box_level_);
    Tell("BOX wait", box_wait_.mean());
    if (plan_.cells.is_present) {
      Tell("H", h_);
      Tell("BORN", born_);
      Tell("TOTAL", total_);
      Tell("DIED", died_);
      Tell("ALIVE", static_cast<double>(cells_.size()));
    }
    for (size_t k = 0; k < plan_.parts.size(); ++k) {
      const uint32_t number = plan_.parts[k].number;
      if (plan_.parts[k].kind != CosyPartKind::Jobs) {
        Tell(fmt::format("N{}", number), counts_[k]);
        continue;
      }
      Tell(fmt::format("STAY{} n", number), stay_[k].n);
      if (stay_[k].n > 0) Tell(fmt::format("STAY{} mean", number), stay_[k].mean());
      TellMean(fmt::format("IN{} mean", number), in_[k]);
      Tell(fmt::format("IN{} most", number), in_[k].most);
      TellMean(fmt::format("FILE{} length", number), file_[k]);
      Tell(fmt::format("FILE{} wait", number), wait_[k].mean());
    }
    for (const Relay& relay : relays_) Tell(fmt::format("X{}", plan_.parts[relay.part].number), relay.x);
    const bool waits = !listening_.empty() || !listening2_.empty() || !looking_.empty() ||
                       !at_gate_.empty() || !desk_.waiting.empty() || !room_.waiting.empty();
    if (plan_.is_open) Note("OVER");
    answer_.is_deadlock =
        !plan_.is_open && waits && calendar_.empty() && relays_.empty() && !plan_.cells.is_present;
    return std::move(answer_);
  }

  const CosyPlan& plan_;
  double gain_;
  double now_ = 0;
  uint64_t n_scheduled_ = 0;
  uint64_t n_rows_ = 1;
  std::vector<Entry> calendar_;
  std::vector<Job> jobs_;
  std::vector<double> entered_;
  std::vector<Relay> relays_;
  std::vector<Cell> cells_;
  std::vector<double> probes_;
  double total_ = 0;
  std::vector<Thing> box_;
  Level box_level_;
  Sum box_wait_;
  Resource desk_, room_;
  size_t holder_ = 0;
  bool has_preempted_ = false;
  std::vector<size_t> listening_, listening2_, at_gate_, looking_;
  bool is_open_ = false;
  double h_ = 0;
  int serial_ = 0, gone_ = 0, late_ = 0;
  uint32_t born_ = 0, died_ = 0, youngest_ = 0, sleeper_ = 0;
  std::vector<Level> in_, file_;
  std::vector<Sum> stay_;
  std::vector<uint32_t> counts_, born_jobs_;
  std::vector<Sum> wait_;
  CosyAnswer answer_;
};

}  // namespace

auto RunCosyPlan(const CosyPlan& plan, double gain) -> CosyAnswer { return Loop(plan, gain).Run(); }

}  // namespace kerf::torture
