// The frame of a description, and the checks that both versions have in common.
#include "fmi/read_description.h"

#include <fmt/format.h>

#include <unordered_map>

#include "fmi/description_reader.h"
#include "fmi/unpack.h"

namespace kerf::fmi {

namespace {

// A document type could define entities; no description has one.
auto HasDocumentType(const pugi::xml_document& document) -> bool {
  for (const pugi::xml_node& node : document.children()) {
    if (node.type() == pugi::node_doctype) return true;
  }
  return false;
}

void CheckNames(const ImportedModel& model, std::vector<DescriptionMistake>& mistakes) {
  std::unordered_map<std::string_view, uint32_t> lines;
  for (const ImportedVariable& variable : model.variables) {
    if (variable.name.empty()) mistakes.push_back({variable.line, "a variable has no name"});
    const auto [at, is_new] = lines.emplace(variable.name, variable.line);
    if (!is_new && !variable.name.empty())
      mistakes.push_back({variable.line, fmt::format("the name `{}` occurs twice, also in line {}",
                                                     variable.name, at->second)});
  }
}

void CheckVariables(const ImportedModel& model, std::vector<DescriptionMistake>& mistakes) {
  uint64_t n_elements = 0;
  for (const ImportedVariable& variable : model.variables) {
    const uint64_t n = variable.count();
    n_elements += n;
    if (variable.start.size() > 1 && variable.start.size() != n)
      mistakes.push_back({variable.line, fmt::format("`{}` has {} elements and {} start values",
                                                     variable.name, n, variable.start.size())});
    const bool needs_type = variable.type == ValueType::Enumeration;
    if (needs_type && variable.attributes.enumeration == kNone)
      mistakes.push_back(
          {variable.line, fmt::format("`{}` is an enumeration without a declared type", variable.name)});
  }
  if (n_elements > kMaxElements)
    mistakes.push_back({0, fmt::format("the variables have more than {} elements", kMaxElements)});
}

void CheckDerivatives(const ImportedModel& model, std::vector<DescriptionMistake>& mistakes) {
  std::vector<bool> is_taken(model.variables.size(), false);
  for (const ImportedUnknown& derivative : model.derivatives) {
    const ImportedVariable& variable = model.variables[derivative.variable];
    if (variable.derivative_of == kNone) {
      mistakes.push_back(
          {variable.line,
           fmt::format("`{}` is listed as a derivative and does not say of what", variable.name)});
      continue;
    }
    const ImportedVariable& state = model.variables[variable.derivative_of];
    const bool is_good = IsReal(state.type) && IsReal(variable.type) && state.count() == variable.count();
    if (!is_good)
      mistakes.push_back(
          {variable.line, fmt::format("`{}` cannot be the derivative of `{}`: both must be Real "
                                      "and of one size",
                                      variable.name, state.name)});
    if (is_taken[variable.derivative_of])
      mistakes.push_back({variable.line, fmt::format("the state `{}` has two derivatives", state.name)});
    is_taken[variable.derivative_of] = true;
  }
}

}  // namespace

auto ReadDescription(std::string_view text) -> ReadModel {
  ReadModel result;
  DescriptionReader reader(text, result);
  pugi::xml_document document;
  const pugi::xml_parse_result parsed =
      document.load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_doctype);
  if (!parsed) {
    const auto end = std::min(static_cast<size_t>(parsed.offset), text.size());
    const auto line = static_cast<uint32_t>(std::ranges::count(text.substr(0, end), '\n') + 1);
    result.mistakes.push_back({line, fmt::format("it is no XML: {}", parsed.description())});
    return result;
  }
  const pugi::xml_node root = document.child("fmiModelDescription");
  if (HasDocumentType(document)) {
    result.mistakes.push_back({1, "it has a document type, which no description of an FMU has"});
    return result;
  }
  if (!root) {
    result.mistakes.push_back({1, "it has no element <fmiModelDescription>"});
    return result;
  }
  ImportedModel& model = result.model;
  const std::string version = TextOf(root, "fmiVersion");
  model.name = TextOf(root, "modelName");
  model.description = TextOf(root, "description");
  model.tool = TextOf(root, "generationTool");
  model.version = version.starts_with("3.") ? Version::Three : Version::Two;
  if (version != "2.0" && !version.starts_with("2.0.") && !version.starts_with("3.")) {
    reader.Mistake(root, fmt::format("it is of FMI `{}`; versions 2.0 and 3.0 can be imported", version));
    return result;
  }
  reader.ReadExperiment(root);
  if (model.version == Version::Two) {
    ReadVersion2(root, reader);
  } else {
    ReadVersion3(root, reader);
  }
  if (!result.mistakes.empty()) return result;
  CheckNames(model, result.mistakes);
  CheckVariables(model, result.mistakes);
  CheckDerivatives(model, result.mistakes);
  if (!model.model_exchange && !model.co_simulation)
    reader.Mistake(root, "it offers neither model exchange nor co-simulation");
  return result;
}

auto ReadDescriptionOf(const std::string& archive, ImportedModel& model, std::string& error) -> bool {
  constexpr const char* kName = "modelDescription.xml";
  std::string why;
  const auto text = TryReadEntry(archive, kName, why);
  if (!text) {
    error = fmt::format("`{}` is no FMU: {}", archive, why);
    return false;
  }
  ReadModel read = ReadDescription(*text);
  for (const DescriptionMistake& mistake : read.mistakes) {
    if (!error.empty()) error += '\n';
    const std::string line = mistake.line > 0 ? fmt::format(", line {}", mistake.line) : "";
    error += fmt::format("`{}`: {}{}: {}", archive, kName, line, mistake.text);
  }
  model = std::move(read.model);
  return read.mistakes.empty();
}

}  // namespace kerf::fmi
