// What the readers of both versions share: attributes as numbers, mistakes with their lines. The only folder
// with pugixml; this header belongs to it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

#include "fmi/read_description.h"

namespace kerf::fmi {

// Elements of all arrays together; what asks for more is a mistake or a trap.
inline constexpr uint64_t kMaxElements = 10'000'000;

// The element that stands for a type.
struct NamedType {
  const char* element;
  ValueType type;
};

class DescriptionReader {
 public:
  DescriptionReader(std::string_view text, ReadModel& result);

  [[nodiscard]] auto LineOf(const pugi::xml_node& node) const -> uint32_t;
  // At most so many are told.
  void Mistake(const pugi::xml_node& node, std::string text);

  auto TryNumber(const pugi::xml_node& node, const char* name) -> std::optional<double>;
  // A whole number that is not negative.
  auto TryIndex(const pugi::xml_node& node, const char* name) -> std::optional<uint32_t>;
  auto Flag(const pugi::xml_node& node, const char* name, bool otherwise) -> bool;
  // Words between blanks, each a number.
  auto Numbers(const pugi::xml_node& node, const char* name) -> std::vector<double>;
  // Attributes of a type or variable.
  void ReadAttributes(const pugi::xml_node& node, ImportedAttributes& attributes);
  void ReadCausality(const pugi::xml_node& node, ImportedVariable& variable);
  void ReadExperiment(const pugi::xml_node& root);
  auto ReadInterface(const pugi::xml_node& node) -> std::optional<ImportedInterface>;
  // Items of an enumeration, whose values count from 1 where they are not told.
  void ReadItems(const pugi::xml_node& node, std::string name);

  [[nodiscard]] auto model() -> ImportedModel& { return result_.model; }

 private:
  std::string_view text_;
  // Where lines begin.
  std::vector<size_t> lines_;
  ReadModel& result_;
};

auto TextOf(const pugi::xml_node& node, const char* name) -> std::string;

// The parts of a description that the versions write in their own ways.
void ReadVersion2(const pugi::xml_node& root, DescriptionReader& reader);
void ReadVersion3(const pugi::xml_node& root, DescriptionReader& reader);

}  // namespace kerf::fmi
