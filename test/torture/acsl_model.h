// Programs of the kind `acsl`: parts that read each other, each with one feature of the language.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kind.h"

namespace kerf::torture {

enum class AcslForm : uint8_t {
  Lag,
  Oscillator,
  FirstOrder,
  LeadLag,
  SecondOrder,
  Limited,
  Delay,
  Switch,
  Limits,
  Signals,
  Table,
  Surface,
  Branches,
  Loop,
  JumpsForward,
  JumpsBack,
  WholeNumbers,
  Ordered,
  Sampled,
  Reset,
  BothWays,
  ByTime,
  AtPoints,
  Ending,
};
constexpr uint32_t kAcslForms = 24;

struct AcslPart {
  uint32_t number = 0;
  AcslForm form = AcslForm::Lag;
  // What it reads: gain*(output of part `source`, or t) + offset + 0.4*SIN(frequency*t).
  uint32_t source = 0;
  double gain = 0;
  double offset = 0;
  double frequency = 0;
  // Meaning by form.
  std::vector<double> numbers;
};

struct AcslProgram {
  std::vector<AcslPart> parts;
  // Decides about the order of statements in DERIVATIVE.
  uint64_t order = 0;
  double interval = 0.1;
  double stop = 1;
  // Values that constants are set to before the run.
  std::map<std::string, double> given;
};

auto RandomAcsl(Rng& rng) -> AcslProgram;
auto TextOf(const AcslProgram& program) -> std::string;

}  // namespace kerf::torture
