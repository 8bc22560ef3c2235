// Diagnostics: one object for console, language server and web page. A kind is declared with KERF_DIAG beside
// the single place that emits it, with typed arguments checked at compile time; its stable code is its name
// in lower case with hyphens.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "base/id.h"

namespace kerf::diag {

using BufferId = base::Id<struct BufferTag>;

// A half-open range of bytes in one source buffer. Without a buffer it stands for "no place in particular".
struct Span {
  BufferId buffer;
  uint32_t begin = 0;
  uint32_t end = 0;

  [[nodiscard]] auto has_value() const -> bool { return buffer.has_value(); }
  friend auto operator==(const Span&, const Span&) -> bool = default;
};

// The smallest span that covers both; a span without place yields the other.
auto Cover(const Span& a, const Span& b) -> Span;

enum class Level : uint8_t { Note, Warning, Error };

// "UnknownName" becomes "unknown-name".
template <size_t kLength>
struct Code {
  std::array<char, 2 * kLength> text{};
  size_t length = 0;

  consteval explicit Code(const char (&name)[kLength]) {
    for (size_t k = 0; k + 1 < kLength; ++k) {
      const bool is_upper = name[k] >= 'A' && name[k] <= 'Z';
      if (is_upper && k > 0) text[length++] = '-';
      text[length++] = is_upper ? static_cast<char>(name[k] - 'A' + 'a') : name[k];
    }
  }
  [[nodiscard]] constexpr auto view() const -> std::string_view { return {text.data(), length}; }
};

template <typename... Args>
struct Spec {
  std::string_view code;
  Level level;
  fmt::format_string<const Args&...> format;
};

// A note needs no kind of its own: it belongs to the diagnostic it explains.
template <typename... Args>
struct NoteSpec {
  fmt::format_string<const Args&...> format;
};

// KERF_DIAG(Name, Error|Warning, "format with {}", argument types…) declares a constant `Name`.
#define KERF_DIAG(Name, LevelName, Format, ...)                  \
  static constexpr ::kerf::diag::Code k##Name##Code{#Name};      \
  static constexpr ::kerf::diag::Spec<__VA_ARGS__> Name {        \
    k##Name##Code.view(), ::kerf::diag::Level::LevelName, Format \
  }
#define KERF_NOTE(Name, Format, ...) \
  static constexpr ::kerf::diag::NoteSpec<__VA_ARGS__> Name { Format }

struct Note {
  Span span;
  std::string text;
};

struct Diagnostic {
  // Stable, of static storage duration.
  std::string_view code;
  Level level;
  Span span;
  std::string text;
  std::vector<Note> notes;
};

// Takes finished diagnostics, one at a time.
class Consumer {
 public:
  virtual ~Consumer() = default;
  virtual void Take(const Diagnostic& diagnostic) = 0;
};

class Emitter {
 public:
  explicit Emitter(Consumer& consumer) : consumer_(&consumer) {}

  // Collects notes and emits the diagnostic at the end of the full expression.
  class Builder {
   public:
    Builder(Emitter& emitter, Diagnostic diagnostic)
        : emitter_(emitter), diagnostic_(std::move(diagnostic)) {}
    Builder(const Builder&) = delete;
    auto operator=(const Builder&) -> Builder& = delete;
    ~Builder() { emitter_.Take(diagnostic_); }

    template <typename... Args>
    auto Note(const Span& span, const NoteSpec<Args...>& spec, const std::type_identity_t<Args>&... args)
        -> Builder& {
      diagnostic_.notes.push_back({span, fmt::format(spec.format, args...)});
      return *this;
    }

   private:
    Emitter& emitter_;
    Diagnostic diagnostic_;
  };

  template <typename... Args>
  auto Emit(const Span& span, const Spec<Args...>& spec, const std::type_identity_t<Args>&... args)
      -> Builder {
    return Builder(*this, {spec.code, spec.level, span, fmt::format(spec.format, args...), {}});
  }

  void Take(const Diagnostic& diagnostic);
  [[nodiscard]] auto n_errors() const -> uint32_t { return n_errors_; }
  [[nodiscard]] auto n_warnings() const -> uint32_t { return n_warnings_; }

 private:
  Consumer* consumer_;
  uint32_t n_errors_ = 0;
  uint32_t n_warnings_ = 0;
};

}  // namespace kerf::diag
