// See calls.h.
#include "calls.h"

#include "handles.h"

namespace kerf::python {

namespace {

thread_local Messages* heard = nullptr;

void Hear(void* /*user*/, const kerf_message* message) {
  if (heard != nullptr) heard->push_back(MessageOf(*message));
}

auto Helper(const char* name) -> nb::object { return nb::module_::import_("kerf._messages").attr(name); }

}  // namespace

void ListenTo(kerf_session* session) { kerf_session_on_message(session, Hear, nullptr); }

Listening::Listening(Messages& messages) : before_(heard) { heard = &messages; }

Listening::~Listening() { heard = before_; }

auto ToPython(const std::vector<Message>& messages) -> nb::list {
  nb::list all;
  for (const Message& message : messages)
    all.append(nb::make_tuple(static_cast<int>(message.level), message.code.c_str(), message.text.c_str(),
                              message.file.c_str(), message.line, message.column, message.rendered.c_str()));
  return all;
}

void Warn(const Messages& messages) {
  if (!messages.empty()) Helper("warn")(ToPython(messages));
}

void Raise(const Error& error) {
  nb::object result = nb::none();
  nb::object experiment = nb::none();
  if (Result partial = error.TakeResult()) result = nb::cast(ResultHandle(std::move(partial)));
  if (Experiment partial = error.TakeExperiment())
    experiment = nb::cast(ExperimentHandle{std::make_shared<Experiment>(std::move(partial))});
  const nb::object exception =
      Helper("make_error")(error.what(), ToPython(error.messages()), result, experiment);
  PyErr_SetObject(exception.type().ptr(), exception.ptr());
  throw nb::python_error();
}

Callbacks::~Callbacks() {
  if (raised_ == nullptr && !progress_.is_valid()) return;
  const nb::gil_scoped_acquire lock;
  raised_.reset();
  progress_.reset();
}

void Callbacks::Keep(nb::python_error& error) {
  has_raised_ = true;
  raised_ = std::make_unique<nb::python_error>(std::move(error));
}

void Callbacks::KeepTypeError() {
  PyErr_SetString(PyExc_TypeError, "the function of an input must return a number");
  try {
    throw nb::python_error();
  } catch (nb::python_error& error) {
    Keep(error);
  }
}

auto Callbacks::GoesOn(double fraction) -> bool {
  if (has_raised_) return false;
  const auto now = std::chrono::steady_clock::now();
  constexpr std::chrono::milliseconds kPause(50);
  if (now - last_ < kPause) return true;
  last_ = now;
  return Call(false, [&] {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (progress_.is_valid() && !progress_.is_none()) progress_(fraction);
    return true;
  });
}

void Callbacks::Rethrow() {
  if (raised_ == nullptr) return;
  nb::python_error error = std::move(*raised_);
  raised_.reset();
  throw error;
}

}  // namespace kerf::python
