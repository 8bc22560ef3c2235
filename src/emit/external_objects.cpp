// Arguments of constructors are constants.
#include "emit/external_objects.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/number_text.h"
#include "emit/quote.h"

namespace kerf::emit {

namespace {

void AddOnce(std::vector<std::string>& list, const std::string& text) {
  if (std::ranges::find(list, text) == list.end()) list.push_back(text);
}

auto TypeOf(expr::Kind kind) -> std::string_view {
  if (kind == expr::Kind::Text) return "const char *";
  if (kind == expr::Kind::Object) return "void *";
  return kind == expr::Kind::Real ? "double" : "int";
}

// Types of a constructor's arguments, as the specification has them (12.9.1).
auto PrototypeOf(const flat::MadeObject& made, const std::string& name) -> std::string {
  std::vector<std::string> types;
  for (const flat::Value& value : made.arguments) {
    const std::string_view type = TypeOf(value.kind);
    const bool is_number = value.kind != expr::Kind::Text;
    types.push_back(!value.is_array ? std::string(type)
                                    : fmt::format("{}{}*", is_number ? "const " : "", type));
  }
  return fmt::format("extern void *{}({});", name,
                     types.empty() ? "void" : fmt::format("{}", fmt::join(types, ", ")));
}

}  // namespace

void ForeignCode::Take(const ForeignCode& other) {
  for (const std::string& declaration : other.declarations) AddOnce(declarations, declaration);
  for (const std::string& word : other.words) AddOnce(words, word);
  has_utilities = has_utilities || other.has_utilities;
}

auto CodeOf(const flat::World& world, flat::FunctionId function, const std::string& prototype)
    -> ForeignCode {
  const flat::ExternalCall& external = *world.bodies[world.functions[function].body]->external;
  ForeignCode code;
  code.declarations = external.includes;
  if (external.includes.empty()) code.declarations.push_back(prototype);
  if (world.foreign == nullptr) return code;
  const flat::CompilerNeeds needs = world.foreign->Needs(world, function);
  code.words = needs.words;
  code.has_utilities = needs.has_utilities;
  return code;
}

// Every byte counts, since functions outside get it.
auto QuotedC(std::string_view text) -> std::string {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F || c == '?') {
      out += fmt::format("\\{:03o}", byte);
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

auto ExternalObjects::Name(int64_t number) -> std::string { return fmt::format("kerf_object_{}()", number); }

// C has no vectors without elements.
auto ExternalObjects::Table(const flat::Value& array, size_t position, std::string& tables, std::string& why)
    -> std::string {
  std::vector<std::string> elements;
  for (const flat::Value& element : array.elements())
    elements.push_back(Argument(element, position, tables, why));
  if (elements.empty()) elements.emplace_back("0");
  const std::string name = fmt::format("kerf_v{}", position + 1);
  std::string numbers;
  for (size_t k = 0; k < elements.size(); ++k)
    numbers += (k == 0 ? "" : k % 8 == 0 ? ",\n    " : ", ") + elements[k];
  tables += fmt::format("  static {}{}{}[] = {{{}}};\n", array.kind == expr::Kind::Text ? "" : "const ",
                        TypeOf(array.kind), array.kind == expr::Kind::Text ? name : " " + name, numbers);
  return name;
}

auto ExternalObjects::Argument(const flat::Value& value, size_t position, std::string& tables,
                               std::string& why) -> std::string {
  if (value.is_array && value.kind != expr::Kind::Record && value.kind != expr::Kind::Object)
    return Table(value, position, tables, why);
  switch (value.kind) {
    case expr::Kind::Real:        return base::NumberText(value.real);
    case expr::Kind::Integer:
    case expr::Kind::Boolean:
    case expr::Kind::Enumeration: return std::to_string(value.integer);
    case expr::Kind::Text:        return QuotedC(value.text());
    case expr::Kind::Object:
      if (!value.is_array) return Add(value.integer, why) ? Name(value.integer) : "";
      break;
    case expr::Kind::Record:
    case expr::Kind::Clock:
    case expr::Kind::Function: break;
  }
  why = "an external object that is made of records";
  return "";
}

auto ExternalObjects::Add(int64_t number, std::string& why) -> bool {
  if (texts_.contains(number)) return true;
  const auto made = world_.foreign->TryObject(number);
  if (!made) {
    why = "an external object that is not known";
    return false;
  }
  const std::string& name = world_.bodies[world_.functions[made->constructor].body]->external->name;
  std::string tables;
  std::vector<std::string> arguments;
  why.clear();
  if (!IsCName(name)) why = "a name that C does not have";
  for (size_t k = 0; k < made->arguments.size() && why.empty(); ++k)
    arguments.push_back(Argument(made->arguments[k], k, tables, why));
  if (!why.empty()) return false;
  code_.Take(CodeOf(world_, made->constructor, PrototypeOf(*made, name)));
  std::string text = fmt::format("static void *kerf_made_{};\n", number);
  std::string at_end;
  if (made->destructor.has_value()) {
    const std::string& drop = world_.bodies[world_.functions[made->destructor].body]->external->name;
    if (!IsCName(drop)) why = "a name that C does not have";
    if (!why.empty()) return false;
    code_.Take(CodeOf(world_, made->destructor, fmt::format("extern void {}(void *);", drop)));
    text += fmt::format("static void kerf_drop_{0}(void) {{ {1}(kerf_made_{0}); }}\n", number, drop);
    at_end = fmt::format("  atexit(kerf_drop_{});\n", number);
  }
  text += fmt::format(
      "static void *kerf_object_{0}(void) {{\n{1}  if (kerf_made_{0}) return kerf_made_{0};\n"
      "  kerf_made_{0} = {2}({3});\n{4}  return kerf_made_{0};\n}}\n\n",
      number, tables, name, fmt::join(arguments, ", "), at_end);
  texts_[number] = text;
  return true;
}

auto ExternalObjects::Text() const -> std::string {
  std::string text;
  for (const auto& [number, one] : texts_) text += one;
  return text;
}

}  // namespace kerf::emit
