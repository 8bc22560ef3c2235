// Reading of headers.
#include "lsp/transport.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

namespace kerf::lsp {

namespace {

// A length beyond this is a damaged header [bytes].
constexpr size_t kMaxLength = size_t{1} << 30;
constexpr std::string_view kLengthField = "content-length:";

auto HasPrefixIgnoringCase(std::string_view line, std::string_view prefix) -> bool {
  return line.size() >= prefix.size() &&
         std::ranges::equal(line.substr(0, prefix.size()), prefix,
                            [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

}  // namespace

void MessageReader::ReadHeaderLine(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line.empty()) {
    has_header_ = length_.has_value();
    return;
  }
  if (!HasPrefixIgnoringCase(line, kLengthField)) return;
  line.remove_prefix(kLengthField.size());
  while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  size_t length = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), length);
  if (error == std::errc() && length <= kMaxLength) length_ = length;
}

void MessageReader::ReadHeader() {
  while (!has_header_) {
    const size_t end = pending_.find('\n', at_);
    if (end == std::string::npos) return;
    ReadHeaderLine(std::string_view(pending_).substr(at_, end - at_));
    at_ = end + 1;
  }
}

auto MessageReader::Next() -> std::optional<std::string> {
  ReadHeader();
  if (!has_header_ || pending_.size() - at_ < *length_) {
    pending_.erase(0, at_);
    at_ = 0;
    return std::nullopt;
  }
  std::string content = pending_.substr(at_, *length_);
  at_ += *length_;
  length_.reset();
  has_header_ = false;
  return content;
}

auto Framed(std::string_view content) -> std::string {
  return fmt::format("Content-Length: {}\r\n\r\n{}", content.size(), content);
}

}  // namespace kerf::lsp
