// See jump_table.h.
#include "lang/acsl/jump_table.h"

#include <algorithm>
#include <map>

#include "lang/acsl/structure_jumps.h"

namespace kerf::acsl {

namespace {

using expr::Op;
using Labels = std::map<NameId, size_t>;

// Whether jumps to the labels are left when the rest has become IF and loops.
auto HasOpenJump(const std::vector<Statement>& body, const Labels& labels) -> bool {
  return std::ranges::any_of(StructureJumps(body), [&](const Statement& statement) {
    const bool is_open = statement.kind == StatementKind::GoTo && labels.contains(statement.name);
    return is_open || HasOpenJump(statement.body, labels) || HasOpenJump(statement.else_body, labels);
  });
}

// Whether jumps of a statement go forward only, beyond `place`, each as the last one of an IF.
auto GoesForward(const Statement& statement, const Labels& labels, size_t place) -> bool {
  if (statement.kind == StatementKind::GoTo && labels.contains(statement.name))
    return labels.at(statement.name) > place;
  const bool is_if = statement.kind == StatementKind::If;
  for (const auto* body : {&statement.body, &statement.else_body}) {
    for (size_t k = 0; k < body->size(); ++k) {
      const bool is_jump = (*body)[k].kind == StatementKind::GoTo && labels.contains((*body)[k].name);
      if (is_jump && (!is_if || k + 1 < body->size())) return false;
      if (!is_jump && k + 1 < body->size() && HasOpenJump({(*body)[k]}, labels)) return false;
      if (!GoesForward((*body)[k], labels, place)) return false;
      if (!is_if && HasOpenJump(*body, labels)) return false;
    }
  }
  return true;
}

class JumpTabulator {
 public:
  JumpTabulator(Program& program, uint32_t& n_statements, Span span)
      : program_(program), n_statements_(n_statements), span_(span) {
    std::string name = "jump_to";
    for (int k = 2; program_.names.Find(name).has_value(); ++k) name = fmt::format("jump_to{}", k);
    next_ = program_.names.Intern(name);
    exit_ = program_.names.Intern(name + "_exit");
    program_.types.push_back({next_, span, expr::Kind::Integer});
  }

  auto Run(std::vector<Statement> body, const Labels& labels, size_t n_parts) -> std::vector<Statement> {
    std::vector<std::vector<Statement>> parts(n_parts);
    size_t part = 0;
    for (Statement& statement : body) {
      if (const auto found = labels.find(statement.label); found != labels.end()) part = found->second;
      statement.label = {};
      parts[part].push_back(std::move(statement));
    }
    Statement inner = Make(StatementKind::Loop);
    inner.name = exit_;
    for (size_t k = 0; k < n_parts; ++k) {
      Statement choice = Make(StatementKind::If);
      choice.value = Compare(Op::LessEqual, k + 1);
      choice.body = Replaced(std::move(parts[k]), labels);
      inner.body.push_back(std::move(choice));
    }
    inner.body.push_back(SetNext(n_parts + 1));
    inner.body.push_back(LeaveTo(exit_));
    Statement outer = Make(StatementKind::Loop);
    Statement test = Make(StatementKind::If);
    test.value = Compare(Op::Greater, n_parts);
    test.body.push_back(Make(StatementKind::Leave));
    outer.body.push_back(std::move(test));
    outer.body.push_back(std::move(inner));
    std::vector<Statement> out;
    out.push_back(SetNext(1));
    out.push_back(std::move(outer));
    return out;
  }

