// Calls of code that may not come back: a function that a model brings along may read where there is nothing,
// divide by zero, call exit() or loop for ever. What it does wrong ends the call, not the program: the
// handler of the signal goes back to RunGuarded by longjmp. Such a call may have left locks held and memory
// half written, so the caller ends what it does and calls nothing of that code again. See
// docs/decisions/0023-faults-in-external-code.md.
#pragma once

#include <csetjmp>
#include <csignal>
#include <initializer_list>
#include <string>

namespace kerf::base {

enum class CallEnd : int {
  Returned,
  // By LeaveCall.
  Left,
  Faulted,
  // It called exit() or a relative of it.
  Exited,
  Interrupted,
};

struct GuardedCall {
  // For messages; must outlive the call.
  const char* name = "";
  // Of a fault.
  volatile std::sig_atomic_t signal = 0;
  // Of Exited.
  volatile std::sig_atomic_t exit_code = 0;
  // Between these two the call may be left.
  volatile std::sig_atomic_t is_inside = 0;
  std::jmp_buf back{};
  GuardedCall* outer = nullptr;
};

// run(context), which must leave nothing to a destructor. The floating-point environment is afterwards what
// it was before.
auto RunGuarded(GuardedCall& call, void (*run)(void* context), void* context) -> CallEnd;

// From inside of a guarded call of this thread: ends it. In a thread without one there is nowhere to go, and
// the program ends with the text, which names the guarded call that is running elsewhere.
[[noreturn]] void LeaveCall(CallEnd end, const char* text);

// How a call ended, in words: "it accessed memory that is not its own (SIGSEGV)".
auto CallEndText(const GuardedCall& call, CallEnd end) -> std::string;

// As long as one lives, faults and exit() inside of guarded calls end the calls.
class FaultWatch {
 public:
  FaultWatch();
  FaultWatch(const FaultWatch&) = delete;
  auto operator=(const FaultWatch&) -> FaultWatch& = delete;
  ~FaultWatch();
};

// Ends the guarded call that is running, if there is one: it comes back as Interrupted. Any thread may ask.
void InterruptGuardedCall();
// The name of the guarded call that began last; "" if none is running.
auto RunningCall() -> const char*;

// What is done before the program ends by force: it may be called in any state, in handlers of signals too.
void SetLastAct(void (*act)() noexcept);
// Writes the words and a line end to standard error, and ends the program. Allocates and locks nothing.
[[noreturn]] void EndByForce(std::initializer_list<const char*> words, int exit_code) noexcept;

}  // namespace kerf::base
