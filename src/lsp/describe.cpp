// Texts of declarations.
#include "lsp/describe.h"

#include "lang/modelica/syntax/spelling.h"

namespace kerf::lsp {

using modelica::NodeKind;
using modelica::NodeRef;
using modelica::Restriction;

namespace {

constexpr size_t kMaxText = 120;

void AppendUnescaped(std::string_view quoted, std::string& out) {
  if (quoted.size() < 2) return;
  quoted = quoted.substr(1, quoted.size() - 2);
  for (size_t k = 0; k < quoted.size(); ++k) {
    if (quoted[k] != '\\' || k + 1 == quoted.size()) {
      out += quoted[k];
      continue;
    }
    ++k;
    switch (quoted[k]) {
      case 'n': out += '\n'; break;
      case 't': out += '\t'; break;
      case 'a':
      case 'b':
      case 'f':
      case 'r':
      case 'v': break;
      default:  out += quoted[k];
    }
  }
}

}  // namespace

auto DescriptionText(NodeRef description) -> std::string {
  std::string text;
  if (!description.has_value()) return text;
  const modelica::Tree& tree = description.tree();
  for (uint32_t k = description.node().begin; k < description.node().end; ++k) {
    const modelica::Token& token = tree.tokens[k];
    if (token.kind == modelica::TokenKind::String)
      AppendUnescaped(tree.text.substr(token.begin, token.end - token.begin), text);
  }
  return text;
}

auto DescriptionOf(NodeRef declaration) -> std::string {
  return declaration.has_value() ? DescriptionText(declaration.Find(NodeKind::Description)) : "";
}

auto RestrictionText(NodeRef class_def) -> std::string {
  std::string text;
  if (class_def.Has(modelica::kPartial)) text += "partial ";
  if (class_def.Has(modelica::kExpandable)) text += "expandable ";
  if (class_def.Has(modelica::kPure)) text += "pure ";
  if (class_def.Has(modelica::kImpure)) text += "impure ";
  switch (class_def.restriction()) {
    case Restriction::Class:            return text + "class";
    case Restriction::Model:            return text + "model";
    case Restriction::Record:           return text + "record";
    case Restriction::Block:            return text + "block";
    case Restriction::Connector:        return text + "connector";
    case Restriction::Type:             return text + "type";
    case Restriction::Package:          return text + "package";
    case Restriction::Function:         return text + "function";
    case Restriction::Operator:         return text + "operator";
    case Restriction::OperatorRecord:   return text + "operator record";
    case Restriction::OperatorFunction: return text + "operator function";
  }
  return text;
}

auto TypeText(const modelica::Component& component) -> std::string {
  struct Prefix {
    uint32_t flag;
    std::string_view text;
  };
  static constexpr Prefix kPrefixes[] = {
      {modelica::kFinal, "final "},       {modelica::kInner, "inner "},
      {modelica::kOuter, "outer "},       {modelica::kReplaceable, "replaceable "},
      {modelica::kFlow, "flow "},         {modelica::kStream, "stream "},
      {modelica::kDiscrete, "discrete "}, {modelica::kParameter, "parameter "},
      {modelica::kConstant, "constant "}, {modelica::kInput, "input "},
      {modelica::kOutput, "output "},
  };
  std::string text;
  for (const Prefix& prefix : kPrefixes) {
    if (component.Has(prefix.flag)) text += prefix.text;
  }
  if (const NodeRef type = component.clause.Find(NodeKind::Ref); type.has_value()) text += type.text();
  for (const NodeRef owner : {component.node, component.clause}) {
    if (const NodeRef sizes = owner.Find(NodeKind::Subscripts); sizes.has_value()) text += sizes.text();
  }
  return text;
}

auto ShortText(std::string_view text) -> std::string {
  std::string line;
  for (const char c : text) {
    const bool is_blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!is_blank) line += c;
    if (is_blank && !line.empty() && line.back() != ' ') line += ' ';
  }
  if (line.size() <= kMaxText) return line;
  // Not inside of a character.
  size_t end = kMaxText;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
  return line.substr(0, end) + "…";
}

auto BindingText(const modelica::Component& component) -> std::string {
  const modelica::Mod* mod = component.mod;
  // A value with steps is a part of the one that is written.
  if (mod == nullptr || !mod->has_value() || !mod->steps.empty()) return "";
  return ShortText(mod->expr.text());
}

auto AttributeText(Snapshot& snapshot, const modelica::Component& component, std::string_view name)
    -> std::string {
  if (component.mod == nullptr) return "";
  const modelica::Mod* mod = component.mod->Child(snapshot.names().Intern(name));
  return mod != nullptr && mod->has_value() ? ShortText(mod->expr.text()) : "";
}

}  // namespace kerf::lsp
