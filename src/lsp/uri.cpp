// Percent signs and schemes.
#include "lsp/uri.h"

#include <charconv>
#include <filesystem>

#include <fmt/format.h>

namespace kerf::lsp {

namespace {

constexpr std::string_view kFileScheme = "file://";

auto IsPlain(char c) -> bool {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("/-._~").find(c) != std::string_view::npos;
}

auto Decoded(std::string_view text) -> std::string {
  std::string out;
  for (size_t k = 0; k < text.size(); ++k) {
    unsigned value = 0;
    if (text[k] == '%' && k + 2 < text.size()) {
      const char* digits = text.data() + k + 1;
      if (const auto read = std::from_chars(digits, digits + 2, value, 16); read.ptr == digits + 2) {
        out += static_cast<char>(value);
        k += 2;
        continue;
      }
    }
    out += text[k];
  }
  return out;
}

// Letters, digits, plus, minus and dot before a colon; one letter alone would be a drive.
auto HasScheme(std::string_view text) -> bool {
  const size_t colon = text.find(':');
  return colon != std::string_view::npos && colon > 1 && text.find('/') > colon &&
         text.substr(0, colon).find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.") == std::string_view::npos;
}

}  // namespace

auto PathOfUri(std::string_view uri) -> std::string {
  if (!uri.starts_with(kFileScheme)) return std::string(uri);
  uri.remove_prefix(kFileScheme.size());
  // A host before the path is this machine.
  const size_t slash = uri.find('/');
  return Decoded(slash == std::string_view::npos ? uri : uri.substr(slash));
}

auto UriOfPath(const std::string& path) -> std::string {
  if (HasScheme(path)) return path;
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  const std::string full = error ? path : absolute.lexically_normal().string();
  std::string uri(kFileScheme);
  for (const char c : full) {
    if (IsPlain(c)) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

}  // namespace kerf::lsp
