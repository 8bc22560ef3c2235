// Definitions of functions: variables, algorithm or external call, annotations.
#include <algorithm>

#include <fmt/format.h>

#include "expr/print_identifier.h"
#include "expr/walk.h"
#include "flat/print_writer.h"

namespace kerf::flat {

namespace {

auto DependsOnModel(const Writer& writer, ExprId id) -> bool {
  expr::Walker walker(writer.world().pool);
  return std::ranges::any_of(walker.Postorder(id),
                             [&](ExprId node) { return writer.world().pool.op(node) == expr::Op::Var; });
}

auto UnitText(const Writer& writer, const Local& local) -> std::string {
  return fmt::format("({}unit = {})", local.type.shape == expr::kScalar ? "" : "each ",
                     expr::ModelicaString(writer.namer().Text(local.unit)));
}

auto AssignsTo(const Writer& writer, const std::vector<Statement>& body, uint32_t local) -> bool {
  const expr::Pool& pool = writer.world().pool;
  return std::ranges::any_of(body, [&](const Statement& statement) {
    if (statement.target.has_value()) {
      expr::Walker walker(pool);
      const auto is_it = [&](ExprId id) {
        return pool.op(id) == expr::Op::Local && pool.position(id) == local;
      };
      if (std::ranges::any_of(walker.Postorder(statement.target), is_it)) return true;
    }
    return std::ranges::any_of(statement.branches,
                               [&](const Branch& branch) { return AssignsTo(writer, branch.body, local); });
  });
}

// For readers, an array of numbers that stays as it is.
auto IsTable(const Writer& writer, const FunctionBody& body, size_t k) -> bool {
  const Local& local = body.variables[k];
  return writer.is_for_readers() && local.role == Role::Protected && local.binding.has_value() &&
         writer.world().pool.op(local.binding) == expr::Op::Array &&
         !AssignsTo(writer, body.statements, static_cast<uint32_t>(k));
}

void WriteLocals(Writer& writer, const FunctionBody& body, Role role, int depth) {
  const std::string_view prefix = role == Role::Input ? "input " : role == Role::Output ? "output " : "";
  for (size_t k = 0; k < body.variables.size(); ++k) {
    const Local& local = body.variables[k];
    if (local.role != role) continue;
    // A function of a component may have defaults that depend on the model; calls give them as arguments.
    const bool has_binding =
        local.binding.has_value() && !(role == Role::Input && DependsOnModel(writer, local.binding));
    const std::string binding = has_binding ? " = " + writer.Expr(local.binding) : "";
    const std::string type = local.function_type.has_value()
                                 ? writer.namer().FunctionName(local.function_type)
                                 : writer.namer().TypeName(local.type);
    const std::string unit = local.unit.has_value() ? UnitText(writer, local) : "";
    const std::string_view constant = IsTable(writer, body, k) ? "constant " : "";
    writer.Line(depth, fmt::format("{}{}{} {}{}{}{};", constant, prefix, type,
                                   writer.namer().LocalName(static_cast<uint32_t>(k)),
                                   writer.Dimensions(local.type, local.sizes), unit, binding));
  }
}

// The items of an annotation or a modifier, with commas.
class Items {
 public:
  void Add(const std::string& item) { text_ += (text_.empty() ? "" : ", ") + item; }
  // name = "a", or name = {"a", "b"}.
  void AddTexts(std::string_view name, const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    Items list;
    for (const std::string& text : texts) list.Add(expr::ModelicaString(text));
    Add(fmt::format("{} = {}{}{}", name, texts.size() > 1 ? "{" : "", list.text_,
                    texts.size() > 1 ? "}" : ""));
  }
  [[nodiscard]] auto Enclosed(std::string_view word) const -> std::string {
    return text_.empty() ? "" : fmt::format("{}({})", word, text_);
  }

