// Declarations of variables: prefixes, type, name, sizes, attributes, value, description.
#include <fmt/format.h>

#include "expr/print_identifier.h"
#include "flat/print_writer.h"

namespace kerf::flat {

namespace {

// Variables of other kinds than Real are discrete anyway.
auto VariabilityText(const Var& var) -> std::string_view {
  switch (var.variability) {
    case Variability::Constant:   return "constant ";
    case Variability::Parameter:  return "parameter ";
    case Variability::Discrete:   return var.type.kind == expr::Kind::Real ? "discrete " : "";
    case Variability::Continuous: return "";
  }
  return "";
}

auto CausalityText(Causality causality) -> std::string_view {
  switch (causality) {
    case Causality::Local:  return "";
    case Causality::Input:  return "input ";
    case Causality::Output: return "output ";
  }
  return "";
}

auto RoleText(ConnectorRole role) -> std::string_view {
  switch (role) {
    case ConnectorRole::Flow: return "flow ";
    case ConnectorRole::None:
    case ConnectorRole::Potential:
    // Outside of connectors there are no streams.
    case ConnectorRole::Stream: return "";
  }
  return "";
}

auto StateSelectText(StateSelect choice) -> std::string_view {
  switch (choice) {
    case StateSelect::Default: return "StateSelect.default";
    case StateSelect::Never:   return "StateSelect.never";
    case StateSelect::Avoid:   return "StateSelect.avoid";
    case StateSelect::Prefer:  return "StateSelect.prefer";
    case StateSelect::Always:  return "StateSelect.always";
  }
  return "";
}

// The list in parentheses. One value for all elements of an array is `each`.
class AttributeList {
 public:
  AttributeList(const Writer& writer, bool is_array) : writer_(writer), is_array_(is_array) {}

  void Add(std::string_view name, std::string_view value, bool is_scalar = true) {
    text_ += fmt::format("{}{}{} = {}", text_.empty() ? "" : ", ", is_array_ && is_scalar ? "each " : "",
                         name, value);
  }
  void Add(std::string_view name, ExprId value) {
    if (!value.has_value()) return;
    Add(name, writer_.Expr(value), writer_.world().pool.type(value).shape == expr::kScalar);
  }
  void Add(std::string_view name, NameId text) {
    if (text.has_value()) Add(name, expr::ModelicaString(writer_.world().names[text]));
  }
  [[nodiscard]] auto Text() const -> std::string { return text_.empty() ? "" : fmt::format("({})", text_); }

 private:
  const Writer& writer_;
  bool is_array_;
  std::string text_;
};

auto AttributesText(const Writer& writer, const Var& var) -> std::string {
  if (!var.attributes.has_value()) return "";
  const Attributes& a = writer.model().attributes[var.attributes];
  AttributeList list(writer, var.type.shape != expr::kScalar);
  list.Add("quantity", a.quantity);
  list.Add("unit", a.unit);
  list.Add("displayUnit", a.display_unit);
  list.Add("start", a.start);
  list.Add("fixed", a.fixed_value);
  if (!a.fixed_value.has_value() && a.fixed) list.Add("fixed", std::string_view("true"));
  list.Add("min", a.min);
  list.Add("max", a.max);
  list.Add("nominal", a.nominal);
  if (a.state_select != StateSelect::Default) list.Add("stateSelect", StateSelectText(a.state_select));
  return list.Text();
}

auto IsCommented(const Var& var) -> bool {
  return var.variability <= Variability::Parameter && !var.is_protected;
}

// Description and annotation.
auto CommentText(const Writer& writer, const Var& var) -> std::string {
  std::string text;
  if (var.attributes.has_value()) {
    const NameId description = writer.model().attributes[var.attributes].description;
    if (description.has_value()) text += " " + expr::ModelicaString(writer.world().names[description]);
  }
  // What is said about a value is its description.
  if (text.empty() && IsCommented(var)) {
    std::string said;
    for (const std::string& comment : writer.CommentsAt(var.origin))
      said += (said.empty() ? "" : " ") + comment;
    if (!said.empty()) text = " " + expr::ModelicaString(said);
  }
  const bool is_evaluated = var.is_structural && var.variability == Variability::Parameter;
  if (is_evaluated && var.is_hidden) return text + " annotation(Evaluate = true, HideResult = true)";
  if (is_evaluated) return text + " annotation(Evaluate = true)";
  const bool is_told = var.is_hidden && !writer.is_for_readers();
  return is_told ? text + " annotation(HideResult = true)" : text;
}

}  // namespace

void WriteVar(Writer& writer, VarId id) {
  const Var& var = writer.model().vars[id];
  // What stands above is often about all that follows.
  if (IsCommented(var)) writer.WriteCommentsAbove(1, var.origin);
  const std::string binding = var.binding.has_value() ? " = " + writer.Expr(var.binding) : "";
  writer.Line(
      1, fmt::format("{}{}{}{}{} {}{}{}{}{};", var.is_final ? "final " : "", RoleText(var.role),
                     VariabilityText(var), CausalityText(var.causality), writer.namer().TypeName(var.type),
                     writer.namer().VarName(id), writer.Dimensions(var.type), AttributesText(writer, var),
                     binding, CommentText(writer, var)));
}

}  // namespace kerf::flat
