// Bodies of functions by the control forms of the target: one function for each output that is used.
#include "emit/truth.h"
#include "emit/user_functions.h"
#include "expr/print_code.h"

namespace kerf::emit {

using expr::ExprId;
using expr::FunctionId;
using expr::Op;
using flat::StatementKind;

struct UserFunctions::Place {
  FunctionId function;
  const Body& body;
  uint32_t output;
};

namespace {

template <typename... Args>
auto Format(std::string_view form, const Args&... args) -> std::string {
  return fmt::format(fmt::runtime(form), args...);
}

class LocalNamer : public expr::Namer {
 public:
  LocalNamer(std::vector<std::string> locals, const UserFunctions& functions)
      : locals_(std::move(locals)), functions_(functions) {}
  [[nodiscard]] auto VarName(VarId /*var*/) const -> std::string override { return ""; }
  [[nodiscard]] auto FunctionName(FunctionId function) const -> std::string override {
    return functions_.Name(function);
  }
  [[nodiscard]] auto Text(base::NameId /*name*/) const -> std::string override { return ""; }
  [[nodiscard]] auto LocalName(uint32_t position) const -> std::string override {
    return position < locals_.size() ? locals_[position] : fmt::format("kerf_i{}", position - locals_.size());
  }

 private:
  std::vector<std::string> locals_;
  const UserFunctions& functions_;
};

auto Depth(const std::vector<flat::Statement>& statements) -> uint32_t {
  uint32_t depth = 0;
  for (const flat::Statement& statement : statements) {
    for (const flat::Branch& branch : statement.branches) {
      depth = std::max(depth, Depth(branch.body) + (statement.kind == StatementKind::For ? 1 : 0));
    }
  }
  return depth;
}

}  // namespace

// The number keeps names apart that the language takes for the same, or for its own.
auto UserFunctions::LocalName(const Body& body, uint32_t position) const -> std::string {
  NamePolicy policy = target_.names;
  policy.max_length = 24;
  return fmt::format("{}_{}", Identifier(world_.names[body.variables[position].name], policy), position + 1);
}

auto UserFunctions::Text(const Place& place, ExprId value, bool is_condition) -> std::string {
  std::vector<std::string> locals;
  for (uint32_t k = 0; k < place.body.variables.size(); ++k) locals.push_back(LocalName(place.body, k));
  value = Plain(value, static_cast<uint32_t>(locals.size()));
  if (target_.has_typed_truth) value = WithTypedTruth(pool_, value, is_condition);
  return expr::PrintCode(pool_, value, LocalNamer(std::move(locals), *this), target_.dialect);
}

void UserFunctions::WriteReturn(const Place& place, Lines& lines) {
  lines.Statement(Format(target_.control.result, LocalName(place.body, place.body.n_inputs + place.output)));
  if (!target_.control.leave_function.empty()) lines.Statement(target_.control.leave_function);
}

void UserFunctions::WriteAssignment(const Place& place, const flat::Statement& statement, Lines& lines) {
  const auto assign = [&](ExprId target, ExprId value) {
    lines.Statement(Format(target_.forms.assignment, Text(place, target), Text(place, value)));
  };
  if (pool_.op(statement.target) == Op::Local) return assign(statement.target, statement.value);
  const std::vector<ExprId> targets(pool_.operands(statement.target).begin(),
                                    pool_.operands(statement.target).end());
  for (size_t k = 0; k < targets.size(); ++k) {
    if (pool_.op(targets[k]) == Op::Colon) continue;
    const ExprId output = pool_.Integer(static_cast<int64_t>(k));
    assign(targets[k], k == 0 ? statement.value : pool_.Binary(Op::Output, statement.value, output));
  }
}

// for i in a:s:b is a while loop whose last statement takes the next value.
void UserFunctions::WriteFor(const Place& place, const flat::Statement& statement, Lines& lines) {
  const auto range = pool_.operands(statement.value);
  const bool has_step = range.size() == 3;
  const ExprId first = range[0];
  const ExprId step = has_step ? range[1] : pool_.Integer(1);
  const ExprId last = range[range.size() - 1];
  const ExprId iterator = statement.target;
  const ExprId up = pool_.Binary(Op::LessEqual, iterator, last);
  const ExprId down = pool_.Binary(Op::GreaterEqual, iterator, last);
  const ExprId zero = pool_.Real(0);
  const bool is_down = pool_.op(step) == Op::Neg && pool_.IsNumber(pool_.operand(step, 0));
  const ExprId goes_on =
      pool_.IsNumber(step) || is_down
          ? (!is_down && pool_.number(step) > 0 ? up : down)
          : pool_.Binary(Op::Or, pool_.Binary(Op::And, pool_.Binary(Op::Greater, step, zero), up),
                         pool_.Binary(Op::And, pool_.Binary(Op::Less, step, zero), down));
  lines.Statement(Format(target_.forms.assignment, Text(place, iterator), Text(place, first)));
  lines.Line(Format(target_.control.while_begin, Text(place, goes_on, true)));
  lines.Open();
  WriteStatements(place, statement.branches[0].body, lines);
  lines.Statement(
      Format(target_.forms.assignment, Text(place, iterator), Text(place, pool_.Add(iterator, step))));
  lines.Close();
  lines.Line(target_.control.while_end);
}

void UserFunctions::WriteStatement(const Place& place, const flat::Statement& statement, Lines& lines) {
  const Control& control = target_.control;
  switch (statement.kind) {
    case StatementKind::Assignment: return WriteAssignment(place, statement, lines);
    case StatementKind::For:        return WriteFor(place, statement, lines);
    case StatementKind::Break:      return lines.Statement(control.leave);
    case StatementKind::Return:     return WriteReturn(place, lines);
    case StatementKind::While:
      lines.Line(Format(control.while_begin, Text(place, statement.branches[0].condition, true)));
      lines.Open();
      WriteStatements(place, statement.branches[0].body, lines);
      lines.Close();
      return lines.Line(control.while_end);
    case StatementKind::If:
      for (size_t k = 0; k < statement.branches.size(); ++k) {
        const flat::Branch& branch = statement.branches[k];
        const bool is_else = !branch.condition.has_value();
        const std::string_view form = is_else ? control.if_else : k == 0 ? control.if_begin : control.else_if;
        lines.Line(Format(form, is_else ? "" : Text(place, branch.condition, true)));
        lines.Open();
        WriteStatements(place, branch.body, lines);
        lines.Close();
      }
      return lines.Line(control.if_end);
    default: return;
  }
}

void UserFunctions::WriteStatements(const Place& place, const std::vector<flat::Statement>& statements,
                                    Lines& lines) {
  for (const flat::Statement& statement : statements) WriteStatement(place, statement, lines);
}

void UserFunctions::WriteHead(const Place& place, Lines& lines) {
  const Control& control = target_.control;
  const Body& body = place.body;
  std::string parameters;
  for (uint32_t k = 0; k < body.n_inputs; ++k)
    parameters += (k > 0 ? ", " : "") + Format(control.parameter, LocalName(body, k));
  const std::string name =
      place.output == 0 ? Name(place.function) : fmt::format("{}_{}", Name(place.function), place.output + 1);
  lines.Head(Format(control.function_begin, name, parameters));
  std::vector<std::string> declared;
  if (control.declares_parameters) {
    for (uint32_t k = 0; k < body.n_inputs; ++k) declared.push_back(LocalName(body, k));
    for (const std::string& other : Names()) {
      if (other != name) declared.push_back(other);
    }
  }
  for (uint32_t k = body.n_inputs; k < body.variables.size(); ++k) declared.push_back(LocalName(body, k));
  for (uint32_t k = 0; k < Depth(body.statements); ++k) declared.push_back(fmt::format("kerf_i{}", k));
  if (!control.declaration.empty()) {
    for (const std::string& variable : declared) lines.Statement(Format(control.declaration, variable));
  }
  for (uint32_t k = body.n_inputs; k < body.variables.size(); ++k) {
    const ExprId binding = body.variables[k].binding;
    lines.Statement(Format(target_.forms.assignment, LocalName(body, k),
                           Text(place, binding.has_value() ? binding : pool_.Real(0))));
  }
}

void UserFunctions::WriteFunction(FunctionId function, uint32_t output, Lines& lines) {
  const Place place{function, *BodyOf(function), output};
  lines.Head(fmt::format("{}function {}{}", target_.layout.comment_open,
                         world_.names[world_.functions[function].name], target_.layout.comment_close));
  WriteHead(place, lines);
  WriteStatements(place, place.body.statements, lines);
  WriteReturn(place, lines);
  lines.Raw(target_.control.function_end);
  lines.Raw("");
}

auto UserFunctions::Text() -> std::string {
  Lines lines(target_.layout);
  for (const FunctionId function : order_) {
    for (const uint32_t output : outputs_.at(function)) {
      if (!target_.control.prototype.empty()) {
        std::string parameters;
        for (uint32_t k = 0; k < BodyOf(function)->n_inputs; ++k) parameters += k > 0 ? ", double" : "double";
        const std::string name =
            output == 0 ? Name(function) : fmt::format("{}_{}", Name(function), output + 1);
        lines.Raw(Format(target_.control.prototype, name, parameters));
      }
    }
  }
  for (const FunctionId function : order_) {
    for (const uint32_t output : outputs_.at(function)) WriteFunction(function, output, lines);
  }
  return lines.Take();
}

}  // namespace kerf::emit