 private:
  std::string text_;
};

auto ExternalText(const Writer& writer, const ExternalCall& call) -> std::string {
  std::string text = "external";
  if (!call.language.empty()) text += " " + expr::ModelicaString(call.language);
  if (!call.name.empty()) {
    text += " ";
    if (call.result.has_value()) text += writer.Expr(call.result) + " = ";
    text += expr::ModelicaIdentifier(call.name) + "(";
    for (size_t k = 0; k < call.arguments.size(); ++k)
      text += (k > 0 ? "," : "") + writer.Expr(call.arguments[k]);
    text += ")";
  }
  Items items;
  items.AddTexts("Library", call.libraries);
  items.AddTexts("Include", call.includes);
  items.AddTexts("IncludeDirectory", call.include_directories);
  items.AddTexts("LibraryDirectory", call.library_directories);
  items.AddTexts("SourceDirectory", call.source_directories);
  const std::string annotation = items.Enclosed("annotation");
  return fmt::format("{}{}{};", text, annotation.empty() ? "" : " ", annotation);
}

auto DerivativeText(const Writer& writer, const DerivativeOf& derivative) -> std::string {
  Items items;
  if (derivative.order != 1) items.Add(fmt::format("order = {}", derivative.order));
  for (const uint32_t input : derivative.zero_derivative)
    items.Add("zeroDerivative = " + writer.namer().LocalName(input));
  for (const uint32_t input : derivative.no_derivative)
    items.Add("noDerivative = " + writer.namer().LocalName(input));
  const std::string head = items.Enclosed("derivative");
  return fmt::format("{} = {}", head.empty() ? "derivative" : head,
                     writer.namer().FunctionName(derivative.function));
}

auto InliningText(Inlining inlining) -> std::string_view {
  switch (inlining) {
    case Inlining::Unspecified: return "";
    case Inlining::Never:       return "Inline = false";
    case Inlining::Early:       return "Inline = true";
    case Inlining::Late:        return "LateInline = true";
  }
  return "";
}

auto AnnotationText(const Writer& writer, const FunctionBody& body) -> std::string {
  Items items;
  for (const DerivativeOf& derivative : body.derivatives) items.Add(DerivativeText(writer, derivative));
  Items inverses;
  for (const InverseOf& inverse : body.inverses)
    inverses.Add(fmt::format("{} = {}", writer.namer().LocalName(inverse.input), writer.Expr(inverse.call)));
  if (!body.inverses.empty()) items.Add(inverses.Enclosed("inverse"));
  if (body.inlining != Inlining::Unspecified) items.Add(std::string(InliningText(body.inlining)));
  if (body.smooth_order >= 0) items.Add(fmt::format("smoothOrder = {}", body.smooth_order));
  return items.Enclosed("annotation");
}

// An external function without a word about it would count as impure.
auto PurityText(const FunctionBody& body) -> std::string_view {
  if (body.is_impure) return "impure ";
  return body.external ? "pure " : "";
}

}  // namespace

void WriteFunction(Writer& writer, const FunctionBody& body, const std::string& name, int depth) {
  writer.namer().EnterFunction(&body);
  std::string description;
  if (writer.is_for_readers()) {
    for (const std::string& comment : writer.CommentsAt(body.origin))
      description += (description.empty() ? "" : " ") + comment;
    if (!description.empty()) description = " " + expr::ModelicaString(description);
  }
  writer.Line(depth, fmt::format("{}{}function {}{}", body.is_partial ? "partial " : "", PurityText(body),
                                 name, description));
  WriteLocals(writer, body, Role::Input, depth + 1);
  WriteLocals(writer, body, Role::Output, depth + 1);
  if (body.variables.size() > size_t{body.n_inputs} + body.n_outputs) writer.Line(depth, "protected");
  WriteLocals(writer, body, Role::Protected, depth + 1);
  if (!body.statements.empty()) writer.Line(depth, "algorithm");
  for (const Statement& statement : body.statements) WriteStatement(writer, statement, depth + 1);
  if (body.external) writer.Line(depth + 1, ExternalText(writer, *body.external));
  const std::string annotation = AnnotationText(writer, body);
  if (!annotation.empty()) writer.Line(depth + 1, annotation + ";");
  writer.Line(depth, fmt::format("end {};", name));
  writer.namer().EnterFunction(nullptr);
}

}  // namespace kerf::flat
