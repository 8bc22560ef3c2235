// Models of the kind `translate`: parts that read each other, each with one feature that targets have to say.
#pragma once

#include <string>
#include <vector>

#include "kind.h"

namespace kerf::torture {

enum class PartForm : uint8_t {
  Lag,
  Oscillator,
  // Skew-symmetric matrices plus one, with rows in another order: regular wherever entries vanish.
  LinearLoop,
  NonlinearLoop,
  Choice,
  Limits,
  Tied,
  // From here on Modelica only.
  Array,
  AtRest,
  SearchedStart,
  Sampled,
  Crossing,
  Bounce,
  Delayed,
};
constexpr uint32_t kDymolaForms = 7;
constexpr uint32_t kForms = 14;

struct TranslatedPart {
  uint32_t number = 0;
  PartForm form = PartForm::Lag;
  // What it reads: gain*(output of part `source`, or time) + offset + sin(frequency*time).
  uint32_t source = 0;
  double gain = 0;
  double offset = 0;
  double frequency = 0;
  bool reads_input = false;
  // Meaning by form.
  std::vector<double> numbers;
  uint32_t size = 2;
};

struct TranslatedModel {
  std::vector<TranslatedPart> parts;
  bool is_dymola = false;
  bool has_input = false;
  double stop = 1;
  // Options that the model is simulated and translated with.
  std::vector<std::string> options;
};

auto RandomTranslated(Rng& rng) -> TranslatedModel;
auto TextOf(const TranslatedModel& model) -> ModelText;
// Options that belong to the parts that are there.
auto OptionsOf(const TranslatedModel& model) -> std::vector<std::string>;

}  // namespace kerf::torture
