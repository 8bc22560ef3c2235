// Instances of one compiled model for any number of threads. Each run takes one and gives it back; a run at
// the same time gets another one, and what has been translated once is used again.
//
// A model that calls functions interns what they make in a World, so each instance has a World of its own.
// Functions that have no form outside of the World of the compiler (C, external objects) let their model have
// one instance, and its runs take turns.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "api/inputs.h"
#include "model/library_image.h"
#include "sim/instance.h"

namespace kerf::api {

class InstancePool {
 public:
  explicit InstancePool(std::shared_ptr<const model::CompiledModel> compiled);
  InstancePool(const InstancePool&) = delete;
  auto operator=(const InstancePool&) -> InstancePool& = delete;

  struct Slot {
    std::shared_ptr<const model::CompiledModel> compiled;
    // The open inputs of the model, in order of their variables.
    std::vector<std::unique_ptr<Input>> inputs;
    sim::Functions functions;
    std::unique_ptr<sim::Instance> instance;
  };
  // Gives the slot back at its end.
  class Lease {
   public:
    Lease(InstancePool& pool, std::unique_ptr<Slot> slot) : pool_(&pool), slot_(std::move(slot)) {}
    Lease(Lease&& other) noexcept : pool_(other.pool_), slot_(std::move(other.slot_)) {}
    auto operator=(Lease&&) -> Lease& = delete;
    ~Lease();
    auto operator->() const -> Slot* { return slot_.get(); }

   private:
    InstancePool* pool_;
    std::unique_ptr<Slot> slot_;
  };
  // Waits where runs take turns. Throws std::runtime_error if the model's functions cannot be copied.
  auto Take(sim::Engine engine) -> Lease;
  [[nodiscard]] auto compiled() const -> const model::CompiledModel& { return *compiled_; }
  // Numbers of the variables that are open inputs.
  [[nodiscard]] auto input_variables() const -> const std::vector<uint32_t>& { return input_variables_; }

 private:
  auto MakeSlot(sim::Engine engine) -> std::unique_ptr<Slot>;
  auto OwnModel() -> std::shared_ptr<const model::CompiledModel>;
  auto Donor(sim::Engine engine) -> std::shared_ptr<const sim::Instance>;
  void GiveBack(std::unique_ptr<Slot> slot) noexcept;

  std::shared_ptr<const model::CompiledModel> compiled_;
  std::vector<uint32_t> input_variables_;
  bool calls_functions_ = false;
  // Null: the functions have none.
  std::shared_ptr<const model::LibraryImage> image_;
  std::mutex mutex_;
  std::condition_variable returned_;
  std::vector<std::unique_ptr<Slot>> idle_;
  uint32_t n_taken_ = 0;
  // Only gives its machine code to others.
  sim::Functions no_functions_;
  std::shared_ptr<const sim::Instance> donor_;
};

}  // namespace kerf::api
