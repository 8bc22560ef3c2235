// See description_reader.h.
#include "fmi/description_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace kerf::fmi {

namespace {

constexpr size_t kMaxMistakes = 20;

constexpr auto kCausalities = std::to_array<std::pair<std::string_view, ImportedCausality>>({
    {"parameter", ImportedCausality::Parameter},
    {"structuralParameter", ImportedCausality::StructuralParameter},
    {"calculatedParameter", ImportedCausality::CalculatedParameter},
    {"input", ImportedCausality::Input},
    {"output", ImportedCausality::Output},
    {"local", ImportedCausality::Local},
    {"independent", ImportedCausality::Independent},
    {"dependent", ImportedCausality::Dependent},
});
constexpr auto kVariabilities = std::to_array<std::pair<std::string_view, ImportedVariability>>({
    {"constant", ImportedVariability::Constant},
    {"fixed", ImportedVariability::Fixed},
    {"tunable", ImportedVariability::Tunable},
    {"discrete", ImportedVariability::Discrete},
    {"continuous", ImportedVariability::Continuous},
});
constexpr auto kInitials = std::to_array<std::pair<std::string_view, ImportedInitial>>({
    {"exact", ImportedInitial::Exact},
    {"approx", ImportedInitial::Approx},
    {"calculated", ImportedInitial::Calculated},
});

// The value of an attribute that is one of some words; false if it is another word.
template <typename Value, size_t N>
auto TakeWord(const pugi::xml_node& node, const char* name,
              const std::array<std::pair<std::string_view, Value>, N>& words, Value& value) -> bool {
  const pugi::xml_attribute attribute = node.attribute(name);
  if (!attribute) return true;
  const std::string_view text = attribute.value();
  const auto found = std::ranges::find(words, text, &std::pair<std::string_view, Value>::first);
  if (found == words.end()) return false;
  value = found->second;
  return true;
}

auto ParseNumber(std::string_view text) -> std::optional<double> {
  if (text == "INF" || text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-INF" || text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text == "true") return 1;
  if (text == "false") return 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (failure == std::errc()) return value;
  if (failure != std::errc::result_out_of_range) return std::nullopt;
  // Too small or too large for a double.
  const bool is_small =
      text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos;
  const double size = is_small ? 0 : std::numeric_limits<double>::infinity();
  return text.starts_with('-') ? -size : size;
}

auto Trimmed(std::string_view text) -> std::string_view {
  constexpr std::string_view kBlank = " \t\r\n";
  const size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin);
}

auto IsIdentifier(std::string_view text) -> bool {
  const auto is_good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !text.empty() && std::ranges::all_of(text, is_good);
}

// What the standards say where a variable says nothing.
auto UsualVariability(const ImportedVariable& variable) -> ImportedVariability {
  switch (variable.causality) {
    case ImportedCausality::Parameter:
    case ImportedCausality::StructuralParameter:
    case ImportedCausality::CalculatedParameter: return ImportedVariability::Fixed;
    case ImportedCausality::Input:
    case ImportedCausality::Output:
    case ImportedCausality::Local:
    case ImportedCausality::Independent:
    case ImportedCausality::Dependent:           break;
  }
  return IsReal(variable.type) ? ImportedVariability::Continuous : ImportedVariability::Discrete;
}

auto UsualInitial(const ImportedVariable& variable) -> ImportedInitial {
  const bool is_given = variable.causality == ImportedCausality::Parameter ||
                        variable.causality == ImportedCausality::StructuralParameter ||
                        variable.causality == ImportedCausality::Input ||
                        variable.variability == ImportedVariability::Constant;
  return is_given ? ImportedInitial::Exact : ImportedInitial::Calculated;
}

}  // namespace

DescriptionReader::DescriptionReader(std::string_view text, ReadModel& result)
    : text_(text), result_(result) {
  lines_.push_back(0);
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    lines_.push_back(at + 1);
}

auto DescriptionReader::LineOf(const pugi::xml_node& node) const -> uint32_t {
  const ptrdiff_t offset = node.offset_debug();
  if (offset < 0) return 0;
  const auto after = std::ranges::upper_bound(lines_, static_cast<size_t>(offset));
  return static_cast<uint32_t>(after - lines_.begin());
}

void DescriptionReader::Mistake(const pugi::xml_node& node, std::string text) {
  if (result_.mistakes.size() < kMaxMistakes) result_.mistakes.push_back({LineOf(node), std::move(text)});
}

auto TextOf(const pugi::xml_node& node, const char* name) -> std::string {
  return node.attribute(name).value();
}

