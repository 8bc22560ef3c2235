// Diagnostics: one object for console, language server and web page. A kind is registered once in kinds.def;
// its message is declared with KERF_DIAG beside the single place that emits it, with typed arguments checked
// at compile time.
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

enum class Kind : uint16_t {
#define KERF_DIAG_KIND(Name, code) Name,
#include "diag/kinds.def"
};

inline constexpr auto kKindCodes = std::to_array<std::string_view>({
#define KERF_DIAG_KIND(Name, code) code,
#include "diag/kinds.def"
});

constexpr auto code_of(Kind kind) -> std::string_view { return kKindCodes[static_cast<size_t>(kind)]; }

template <typename... Args>
struct Spec {
  Kind kind;
  Level level;
  fmt::format_string<const Args&...> format;
};

// A note needs no kind of its own: it belongs to the diagnostic it explains.
template <typename... Args>
struct NoteSpec {
  fmt::format_string<const Args&...> format;
};

// KERF_DIAG(Name, Error|Warning, "format with {}", argument types…) declares a constant `Name` for the kind
// `Name`.
#define KERF_DIAG(Name, LevelName, Format, ...)                      \
  static constexpr ::kerf::diag::Spec<__VA_ARGS__> Name {            \
    ::kerf::diag::Kind::Name, ::kerf::diag::Level::LevelName, Format \
  }
#define KERF_NOTE(Name, Format, ...) \
  static constexpr ::kerf::diag::NoteSpec<__VA_ARGS__> Name { Format }

struct Note {
  Span span;
  std::string text;
};

struct Diagnostic {
  Kind kind;
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
    return Builder(*this, {spec.kind, spec.level, span, fmt::format(spec.format, args...), {}});
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
