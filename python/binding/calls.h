// Calls of libkerf from Python: without the interpreter's lock, with errors as exceptions and warnings as
// Python warnings. Both are made by functions of the package (kerf/_messages.py).
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <functional>
#include <kerf.hpp>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace kerf::python {

namespace nb = nanobind;

// Messages that calls in this thread have to tell.
using Messages = std::vector<Message>;

// Hears the warnings of a session's models, whatever thread they come in.
void ListenTo(kerf_session* session);

// Makes the present list of the thread this one for as long as it lives.
class Listening {
 public:
  explicit Listening(Messages& messages);
  Listening(const Listening&) = delete;
  auto operator=(const Listening&) -> Listening& = delete;
  ~Listening();

 private:
  Messages* before_;
};

auto ToPython(const std::vector<Message>& messages) -> nb::list;

// Gives messages to Python's warnings; throws if those are errors there.
void Warn(const Messages& messages);

// Throws the exception of Python that tells of the failure.
[[noreturn]] void Raise(const Error& error);

// What functions of Python that a run calls have raised. It outlives the run.
class Callbacks {
 public:
  // Functions of Python are called and forgotten with the interpreter's lock held, as are these.
  Callbacks() = default;
  Callbacks(const Callbacks&) = delete;
  auto operator=(const Callbacks&) -> Callbacks& = delete;
  ~Callbacks();

  // body() with the lock; what it raises is kept, and `otherwise` takes the place of its value. After that
  // nothing is called any more.
  template <typename T, typename Body>
  auto Call(T otherwise, const Body& body) -> T {
    if (has_raised_) return otherwise;
    const nb::gil_scoped_acquire lock;
    try {
      return body();
    } catch (nb::python_error& error) {
      Keep(error);
    } catch (nb::cast_error&) {
      KeepTypeError();
    }
    return otherwise;
  }
  // Looks for Ctrl-C and tells the progress, neither more often than a person can see. False: end the run.
  auto GoesOn(double fraction) -> bool;
  void SetProgress(nb::object function) { progress_ = std::move(function); }
  // Throws what has been raised; to be called with the lock.
  void Rethrow();

 private:
  void Keep(nb::python_error& error);
  void KeepTypeError();

  bool has_raised_ = false;
  std::unique_ptr<nb::python_error> raised_;
  nb::object progress_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// body() without the lock, and then what it has to tell.
template <typename Body>
auto Unlocked(const Body& body, Callbacks* callbacks = nullptr) {
  Messages messages;
  const auto call = [&] {
    try {
      const nb::gil_scoped_release unlocked;
      const Listening listening(messages);
      return body();
    } catch (const Error& error) {
      if (callbacks != nullptr) callbacks->Rethrow();
      Raise(error);
    }
  };
  // What was raised counts also where the call came to its end.
  const auto finish = [&] {
    if (callbacks != nullptr) callbacks->Rethrow();
    Warn(messages);
  };
  if constexpr (std::is_void_v<decltype(body())>) {
    call();
    finish();
  } else {
    auto value = call();
    finish();
    return value;
  }
}

}  // namespace kerf::python
