// Handlers of signals, and the way back out of them.
#include "base/guarded_call.h"

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cfenv>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>

namespace kerf::base {

namespace {

constexpr std::array kFaults = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

constexpr const char* kPrefix = "kerf: error: ";
constexpr const char* kKept = "; what was computed before is kept";

thread_local GuardedCall* current = nullptr;

// Signals are the process's, and so is what their handlers need to know.
std::atomic<void (*)() noexcept> last_act = nullptr;
std::atomic<const char*> running = nullptr;
std::atomic<pthread_t> caller{};
std::mutex watch_mutex;
uint32_t n_watches = 0;
std::array<struct sigaction, kFaults.size()> old_actions{};
struct sigaction old_interrupt{};
struct sigaction old_alarm{};
// The guarded call that has faulted; it may have left the heap in a state that harms the rest of the program.
std::array<char, 256> faulted_name{};
// How long the program may take to end in an orderly way after a fault [s].
constexpr unsigned kTimeToEnd = 20;

// One that no other part of the program uses, and hardly a library.
auto InterruptSignal() -> int { return SIGRTMIN + 5; }

// Where handlers run: the stack itself may be what is used up.
class HandlerStack {
 public:
  HandlerStack() {
    stack_t present{};
    if (sigaltstack(nullptr, &present) == 0 && (present.ss_flags & SS_DISABLE) == 0) return;
    memory_ = std::make_unique<char[]>(kSize);
    stack_t wanted{};
    wanted.ss_sp = memory_.get();
    wanted.ss_size = kSize;
    sigaltstack(&wanted, nullptr);
  }
  HandlerStack(const HandlerStack&) = delete;
  auto operator=(const HandlerStack&) -> HandlerStack& = delete;
  ~HandlerStack() {
    if (memory_ == nullptr) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }

