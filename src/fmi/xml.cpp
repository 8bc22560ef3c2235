// Escapes and indentation.
#include "fmi/xml.h"

#include <array>
#include <charconv>
#include <cmath>

namespace kerf::fmi {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// The length of the UTF-8 sequence at the beginning, or 0 if there is none that XML allows.
auto SequenceLength(std::string_view text) -> size_t {
  const auto byte = [&](size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first >= 0x20 ? 1 : 0;
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || first > 0xF4 || text.size() < length) return 0;
  uint32_t code = first & (0xFFU >> (length + 1));
  for (size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xC0U) != 0x80U) return 0;
    code = code << 6 | (byte(k) & 0x3FU);
  }
  constexpr std::array<uint32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  const bool is_forbidden = code == 0xFFFE || code == 0xFFFF || code > 0x10FFFF;
  return code < kLeast[length] || is_surrogate || is_forbidden ? 0 : length;
}

}  // namespace

auto Escaped(std::string_view text) -> std::string {
  std::string out;
  while (!text.empty()) {
    size_t length = 1;
    switch (text[0]) {
      case '&':  out += "&amp;"; break;
      case '<':  out += "&lt;"; break;
      case '>':  out += "&gt;"; break;
      case '"':  out += "&quot;"; break;
      case '\n': out += "&#10;"; break;
      case '\t': out += "&#9;"; break;
      case '\r': out += "&#13;"; break;
      default:
        length = SequenceLength(text);
        out += length == 0 ? kReplacement : text.substr(0, length);
        length = length == 0 ? 1 : length;
    }
    text.remove_prefix(length);
  }
  return out;
}

auto NumberText(double value) -> std::string {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "INF" : "-INF";
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

XmlWriter::XmlWriter() : text_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") {}

void XmlWriter::Close() {
  if (is_in_tag_) text_ += ">\n";
  is_in_tag_ = false;
}

void XmlWriter::Begin(std::string_view name) {
  Close();
  text_.append(2 * open_.size(), ' ');
  text_ += '<';
  text_ += name;
  open_.emplace_back(name);
  is_in_tag_ = true;
}

void XmlWriter::End() {
  const std::string name = std::move(open_.back());
  open_.pop_back();
  if (is_in_tag_) {
    text_ += "/>\n";
    is_in_tag_ = false;
    return;
  }
  text_.append(2 * open_.size(), ' ');
  text_ += "</" + name + ">\n";
}

void XmlWriter::Attribute(std::string_view name, std::string_view value) {
  text_ += ' ';
  text_ += name;
  text_ += "=\"";
  text_ += Escaped(value);
  text_ += '"';
}

auto XmlWriter::Take() -> std::string { return std::move(text_); }

}  // namespace kerf::fmi
