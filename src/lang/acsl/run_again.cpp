// TERMINAL … GO TO a label of INITIAL: another run, which begins there. At the end of a run a variable tells
// the label; the next run is a program of its own whose INITIAL gives the variables the values that they had
// and goes on from the label. Also what the run-time command ACTION adds to a program.
#include <algorithm>
#include <map>
#include <set>

#include "base/number_text.h"
#include "lang/acsl/parser.h"

namespace kerf::acsl {

namespace {

void NoteTargets(const std::vector<Statement>& body, std::set<NameId>& names) {
  for (const Statement& statement : body) {
    for (const Target& target : statement.targets) names.insert(target.name);
    NoteTargets(statement.body, names);
    NoteTargets(statement.else_body, names);
  }
}

void NoteJumps(const std::vector<Statement>& body, std::set<NameId>& labels, bool are_labels) {
  for (const Statement& statement : body) {
    if (are_labels && statement.label.has_value()) labels.insert(statement.label);
    if (!are_labels && statement.kind == StatementKind::GoTo) labels.insert(statement.name);
    NoteJumps(statement.body, labels, are_labels);
    NoteJumps(statement.else_body, labels, are_labels);
  }
}

}  // namespace

void Parser::TieRuns() {
  const auto find = [&](SectionKind kind) {
    const auto found = std::ranges::find(program_.sections, kind, &Section::kind);
    return found == program_.sections.end() ? nullptr : &*found;
  };
  Section* initial = find(SectionKind::Initial);
  Section* terminal = find(SectionKind::Terminal);
  if (initial == nullptr || terminal == nullptr) return;
  std::set<NameId> own;
  std::set<NameId> wanted;
  NoteJumps(terminal->statements, own, true);
  NoteJumps(terminal->statements, wanted, false);
  std::vector<NameId> labels;
  for (const Statement& statement : initial->statements) {
    const bool is_entry =
        statement.label.has_value() && wanted.contains(statement.label) && !own.contains(statement.label);
    if (is_entry) labels.push_back(statement.label);
  }
  if (labels.empty()) return;
  EndWithRuns(*terminal, labels);
  if (setup_.entry > 0 && setup_.entry <= labels.size()) BeginAt(*initial, labels[setup_.entry - 1]);
}

// GO TO label is: set the variable, go to the end of the section.
void Parser::EndWithRuns(Section& terminal, const std::vector<NameId>& labels) {
  const NameId again = program_.names.Intern(kRunAgain);
  const NameId end = program_.names.Intern("end of terminal");
  program_.types.push_back({again, terminal.span, expr::Kind::Integer});
  const auto set = [&](size_t value, Span span) {
    Node number;
    number.is_integer = true;
    number.value = static_cast<double>(value);
    number.name = program_.names.lower.Intern(std::to_string(value));
    number.span = span;
    Statement statement;
    statement.kind = StatementKind::Assign;
    statement.serial = n_statements_++;
    statement.span = span;
    statement.targets.push_back({again, {}, span});
    statement.value = AddNode(std::move(number));
    return statement;
  };
  const auto replaced = [&](auto& self, std::vector<Statement> body) -> std::vector<Statement> {
    std::vector<Statement> out;
    for (Statement& statement : body) {
      const auto found = std::ranges::find(labels, statement.name);
      if (statement.kind == StatementKind::GoTo && found != labels.end()) {
        Statement first = set(static_cast<size_t>(found - labels.begin()) + 1, statement.span);
        std::swap(first.label, statement.label);
        out.push_back(std::move(first));
        statement.name = end;
      }
      statement.body = self(self, std::move(statement.body));
      statement.else_body = self(self, std::move(statement.else_body));
      out.push_back(std::move(statement));
    }
    return out;
  };
  std::vector<Statement> body = replaced(replaced, std::move(terminal.statements));
  body.insert(body.begin(), set(0, terminal.span));
  Statement last;
  last.kind = StatementKind::Continue;
  last.serial = n_statements_++;
  last.span = terminal.span;
  last.label = end;
  body.push_back(std::move(last));
  terminal.statements = std::move(body);
}

// What sections assign to, and what the rest of INITIAL reads: all of it keeps its last value.
auto Parser::CarriedNames(const Section& initial) const -> std::vector<NameId> {
  std::set<NameId> names;
  for (const Section& section : program_.sections) {
    if (section.kind != SectionKind::Derivative) NoteTargets(section.statements, names);
  }
  std::set<NameId> defined;
  for (const Section& section : program_.sections) {
    if (section.kind == SectionKind::Derivative) NoteTargets(section.statements, defined);
  }
  const auto note = [&](const auto& self, const std::vector<Statement>& body) -> void {
    for (const Statement& statement : body) {
      for (const NodeId root : {statement.value, statement.last, statement.step}) {
        for (uint32_t k = root.has_value() ? program_.nodes[root].first : 1;
             root.has_value() && k <= root.index; ++k) {
          const NameId name = program_.nodes[NodeId{k}].name;
          if (name.has_value() && defined.contains(name)) names.insert(name);
        }
      }
      self(self, statement.body);
      self(self, statement.else_body);
    }
  };
  note(note, initial.statements);
  names.erase(program_.names.Find(kRunAgain));
  return {names.begin(), names.end()};
}

// name = value, or name(i, j) = value for an element `name[i,j]`.
auto Parser::Carried(NameId name, const std::string& written, double value) -> std::optional<Statement> {
  Statement statement;
  statement.kind = StatementKind::Assign;
  statement.serial = n_statements_++;
  statement.span = program_.span;
  const auto number = [&](double of) {
    Node node;
    node.value = of;
    node.is_integer = of == static_cast<double>(static_cast<int64_t>(of)) && of < 1e9 && of > -1e9;
    node.name = program_.names.lower.Intern(base::NumberText(of));
    node.span = program_.span;
    return AddNode(std::move(node));
  };
  Target target{name, {}, program_.span};
  for (size_t at = written.find('['); at != std::string::npos && at + 1 < written.size();
       at = written.find(',', at + 1))
    target.subscripts.push_back(number(std::strtod(written.c_str() + at + 1, nullptr)));
  statement.targets.push_back(std::move(target));
  expr::Kind kind = expr::Kind::Real;
  for (const TypeDeclaration& type : program_.types) {
    if (type.name == name) kind = type.kind;
  }
  for (const Constant& constant : program_.constants) {
    if (constant.name == name && constant.kind == DataKind::Logical) kind = expr::Kind::Boolean;
  }
  if (kind == expr::Kind::Text) return std::nullopt;
  statement.value = number(value);
  Node& node = program_.nodes[statement.value];
  if (kind == expr::Kind::Boolean) node.kind = NodeKind::Logical;
  if (kind == expr::Kind::Real) node.is_integer = false;
  return statement;
}

// A DISCRETE section for each, which DERIVATIVE schedules.
void Parser::AddActions() {
  const auto derivative = [&] {
    return std::ranges::find(program_.sections, SectionKind::Derivative, &Section::kind);
  };
  for (const Action& action : setup_.actions) {
    const std::string written = action.name.substr(0, action.name.find('['));
    auto change = Carried(program_.names.Intern(written), action.name, action.value);
    if (!change || derivative() == program_.sections.end()) continue;
    Section section;
    section.kind = SectionKind::Discrete;
    section.name = program_.names.Intern(fmt::format("action {}", program_.sections.size()));
    section.span = program_.span;
    section.statements.push_back(std::move(*change));
    Node time;
    time.value = action.time;
    time.name = program_.names.lower.Intern(base::NumberText(action.time));
    time.span = program_.span;
    Statement schedule;
    schedule.kind = StatementKind::Schedule;
    schedule.serial = n_statements_++;
    schedule.span = program_.span;
    schedule.name = section.name;
    schedule.how = Tok::At;
    schedule.value = AddNode(std::move(time));
    derivative()->statements.push_back(std::move(schedule));
    program_.sections.push_back(std::move(section));
  }
}

void Parser::BeginAt(Section& initial, NameId label) {
  const auto begin = std::ranges::find(initial.statements, label, &Statement::label);
  const std::vector<NameId> names = CarriedNames(initial);
  std::vector<Statement> rest(std::make_move_iterator(begin),
                              std::make_move_iterator(initial.statements.end()));
  std::map<NameId, std::vector<std::pair<std::string, double>>> given;
  for (const auto& [written, value] : setup_.values) {
    const NameId name = program_.names.Find(written.substr(0, written.find('[')));
    if (name.has_value()) given[name].emplace_back(written, value);
    if (written == "random_seed" && value > 0) program_.first_seed = value;
  }
  initial.statements.clear();
  for (const NameId name : names) {
    for (const auto& [written, value] : given[name]) {
      if (auto statement = Carried(name, written, value)) initial.statements.push_back(std::move(*statement));
    }
  }
  for (Statement& statement : rest) initial.statements.push_back(std::move(statement));
}

}  // namespace kerf::acsl
