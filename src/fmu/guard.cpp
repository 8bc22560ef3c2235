// File URIs.
#include "fmu/guard.h"

namespace kerf::fmu {

namespace {

auto HexDigit(char c) -> int {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

auto Decoded(const std::string& text) -> std::string {
  constexpr int kBase = 16;
  std::string out;
  for (size_t k = 0; k < text.size(); ++k) {
    const bool is_code =
        text[k] == '%' && k + 2 < text.size() && HexDigit(text[k + 1]) >= 0 && HexDigit(text[k + 2]) >= 0;
    if (is_code) {
      out += static_cast<char>(HexDigit(text[k + 1]) * kBase + HexDigit(text[k + 2]));
      k += 2;
    } else {
      out += text[k];
    }
  }
  return out;
}

}  // namespace

auto PathOf(std::string uri) -> std::string {
  constexpr std::string_view kScheme = "file:";
  if (uri.starts_with(kScheme)) {
    uri.erase(0, kScheme.size());
    // An authority, which is empty or this machine.
    if (uri.starts_with("//")) uri.erase(0, std::min(uri.find('/', 2), uri.size()));
    uri = Decoded(uri);
  }
  while (uri.size() > 1 && uri.ends_with('/')) uri.pop_back();
  return uri;
}

}  // namespace kerf::fmu
