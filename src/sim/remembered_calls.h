// The last results of functions that machine code leaves to the interpreter, by their arguments. Functions of
// media call others with constants only, such as the fit of a polynomial to a table, again and again.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "flat/function.h"
#include "flat/value.h"

namespace kerf::sim {

class RememberedCalls {
 public:
  // The results for exactly these arguments; null: not known.
  [[nodiscard]] auto Find(uint32_t function, std::span<const flat::Value> arguments) const
      -> const std::vector<flat::Value>*;
  // Nothing is kept of impure functions and of external objects, which may give something else each time, and
  // of long lists of arguments.
  void Keep(uint32_t function, const flat::FunctionBody& body, std::vector<flat::Value> arguments,
            std::vector<flat::Value> results);
  void Clear() { places_.clear(); }

 private:
  struct Place {
    std::vector<double> numbers;
    std::vector<flat::Value> arguments, results;
  };
  struct Places {
    std::vector<Place> kept;
    size_t next = 0;
  };

  std::unordered_map<uint32_t, Places> places_;
};

}  // namespace kerf::sim
