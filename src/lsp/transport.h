// Messages on a stream of bytes: a header with Content-Length, an empty line, a JSON text (Language Server
// Protocol 3.17, "Base Protocol").
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kerf::lsp {

class MessageReader {
 public:
  void Feed(std::string_view bytes) { pending_.append(bytes); }
  // The JSON text of the next whole message, or nothing. Lines that are no header, and headers without a
  // sensible length, are skipped, and so is text without line ends.
  auto Next() -> std::optional<std::string>;
  // What was wrong with headers since the last call, in words.
  auto TakeFaults() -> std::vector<std::string> { return std::exchange(faults_, {}); }

 private:
  void ReadHeader();
  void ReadHeaderLine(std::string_view line);
  void ReadLength(std::string_view value);
  void SkipEndless();

  std::string pending_;
  size_t at_ = 0;
  std::optional<size_t> length_;
  bool has_header_ = false;
  // A line of the header was neither empty nor a length; and what was wrong with it has been told.
  bool has_other_lines_ = false;
  bool is_told_ = false;
  // In a line that is too long for a header.
  bool is_skipping_ = false;
  std::vector<std::string> faults_;
};

// A JSON text as a message.
auto Framed(std::string_view content) -> std::string;

}  // namespace kerf::lsp
