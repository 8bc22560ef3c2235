// The text of functions by the control forms of the target.
#include "emit/quote.h"
#include "emit/skeleton.h"
#include "emit/truth.h"
#include "emit/user_functions.h"
#include "expr/print_code.h"

namespace kerf::emit {

using expr::ExprId;
using expr::FunctionId;
using Kind = ScalarStatement::Kind;
using Storage = ScalarVariable::Storage;

namespace {

class LocalNamer : public expr::Namer {
 public:
  LocalNamer(std::vector<std::string> locals, const UserFunctions& functions)
      : locals_(std::move(locals)), functions_(functions) {}
  [[nodiscard]] auto VarName(VarId /*var*/) const -> std::string override { return ""; }
  [[nodiscard]] auto FunctionName(FunctionId function) const -> std::string override {
    return functions_.Name(function);
  }
  [[nodiscard]] auto Text(base::NameId /*name*/) const -> std::string override { return ""; }
  [[nodiscard]] auto LocalName(uint32_t position) const -> std::string override { return locals_[position]; }

 private:
  std::vector<std::string> locals_;
  const UserFunctions& functions_;
};

}  // namespace

// The number keeps names apart that the language takes for the same, or for its own.
auto UserFunctions::LocalName(const ScalarFunction& function, uint32_t position) const -> std::string {
  NamePolicy policy = target_.names;
  policy.max_length = 24;
  return fmt::format("{}_{}", Identifier(function.variables[position].name, policy), position + 1);
}

auto UserFunctions::Text(const ScalarFunction& function, ExprId value, bool is_condition) -> std::string {
  std::vector<std::string> locals;
  for (uint32_t k = 0; k < function.variables.size(); ++k) locals.push_back(LocalName(function, k));
  if (target_.has_typed_truth) value = WithTypedTruth(pool_, value, is_condition);
  return expr::PrintCode(pool_, value, LocalNamer(std::move(locals), *this), target_.dialect);
}

auto UserFunctions::Quoted(std::string_view text) const -> std::string {
  return QuotedText(text, target_.control.quote, target_.control.max_text);
}

// Of several results the caller says which one it wants.
void UserFunctions::WriteReturn(const ScalarFunction& function, Lines& lines) {
  const std::string result = Text(function, function.result);
  const expr::CodeDialect& dialect = target_.dialect;
  lines.Statement(FillForm(target_.control.result,
                           function.n_results == 1 ? result
                                                   : fmt::format("{}{}kerf_k{}", result, dialect.element_open,
                                                                 dialect.element_close)));
  if (!target_.control.leave_function.empty()) lines.Statement(target_.control.leave_function);
}

void UserFunctions::WriteExternal(const ScalarFunction& function, const ScalarStatement& statement,
                                  Lines& lines) {
  std::vector<std::string> arguments;
  for (const ExternalArgument& argument : statement.arguments)
    arguments.push_back(
        FillForm(argument.form, argument.value.has_value() ? Text(function, argument.value) : std::string()));
  const std::string call = fmt::format("{}({})", statement.text, fmt::join(arguments, ", "));
  if (!statement.target.has_value()) return lines.Statement(call);
  lines.Statement(FillForm(target_.forms.assignment, Text(function, statement.target), call));
}

void UserFunctions::WriteIf(const ScalarFunction& function, const ScalarStatement& statement, Lines& lines) {
  const Control& control = target_.control;
  for (size_t k = 0; k < statement.branches.size(); ++k) {
    const ScalarBranch& branch = statement.branches[k];
    const bool is_else = !branch.condition.has_value();
    const std::string_view form = is_else ? control.if_else : control.if_begin;
    lines.Line(FillForm(form, is_else ? "" : Text(function, branch.condition, true)));
    lines.Open();
    WriteStatements(function, branch.body, lines);
    lines.Close();
  }
  lines.Line(control.if_end);
}

void UserFunctions::WriteStatement(const ScalarFunction& function, const ScalarStatement& statement,
                                   Lines& lines) {
  const Control& control = target_.control;
  switch (statement.kind) {
    case Kind::Assignment:
      return lines.Statement(FillForm(target_.forms.assignment, Text(function, statement.target),
                                      Text(function, statement.value)));
    case Kind::Keep:
      return lines.Statement(
          FillForm(target_.forms.assignment, Text(function, statement.target), "kerf_well()"));
    case Kind::If:       return WriteIf(function, statement, lines);
    case Kind::Break:    return lines.Statement(control.leave);
    case Kind::Return:   return WriteReturn(function, lines);
    case Kind::External: return WriteExternal(function, statement, lines);
    case Kind::Stop:     return lines.Statements(FillForm(control.stop, Quoted(statement.text)));
    case Kind::While:    {
      const ScalarBranch& body = statement.branches[0];
      const ExprId condition = body.condition.has_value() ? body.condition : pool_.Boolean(true);
      lines.Line(FillForm(control.while_begin, Text(function, condition, true)));
      lines.Open();
      WriteStatements(function, body.body, lines);
      lines.Close();
      return lines.Line(control.while_end);
    }
  }
}

void UserFunctions::WriteStatements(const ScalarFunction& function,
                                    const std::vector<ScalarStatement>& statements, Lines& lines) {
  for (const ScalarStatement& statement : statements) WriteStatement(function, statement, lines);
}

void UserFunctions::WriteFunction(const ScalarFunction& function, Lines& lines) {
  lines.HeadComment("function " + function.title);
  Lines body(target_.layout);
  WriteStatements(function, function.statements, body);
  const std::string text = body.Take();
  WriteHead(function, text, lines);
  lines.Append(text);
  lines.Raw(target_.control.function_end);
  lines.Raw("");
}

auto UserFunctions::Prototypes() -> std::string {
  Lines lines(target_.layout);
  const ForeignCode foreign = Foreign();
  for (const std::string& declaration : foreign.declarations) lines.Raw(declaration);
  if (foreign.has_utilities) lines.Append(SupportText("modelica_utilities.c"));
  lines.Append(objects_.Text());
  for (const ScalarFunction& function : functions_) {
    if (target_.control.prototype.empty()) break;
    std::vector<std::string> parameters;
    if (function.n_results != 1) parameters.emplace_back("int");
    for (const ScalarVariable& variable : function.variables) {
      if (variable.storage == Storage::Parameter) parameters.emplace_back("double");
    }
    lines.Raw(FillForm(target_.control.prototype, function.name,
                       parameters.empty() ? "void" : fmt::format("{}", fmt::join(parameters, ", "))));
  }
  return lines.Take();
}

auto UserFunctions::Text() -> std::string {
  if (functions_.empty()) return "";
  Lines lines(target_.layout);
  for (const ScalarFunction& function : functions_) WriteFunction(function, lines);
  return Prototypes() + lines.Take();
}

// What no function calls is left out, lest compilers complain.
auto UserFunctions::Support() -> std::vector<std::string> {
  const std::string text = Text();
  std::vector<std::string> names;
  for (const char* name : {"kerf_give_up", "kerf_at", "kerf_well"}) {
    if (text.find(fmt::format("{}(", name)) != std::string::npos) names.emplace_back(name);
  }
  return names;
}

}  // namespace kerf::emit
