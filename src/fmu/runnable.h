// A compiled model that came with the FMU, ready to run in this process: by the interpreter of tapes, with
// the functions of the model and its problems of the start. Each instance has one of its own.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fmi/variables.h"
#include "fmu/log.h"
#include "model/compiled_model.h"
#include "sim/executable.h"
#include "sim/model_functions.h"

namespace kerf::fmu {

// Values from the importer, by number of the variable.
using GivenValues = std::map<uint32_t, double>;

class Runnable {
 public:
  // Reads the model from the folder of resources. Null after a message.
  static auto Read(const std::string& folder, const std::string& token, Log& log)
      -> std::unique_ptr<Runnable>;

  // Solves the problem of the start, if there is one. The executable then begins with its solution, and with
  // what is given. False after a message.
  auto FindStart(const GivenValues& given, double time, double tolerance, Log& log) -> bool;

  [[nodiscard]] auto compiled() const -> const model::CompiledModel& { return *compiled_; }
  [[nodiscard]] auto interface() const -> const fmi::Interface& { return interface_; }
  [[nodiscard]] auto executable() -> sim::Executable& { return *parts_[0].executable; }
  [[nodiscard]] auto functions() -> sim::ModelFunctions& { return *functions_; }
  // Functions in C have memory of their own, which no state of an instance holds.
  [[nodiscard]] auto calls_foreign() const -> bool { return calls_foreign_; }
  // The model has asked for the end of the run when its start was found.
  [[nodiscard]] auto ends_at_start() const -> bool { return ends_at_start_; }
  // What functions have printed goes to the log.
  void TellPrinted(Log& log);

 private:
  friend class HostOfStart;
  struct Part {
    const model::CompiledModel* problem = nullptr;
    std::unique_ptr<sim::Executable> executable;
  };
  Runnable() = default;
  auto Open(std::string_view bytes, const std::string& folder, Log& log) -> bool;
  auto RenewObjects(Log& log) -> bool;
  auto MakePart(const model::CompiledModel& problem, Log& log) -> bool;

  std::shared_ptr<source::Buffers> buffers_;
  std::shared_ptr<const model::CompiledModel> compiled_;
  fmi::Interface interface_;
  std::unique_ptr<sim::ModelFunctions> functions_;
  std::vector<Part> parts_;
  bool ends_at_start_ = false;
  bool calls_foreign_ = false;
  // External objects are as their constructors have made them.
  bool is_new_ = true;
};

}  // namespace kerf::fmu