auto DescriptionReader::TryNumber(const pugi::xml_node& node, const char* name) -> std::optional<double> {
  const pugi::xml_attribute attribute = node.attribute(name);
  if (!attribute) return std::nullopt;
  const auto value = ParseNumber(Trimmed(attribute.value()));
  if (!value)
    Mistake(node, fmt::format("{} of <{}> is no number: `{}`", name, node.name(), attribute.value()));
  return value;
}

auto DescriptionReader::TryIndex(const pugi::xml_node& node, const char* name) -> std::optional<uint32_t> {
  const pugi::xml_attribute attribute = node.attribute(name);
  if (!attribute) return std::nullopt;
  const std::string_view text = Trimmed(attribute.value());
  uint32_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure == std::errc() && end == text.data() + text.size()) return value;
  Mistake(node, fmt::format("{} of <{}> is no whole number from 0 to 4294967295: `{}`", name, node.name(),
                            attribute.value()));
  return std::nullopt;
}

auto DescriptionReader::Flag(const pugi::xml_node& node, const char* name, bool otherwise) -> bool {
  const std::string_view text = node.attribute(name).value();
  if (text.empty()) return otherwise;
  if (text == "true" || text == "1") return true;
  if (text != "false" && text != "0")
    Mistake(node, fmt::format("{} of <{}> is neither true nor false: `{}`", name, node.name(), text));
  return false;
}

auto DescriptionReader::Numbers(const pugi::xml_node& node, const char* name) -> std::vector<double> {
  std::vector<double> numbers;
  std::string_view text = node.attribute(name).value();
  while (true) {
    text = Trimmed(text);
    if (text.empty()) return numbers;
    const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n"));
    const auto value = ParseNumber(word);
    if (!value) {
      Mistake(node, fmt::format("{} of <{}> has a word that is no number: `{}`", name, node.name(), word));
      return numbers;
    }
    numbers.push_back(*value);
    text.remove_prefix(word.size());
  }
}

void DescriptionReader::ReadAttributes(const pugi::xml_node& node, ImportedAttributes& attributes) {
  const auto take = [&](const char* name, std::string& text) {
    if (const pugi::xml_attribute attribute = node.attribute(name)) text = attribute.value();
  };
  take("quantity", attributes.quantity);
  take("unit", attributes.unit);
  take("displayUnit", attributes.display_unit);
  if (const auto min = TryNumber(node, "min")) attributes.min = min;
  if (const auto max = TryNumber(node, "max")) attributes.max = max;
  if (const auto nominal = TryNumber(node, "nominal")) attributes.nominal = nominal;
}

void DescriptionReader::ReadCausality(const pugi::xml_node& node, ImportedVariable& variable) {
  if (!TakeWord(node, "causality", kCausalities, variable.causality))
    Mistake(node,
            fmt::format("`{}` has an unknown causality: `{}`", variable.name, TextOf(node, "causality")));
  variable.variability = UsualVariability(variable);
  if (!TakeWord(node, "variability", kVariabilities, variable.variability))
    Mistake(node,
            fmt::format("`{}` has an unknown variability: `{}`", variable.name, TextOf(node, "variability")));
  variable.initial = UsualInitial(variable);
  if (!TakeWord(node, "initial", kInitials, variable.initial))
    Mistake(node, fmt::format("`{}` has an unknown initial: `{}`", variable.name, TextOf(node, "initial")));
}

void DescriptionReader::ReadExperiment(const pugi::xml_node& root) {
  const pugi::xml_node node = root.child("DefaultExperiment");
  ImportedModel& model = result_.model;
  model.start_time = TryNumber(node, "startTime");
  model.stop_time = TryNumber(node, "stopTime");
  model.tolerance = TryNumber(node, "tolerance");
  model.step_size = TryNumber(node, "stepSize");
}

auto DescriptionReader::ReadInterface(const pugi::xml_node& node) -> std::optional<ImportedInterface> {
  if (!node) return std::nullopt;
  ImportedInterface interface;
  interface.identifier = TextOf(node, "modelIdentifier");
  if (!IsIdentifier(interface.identifier))
    Mistake(node, fmt::format("modelIdentifier of <{}> is no name of a library: `{}`", node.name(),
                              interface.identifier));
  interface.needs_tool = Flag(node, "needsExecutionTool", false);
  return interface;
}

void DescriptionReader::ReadItems(const pugi::xml_node& node, std::string name) {
  ImportedEnumeration enumeration{std::move(name), TextOf(node, "description"), {}};
  for (const pugi::xml_node& item : node.children("Item")) {
    const auto value = TryNumber(item, "value");
    const auto usual = static_cast<double>(enumeration.items.size() + 1);
    enumeration.items.push_back({TextOf(item, "name"), TextOf(item, "description"),
                                 static_cast<int64_t>(std::clamp(value.value_or(usual), -1e15, 1e15))});
  }
  result_.model.enumerations.push_back(std::move(enumeration));
}

}  // namespace kerf::fmi
