// A connector `p` with p.v and p.i is a terminal with the members v and i.
#include "fmi/terminals.h"

#include <algorithm>
#include <vector>

#include "fmi/xml.h"

namespace kerf::fmi {

namespace {

struct Member {
  std::string variable;
  std::string name;
  bool is_flow = false;
};
struct Terminal {
  std::string name;
  std::vector<Member> members;
};

// Up to the first dot that is not part of a quoted name.
auto PartEnd(const std::string& name) -> size_t {
  bool is_quoted = false;
  for (size_t k = 0; k < name.size(); ++k) {
    if (name[k] == '\\' && is_quoted)
      ++k;
    else if (name[k] == '\'')
      is_quoted = !is_quoted;
    else if (name[k] == '.' && !is_quoted)
      return k;
  }
  return std::string::npos;
}

auto TerminalsOf(const model::CompiledModel& compiled, const Interface& interface) -> std::vector<Terminal> {
  std::vector<Terminal> terminals;
  for (uint32_t index = 0; index < interface.variables.size(); ++index) {
    const Shown& shown = interface.variables[index];
    if (shown.declaration == kNone) continue;
    const uint8_t flags = compiled.variables.declarations[shown.declaration].flags;
    const uint32_t array = interface.array_of[index];
    const bool is_first = array == kNone || interface.arrays[array].first == index;
    if ((flags & model::Declaration::kOfPort) == 0 || !is_first) continue;
    const std::string& name = array == kNone ? shown.name : interface.arrays[array].name;
    // A connector that is a variable itself has no members.
    const size_t end = PartEnd(name);
    if (end == std::string::npos) continue;
    const std::string part = name.substr(0, end);
    auto terminal = std::ranges::find(terminals, part, &Terminal::name);
    if (terminal == terminals.end()) terminal = terminals.insert(terminals.end(), {part, {}});
    terminal->members.push_back({name, name.substr(end + 1), (flags & model::Declaration::kFlow) != 0});
  }
  return terminals;
}

}  // namespace

auto Terminals3(const model::CompiledModel& compiled, const Interface& interface) -> std::string {
  const std::vector<Terminal> terminals = TerminalsOf(compiled, interface);
  if (terminals.empty()) return "";
  XmlWriter xml;
  xml.Begin("fmiTerminalsAndIcons");
  xml.Attribute("fmiVersion", "3.0");
  xml.Begin("Terminals");
  for (const Terminal& terminal : terminals) {
    xml.Begin("Terminal");
    xml.Attribute("name", terminal.name);
    xml.Attribute("matchingRule", "plug");
    for (const Member& member : terminal.members) {
      xml.Begin("TerminalMemberVariable");
      xml.Attribute("variableName", member.variable);
      xml.Attribute("memberName", member.name);
      xml.Attribute("variableKind", member.is_flow ? "inflow" : "signal");
      xml.End();
    }
    xml.End();
  }
  xml.End();
  xml.End();
  return xml.Take();
}

}  // namespace kerf::fmi