  // Forward jumps alone need no loop: `next` is the statement to go on with, and those before it are left
  // out. `labels` are the places of the statements.
  auto RunForward(std::vector<Statement> body, const Labels& labels) -> std::vector<Statement> {
    std::vector<Statement> out;
    out.push_back(SetNext(0));
    leaves_ = false;
    bool is_new = false;
    bool is_first = true;
    for (size_t k = 0; k < body.size(); ++k) {
      const bool is_target = labels.contains(body[k].label);
      if (is_target || is_new) {
        Statement choice = Make(StatementKind::If);
        choice.value = Compare(Op::LessEqual, k);
        out.push_back(std::move(choice));
        is_first = false;
      }
      is_new = HasOpenJump({body[k]}, labels);
      if (body[k].label.has_value()) body[k].label = {};
      std::vector<Statement> one;
      one.push_back(std::move(body[k]));
      std::vector<Statement>& to = is_first ? out : out.back().body;
      for (Statement& statement : Replaced(std::move(one), labels)) to.push_back(std::move(statement));
    }
    return out;
  }

 private:
  auto Make(StatementKind kind) -> Statement {
    Statement statement;
    statement.kind = kind;
    statement.serial = n_statements_++;
    statement.span = span_;
    return statement;
  }
  auto LeaveTo(NameId exit) -> Statement {
    Statement leave = Make(StatementKind::Leave);
    leave.name = exit;
    return leave;
  }
  auto Number(size_t value) -> NodeId {
    Node node;
    node.is_integer = true;
    node.value = static_cast<double>(value);
    node.name = program_.names.lower.Intern(std::to_string(value));
    node.span = span_;
    node.first = program_.nodes.size();
    return program_.nodes.Add(std::move(node));
  }
  auto Compare(Op op, size_t value) -> NodeId {
    Node name;
    name.kind = NodeKind::Name;
    name.name = next_;
    name.span = span_;
    name.first = program_.nodes.size();
    const NodeId left = program_.nodes.Add(std::move(name));
    Node relation;
    relation.kind = NodeKind::Operation;
    relation.op = op;
    relation.operands = {left, Number(value)};
    relation.span = span_;
    relation.first = left.index;
    return program_.nodes.Add(std::move(relation));
  }
  auto SetNext(size_t part) -> Statement {
    Statement statement = Make(StatementKind::Assign);
    statement.targets.push_back({next_, {}, span_});
    statement.value = Number(part);
    return statement;
  }

  // GO TO label is: next = part, leave.
  auto Replaced(std::vector<Statement> body, const Labels& labels) -> std::vector<Statement> {
    std::vector<Statement> out;
    for (Statement& statement : body) {
      if (statement.kind == StatementKind::GoTo && labels.contains(statement.name)) {
        out.push_back(SetNext(labels.at(statement.name) + (leaves_ ? 1 : 0)));
        if (leaves_) out.push_back(LeaveTo(exit_));
        continue;
      }
      statement.body = Replaced(std::move(statement.body), labels);
      statement.else_body = Replaced(std::move(statement.else_body), labels);
      out.push_back(std::move(statement));
    }
    return out;
  }

  Program& program_;
  uint32_t& n_statements_;
  Span span_;
  NameId next_;
  NameId exit_;
  // Whether jumps leave a loop.
  bool leaves_ = true;
};

}  // namespace

void TabulateJumps(Program& program, std::vector<Statement>& body, uint32_t& n_statements) {
  for (Statement& statement : body) {
    TabulateJumps(program, statement.body, n_statements);
    TabulateJumps(program, statement.else_body, n_statements);
  }
  Labels labels;
  size_t n_parts = 1;
  for (const Statement& statement : body) {
    if (statement.label.has_value()) labels.try_emplace(statement.label, n_parts++);
  }
  if (labels.empty() || !HasOpenJump(body, labels)) return;
  Labels places;
  for (size_t k = 0; k < body.size(); ++k) {
    if (body[k].label.has_value()) places.try_emplace(body[k].label, k);
  }
  bool is_forward = true;
  for (size_t k = 0; k < body.size(); ++k) is_forward = is_forward && GoesForward(body[k], places, k);
  JumpTabulator tabulator(program, n_statements, body[0].span);
  body = is_forward ? tabulator.RunForward(std::move(body), places)
                    : tabulator.Run(std::move(body), labels, n_parts);
}

}  // namespace kerf::acsl
