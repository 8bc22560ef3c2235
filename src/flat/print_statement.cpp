// Statements and structured equations.
#include <fmt/format.h>

#include "flat/print_writer.h"

namespace kerf::flat {

namespace {

void WriteBody(Writer& writer, const std::vector<Statement>& body, int depth) {
  for (const Statement& statement : body) WriteStatement(writer, statement, depth);
}

// if … elseif … else … end if, and the same with when.
void WriteBranches(Writer& writer, const Statement& statement, std::string_view word, int depth) {
  bool is_first = true;
  for (const Branch& branch : statement.branches) {
    if (branch.condition.has_value()) {
      writer.Line(depth,
                  fmt::format("{}{} {} then", is_first ? "" : "else", word, writer.Expr(branch.condition)));
    } else {
      writer.Line(depth, "else");
    }
    WriteBody(writer, branch.body, depth + 1);
    is_first = false;
  }
  writer.Line(depth, fmt::format("end {};", word));
}

void WriteLoop(Writer& writer, const Statement& statement, int depth) {
  const Branch& branch = statement.branches[0];
  const bool is_for = statement.kind == StatementKind::For;
  const std::string head =
      is_for ? fmt::format("for {} in {} loop", writer.Expr(statement.target), writer.Expr(statement.value))
             : fmt::format("while {} loop", writer.Expr(branch.condition));
  writer.Line(depth, head);
  WriteBody(writer, branch.body, depth + 1);
  writer.Line(depth, is_for ? "end for;" : "end while;");
}

}  // namespace

auto AssertText(const Writer& writer, ExprId condition, ExprId message, std::string_view level)
    -> std::string {
  const std::string text = message.has_value() ? writer.Expr(message) : "\"outside the region of validity\"";
  return fmt::format("assert({}, {}{}{});", writer.Expr(condition), text, level.empty() ? "" : ", ", level);
}

void WriteStatement(Writer& writer, const Statement& s, int depth) {
  const auto line = [&](const std::string& text) { writer.Line(depth, text); };
  writer.WriteComments(depth, s.origin);
  switch (s.kind) {
    case StatementKind::Equality: return line(writer.Equation(s.target, s.value) + ";");
    case StatementKind::Assignment:
      return line(fmt::format("{} := {};", writer.Expr(s.target), writer.Expr(s.value)));
    case StatementKind::Call:   return line(writer.Expr(s.value) + ";");
    case StatementKind::If:     return WriteBranches(writer, s, "if", depth);
    case StatementKind::When:   return WriteBranches(writer, s, "when", depth);
    case StatementKind::For:
    case StatementKind::While:  return WriteLoop(writer, s, depth);
    case StatementKind::Break:  return line("break;");
    case StatementKind::Return: return line("return;");
    case StatementKind::Assert:
      return line(AssertText(writer, s.value, s.message, s.target.has_value() ? writer.Expr(s.target) : ""));
    case StatementKind::Terminate:
      return line(fmt::format("terminate({});", s.message.has_value() ? writer.Expr(s.message) : "\"\""));
    case StatementKind::Reinit:
      return line(fmt::format("reinit({}, {});", writer.Expr(s.target), writer.Expr(s.value)));
  }
}

}  // namespace kerf::flat
