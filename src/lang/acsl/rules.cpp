// The contents of DERIVATIVE sections as rules: one for each equation, each operator with a memory (also
// inside of expressions), and each PROCEDURAL.
#include <algorithm>
#include <array>

#include "lang/acsl/flattener.h"
#include "lang/acsl/operator_names.h"

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslAssignedTwice, Error, "`{}` is assigned twice in DERIVATIVE", std::string);
KERF_NOTE(AcslFirstAssignment, "the first time is here");
KERF_DIAG(AcslOnlyInProcedural, Error, "this belongs into a PROCEDURAL: statements of DERIVATIVE are sorted");
KERF_DIAG(AcslTargetCount, Error, "`{}` gives {}, not {}", std::string_view, std::string, std::string);

constexpr auto kDrawnOperators = std::to_array<std::string_view>({"gauss", "unif", "ou"});

auto Results(size_t n) -> std::string { return fmt::format("{} value{}", n, n == 1 ? "" : "s"); }

}  // namespace

auto Flattener::IsOperator(NodeId id) const -> bool {
  const Node& node = program_.nodes[id];
  if (node.kind != NodeKind::Call) return false;
  const auto found = symbol_index_.find(node.name);
  const bool is_variable = found != symbol_index_.end() && (symbols_[found->second]->constant.has_value() ||
                                                            !symbols_[found->second]->dims.empty());
  return !is_variable && IsOperatorName(program_.names.lower[node.name]);
}

void Flattener::CollectRules() {
  for (uint32_t k = 0; k < program_.sections.size(); ++k) {
    if (program_.sections[k].kind != SectionKind::Derivative) continue;
    const size_t n_before = rules_.size();
    for (const Statement& statement : program_.sections[k].statements) AddRule(statement);
    for (size_t rule = n_before; rule < rules_.size(); ++rule) rules_[rule].section = k;
  }
  CollectOutputs();
  NoteRuleTargets();
}

void Flattener::AddRule(const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::Assign: {
      const bool is_operator = IsOperator(statement.value);
      HoistOperators(statement.value, statement.targets[0].name, is_operator);
      const NameId op = is_operator ? program_.nodes[statement.value].name : NameId{};
      rules_.push_back({statement.targets, nullptr, statement.value, op, statement.span});
      return;
    }
    case StatementKind::Procedural: {
      Rule rule{{}, &statement, {}, {}, statement.span};
      AddAssigned(statement.body, rule.targets);
      rules_.push_back(std::move(rule));
      return;
    }
    case StatementKind::Schedule:
    case StatementKind::Terminate: HoistOperators(statement.value, statement.name, false); return;
    case StatementKind::Call:      {
      std::vector<flat::Statement> nothing;
      return LowerCallStatement(statement, nothing);
    }
    case StatementKind::Print: {
      std::vector<flat::Statement> nothing;
      return LowerPrint(statement, nothing);
    }
    case StatementKind::Continue:
    case StatementKind::Leave:
    case StatementKind::NoSort:
    case StatementKind::Sort:
    case StatementKind::Broken:   return;
    case StatementKind::If:
    case StatementKind::Do:
    case StatementKind::Loop:
    case StatementKind::Return:
    case StatementKind::GoTo:     emitter_.Emit(statement.span, AcslOnlyInProcedural); return;
  }
}

// Each name once, in order.
void Flattener::AddAssigned(const std::vector<Statement>& body, std::vector<Target>& targets) const {
  for (const Statement& statement : body) {
    if (statement.kind == StatementKind::Assign || statement.kind == StatementKind::Call) {
      for (const Target& target : statement.targets) {
        if (std::ranges::count(targets, target.name, &Target::name) > 0) continue;
        targets.push_back({target.name, {}, target.span});
      }
    }
    AddAssigned(statement.body, targets);
    AddAssigned(statement.else_body, targets);
  }
}

// Operators inside of an expression become rules; inner ones come first in the list of nodes.
void Flattener::HoistOperators(NodeId root, NameId target, bool keeps_root) {
  for (uint32_t k = program_.nodes[root].first; k <= root.index; ++k) {
    const NodeId id{k};
    if (!IsOperator(id) || (keeps_root && id == root)) continue;
    const Node& node = program_.nodes[id];
    const std::string_view owner = target.has_value() ? program_.names.Written(target) : "end";
    const NameId name = Hidden(fmt::format("{}_{}", owner, program_.names.lower[node.name]), node.span);
    hoisted_.emplace(id, name);
    rules_.push_back({{Target{name, {}, node.span}}, nullptr, id, node.name, node.span});
  }
}

// The flag of IMPL says whether the iteration failed; here a failure ends the run.
void Flattener::NoteFlag(const Node& call) {
  constexpr size_t kFlag = 3;
  if (call.operands.size() <= kFlag || program_.nodes[call.operands[kFlag]].kind != NodeKind::Name) return;
  Symbol& symbol = SymbolOf(program_.nodes[call.operands[kFlag]].name);
  if (symbol.role != Role::Unknown) return;
  symbol.role = Role::Parameter;
  symbol.kind = expr::Kind::Boolean;
  symbol.setting = 0;
  symbol.span = call.span;
}

void Flattener::NoteRuleTargets() {
  std::map<std::pair<uint32_t, std::string>, Span> seen;
  for (const Rule& rule : rules_) {
    const std::string_view op = rule.op.has_value() ? program_.names.lower[rule.op] : std::string_view();
    const size_t n_results = op == "dblint" || op == "ptr" || op == "rtp" ? 2 : 1;
    if (rule.procedural == nullptr && rule.targets.size() != n_results) {
      emitter_.Emit(rule.span, AcslTargetCount, op.empty() ? "the expression" : op, Results(n_results),
                    Results(rule.targets.size()));
    }
    if (op == "impl") NoteFlag(program_.nodes[rule.value]);
    for (const Target& target : rule.targets) {
      std::string key;
      for (const NodeId subscript : target.subscripts)
        key += fmt::format(",{}", TryEvaluate(subscript).value_or(0));
      const auto [first, is_new] = seen.try_emplace({target.name.index, key}, target.span);
      if (!is_new) {
        emitter_.Emit(target.span, AcslAssignedTwice, std::string(program_.names.Written(target.name)))
            .Note(first->second, AcslFirstAssignment);
      }
      Symbol& symbol = SymbolOf(target.name);
      if (std::ranges::count(kDrawnOperators, op) > 0) {
        symbol.in_event = true;
        if (!symbol.span.has_value()) symbol.span = target.span;
        continue;
      }
      NoteAssigned(target, SectionKind::Derivative);
      if (IsStateOperator(op)) symbol.is_state = true;
    }
  }
}

}  // namespace kerf::acsl
