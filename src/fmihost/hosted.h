// An FMU as part of a run: what the model asks of it, in whatever order, becomes calls in the order that FMI
// demands. `count` tells how far the run is (fmi/component.h): an update with the next count is an event, or
// a step of communication, that happens; one with the present count asks again for what it has changed.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fmi/component.h"
#include "fmihost/instance.h"
#include "fmihost/library.h"

namespace kerf::fmihost {

struct OpenRequest {
  std::string file;
  std::string token;
  bool is_co_simulation = false;
  // Of the parameters that are texts.
  std::vector<std::string> texts;
};

class Hosted {
 public:
  Hosted() = default;
  Hosted(const Hosted&) = delete;
  auto operator=(const Hosted&) -> Hosted& = delete;
  ~Hosted();

  // Each gives "" or what went wrong. Open comes first.
  auto Open(const OpenRequest& request) -> std::string;
  auto Initialize(std::span<const double> v, std::span<double> y) -> std::string;
  auto Values(size_t group, std::span<const double> v, std::span<double> y) -> std::string;
  auto Tangents(size_t group, std::span<const double> v, std::span<const double> direction,
                std::span<double> tangents) -> std::string;
  auto Update(std::span<const double> v, std::span<double> y) -> std::string;

  [[nodiscard]] auto place() const -> const Place& { return setting_.place; }
  [[nodiscard]] auto TakeWarnings() -> std::vector<std::string> { return std::move(setting_.warnings); }

 private:
  // Nothing more than an instance; initializing; between events.
  enum class Mode : uint8_t { Instantiated, Initialization, Running };
  // What a group gave for some arguments.
  struct Remembered {
    size_t group = 0;
    std::vector<double> v;
    std::vector<double> y;
  };

  auto Unpack(const OpenRequest& request) -> std::string;
  auto MakeInstance() -> std::string;
  auto Start(std::span<const double> v) -> std::string;
  auto SetChanged(std::span<const uint32_t> variables, std::span<const double> values) -> std::string;
  // Brings time, states and the inputs of a group to those of the arguments.
  auto MoveTo(std::span<const double> v, std::span<const uint32_t> inputs) -> std::string;
  auto SetInputs(std::span<const double> values, std::span<const uint32_t> inputs, bool takes_discrete)
      -> std::string;
  auto Compute(const fmi::Group& group, std::span<double> y) -> std::string;
  auto FinishEvent(EventInfo& info) -> std::string;
  auto UpdateExchange(std::span<const double> v, EventInfo& info) -> std::string;
  auto UpdateSteps(std::span<const double> v, EventInfo& info) -> std::string;
  [[nodiscard]] auto Derivatives() const -> std::vector<uint32_t>;
  [[nodiscard]] auto CheckFinite(std::span<const double> y, const char* what) const -> std::string;

  std::string folder_;
  fmi::ImportedModel model_;
  fmi::Component component_;
  uint32_t n_states_ = 0;
  Setting setting_;
  std::unique_ptr<Library> library_;
  std::unique_ptr<Instance> instance_;
  std::vector<std::string> texts_;

  Mode mode_ = Mode::Instantiated;
  // What Initialize was asked last, and what it gave.
  std::vector<double> started_by_;
  std::vector<double> started_;
  double count_ = 0;
  std::vector<double> updated_;
  // What the instance has been told; empty: nothing.
  double time_ = 0;
  std::vector<double> x_;
  std::vector<double> inputs_;
  std::vector<Remembered> remembered_;
  size_t next_remembered_ = 0;
  // Where each input begins among all numbers of inputs.
  std::vector<uint32_t> input_starts_;
  // After a failure that FMI does not let an instance get over, why.
  std::string broken_;
};

}  // namespace kerf::fmihost
