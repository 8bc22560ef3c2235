// Running routines: what they work on, who serves them, and who runs them. There are two ways with the same
// results, bit for bit: the interpreter (interpret.h) and machine code (codegen/compile_routines.h).
#pragma once

#include <array>
#include <cstdint>

#include "process/routine.h"

namespace kerf::process {

// What becomes of a routine.
enum class Flow : uint8_t { Go, Wait, Stop, Fail };

// What a routine works on. Machine code knows the places of the members.
struct Context {
  double* cells = nullptr;
  double* fields = nullptr;
  // Where the routine will go on if the service at work makes it wait.
  uint32_t next = 0;
};

class Host;

// Does what a routine asks for. The result is 0 beforehand; the context may be another one afterwards.
using ServiceCode = Flow (*)(Host& host, uint32_t object, const double* arguments, double& result);
using ServiceTable = std::array<ServiceCode, kServices>;

// Who does what routines ask for.
class Host {
 public:
  virtual ~Host() = default;
  // In the order of services.def.
  [[nodiscard]] virtual auto services() const -> const ServiceTable& = 0;
  // A subscript that is not 1 … size.
  virtual auto BadSubscript(double subscript, uint32_t size) -> Flow = 0;
  // The run of a routine has jumped back n times, a multiple of kRounds; unless it may go on, it is ended.
  virtual auto GoneRound(uint64_t n) -> Flow = 0;
};

// So often a routine jumps back before its host is asked; a power of two.
inline constexpr uint64_t kRounds = 1U << 16U;

struct Progress {
  Flow flow = Flow::Go;
  // Where the routine goes on after a wait.
  uint32_t next = 0;
  // The instruction that failed or stopped it.
  uint32_t at = 0;
};

class Executable {
 public:
  virtual ~Executable() = default;
  // Runs a routine from instruction `begin` on, which is the first or stands behind one that may wait, until
  // its end, a wait, a stop or a failure. A service may run another routine meanwhile.
  virtual auto Run(uint32_t routine, uint32_t begin, Context& context, Host& host) -> Progress = 0;
};

}  // namespace kerf::process
