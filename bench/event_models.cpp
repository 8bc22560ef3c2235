// See event_models.h.
#include "event_models.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>

#include "events/facility.h"
#include "events/process.h"
#include "events/run.h"
#include "events/schedule.h"
#include "events/statistics.h"

namespace kerf::bench {

namespace {

// M/M/1 as processes, with the statistics that a facility keeps.
class SingleServer : public events::Program {
 public:
  explicit SingleServer(events::World& world) {
    customer_ = events::AddClass(world, "customer", {});
    server_ = events::AddFacility(world, "server");
    time_ = events::AddCollect(world, "time in system");
    const auto exponential = events::DistributionKind::Exponential;
    arrivals_ = events::AddVariate(world, "arrivals", {exponential, 1, 0, 0, {}, {}, {}}, 0);
    services_ = events::AddVariate(world, "services", {exponential, 0.8, 0, 0, {}, {}, {}}, 1);
  }
  void Initialise(events::World& world) override { events::ScheduleAfter(world, 1, kArrive); }
  void Handle(events::World& world, const events::Event& event) override {
    events::EntityId entity = event.entity;
    if (event.code == kArrive) {
      events::ScheduleAfter(world, events::DrawFrom(world, arrivals_), kArrive);
      entity = events::Create(world, customer_);
      if (events::Seize(world, server_, entity, kServe) == events::Grant::Waiting) return;
    }
    if (event.code != kDone) {
      (void)events::Advance(world, entity, events::DrawFrom(world, services_), kDone);
      return;
    }
    (void)events::Release(world, server_, entity);
    (void)events::Observe(world, time_, world.now - world.entities[entity].created);
    (void)events::Leave(world, entity);
  }

 private:
  enum : uint32_t { kArrive, kServe, kDone };
  events::ClassId customer_{};
  events::FacilityId server_{};
  events::CollectId time_{};
  events::VariateId arrivals_{};
  events::VariateId services_{};
};

}  // namespace

auto Now() -> double { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

auto HoldRate(size_t n_entities) -> double {
  constexpr size_t kEvents = 2'000'000;
  double best = 0;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    events::World world;
    const events::ClassId holder = events::AddClass(world, "holder", {"a", "b"});
    events::EnsureStream(world, 0);
    for (size_t k = 0; k < n_entities; ++k) {
      const events::EntityId entity = events::Create(world, holder);
      (void)events::Advance(world, entity, events::DrawExponential(world.streams[0], 1), 1);
    }
    events::Event event;
    const double begin = Now();
    for (size_t k = 0; k < kEvents && events::NextEvent(world, HUGE_VAL, event) == events::Next::Event; ++k) {
      (void)events::Advance(world, event.entity, events::DrawExponential(world.streams[0], 1), 1);
    }
    best = std::max(best, kEvents / (Now() - begin));
  }
  return best;
}

auto QueueRate() -> Rate {
  Rate best;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    events::World world;
    SingleServer program(world);
    events::RunOptions options;
    options.stop = 1e6;
    const double begin = Now();
    events::RunProgram(program, world, options);
    const double seconds = Now() - begin;
    best.events = std::max(best.events, static_cast<double>(world.n_events) / seconds);
    best.customers = std::max(best.customers, static_cast<double>(world.collects[0].values.n) / seconds);
  }
  return best;
}

auto RunSimPy() -> SimPyRates {
  SimPyRates rates;
  FILE* pipe = popen("python3 " KERF_BENCH_DIR
                     "/events_simpy.py 2>/dev/null || "
                     "/usr/bin/python3 " KERF_BENCH_DIR "/events_simpy.py 2>/dev/null",
                     "r");
  if (pipe == nullptr) return rates;
  char name[32];
  double n = 0;
  double seconds = 0;
  while (std::fscanf(pipe, "%31s %lf %lf", name, &n, &seconds) == 3) {
    (name == std::string("hold") ? rates.hold : rates.queue) = n / seconds;
  }
  pclose(pipe);
  return rates;
}

}  // namespace kerf::bench
