// Diagnostics that may turn out not to matter: while a capture is open they are kept, and whoever opened it
// passes them on or drops them. The same message at the same place is told once: a class may have many
// instances, a value many parts. After a mistake in reading a class nothing more is told, since what follows
// may come from what is missing.
#pragma once

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "diag/diag.h"

namespace kerf::modelica {

class CaptureConsumer : public diag::Consumer {
 public:
  explicit CaptureConsumer(diag::Emitter& target) : target_(target), n_outside_(target.n_errors()) {}

  void Take(const diag::Diagnostic& diagnostic) override {
    if (open_.empty()) {
      Tell(diagnostic);
    } else {
      open_.back().push_back(diagnostic);
    }
  }
  void Open() { open_.emplace_back(); }
  [[nodiscard]] auto HasErrors() const -> bool {
    for (const diag::Diagnostic& diagnostic : open_.back()) {
      if (diagnostic.level == diag::Level::Error) return true;
    }
    return false;
  }
  void Drop() { open_.pop_back(); }
  void PassOn() {
    const std::vector<diag::Diagnostic> kept = std::move(open_.back());
    open_.pop_back();
    for (const diag::Diagnostic& diagnostic : kept) Take(diagnostic);
  }
  // Errors that were not captured.
  [[nodiscard]] auto n_errors() const -> uint32_t { return n_errors_; }

 private:
  void Tell(const diag::Diagnostic& diagnostic) {
    const bool is_error = diagnostic.level == diag::Level::Error;
    n_errors_ += is_error ? 1 : 0;
    if (target_.n_errors() > n_outside_ + n_told_) return;
    const diag::Span& span = diagnostic.span;
    if (!told_.emplace(span.buffer.index, span.begin, span.end, diagnostic.text).second) return;
    n_told_ += is_error ? 1 : 0;
    target_.Take(diagnostic);
  }

  diag::Emitter& target_;
  // Errors of the target that were there before, and those that came from here.
  uint32_t n_outside_;
  uint32_t n_told_ = 0;
  std::set<std::tuple<uint32_t, uint32_t, uint32_t, std::string>> told_;
  std::vector<std::vector<diag::Diagnostic>> open_;
  uint32_t n_errors_ = 0;
};

}  // namespace kerf::modelica
