// Runs a combined program: its experiments, and in each run the discrete part on its world and the continuous
// part under the executive.
//
// At every event (executive.h) the engine looks which state-conditions have come true and does what they ask
// for, then what the calendar has for this instant; states and variables that it changes go back to the
// model. Where there are no equations the calendar alone moves the clock.
#pragma once

#include <limits>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "combined/copy.h"
#include "combined/integration.h"
#include "combined/objects.h"
#include "combined/options.h"
#include "combined/part.h"
#include "combined/replica.h"
#include "combined/routines.h"
#include "combined/run_record.h"
#include "events/process.h"
#include "events/world.h"
#include "process/program.h"
#include "runtime/agent.h"
#include "runtime/composite.h"
#include "runtime/direction.h"
#include "runtime/integrator.h"
#include "runtime/observer.h"
#include "runtime/run_options.h"

namespace kerf::combined {

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
  [[nodiscard]] auto routines() const -> const Routines& { return routines_; }

  // process::Host
  [[nodiscard]] auto services() const -> const process::ServiceTable& override;
  auto BadSubscript(double subscript, uint32_t size) -> process::Flow override;
  auto GoneRound(uint64_t n) -> process::Flow override;

  // runtime::Agent
  auto NextTime() -> double override;
  auto Act(double t, double step_size, double* w) -> runtime::DeedKind override;

  // runtime::Observer
  void Point(double t, const double* w, runtime::PointKind kind) override;
  void AssertionFailed(uint32_t assertion, double t, const double* w) override;
  [[nodiscard]] auto ShouldStop() -> bool override;
  [[nodiscard]] auto StopReason() const -> std::string;
  [[nodiscard]] auto HasAllEvents() const -> bool;

 private:
  // set_up.cpp
  void SetUpWorld();
  auto DefineRandom(uint32_t variable, const double* arguments) -> process::Flow;
  auto DefineHistogram(uint32_t histogram, const double* arguments) -> process::Flow;

  // engine.cpp
  auto PrepareCopyables() -> bool;
  [[nodiscard]] auto SlotOfCell(uint32_t cell) const -> uint32_t;
  // Runs one that neither waits nor belongs to a transaction. False if it has failed, which is reported.
  auto RunPlain(uint32_t routine) -> bool;
  void ReportFailure(uint32_t routine, uint32_t at);
  auto Fail(std::string text) -> process::Flow;

  // discrete.cpp
  auto HandleCalendar(double t) -> bool;
  auto ReportStop(const std::string& reason) -> bool;
  auto Handle(const events::Event& event) -> bool;
  auto RunTransaction(const Life& life, const events::Event& event) -> bool;
  auto EndTransaction(const process::Process& process, uint32_t at) -> bool;
  // The transaction enters its process, and from now on counts in its file.
  auto Arrive(const Life& life, events::EntityId entity) -> bool;
  auto RunEntry(uint32_t event, events::EntityId entity) -> bool;
  // After each event: lets those go on whose condition has come true.
  auto LookAround() -> bool;
  auto RunDiscrete() -> bool;
  void NoteEvent(std::string_view name);
  [[nodiscard]] auto PlaceOf(uint32_t code) const -> diag::Span;
  void ReportFault();
  void ReportDeadlock();

  // services_discrete.cpp
  auto Schedule(uint32_t event, const double* arguments) -> process::Flow;
  auto CancelEvents(uint32_t event) -> process::Flow;
  auto InsertEntry(uint32_t file, const double* arguments) -> process::Flow;
  auto RemoveEntry(uint32_t file) -> process::Flow;
  auto Generate(uint32_t process, double time, double& result) -> process::Flow;
  auto Resource(process::Service service, uint32_t resource, double units) -> process::Flow;
  auto TerminateOther(uint32_t process, double number) -> process::Flow;
  [[nodiscard]] auto ResumeCode() const -> uint32_t { return resume_base_ + context_.next; }
  auto FlowOf(events::Status status) -> process::Flow;

  // services_waiting.cpp
  // What becomes of the transaction at work; if it waits, its patience begins.
  auto FlowOfWait(events::Grant grant) -> process::Flow;
  auto SetPatience(double patience) -> process::Flow;
  auto TakeTimedOut() -> double;
  void EndCondition();
  void BeginScan(uint32_t file);
  auto NextEntry(uint32_t file) -> double;
  auto TakeEntry(uint32_t file) -> process::Flow;
  auto QueueQuestion(process::Service service, uint32_t object, process::QueueOf whose) -> double;
  auto ResourceQuestion(process::Service service, uint32_t resource) -> double;

  // False if there are more entities and events than can be kept, which is told.
  auto HasRoom() -> bool;

