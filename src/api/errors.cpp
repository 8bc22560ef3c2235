// Diagnostics as messages, exceptions as errors.
#include "api/errors.h"

#include <memory>

#include "diag/consumers.h"

namespace kerf::api {

namespace {

KERF_DIAG(NullArgument, Error, "{} must not be NULL", std::string);
KERF_DIAG(InternalError, Error, "internal error: {}", std::string);

// Not a global that anybody changes: there may be no memory for another one.
const kerf_error kOutOfMemory{
    {{KERF_ERROR, "out-of-memory", "out of memory", "", 0, 0, "error: out of memory\n"}},
    "error: out of memory\n"};

void AddInternal(std::vector<Message>& messages, const std::string& what) {
  Report(messages, {}).emitter().Emit({}, InternalError, what);
}

}  // namespace

auto View(const Message& message) -> kerf_message {
  return {message.level, message.code.c_str(), message.text.c_str(),    message.file.c_str(),
          message.line,  message.column,       message.rendered.c_str()};
}

void Tell(const Listener& listener, std::span<const Message> messages) {
  if (listener.function == nullptr) return;
  bool is_of_error = false;
  for (const Message& message : messages) {
    if (!message.code.empty()) is_of_error = message.level == KERF_ERROR;
    if (is_of_error) continue;
    const kerf_message view = View(message);
    listener.function(listener.user, &view);
  }
}

auto Report::MessageOf(diag::Level level, std::string_view code, const diag::Span& span,
                       std::string_view text) const -> Message {
  Message message{static_cast<kerf_level>(level), std::string(code), std::string(text), "", 0, 0, ""};
  const auto place = buffers_ != nullptr && span.has_value() ? buffers_->Locate(span) : std::nullopt;
  if (!place) return message;
  message.file = place->file;
  message.line = place->line;
  message.column = place->column;
  return message;
}

void Report::Take(const diag::Diagnostic& diagnostic) {
  const size_t first = messages_.size();
  messages_.push_back(MessageOf(diagnostic.level, diagnostic.code, diagnostic.span, diagnostic.text));
  const source::Buffers none;
  std::string rendered;
  diag::ConsoleConsumer console([&](std::string_view text) { rendered += text; },
                                buffers_ != nullptr ? *buffers_ : none, false);
  console.Take(diagnostic);
  messages_.back().rendered = std::move(rendered);
  for (const diag::Note& note : diagnostic.notes)
    messages_.push_back(MessageOf(diag::Level::Note, "", note.span, note.text));
  Tell(listener_, std::span(messages_).subspan(first));
}

void GiveOutOfMemory(kerf_error** error) noexcept {
  if (error != nullptr) *error = const_cast<kerf_error*>(&kOutOfMemory);
}

void GiveError(kerf_error** error, Failure& failure) noexcept {
  std::unique_ptr<kerf_result, void (*)(kerf_result*)> partial(failure.partial, kerf_result_free);
  std::unique_ptr<kerf_experiment, void (*)(kerf_experiment*)> runs(failure.runs, kerf_experiment_free);
  if (error == nullptr) return;
  try {
    if (failure.messages.empty()) AddInternal(failure.messages, "a failure without a message");
    auto made = std::make_unique<kerf_error>();
    for (const Message& message : failure.messages) made->text += message.rendered;
    made->messages = std::move(failure.messages);
    made->partial = partial.release();
    made->runs = runs.release();
    *error = made.release();
  } catch (...) {
    GiveOutOfMemory(error);
  }
}

void GiveException(kerf_error** error, const char* what) noexcept {
  try {
    Failure failure;
    AddInternal(failure.messages, what);
    GiveError(error, failure);
  } catch (...) {
    GiveOutOfMemory(error);
  }
}

auto IsGiven(const void* argument, const char* name, Failure& failure) -> bool {
  if (argument == nullptr) Report(failure.messages, {}).emitter().Emit({}, NullArgument, name);
  return argument != nullptr;
}

}  // namespace kerf::api

using kerf::api::View;

const char* kerf_error_text(const kerf_error* error) { return error == nullptr ? "" : error->text.c_str(); }

size_t kerf_error_count(const kerf_error* error) { return error == nullptr ? 0 : error->messages.size(); }

kerf_message kerf_error_message(const kerf_error* error, size_t index) {
  if (index >= kerf_error_count(error)) return {KERF_NOTE, "", "", "", 0, 0, ""};
  return View(error->messages[index]);
}

kerf_result* kerf_error_take_result(kerf_error* error) {
  return error == nullptr || error->partial == nullptr ? nullptr : std::exchange(error->partial, nullptr);
}

kerf_experiment* kerf_error_take_experiment(kerf_error* error) {
  return error == nullptr || error->runs == nullptr ? nullptr : std::exchange(error->runs, nullptr);
}

void kerf_error_free(kerf_error* error) {
  if (error == nullptr || error == &kerf::api::kOutOfMemory) return;
  kerf_result_free(error->partial);
  kerf_experiment_free(error->runs);
  delete error;
}
