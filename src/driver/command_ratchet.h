// What the parts of `kerf ratchet` share: the stages, what is known of an example, and who does what.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "driver/io.h"
#include "lang/modelica/library/program.h"

namespace kerf::driver {

// How far an example gets. Each stage stands on those before it.
enum class Stage : uint8_t {
  None,
  // The class is there and its text is sound.
  Parse,
  // It has a flat model.
  Flatten,
  // The passes up to tear_blocks find nothing wrong.
  Causalise,
  // There are consistent values at the start.
  Initialise,
  // The run reaches its stop time.
  Simulate,
  // All signals of the reference lie inside its tube.
  Match,
};
inline constexpr size_t kStages = 7;

auto StageName(Stage stage) -> std::string_view;
auto TryStage(std::string_view name) -> std::optional<Stage>;

// What is recorded of an example: nothing that differs from one run to the next, so that a recorded file
// changes only when the compiler does.
struct ExampleRow {
  std::string name;
  Stage stage = Stage::None;
  // Elements of the flat model's variables that are sought, and of its equations. Those inside algorithms do
  // not count.
  uint64_t unknowns = 0;
  uint64_t equations = 0;
  // Code of the first error, or what ended the process: `time-limit`, `memory-limit`, `crash-SEGV`.
  std::string error;
};

struct ExampleRun {
  ExampleRow row;
  // Processor time [s] and peak memory [MB].
  double seconds = 0;
  double megabytes = 0;
  // The first error in words.
  std::string text;
};

struct Record {
  // "Modelica 4.1.0".
  std::string library;
  // Sorted by name.
  std::vector<ExampleRow> rows;
  // Why there is none; empty if there is one.
  std::string error;
};

// What a run of the ratchet means for a record.
struct RecordCheck {
  struct Fall {
    ExampleRow before;
    Stage now;
    std::string error;
  };
  std::vector<Fall> falls;
  size_t n_better = 0;
  size_t n_new = 0;
};

// Examples in package order: classes inside a package `Examples` that are not partial and have an annotation
// experiment(StopTime = …).
auto FindExamples(modelica::Program& program, modelica::ClassId top) -> std::vector<std::string>;

// The child process: runs one example and writes what it reaches to a file descriptor, line by line, so that
// it is known after a crash as well.
struct ModelJob {
  std::string name;
  std::vector<std::string> libraries;
  // Whose functions in C may be called.
  std::vector<std::string> trust;
  // Folder of reference results; may be empty.
  std::string reference;
  Stage last_stage = Stage::Match;
  int report_fd = 1;
};
void RunModelJob(const ModelJob& job);

struct ProcessLimits {
  // Processor time [s].
  double seconds = 60;
  // 0: no limit.
  uint64_t megabytes = 0;
};
// Starts this program again with the job and waits for it.
auto RunExample(const ModelJob& job, const ProcessLimits& limits) -> ExampleRun;

struct RatchetOptions {
  std::string library;
  std::string models;
  std::string record;
  std::string check;
  std::string details;
  std::string stage = "match";
  size_t sample = 0;
  unsigned jobs = 0;
  ProcessLimits limits;
  ModelJob job;
};

struct Plan {
  // "Modelica 4.1.0".
  std::string library;
  // All examples that the options name, and those of them that are run.
  std::vector<std::string> examples;
  std::vector<std::string> sample;
};

// Nothing after a reported mistake.
auto MakePlan(const RatchetOptions& options, source::Buffers& buffers, diag::Emitter& emitter)
    -> std::optional<Plan>;
// Recorded examples that the options name and that the library does not have any more.
auto MissingRows(const RatchetOptions& options, const Plan& plan, const Record& record)
    -> std::vector<std::string>;

auto ReadRecord(const std::string& path) -> Record;
// An error text, or an empty one.
auto WriteRecord(const std::string& path, const Record& record) -> std::string;
// Puts the runs into the record. What was recorded beyond `last_stage` stays if a run got that far.
void Merge(const std::vector<ExampleRun>& runs, Stage last_stage, Record& record);
auto CheckRecord(const std::vector<ExampleRun>& runs, Stage last_stage, const Record& record) -> RecordCheck;

// Says what fell back. True if nothing did.
auto PrintCheck(const RecordCheck& check, const std::vector<std::string>& missing, const std::string& path,
                const Io& io) -> bool;
// Time, memory and the first error in words: what differs from run to run. An error text, or an empty one.
auto WriteDetails(const std::string& path, const std::vector<ExampleRun>& runs) -> std::string;
// Counts per part of the library, and the most frequent errors.
void PrintStages(const std::vector<ExampleRun>& runs, const Io& io);

}  // namespace kerf::driver
