// Questions in words.
#include "session/code_question.h"

#include <fmt/format.h>

#include "flat/function.h"
#include "fmi/read_description.h"

namespace kerf::session {

namespace {

constexpr size_t kMaxShown = 4000;

// Bytes that a terminal could obey are shown as numbers.
auto Visible(std::string_view text) -> std::string {
  std::string shown;
  for (const char c : text.substr(0, kMaxShown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F) {
      shown += c;
    } else {
      shown += c == '\n' ? "\n    " : fmt::format("<{:02x}>", byte);
    }
  }
  if (text.size() > kMaxShown) shown += fmt::format(" … ({} bytes more)", text.size() - kMaxShown);
  return shown;
}

auto NameOf(const CodeRequest& request) -> std::string_view {
  return request.world.names[request.world.functions[request.function].name];
}

auto BodyOf(const CodeRequest& request) -> const flat::FunctionBody& {
  return *request.world.bodies[request.world.functions[request.function].body];
}

auto PlaceOf(const CodeRequest& request) -> std::string {
  const flat::OriginId origin = BodyOf(request).external->origin;
  return origin.has_value() ? request.buffers.Place(request.world.origins[origin].span) : "";
}

}  // namespace

auto CodeQuestion(const CodeRequest& request) -> std::string {
  const flat::ExternalCall& call = *BodyOf(request).external;
  std::string text =
      fmt::format("`{}` ({}) calls `{}` in {}, which would be compiled from\n", Visible(NameOf(request)),
                  Visible(PlaceOf(request)), Visible(call.name), Visible(call.language));
  for (const std::string& include : request.unit.includes)
    text += fmt::format("  text:\n    {}\n", Visible(include));
  for (const std::string& file : request.unit.sources) text += fmt::format("  source: {}\n", Visible(file));
  for (const std::string& folder : request.unit.include_folders)
    text += fmt::format("  headers of: {}\n", Visible(folder));
  for (const std::string& file : request.unit.archives) text += fmt::format("  library: {}\n", Visible(file));
  for (const std::string& name : request.unit.system_libraries)
    text += fmt::format("  library of the system: {}\n", Visible(name));
  return text + "It could do all that you can do. Compile and run code of this library? [y/N] ";
}

auto FunctionText(const CodeRequest& request) -> std::string {
  return fmt::format("`{}` ({})", NameOf(request), PlaceOf(request));
}

auto ActionText(const CodeRequest& request) -> std::string {
  const flat::ExternalCall& call = *BodyOf(request).external;
  if (call.has_computed_texts) return "includes text that another part of the model can change";
  return "acts on this machine";
}

auto FmuQuestion(const std::string& file) -> std::string {
  fmi::ImportedModel model;
  std::string error;
  std::string text = fmt::format("`{}` is an FMU", Visible(file));
  if (fmi::ReadDescriptionOf(file, model, error)) {
    const auto& interface = model.model_exchange ? model.model_exchange : model.co_simulation;
    text += fmt::format(", made by {}. Its binary {}.so would be loaded and run",
                        model.tool.empty() ? "an unknown tool" : Visible(model.tool),
                        interface ? Visible(interface->identifier) : "");
  }
  return text + ".\nIt could do all that you can do. Run the code of this FMU? [y/N] ";
}

auto ActionQuestion(const CodeRequest& request, const std::string& action, const std::string& part)
    -> std::string {
  return fmt::format("`{}` {}, and `{}` is part of the model.\nMay this model do so? [y/N] ",
                     Visible(NameOf(request)), action, Visible(part));
}

}  // namespace kerf::session
