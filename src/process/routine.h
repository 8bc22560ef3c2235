// Routines: what is done in order, at events, by transactions and by experiments, as code of a small register
// machine. The interpreter (interpret.h) is its reference; codegen turns it into machine code.
//
// A routine works on registers r of its own, on the cells of the program (its variables) and on the fields of
// the entity at work. It may be resumed: a service that makes it wait ends the run of the routine, and the
// next run begins behind that instruction. Registers do not survive a wait: they are 0 where a run begins.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diag.h"
#include "expr/pool.h"

namespace kerf::process {

enum class Op : uint8_t {
  // r[a] = constants[b]
  Constant,
  // r[a] = r[b]
  Move,
  // r[a] = cells[b]
  Load,
  // cells[a] = r[b]
  Store,
  // r[a] = cells[b + r[c] - 1]; fails unless r[c] is one of 1 … d.
  LoadAt,
  // cells[a + r[c] - 1] = r[b]; fails unless r[c] is one of 1 … d.
  StoreAt,
  // r[a] = fields[b]
  LoadField,
  // fields[a] = r[b]
  StoreField,
  // r[a] = op r[b], with the operator in `what`.
  Unary,
  // r[a] = r[b] op r[c]
  Binary,
  // Go on at a.
  Jump,
  // Go on at a if r[b] is 0.
  JumpUnless,
  // r[a] = service `what` on object b with the d arguments from r[c] on.
  Invoke,
  End,
};

enum class Service : uint8_t {
#define KERF_SERVICE(Name, text) Name,
#include "process/services.def"
};

inline constexpr auto kServiceText = std::to_array<std::string_view>({
#define KERF_SERVICE(Name, text) text,
#include "process/services.def"
});
inline constexpr size_t kServices = kServiceText.size();

constexpr auto text_of(Service service) -> std::string_view {
  return kServiceText[static_cast<size_t>(service)];
}

// Services behind which a routine may be resumed; the others never make it wait.
constexpr auto MayWait(Service service) -> bool {
  return service == Service::Seize || service == Service::Preempt || service == Service::Advance ||
         service == Service::AdvanceTo || service == Service::WaitGate || service == Service::WaitSignal ||
         service == Service::WaitSignals || service == Service::WaitCondition;
}

struct Instruction {
  Op op = Op::End;
  // An expr::Op or a Service.
  uint8_t what = 0;
  uint32_t a = 0;
  uint32_t b = 0;
  uint32_t c = 0;
  uint32_t d = 0;
};

struct Routine {
  std::string name;
  std::vector<Instruction> code;
  // Where each instruction comes from.
  std::vector<diag::Span> spans;
  uint32_t n_registers = 0;
};

}  // namespace kerf::process
