// What an FMU with C sources shows of its model: the table by which its code finds what importers ask for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kerf::emit {

struct Program;

struct FmuVariable {
  enum class Type : uint8_t { Real, Integer, Boolean };
  // Before the run, or always.
  enum class Setting : uint8_t { Never, Before, Always };
  static constexpr uint32_t kNone = 0xFFFF'FFFF;

  std::string name;
  uint32_t reference = 0;
  Type type = Type::Real;
  Setting setting = Setting::Never;
  // The state that it is, or that it is the derivative of, by number.
  uint32_t state = kNone;
  uint32_t derivative_of = kNone;
  bool is_time = false;
  // Never changes during the run.
  bool is_constant = false;
  // Before the run.
  double value = 0;
  // Elements of an array that begins here.
  uint32_t count = 1;
};

struct FmuInterface {
  bool is_version_3 = false;
  std::string token;
  uint32_t first_indicator = 0;
  uint32_t n_indicators = 0;
  // In the order of their references.
  std::vector<FmuVariable> variables;
  // Names of the states in their order.
  std::vector<std::string> states;
};

// "" or why no FMU can be made of the program: what of the interface it does not have.
auto WhyNoFmu(const Program& program, const FmuInterface& interface) -> std::string;
// Whether the program computes that variable before a run from the parameters that it follows from.
auto IsSetBeforeRun(const Program& program, const std::string& name) -> bool;

}  // namespace kerf::emit
