// Writing XML: elements with attributes, indented, escaped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kerf::fmi {

// The text as it stands in an attribute. What XML cannot hold (control characters, bytes that are not UTF-8)
// becomes U+FFFD.
auto Escaped(std::string_view text) -> std::string;
// Shortest text that gives the same double.
auto NumberText(double value) -> std::string;

class XmlWriter {
 public:
  XmlWriter();
  // <name …> with elements inside, up to End.
  void Begin(std::string_view name);
  void End();
  // Of the element that was begun last, before its elements.
  void Attribute(std::string_view name, std::string_view value);
  void Attribute(std::string_view name, double value) { Attribute(name, NumberText(value)); }
  void Flag(std::string_view name, bool value) { Attribute(name, value ? "true" : "false"); }
  void Number(std::string_view name, uint64_t value) { Attribute(name, std::to_string(value)); }
  // Attributes that are not there where the text is empty.
  void Optional(std::string_view name, std::string_view value) {
    if (!value.empty()) Attribute(name, value);
  }
  auto Take() -> std::string;

 private:
  void Close();

  std::string text_;
  std::vector<std::string> open_;
  // The last tag still lacks its end.
  bool is_in_tag_ = false;
};

}  // namespace kerf::fmi
