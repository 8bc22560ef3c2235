// Messages on a stream of bytes: a header with Content-Length, an empty line, a JSON text (Language Server
// Protocol 3.17, "Base Protocol").
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kerf::lsp {

class MessageReader {
 public:
  void Feed(std::string_view bytes) { pending_.append(bytes); }
  // The JSON text of the next whole message, or nothing. Lines that are no header, and headers without a
  // sensible length, are skipped.
  auto Next() -> std::optional<std::string>;

 private:
  void ReadHeader();
  void ReadHeaderLine(std::string_view line);

  std::string pending_;
  size_t at_ = 0;
  std::optional<size_t> length_;
  bool has_header_ = false;
};

// A JSON text as a message.
auto Framed(std::string_view content) -> std::string;

}  // namespace kerf::lsp