  // continuous.cpp
  // goes_on: from where the last run ended.
  auto RunContinuous(bool goes_on) -> bool;
  void ResetSubmodels();
  auto BeginSubmodels(std::vector<double>& start) -> bool;
  void TakeValues(const double* w);
  auto GiveValues(double* w) -> bool;
  auto FireConditions(const double* w) -> bool;
  // False if conditions come true at one instant without end. Warns if they do ever faster.
  auto CountCondition(const process::Condition& condition, size_t number, runtime::AccumulationWatch& watch)
      -> bool;
  void CheckConditions(double t, const double* w);
  // Notes what a condition is now, and tells whether its event happens.
  static auto HasCome(const process::Condition& condition, bool is_true, Truth& was) -> bool;
  static auto TruthBefore(const std::vector<process::Condition>& conditions) -> std::vector<Truth>;

  // A variable that statements have set although a branch may give its value, or equations tie it to states;
  // of a copy or, null, the system.
  struct Kept {
    const Link* link = nullptr;
    const Copy* copy = nullptr;
    double wanted = 0;
  };
  void NoteKept(const double* w);
  void NoteKeptOf(const Part& part, const Copy* copy, const double* cells, const double* w);
  // What INITCOND and INITIAL say of variables that equations tie to states.
  void NoteTiedStart();
  void ReportTiedStart(const double* w);
  static auto IsTied(const Part& part, const Link& link) -> bool;
  auto CheckKept(const double* w) -> bool;

  // copies.cpp
  auto RefreshCopies(double* w) -> bool;
  void CountSums();
  auto CreateCopy(uint32_t kind, double& result) -> process::Flow;
  auto LaunchCopy(uint32_t kind) -> process::Flow;
  auto FindCopy(uint32_t kind, double number) -> Copy*;
  auto SuspendCopy(uint32_t kind, double number, bool is_suspended) -> process::Flow;
  auto DeleteCopy(Copy& copy) -> process::Flow;
  auto RunFor(Copy& copy, uint32_t routine) -> bool;
  auto FireCopies() -> bool;
  [[nodiscard]] auto Remembered() const -> std::vector<runtime::RelationMemory>;
  void Remember(std::span<const runtime::RelationMemory> memory);
  void TakeCopies();
  auto GiveCopies(double* w) -> bool;
  void BuryCopies();
  [[nodiscard]] auto ActiveParts() -> std::vector<runtime::CopyPart>;
  void SetStatus(const Copy& copy, double status);

  // report_stretch.cpp
  // A part of the present model: the system, or one of the copies that take part.
  struct Place {
    Part* part = nullptr;
    // Null: the system.
    const Copy* copy = nullptr;
    // The number among what the part has of its kind.
    uint32_t number = 0;
  };
  // Whose a number is that counts through the system and the copies; n_of: how many a model has.
  template <typename Count>
  [[nodiscard]] auto PlaceOfNumber(uint32_t number, Count n_of) const -> Place;
  // True the first time; `what` tells kinds of sentences apart.
  auto TellOnce(char what, const Place& place) -> bool;
  // is_first: of a run.
  void ReportStretch(const runtime::RunResult& result, bool is_first);
  void ReportUndetermined(const runtime::RunResult& result);
  void AddAlarms(const runtime::RunResult& result, double length);
  void ReportAlarms();
  void ReportStretchFailure(const runtime::Failure& failure, const double* w);
  auto ReportCopyFailure(const runtime::Failure& failure, const double* w) -> bool;
  [[nodiscard]] auto Violated() const -> std::vector<bool>;
  void RememberViolated(const std::vector<bool>& violated);

  // continuous.cpp
  void CheckGrids(const double* w);
  void ReportGrids();
  auto MakeRunOptions() const -> runtime::RunOptions;
  auto RunStretch(runtime::Integrator& integrator, const runtime::RunOptions& run, std::vector<double>& start,
                  runtime::RunResult& result) -> bool;

  // experiment.cpp
  auto Simulate(double from, double to, double interval) -> process::Flow;
  auto SetIntegration(process::IntegrationSetting setting, double value) -> process::Flow;
  // The clock of the world always grows; the time of the model is the negative of it in runs backwards.
  [[nodiscard]] auto OnClock(double time) const -> double { return runtime::Turned(direction_, time); }
  [[nodiscard]] auto ModelTime() const -> double { return runtime::Turned(direction_, world_.now); }
  void BeginNumbers(uint32_t replication);
  auto ExecuteRun(uint32_t replication) -> bool;
  void TakeLists(size_t run, bool initial_only);
  void FinishRecord();
  auto Minimise(const process::Minimisation& minimisation, const double* arguments) -> process::Flow;

