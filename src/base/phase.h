// What the program is doing just now, for messages of those who end it: "flatten", "build_simcode", "run".
#pragma once

#include <atomic>

namespace kerf::base {

// Of the process. The name is a literal.
inline auto PhaseName() -> std::atomic<const char*>& {
  static std::atomic<const char*> name = "";
  return name;
}

class PhaseScope {
 public:
  explicit PhaseScope(const char* name) : outer_(PhaseName().exchange(name)) {}
  PhaseScope(const PhaseScope&) = delete;
  auto operator=(const PhaseScope&) -> PhaseScope& = delete;
  ~PhaseScope() { PhaseName() = outer_; }

 private:
  const char* outer_;
};

}  // namespace kerf::base
