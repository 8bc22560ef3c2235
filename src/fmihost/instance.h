// An instance of an FMU, of FMI 2.0 or 3.0, behind one interface. Variables are given as indices into the
// description, values as numbers, arrays row by row.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fmi/imported.h"
#include "fmihost/library.h"

namespace kerf::fmihost {

// Where the FMU is at the moment: for messages, also after a crash.
struct Place {
  std::string fmu;
  const char* function = "";
  // Not a number before the initialization.
  double time = std::numeric_limits<double>::quiet_NaN();
};

struct EventInfo {
  bool needs_update = false;
  bool is_ended = false;
  bool has_next_time = false;
  double next_time = 0;
};

// What an instance needs of its surroundings; outlives it.
struct Setting {
  const fmi::ImportedModel* model = nullptr;
  const Library* library = nullptr;
  bool is_co_simulation = false;
  // Folder of the resources.
  std::string resources;
  // What the FMU says of its last failure, and what else it wants to be read.
  std::string last_message;
  std::vector<std::string> warnings;
  Place place;
  // After an error nothing may be asked any more; after a fatal one the instance may not even be freed.
  bool is_broken = false;
  std::string failure;
  bool is_lost = false;
};

// Functions give "" or what went wrong.
class Instance {
 public:
  virtual ~Instance() = default;

  virtual auto SetText(uint32_t variable, const std::string& text) -> std::string = 0;
  virtual auto SetNumbers(std::span<const uint32_t> variables, const double* values) -> std::string = 0;
  virtual auto GetNumbers(std::span<const uint32_t> variables, double* values) -> std::string = 0;

  virtual auto EnterInitialization(double start) -> std::string = 0;
  virtual auto ExitInitialization() -> std::string = 0;

  // Model exchange.
  virtual auto EnterEventMode() -> std::string = 0;
  virtual auto UpdateDiscreteStates(EventInfo& info) -> std::string = 0;
  virtual auto EnterContinuousTime() -> std::string = 0;
  virtual auto SetTime(double time) -> std::string = 0;
  virtual auto SetStates(std::span<const double> x) -> std::string = 0;
  virtual auto GetStates(std::span<double> x) -> std::string = 0;
  virtual auto GetDerivatives(std::span<double> slopes) -> std::string = 0;
  virtual auto GetIndicators(std::span<double> indicators) -> std::string = 0;
  virtual auto CompleteStep(bool& wants_event, bool& is_ended) -> std::string = 0;
  // Of the unknowns by the knowns, in that direction.
  virtual auto GetTangents(std::span<const uint32_t> unknowns, std::span<const uint32_t> knowns,
                           std::span<const double> direction, std::span<double> tangents) -> std::string = 0;

  // Co-simulation.
  virtual auto DoStep(double from, double length, EventInfo& info) -> std::string = 0;
  // Of an instance that has been initialized.
  virtual auto Terminate() -> std::string = 0;
};

// Null: `error` tells which function the binary does not have, or why it makes no instance.
auto MakeInstance2(Setting& setting, std::string& error) -> std::unique_ptr<Instance>;
auto MakeInstance3(Setting& setting, std::string& error) -> std::unique_ptr<Instance>;

// The words for a call that failed; what it means for later calls is noted.
auto NoteFailure(Setting& setting, const char* status, bool is_final, bool is_fatal) -> std::string;

// The number in the FMU for one that a model has, and back: a model counts literals of enumerations from 1.
auto ToFmu(const fmi::ImportedModel& model, const fmi::ImportedVariable& variable, double number) -> double;
auto FromFmu(const fmi::ImportedModel& model, const fmi::ImportedVariable& variable, double number) -> double;

}  // namespace kerf::fmihost
