// The half of ModelicaUtilities in C++.
#include "external/utilities.h"

#include <new>
#include <utility>

namespace kerf::external {

namespace {

thread_local CallState* current = nullptr;

auto Trimmed(const char* text) -> std::string {
  std::string trimmed = text == nullptr ? "" : text;
  while (!trimmed.empty() && (trimmed.back() == '\n' || trimmed.back() == ' ')) trimmed.pop_back();
  return trimmed;
}

void TakeMessage(const char* text) {
  if (current != nullptr) current->messages.push_back(Trimmed(text));
}

// Nothing with a destructor lives in these frames, and all others up to the call are those of C.
void TakeError(const char* text) {
  if (current != nullptr) current->error = Trimmed(text);
  base::LeaveCall(base::CallEnd::Left, text);
}

void Leave(int exit_code) {
  if (current != nullptr) current->guarded.exit_code = exit_code;
  base::LeaveCall(base::CallEnd::Exited, "it called exit()");
}

auto Allocate(size_t size) -> char* {
  if (current == nullptr) return nullptr;
  std::unique_ptr<char[]> memory(new (std::nothrow) char[size]());
  char* const start = memory.get();
  if (start != nullptr) current->texts.push_back(std::move(memory));
  return start;
}

constexpr UtilitiesTable kTable = {TakeMessage, TakeMessage, TakeError, Allocate, Leave};

}  // namespace

auto Utilities() -> const UtilitiesTable* { return &kTable; }

void SetCallPlace(auto (*describe)(const void* context)->std::string, const void* context) {
  if (current == nullptr) return;
  current->describe = describe;
  current->context = context;
}

auto SetCurrentCall(CallState* state) -> CallState* { return std::exchange(current, state); }

}  // namespace kerf::external
