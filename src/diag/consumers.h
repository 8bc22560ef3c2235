// Consumers: the console with source line and caret, JSON, a sorter in front of another consumer, a collector
// for tests.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "diag/diag.h"

namespace kerf::diag {

// Where a span lies, for people: file name, line and column from 1, the text of the (first) line.
struct Location {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
  std::string line_text;
  // How many bytes of line_text the span covers, at least 1.
  uint32_t length = 1;
};

// Implemented by the source buffers, which stand above this folder.
class Locator {
 public:
  virtual ~Locator() = default;
  [[nodiscard]] virtual auto Locate(const Span& span) const -> std::optional<Location> = 0;
};

using TextSink = std::function<void(std::string_view)>;

// "file:line:column: error: text [code]", the line, a caret, and the notes likewise.
class ConsoleConsumer : public Consumer {
 public:
  ConsoleConsumer(TextSink sink, const Locator& locator, bool colour)
      : sink_(std::move(sink)), locator_(locator), colour_(colour) {}
  void Take(const Diagnostic& diagnostic) override;

 private:
  void Print(Level level, std::string_view code, const Span& span, std::string_view text) const;

  TextSink sink_;
  const Locator& locator_;
  bool colour_;
};

// One JSON object a line.
class JsonConsumer : public Consumer {
 public:
  JsonConsumer(TextSink sink, const Locator& locator) : sink_(std::move(sink)), locator_(locator) {}
  void Take(const Diagnostic& diagnostic) override;

 private:
  TextSink sink_;
  const Locator& locator_;
};

class CollectingConsumer : public Consumer {
 public:
  void Take(const Diagnostic& diagnostic) override { all.push_back(diagnostic); }
  std::vector<Diagnostic> all;
};

// Passes what it takes on to another emitter, so that a part of the work can hold back its own for a while.
class ForwardingConsumer : public Consumer {
 public:
  explicit ForwardingConsumer(Emitter& emitter) : emitter_(emitter) {}
  void Take(const Diagnostic& diagnostic) override { emitter_.Take(diagnostic); }

 private:
  Emitter& emitter_;
};

// Holds back what it takes and passes it on by buffer and position when flushed or destroyed; the order of
// equals stays.
class SortingConsumer : public Consumer {
 public:
  explicit SortingConsumer(Consumer& next) : next_(next) {}
  SortingConsumer(const SortingConsumer&) = delete;
  auto operator=(const SortingConsumer&) -> SortingConsumer& = delete;
  ~SortingConsumer() override { Flush(); }
  void Take(const Diagnostic& diagnostic) override { held_.push_back(diagnostic); }
  void Flush();

 private:
  Consumer& next_;
  std::vector<Diagnostic> held_;
};

}  // namespace kerf::diag