 private:
  static constexpr size_t kSize = size_t{64} << 10;
  std::unique_ptr<char[]> memory_;
};

auto FaultText(int signal) -> const char* {
  switch (signal) {
    case SIGSEGV: return "it accessed memory that is not its own (SIGSEGV)";
    case SIGBUS:  return "it accessed memory that is not there (SIGBUS)";
    case SIGFPE:  return "it divided an integer by zero, or the like (SIGFPE)";
    case SIGILL:  return "it came to an instruction that does not exist (SIGILL)";
    case SIGABRT: return "it called abort() (SIGABRT)";
    default:      return "it was ended by a signal";
  }
}

[[noreturn]] void GoBack(GuardedCall& call, CallEnd end) {
  call.is_inside = 0;
  std::strncpy(faulted_name.data(), call.name, faulted_name.size() - 1);
  // What comes now may fail or hang in turn, but the results are safe.
  if (const auto act = last_act.load(); act != nullptr) act();
  alarm(kTimeToEnd);
  std::longjmp(call.back, static_cast<int>(end));
}

void OnFault(int signal, siginfo_t* info, void* /*context*/) {
  if (current != nullptr && current->is_inside != 0) {
    current->signal = signal;
    GoBack(*current, CallEnd::Faulted);
  }
  if (const char* name = running.load(); name != nullptr)
    EndByForce({kPrefix, "the external function ", name,
                " failed in a thread of its own: ", FaultText(signal), kKept},
               1);
  if (faulted_name[0] != 0)
    EndByForce({kPrefix, "the external function ", faulted_name.data(),
                " failed and damaged the memory of the program", kKept},
               1);
  // A mistake of our own. The signal comes again when this returns, to who had it before.
  if (const auto act = last_act.load(); act != nullptr) act();
  for (size_t k = 0; k < kFaults.size(); ++k) {
    if (kFaults[k] == signal) sigaction(signal, &old_actions[k], nullptr);
  }
  // One that another process has sent does not come again by itself.
  if (signal == SIGABRT || info->si_code <= 0) raise(signal);
}

void OnInterrupt(int /*signal*/) {
  if (current != nullptr && current->is_inside != 0) GoBack(*current, CallEnd::Interrupted);
}

void OnLate(int /*signal*/) {
  EndByForce({kPrefix, "the external function ", faulted_name.data(),
              " failed and holds a lock of the program", kKept},
             1);
}

// Where exit() cannot be turned away (cf. the C half of utilities_source.cpp in external), destructors of
// libraries have run already.
void OnExit() {
  const char* name = running.load();
  if (name == nullptr) return;
  EndByForce({kPrefix, "the external function ", name, " ended the program by exit()", kKept}, 1);
}

void Install() {
  // Exit handlers cannot be taken back; this one does nothing outside of guarded calls.
  static const int is_registered = std::atexit(OnExit);
  static_cast<void>(is_registered);
  struct sigaction action{};
  action.sa_sigaction = OnFault;
  // The handler may leave by longjmp, which does not bring back the mask of signals.
  action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO;
  for (size_t k = 0; k < kFaults.size(); ++k) sigaction(kFaults[k], &action, &old_actions[k]);
  action.sa_handler = OnInterrupt;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  sigaction(InterruptSignal(), &action, &old_interrupt);
  action.sa_handler = OnLate;
  sigaction(SIGALRM, &action, &old_alarm);
}

void Restore() {
  for (size_t k = 0; k < kFaults.size(); ++k) sigaction(kFaults[k], &old_actions[k], nullptr);
  sigaction(InterruptSignal(), &old_interrupt, nullptr);
  if (faulted_name[0] != 0) alarm(0);
  faulted_name[0] = 0;
  sigaction(SIGALRM, &old_alarm, nullptr);
}

// No object with a destructor lives here: longjmp comes back into this frame.
auto Enter(GuardedCall& call, void (*run)(void*), void* context) -> CallEnd {
  const int end = setjmp(call.back);
  if (end != 0) return static_cast<CallEnd>(end);
  call.is_inside = 1;
  run(context);
  call.is_inside = 0;
  return CallEnd::Returned;
}

void WriteWord(const char* word) noexcept {
  size_t size = std::strlen(word);
  while (size > 0) {
    const ssize_t n = write(STDERR_FILENO, word, size);
    if (n <= 0) return;
    word += n;
    size -= static_cast<size_t>(n);
  }
}

}  // namespace

auto RunGuarded(GuardedCall& call, void (*run)(void* context), void* context) -> CallEnd {
  static thread_local const HandlerStack stack;
  std::fenv_t environment{};
  std::fegetenv(&environment);
  call.outer = std::exchange(current, &call);
  const char* const outer_name = running.exchange(call.name);
  caller = pthread_self();
  const CallEnd end = Enter(call, run, context);
  running = outer_name;
  current = call.outer;
  std::fesetenv(&environment);
  return end;
}

void LeaveCall(CallEnd end, const char* text) {
  if (current != nullptr && current->is_inside != 0) {
    current->is_inside = 0;
    std::longjmp(current->back, static_cast<int>(end));
  }
  const char* name = running.load();
  EndByForce({kPrefix, "the external function ", name == nullptr ? "" : name,
              " failed in a thread of its own: ", text, kKept},
             1);
}

auto CallEndText(const GuardedCall& call, CallEnd end) -> std::string {
  switch (end) {
    case CallEnd::Faulted:     return FaultText(call.signal);
    case CallEnd::Exited:      return fmt::format("it called exit({})", static_cast<int>(call.exit_code));
    case CallEnd::Interrupted: return "it did not return and was interrupted";
    case CallEnd::Returned:
    case CallEnd::Left:        break;
  }
  return "";
}

FaultWatch::FaultWatch() {
  const std::scoped_lock lock(watch_mutex);
  if (n_watches++ == 0) Install();
}

FaultWatch::~FaultWatch() {
  const std::scoped_lock lock(watch_mutex);
  if (--n_watches == 0) Restore();
}

void InterruptGuardedCall() {
  if (running.load() != nullptr) pthread_kill(caller.load(), InterruptSignal());
}

auto RunningCall() -> const char* {
  const char* name = running.load();
  return name == nullptr ? "" : name;
}

void SetLastAct(void (*act)() noexcept) { last_act = act; }

void EndByForce(std::initializer_list<const char*> words, int exit_code) noexcept {
  if (const auto act = last_act.load(); act != nullptr) act();
  for (const char* word : words) WriteWord(word);
  WriteWord("\n");
  _exit(exit_code);
}

}  // namespace kerf::base
