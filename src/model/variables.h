// The variables of a model as columns: what a user can ask for by name. A million of them cost what their
// columns cost; names are paths, and attributes belong to declarations, which the elements of an array share.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/paths.h"

namespace kerf::model {

inline constexpr uint32_t kNone = 0xFFFF'FFFF;

enum class VariableKind : uint8_t {
  Constant,
  Parameter,
  Input,
  State,
  Algebraic,
  // Set by the executive at events.
  Event,
};

enum class ScalarType : uint8_t { Real, Integer, Boolean };

struct VariableFlag {
  static constexpr uint8_t kOutput = 1;
  // Made by the compiler: nothing that a user would look for in the results.
  static constexpr uint8_t kInternal = 2;
  static constexpr uint8_t kDiscrete = 4;
  // The start value is an initial condition, not a guess.
  static constexpr uint8_t kFixed = 8;
  // A parameter whose value the equations of the start give.
  static constexpr uint8_t kFree = 16;
  // Not replaced by another variable that equals it.
  static constexpr uint8_t kRepresentative = 32;
  static constexpr uint8_t kDerivative = 64;
  // So is the derivative of such a variable.
  static constexpr uint8_t kProtected = 128;
};

// pre(v), by numbers of variables.
struct PreviousOf {
  uint32_t variable = 0;
  uint32_t now = 0;
};

// Elements of one array, or a scalar: `count` variables from `first` on.
struct Declaration {
  static constexpr uint8_t kStructural = 1;
  static constexpr uint8_t kProtected = 2;
  static constexpr uint8_t kFinal = 4;
  // Belongs to a connector of the model itself, what flows into the model among them.
  static constexpr uint8_t kOfPort = 8;
  static constexpr uint8_t kFlow = 16;

  uint32_t first = 0;
  uint32_t count = 1;
  // Index into Variables::attributes, or kNone.
  uint32_t attributes = kNone;
  // Sizes from here on in Variables::dims.
  uint32_t first_dim = 0;
  uint8_t n_dims = 0;
  // kStructural: other values need a new translation.
  uint8_t flags = 0;
  // Index into Variables::enumerations, or kNone.
  uint32_t enumeration = kNone;
};

// The values of such a variable count the literals, from 1.
struct Enumeration {
  base::NameId name;
  std::vector<base::NameId> literals;
};

// Names are those of the paths. A bound that is no literal is not known here.
struct Attributes {
  base::NameId unit;
  base::NameId display_unit;
  base::NameId quantity;
  base::NameId description;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  double nominal = 1;
};

struct Variables {
  // By number of the variable. Aliases share a slot.
  std::vector<base::PathId> path;
  std::vector<uint32_t> slot;
  std::vector<VariableKind> kind;
  std::vector<ScalarType> type;
  std::vector<uint8_t> flags;
  std::vector<PreviousOf> previous;
  // In order of their first variables; what the compiler has added has none.
  std::vector<Declaration> declarations;
  std::vector<Attributes> attributes;
  // Those of variables.
  std::vector<Enumeration> enumerations;
  std::vector<int32_t> dims;

  [[nodiscard]] auto size() const -> uint32_t { return static_cast<uint32_t>(path.size()); }
  [[nodiscard]] auto Is(uint32_t variable, uint8_t flag) const -> bool {
    return (flags[variable] & flag) != 0;
  }
};

}  // namespace kerf::model
