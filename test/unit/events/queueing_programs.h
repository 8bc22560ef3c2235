// Queueing systems with closed forms, as processes: arrivals, one or two stations of servers, departure.
#pragma once

#include <vector>

#include "events/facility.h"
#include "events/run.h"
#include "events/schedule.h"
#include "events/statistics.h"

namespace kerf::events {

inline auto Exponential(double mean) -> Distribution {
  return {DistributionKind::Exponential, mean, 0, 0, {}, {}, {}};
}

// Customers arrive, go through the stations one after the other, and leave.
class OpenLine : public Program {
 public:
  struct Station {
    Distribution service;
    uint32_t n_servers = 1;
  };

  OpenLine(World& world, Distribution arrivals, std::vector<Station> stations)
      : stations_(std::move(stations)) {
    customer_ = AddClass(world, "customer", {"station"});
    arrival_ = AddVariate(world, "arrivals", std::move(arrivals), 0);
    in_system_ = AddTimeStatistic(world, "in system");
    time_in_system_ = AddCollect(world, "time in system");
    for (uint32_t k = 0; k < stations_.size(); ++k) {
      servers_.push_back(AddFacility(world, "servers " + std::to_string(k + 1), stations_[k].n_servers));
      services_.push_back(AddVariate(world, "service", stations_[k].service, k + 1));
    }
  }
  void Initialise(World& world) override {
    n_in_system_ = 0;
    ScheduleAfter(world, DrawFrom(world, arrival_), kArrive);
  }
  void Handle(World& world, const Event& event) override {
    switch (event.code) {
      case kArrive: return Arrive(world);
      case kServe:  return Serve(world, event.entity);
      case kDone:   return Done(world, event.entity);
    }
  }

 private:
  enum : uint32_t { kArrive, kServe, kDone };

  void Arrive(World& world) {
    ScheduleAfter(world, DrawFrom(world, arrival_), kArrive);
    (void)SetValue(world, in_system_, ++n_in_system_);
    Enter(world, Create(world, customer_));
  }
  void Enter(World& world, EntityId entity) {
    const auto station = static_cast<size_t>(Attribute(world, entity, 0));
    if (Seize(world, servers_[station], entity, kServe) == Grant::Granted) Serve(world, entity);
  }
  void Serve(World& world, EntityId entity) {
    const auto station = static_cast<size_t>(Attribute(world, entity, 0));
    (void)Advance(world, entity, DrawFrom(world, services_[station]), kDone);
  }
  void Done(World& world, EntityId entity) {
    const double station = Attribute(world, entity, 0);
    (void)Release(world, servers_[static_cast<size_t>(station)], entity);
    (void)SetAttribute(world, entity, 0, station + 1);
    if (station + 1 < static_cast<double>(stations_.size())) return Enter(world, entity);
    (void)SetValue(world, in_system_, --n_in_system_);
    (void)Observe(world, time_in_system_, world.now - world.entities[entity].created);
    (void)Leave(world, entity);
  }

  std::vector<Station> stations_;
  ClassId customer_{};
  VariateId arrival_{};
  TimeStatisticId in_system_{};
  CollectId time_in_system_{};
  std::vector<FacilityId> servers_;
  std::vector<VariateId> services_;
  double n_in_system_ = 0;
};

// Machines that fail and are repaired by few men.
class MachineRepair : public Program {
 public:
  MachineRepair(World& world, uint32_t n_machines, uint32_t n_men, double mean_up, double mean_repair)
      : n_machines_(n_machines) {
    machine_ = AddClass(world, "machine", {});
    men_ = AddFacility(world, "men", n_men);
    up_ = AddVariate(world, "up", Exponential(mean_up), 0);
    repair_ = AddVariate(world, "repair", Exponential(mean_repair), 1);
    running_ = AddTimeStatistic(world, "running");
  }
  void Initialise(World& world) override {
    n_running_ = 0;
    for (uint32_t k = 0; k < n_machines_; ++k) Start(world, Create(world, machine_));
  }
  void Handle(World& world, const Event& event) override {
    if (event.code == kFail) {
      (void)SetValue(world, running_, --n_running_);
      if (Seize(world, men_, event.entity, kRepair) == Grant::Waiting) return;
    }
    if (event.code != kRepaired) {
      (void)Advance(world, event.entity, DrawFrom(world, repair_), kRepaired);
      return;
    }
    (void)Release(world, men_, event.entity);
    Start(world, event.entity);
  }

 private:
  enum : uint32_t { kFail, kRepair, kRepaired };

  void Start(World& world, EntityId machine) {
    (void)SetValue(world, running_, ++n_running_);
    (void)Advance(world, machine, DrawFrom(world, up_), kFail);
  }

  uint32_t n_machines_;
  ClassId machine_{};
  FacilityId men_{};
  VariateId up_{};
  VariateId repair_{};
  TimeStatisticId running_{};
  double n_running_ = 0;
};

}  // namespace kerf::events
