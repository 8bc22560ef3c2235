// Reading of headers.
#include "lsp/transport.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

namespace kerf::lsp {

namespace {

// A length beyond this is a damaged header [bytes].
constexpr size_t kMaxLength = size_t{1} << 28;
// A longer line is none of a header [bytes].
constexpr size_t kMaxLine = size_t{1} << 16;
// Of a wrong length so much is told.
constexpr size_t kMaxQuoted = 40;
constexpr std::string_view kLengthField = "content-length:";

auto HasPrefixIgnoringCase(std::string_view line, std::string_view prefix) -> bool {
  return line.size() >= prefix.size() &&
         std::ranges::equal(line.substr(0, prefix.size()), prefix,
                            [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

}  // namespace

void MessageReader::ReadLength(std::string_view value) {
  while (!value.empty() && value.front() == ' ') value.remove_prefix(1);
  while (!value.empty() && value.back() == ' ') value.remove_suffix(1);
  size_t length = 0;
  const char* const first = value.data();
  const char* const last = first + value.size();
  const auto [end, error] = std::from_chars(first, last, length);
  if (error == std::errc() && end == last && length <= kMaxLength) {
    length_ = length;
    return;
  }
  faults_.push_back(fmt::format("the header has no usable Content-Length: `{}`{}",
                                value.substr(0, kMaxQuoted), value.size() > kMaxQuoted ? "…" : ""));
  is_told_ = true;
}

void MessageReader::ReadHeaderLine(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line.empty()) {
    has_header_ = length_.has_value();
    if (!has_header_ && has_other_lines_ && !is_told_)
      faults_.emplace_back("the header has no Content-Length");
    has_other_lines_ = is_told_ = false;
    return;
  }
  if (HasPrefixIgnoringCase(line, kLengthField)) return ReadLength(line.substr(kLengthField.size()));
  has_other_lines_ = true;
}

// A line as long as this is no header: it is dropped as it comes, and told once.
void MessageReader::SkipEndless() {
  if (pending_.size() - at_ <= kMaxLine && !is_skipping_) return;
  if (!is_skipping_) faults_.push_back(fmt::format("more than {} bytes without a header", kMaxLine));
  is_skipping_ = true;
  at_ = pending_.size();
}

void MessageReader::ReadHeader() {
  while (!has_header_) {
    const size_t end = pending_.find('\n', at_);
    if (end == std::string::npos) return SkipEndless();
    const std::string_view line = std::string_view(pending_).substr(at_, end - at_);
    at_ = end + 1;
    if (!std::exchange(is_skipping_, false)) ReadHeaderLine(line);
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
