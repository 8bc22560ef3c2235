// Messages as callers get them, and the border that no exception crosses.
#pragma once

#include <exception>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "api/kerf.h"
#include "diag/diag.h"
#include "source/buffers.h"

namespace kerf::api {

struct Message {
  kerf_level level = KERF_ERROR;
  std::string code;
  std::string text;
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
  std::string rendered;
};

auto View(const Message& message) -> kerf_message;

// Who hears warnings and notes.
struct Listener {
  kerf_message_function function = nullptr;
  void* user = nullptr;
};

// Lets the listener hear the warnings with their notes, and the notes that belong to nothing.
void Tell(const Listener& listener, std::span<const Message> messages);

// Turns diagnostics into messages while their texts are there, and lets the listener hear what is no error.
class Report : public diag::Consumer {
 public:
  // All must outlive the report. Without buffers messages have no places.
  Report(std::vector<Message>& messages, Listener listener, const source::Buffers* buffers = nullptr)
      : messages_(messages), listener_(listener), buffers_(buffers), emitter_(*this) {}

  void Take(const diag::Diagnostic& diagnostic) override;
  [[nodiscard]] auto emitter() -> diag::Emitter& { return emitter_; }

 private:
  auto MessageOf(diag::Level level, std::string_view code, const diag::Span& span,
                 std::string_view text) const -> Message;

  std::vector<Message>& messages_;
  Listener listener_;
  const source::Buffers* buffers_;
  diag::Emitter emitter_;
};

// What a call has to tell, and what it had computed when it failed.
struct Failure {
  std::vector<Message> messages;
  kerf_result* partial = nullptr;
  kerf_experiment* runs = nullptr;
};

// Each may be called with what is null. They throw nothing.
void GiveError(kerf_error** error, Failure& failure) noexcept;
void GiveException(kerf_error** error, const char* what) noexcept;
void GiveOutOfMemory(kerf_error** error) noexcept;

// body(failure), whose result counts as a failure where it is false or null. A result after a failure stays
// what it is.
template <typename Body>
auto Guarded(kerf_error** error, const Body& body) noexcept -> decltype(body(std::declval<Failure&>())) {
  if (error != nullptr) *error = nullptr;
  try {
    Failure failure;
    const auto result = body(failure);
    if (!result) GiveError(error, failure);
    return result;
  } catch (const std::bad_alloc&) {
    GiveOutOfMemory(error);
  } catch (const std::exception& exception) {
    GiveException(error, exception.what());
  } catch (...) {
    GiveException(error, "an exception of unknown type");
  }
  return {};
}

// An argument that must not be NULL: false after a message with the name of what it is.
auto IsGiven(const void* argument, const char* name, Failure& failure) -> bool;

}  // namespace kerf::api

struct kerf_error {
  std::vector<kerf::api::Message> messages;
  std::string text;
  kerf_result* partial = nullptr;
  kerf_experiment* runs = nullptr;
};
