// Runs a combined program: its experiments, and in each run the discrete part on its world and the continuous
// part under the executive.
//
// At every event (executive.h) the engine looks which state-conditions have come true and does what they ask
// for, then what the calendar has for this instant; states and variables that it changes go back to the
// model. Where there are no equations the calendar alone moves the clock.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "combined/part.h"
#include "combined/run_record.h"
#include "events/world.h"
#include "process/interpret.h"
#include "runtime/agent.h"
#include "runtime/composite.h"
#include "runtime/integrator.h"
#include "runtime/observer.h"
#include "runtime/run_options.h"

namespace kerf::combined {

struct Options {
  // The program's own choice holds unless this is not empty.
  std::string solver;
  double tolerance = 0;
  sim::Engine engine = sim::Engine::Jit;
  uint32_t n_replications = 1;
  // Takes what the program writes, a line at a time.
  std::function<void(std::string_view)> print;
  // A line for each event.
  std::function<void(std::string_view)> trace;
  std::function<bool()> should_stop;
};

// What a condition was at the last event; one outside of branches is not known before the first.
enum class Truth : int8_t { Unknown, False, True };

// A copy of a continuous process.
struct Copy {
  uint32_t kind = 0;
  events::EntityId entity;
  std::unique_ptr<runtime::Machine> machine;
  std::vector<Truth> condition_was;
  bool is_suspended = false;
  bool is_dead = false;
};

class Engine : public process::Host, public runtime::Agent, public runtime::Observer {
 public:
  // The program must outlive the engine.
  Engine(process::Program& program, const Options& options, source::Buffers& buffers, diag::Emitter& emitter);
  ~Engine() override;
  Engine(const Engine&) = delete;
  auto operator=(const Engine&) -> Engine& = delete;

  // Compiles the continuous parts. False after errors.
  auto Prepare() -> bool;
  // All experiments. False after errors; what was recorded until then remains.
  auto Run() -> bool;
  [[nodiscard]] auto runs() const -> const std::vector<RunRecord>& { return runs_; }
  [[nodiscard]] auto cross_rows() const -> const std::vector<std::vector<double>>& { return cross_rows_; }
  [[nodiscard]] auto world() const -> const events::World& { return world_; }
  [[nodiscard]] auto estimates() const -> const std::vector<ReplicatedMean>& { return estimates_; }

  // process::Host
  auto Invoke(process::Service service, uint32_t object, const double* arguments, uint32_t n, double& result)
      -> process::Flow override;
  auto BadSubscript(double subscript, uint32_t size) -> process::Flow override;

  // runtime::Agent
  auto NextTime() -> double override;
  auto Act(double t, double step_size, double* w) -> runtime::DeedKind override;

  // runtime::Observer
  void Point(double t, const double* w, runtime::PointKind kind) override;
  void AssertionFailed(uint32_t assertion, double t, const double* w) override;
  [[nodiscard]] auto ShouldStop() -> bool override;

 private:
  // set_up.cpp
  void SetUpWorld();
  auto DefineRandom(uint32_t variable, const double* arguments) -> process::Flow;
  auto DefineHistogram(uint32_t histogram, const double* arguments) -> process::Flow;

  // engine.cpp
  auto PrepareCopyables() -> bool;
  [[nodiscard]] auto SlotOfCell(uint32_t cell) const -> uint32_t;
  auto RunRoutine(uint32_t routine, uint32_t begin = 0) -> process::Progress;
  // Runs one that neither waits nor belongs to a transaction. False if it has failed, which is reported.
  auto RunPlain(uint32_t routine) -> bool;
  void ReportFailure(uint32_t routine, uint32_t at);
  auto Fail(std::string text) -> process::Flow;

  // discrete.cpp
  auto HandleCalendar(double t) -> bool;
  auto Handle(const events::Event& event) -> bool;
  auto RunTransaction(events::EntityId entity, uint32_t begin) -> bool;
  auto RunEntry(uint32_t event, events::EntityId entity) -> bool;
  auto RunDiscrete() -> bool;
  void NoteEvent(std::string_view name);

  // services_discrete.cpp
  auto Schedule(uint32_t event, const double* arguments) -> process::Flow;
  auto CancelEvents(uint32_t event) -> process::Flow;
  auto InsertEntry(uint32_t file, const double* arguments) -> process::Flow;
  auto RemoveEntry(uint32_t file) -> process::Flow;
  auto Generate(uint32_t process, double time, double& result) -> process::Flow;
  auto Resource(process::Service service, uint32_t resource, double units) -> process::Flow;
  auto TerminateOther(double number) -> process::Flow;
  auto FileQuestion(process::Service service, uint32_t file) -> double;
  [[nodiscard]] auto ResumeCode() const -> uint32_t { return resume_base_ + context_.next; }
  auto FlowOf(events::Status status) -> process::Flow;

