// A continuous part of a program, compiled: its model behind the C ABI, and where its variables meet the
// cells of the program.
#pragma once

#include <memory>
#include <vector>

#include "model/compiled_model.h"
#include "process/program.h"
#include "sim/functions.h"
#include "sim/instance.h"
#include "source/buffers.h"

namespace kerf::combined {

// A cell (or field of a copy) and the slot of its variable.
struct Link {
  uint32_t cell = 0;
  uint32_t slot = 0;
  process::Role role = process::Role::Given;
  // The slot that the program reads.
  uint32_t read_slot = 0;
  // The number of the variable.
  uint32_t variable = 0;
  // That of the one that the program reads.
  uint32_t read_variable = 0;
  // What a variable keeps where no branch gives its value, which is read.
  bool is_kept = false;
};

class Part {
 public:
  // Null after errors, which are emitted. The part of the program must outlive this.
  static auto Compile(process::Continuous& continuous, sim::Engine engine, source::Buffers& buffers,
                      diag::Emitter& emitter) -> std::unique_ptr<Part>;

  [[nodiscard]] auto model() const -> const KerfModel& { return instance_->executable().model(); }
  [[nodiscard]] auto compiled() const -> const model::CompiledModel& { return *compiled_; }
  [[nodiscard]] auto functions() -> sim::ModelFunctions& { return instance_->model_functions(); }
  [[nodiscard]] auto links() const -> const std::vector<Link>& { return links_; }
  // The slot of each condition's Boolean, in the order of the conditions.
  [[nodiscard]] auto condition_slots() const -> const std::vector<uint32_t>& { return condition_slots_; }
  // The slots of variables by which a copy takes values from the program.
  [[nodiscard]] auto LinksOf(const std::vector<process::Binding>& bindings) const -> std::vector<Link>;
  // process::kNone if the model has no such variable.
  [[nodiscard]] auto TrySlotOf(const std::string& name) const -> uint32_t;
  // The slots at the start of a run for what the program gives, by the problem of the start if there is one.
  // External objects are as new. False after errors.
  auto SolveStart(double time, const std::vector<double>& cells, sim::Engine engine, diag::Emitter& emitter,
                  std::vector<double>& values) -> bool;
  // Variables of submodels, which start where their models say.
  [[nodiscard]] auto submodel_links() const -> const std::vector<Link>& { return submodel_links_; }
  // The slot of each condition's function, process::kNone if it has none of its own.
  [[nodiscard]] auto function_slots() const -> const std::vector<uint32_t>& { return function_slots_; }
  // Whether a relation is one of a condition's.
  [[nodiscard]] auto IsOfCondition(uint32_t relation) const -> bool { return is_of_condition_[relation]; }
  // The relations of the model with what its conditions say about finding them.
  [[nodiscard]] auto relations() const -> const std::vector<KerfRelation>& { return relations_; }

 private:
  [[nodiscard]] auto SlotOf(const std::string& name) const -> uint32_t;
  void SetUpRelations(const process::Continuous& continuous);
  auto SolveProblem(double time, const std::vector<double>& cells, sim::Engine engine, diag::Emitter& emitter)
      -> bool;
  auto LinkSubmodels(const process::Continuous& continuous, diag::Emitter& emitter) -> bool;

  std::shared_ptr<const model::CompiledModel> compiled_;
  sim::Functions functions_;
  std::unique_ptr<sim::Instance> instance_;
  std::unordered_map<std::string, uint32_t> variables_;
  std::vector<Link> links_;
  std::vector<Link> submodel_links_;
  // Cells and slots of states whose initial values the program gives.
  std::vector<std::pair<uint32_t, uint32_t>> begins_;
  bool has_begun_ = false;
  std::vector<uint32_t> condition_slots_;
  std::vector<uint32_t> function_slots_;
  std::vector<KerfRelation> relations_;
  std::vector<bool> is_of_condition_;
};

}  // namespace kerf::combined
