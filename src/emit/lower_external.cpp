// Functions in C that the model brings along: called by the rules of the specification of Modelica (12.9.1),
// Real as double, Integer and Boolean as int, arrays by their first element, outputs by their address.
#include <algorithm>

#include "emit/lower_function.h"
#include "emit/quote.h"

namespace kerf::emit {

using expr::Op;

namespace {

// The form of an argument doubles its braces.
auto FormOf(std::string_view text) -> std::string {
  std::string form;
  for (const char c : text) form += c == '{' || c == '}' ? std::string(2, c) : std::string(1, c);
  return form;
}

auto IsWhole(expr::Kind kind) -> bool { return kind != expr::Kind::Real; }

}  // namespace

// The numbers as a vector of int; those of an output go back after the call.
auto FunctionLowering::IntegerVector(const Symbol& symbol, bool is_output) -> ExprId {
  std::vector<ExprId> leaves;
  transform::Flatten(symbol, leaves);
  const uint32_t variable =
      AddVariable("kerf_n", Storage::Own, std::max<uint32_t>(static_cast<uint32_t>(leaves.size()), 1));
  out_->variables[variable].is_integer = true;
  for (uint32_t k = 0; k < leaves.size(); ++k) {
    const ExprId cell = Cell(variable, k + 1, expr::Kind::Integer);
    Assign(cell, leaves[k]);
    if (is_output) after_external_.push_back(AssignmentOf(leaves[k], cell));
  }
  return pool_.operand(Cell(variable, 1, expr::Kind::Integer), 0);
}

auto FunctionLowering::TakeExternal(ExprId argument, ScalarStatement& call, std::string& type) -> bool {
  std::vector<Symbol> outputs;
  if (!Evaluate(argument, outputs)) return false;
  const Symbol& symbol = outputs[0];
  std::vector<ExprId> leaves;
  transform::Flatten(symbol, leaves);
  if (leaves.empty() || symbol.kind == expr::Kind::Record || symbol.kind == expr::Kind::Function)
    return Fail("arguments outside that are no numbers");
  if (pool_[argument].kind == expr::Kind::Object) return TakeObject(leaves[0], call, type);
  const expr::Kind kind = pool_[leaves[0]].kind;
  const bool is_output = pool_.op(argument) == Op::Local && pool_.position(argument) >= body_->n_inputs;
  if (kind == expr::Kind::Text) {
    if (symbol.is_array || pool_.op(leaves[0]) != Op::Text) return Fail("texts that are made during the run");
    type = "const char *";
    call.arguments.push_back({{}, FormOf(QuotedC(world_.names[pool_.name(leaves[0])]))});
    return true;
  }
  if (!symbol.is_array && !is_output) {
    type = IsWhole(kind) ? "int" : "double";
    call.arguments.push_back({leaves[0], IsWhole(kind) ? "(int)({0})" : "{0}"});
    return true;
  }
  type = fmt::format("{}{} *", is_output ? "" : "const ", IsWhole(kind) ? "int" : "double");
  if (IsWhole(kind)) {
    call.arguments.push_back({IntegerVector(symbol, is_output), "{0}"});
    return true;
  }
  if (!symbol.is_array) {
    call.arguments.push_back({leaves[0], "&{0}"});
    return true;
  }
  Symbol cells;
  if (!AsVector(symbol, cells)) return Fail("arrays outside that are no variables");
  leaves.clear();
  transform::Flatten(cells, leaves);
  if (pool_.op(leaves[0]) != Op::Subscript) return Fail("arrays outside that are no variables");
  call.arguments.push_back({leaves[0], "&{0}"});
  return true;
}

void FunctionLowering::DeclareExternal(const flat::ExternalCall& external, const std::string& types) {
  const std::string_view result = !external.result.has_value()           ? "void"
                                  : IsWhole(pool_[external.result].kind) ? "int"
                                                                         : "double";
  out_->foreign =
      CodeOf(world_, function_,
             fmt::format("extern {} {}({});", result, external.name, types.empty() ? "void" : types));
}

// The object that the function is given, if it is given one.
auto FunctionLowering::TryObject() -> std::optional<flat::MadeObject> {
  for (size_t k = 0; k < body_->n_inputs; ++k) {
    if (body_->variables[k].type.kind != expr::Kind::Object || world_.foreign == nullptr) continue;
    const ExprId number = transform::ExprOf(locals_[k]);
    if (pool_.op(number) == Op::Integer) return world_.foreign->TryObject(pool_.integer(number));
  }
  return std::nullopt;
}

auto FunctionLowering::RefuseExternal(const flat::ExternalCall& external) -> bool {
  const auto object = std::ranges::find(body_->variables, expr::Kind::Object,
                                        [](const flat::Local& v) { return v.type.kind; });
  if (object == body_->variables.end()) return Fail("a body in " + external.language);
  return Fail(fmt::format("the external object `{}`",
                          std::string_view(world_.names[world_.object_classes[object->type.detail]])));
}

auto FunctionLowering::TakeObject(ExprId number, ScalarStatement& call, std::string& type) -> bool {
  if (pool_.op(number) != Op::Integer) return Fail("an external object that is chosen during the run");
  type = "void *";
  call.arguments.push_back({{}, ExternalObjects::Name(pool_.integer(number))});
  return rules_.objects->Add(pool_.integer(number), why_);
}

auto FunctionLowering::LowerExternal(const flat::ExternalCall& external) -> bool {
  const std::optional<flat::MadeObject> object = TryObject();
  const std::optional<TableObject> table = object ? TryTable(world_, *object) : std::nullopt;
  if (table) return LowerTable(external, *table);
  if (rules_.objects == nullptr || external.language != "C") return RefuseExternal(external);
  if (!IsCName(external.name)) return Fail("a name that C does not have");
  ScalarStatement call = StatementOf(Kind::External);
  call.text = external.name;
  std::string types;
  after_external_.clear();
  for (const ExprId argument : external.arguments) {
    std::string type;
    if (!TakeExternal(argument, call, type)) return false;
    types += (types.empty() ? "" : ", ") + type;
  }
  if (external.result.has_value() && !EvaluateLeaf(external.result, call.target)) return false;
  DeclareExternal(external, types);
  statements_->push_back(std::move(call));
  statements_->insert(statements_->end(), after_external_.begin(), after_external_.end());
  return true;
}

}  // namespace kerf::emit