  // continuous.cpp
  auto RunContinuous() -> bool;
  void TakeValues(const double* w);
  auto GiveValues(double* w) -> bool;
  auto FireConditions(const double* w) -> bool;
  // Notes what a condition is now, and tells whether its event happens.
  static auto HasCome(const process::Condition& condition, bool is_true, Truth& was) -> bool;
  static auto TruthBefore(const std::vector<process::Condition>& conditions) -> std::vector<Truth>;

  // copies.cpp
  auto CreateCopy(uint32_t kind, double& result) -> process::Flow;
  auto LaunchCopy(uint32_t kind) -> process::Flow;
  auto FindCopy(uint32_t kind, double number) -> Copy*;
  auto SuspendCopy(uint32_t kind, double number, bool is_suspended) -> process::Flow;
  auto DeleteCopy(Copy& copy) -> process::Flow;
  auto RunFor(const Copy& copy, uint32_t routine) -> bool;
  auto FireCopies() -> bool;
  void TakeCopies();
  auto GiveCopies(double* w) -> bool;
  void BuryCopies();
  [[nodiscard]] auto ActiveParts() -> std::vector<runtime::CopyPart>;
  void SetStatus(const Copy& copy, double status);
  void ReportCopies(const runtime::Failure& failure);

  // continuous.cpp
  void CheckGrids();
  void ReportGrids();
  auto MakeRunOptions() const -> runtime::RunOptions;
  auto RunStretch(runtime::Integrator& integrator, const runtime::RunOptions& run, std::vector<double>& start,
                  runtime::RunResult& result) -> bool;

  // experiment.cpp
  auto Simulate(double from, double to, double interval) -> process::Flow;
  auto ExecuteRun(uint32_t replication) -> bool;
  void TakeLists(size_t run, bool initial_only);
  void FinishRecord();
  auto Minimise(const process::Minimisation& minimisation, const double* arguments) -> process::Flow;

  // services.cpp
  auto Write(const process::Pattern& pattern, const double* arguments) -> process::Flow;
  auto CheckRange(uint32_t cell, double value) -> process::Flow;

  process::Program& program_;
  Options options_;
  source::Buffers& buffers_;
  diag::Emitter& emitter_;
  std::vector<double> cells_;
  std::vector<double> registers_;
  size_t register_top_ = 0;
  process::Context context_;
  events::World world_;
  // Null if the system has no equations of its own; the model is then an empty one.
  std::unique_ptr<Part> system_;
  KerfModel main_{};
  std::vector<double> main_start_;
  // By kind of copy: the compiled process, and which of its slots meet those of the main model or cells.
  std::vector<std::unique_ptr<Part>> parts_;
  std::vector<std::vector<runtime::SlotPair>> part_inputs_, part_outputs_;
  std::vector<std::vector<Link>> part_cells_;
  std::vector<events::ClassId> copy_classes_;
  std::vector<std::unique_ptr<Copy>> copies_;
  runtime::Composite* composite_ = nullptr;
  // Copies that are in the composite, in its order.
  std::vector<Copy*> active_;
  Copy* new_copy_ = nullptr;
  Copy* copy_at_work_ = nullptr;
  bool is_restructured_ = false;
  // The method at work; null outside of continuous runs.
  runtime::Integrator* integrator_ = nullptr;

  // The transaction at work, and the code with which its process resumes at instruction 0.
  events::EntityId entity_;
  events::EntityId new_entity_;
  uint32_t resume_base_ = 0;
  std::vector<uint32_t> code_base_;
  // Numbers of world's objects.
  events::ClassId entry_class_{};
  std::vector<events::ClassId> process_classes_;
  std::vector<uint32_t> process_of_class_;
  std::vector<events::FileId> files_;
  std::vector<events::FacilityId> facilities_;
  std::vector<events::GateId> gates_;
  std::vector<events::SignalId> signals_;
  std::vector<events::VariateId> variates_;
  std::vector<events::CollectId> collects_;
  std::vector<events::TimeStatisticId> time_values_;
  std::vector<events::HistogramId> histograms_;
  std::vector<bool> is_collected_, is_counted_, is_time_value_;

  // The run.
  double from_ = 0, to_ = 0, interval_ = 0;
  std::string method_;
  std::vector<std::vector<double>> lists_;
  std::vector<Truth> condition_was_;
  uint32_t frame_ = 0;
  bool is_rerun_ = false;
  bool is_continued_ = false;
  bool is_storing_ = true;
  bool is_saved_ = false;
  bool is_finished_ = false;
  bool has_failed_ = false;
  std::string failure_text_;
  RunRecord record_;
  std::vector<RunRecord> runs_;
  std::vector<std::vector<double>> cross_rows_;
  std::vector<ReplicatedMean> estimates_;
};

}  // namespace kerf::combined
