// Diagnostics that may turn out not to matter: while a capture is open they are kept, and whoever opened it
// passes them on or drops them.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "diag/diag.h"

namespace kerf::modelica {

class CaptureConsumer : public diag::Consumer {
 public:
  explicit CaptureConsumer(diag::Emitter& target) : target_(target) {}

  void Take(const diag::Diagnostic& diagnostic) override {
    if (!open_.empty()) {
      open_.back().push_back(diagnostic);
      return;
    }
    // An expression that several parts of a model share is elaborated for each of them.
    if (!told_.insert(KeyOf(diagnostic)).second) return;
    if (diagnostic.level == diag::Level::Error) ++n_errors_;
    target_.Take(diagnostic);
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
  // Code, place and text.
  using Message = std::tuple<std::string_view, uint32_t, uint32_t, std::string>;
  static auto KeyOf(const diag::Diagnostic& diagnostic) -> Message {
    return {diagnostic.code, diagnostic.span.buffer.index, diagnostic.span.begin, diagnostic.text};
  }

  diag::Emitter& target_;
  std::vector<std::vector<diag::Diagnostic>> open_;
  std::set<Message> told_;
  uint32_t n_errors_ = 0;
};

}  // namespace kerf::modelica