  // replications.cpp
  // With what each replication begins.
  struct Before {
    std::vector<double> cells;
    runtime::StepHistogram steps;
    bool is_storing = true;
  };
  auto SetReplications(double n, bool is_antithetic) -> process::Flow;
  auto SetPrecision(const std::string& name, const double* x) -> process::Flow;
  [[nodiscard]] auto MeanToBeSure() const -> const ReplicatedMean*;
  [[nodiscard]] auto WidthWanted(const ReplicatedMean& mean) const -> double;
  [[nodiscard]] auto IsEnough(uint32_t n_done) const -> bool;
  auto RunReplications(size_t run) -> process::Flow;
  auto RunInParallel(size_t run, const Before& before, uint32_t n, uint32_t n_workers) -> process::Flow;
  auto Replicate(size_t run, uint32_t replication, const Before& before) -> process::Flow;
  auto ReplicateAgain(size_t run, uint32_t k, const Before& before) -> process::Flow;
  auto HoldReplica(size_t run, uint32_t k, const Before& before) -> Replica;
  void TakeReplica(Replica&& replica);
  void ReportPrecision(uint32_t n);
  void KeepRecord(RunRecord&& record);
  void EstimateFrom(const RunRecord& record);
  void Estimate(const RunRecord& record, const std::string& name, double value);
  [[nodiscard]] auto GivenText(const RunRecord& record) const -> std::string;
  void PrintLine(std::string text, bool is_trace);

  // services.cpp
  template <process::Service service>
  static auto ServiceOf(process::Host& host, uint32_t object, const double* arguments, double& result)
      -> process::Flow;
  auto Serve(process::Service service, uint32_t object, const double* arguments, double& result)
      -> process::Flow;
  auto Write(const process::Pattern& pattern, const double* arguments) -> process::Flow;
  auto Call(uint32_t routine, const double* arguments, double& result) -> process::Flow;
  auto CheckRange(uint32_t number, double value) -> process::Flow;

  process::Program& program_;
  Options options_;
  source::Buffers& buffers_;
  HoldingConsumer diagnostics_;
  diag::Emitter emitter_;
  // Where a replication that is done apart leaves what it has; null: it is done in its turn.
  Replica* held_ = nullptr;
  std::vector<double> cells_;
  process::Context context_;
  Routines routines_;
  events::World world_;
  Objects objects_;
  // Null if the system has no equations of its own; the model is then an empty one.
  std::unique_ptr<Part> system_;
  KerfModel main_{};
  // Where runs begin, and where the last one ended.
  std::vector<double> main_start_, main_end_;
  std::vector<runtime::RelationMemory> main_relations_;
  // By kind of copy: the compiled process, and which of its slots meet those of the main model or cells.
  std::vector<std::unique_ptr<Part>> parts_;
  std::vector<std::vector<runtime::SlotPair>> part_inputs_, part_outputs_;
  std::vector<std::vector<Link>> part_cells_, part_locals_;
  // The most sums over copies of which each may depend on the next.
  uint32_t sum_depth_ = 1;
  std::vector<std::unique_ptr<Copy>> copies_;
  runtime::Composite* composite_ = nullptr;
  // Copies that are in the composite, in its order.
  std::vector<Copy*> active_;
  Copy* new_copy_ = nullptr;
  Copy* copy_at_work_ = nullptr;
  bool is_restructured_ = false;
  // Statements of a copy have set a state that is no field.
  bool has_set_local_ = false;
  std::vector<Kept> kept_, tied_at_start_;
  // The method at work; null outside of continuous runs.
  runtime::Integrator* integrator_ = nullptr;

  // The transaction at work, and the code with which its process resumes at instruction 0.
  events::EntityId entity_;
  events::EntityId new_entity_;
  uint32_t resume_base_ = 0;

  // Of the wait that comes next.
  double patience_ = std::numeric_limits<double>::infinity();
  // The entry of a file that is looked at, the one behind it, and the attributes at work before.
  events::EntityId scanned_;
  uint32_t scan_next_ = events::kNone;
  std::vector<double> scan_saved_;

  // Functions and procedures at work, one inside of the other.
  struct CallFrame {
    const double* arguments = nullptr;
    double result = 0;
  };
  std::vector<CallFrame> calls_;

  // The run.
  double from_ = 0, to_ = 0, interval_ = 0;
  runtime::Direction direction_ = runtime::Direction::Forward;
  Integration integration_;
  // The steps of the last run.
  runtime::StepHistogram steps_;
  Alarms alarms_;
  uint32_t n_replications_ = 1;
  bool is_antithetic_ = false;
  // How sure the mean of a statistic is to be, by so many replications at most; no name: their number is
  // given.
  struct Precision {
    std::string name;
    double half_width = 0;
    bool is_relative = false;
    uint32_t most = 0;
  };
  Precision precision_;
  // Counts what is replicated: runs with other values of the lists, and other frames.
  uint32_t n_sets_ = 0;
  std::vector<std::vector<double>> lists_;
  std::vector<Truth> condition_was_;
  runtime::AccumulationWatch accumulation_;
  // Events of conditions of the system and of all copies.
  runtime::ChatteringWatch chattering_;
  std::set<const process::Condition*> told_accumulations_;
  // Kind of sentence, part and number: of many copies one says enough.
  std::set<std::tuple<char, const Part*, uint32_t>> told_;
  // Which assertions of the system did not hold when the last stretch ended.
  std::vector<bool> main_violated_;
  uint32_t n_conditions_now_ = 0;
  // Since when the function of a condition has been zero at all points that were shown; infinity: it is not.
  std::vector<double> zero_since_;
  std::vector<bool> is_zero_told_;
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
