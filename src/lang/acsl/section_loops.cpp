// Sections that read what depends at once on what sections set, themselves or each other in a circle: a
// controller that reads y = c*x + d*u and sets u, a gear box that reads the speed before its gears. In ACSL a
// section finds the values from before it runs. Such values are noted when the section is due, and the
// section runs on the notes in the next pass of the same event.
#include <algorithm>
#include <set>

#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

using expr::Op;

void CollectReads(const std::vector<Statement>& body, std::vector<NodeId>& roots) {
  for (const Statement& statement : body) {
    if (statement.kind == StatementKind::Schedule && statement.how != Tok::At) continue;
    for (const NodeId id : {statement.value, statement.last, statement.step}) {
      if (id.has_value()) roots.push_back(id);
    }
    for (const Target& target : statement.targets)
      roots.insert(roots.end(), target.subscripts.begin(), target.subscripts.end());
    CollectReads(statement.body, roots);
    CollectReads(statement.else_body, roots);
  }
}

// What the value of `name` after `body` depends on: what its assignments read, and the conditions around
// them. False where loops, calls or jumps make that the whole of what the body reads.
auto CollectBehind(const std::vector<Statement>& body, NameId name, std::vector<NodeId>& conditions,
                   std::vector<NodeId>& roots) -> bool {
  for (const Statement& statement : body) {
    if (statement.kind == StatementKind::Continue) continue;
    if (statement.kind == StatementKind::If) {
      conditions.push_back(statement.value);
      const bool is_plain = CollectBehind(statement.body, name, conditions, roots) &&
                            CollectBehind(statement.else_body, name, conditions, roots);
      conditions.pop_back();
      if (!is_plain) return false;
      continue;
    }
    if (statement.kind != StatementKind::Assign) return false;
    if (std::ranges::count(statement.targets, name, &Target::name) == 0) continue;
    roots.push_back(statement.value);
    for (const Target& target : statement.targets)
      roots.insert(roots.end(), target.subscripts.begin(), target.subscripts.end());
    roots.insert(roots.end(), conditions.begin(), conditions.end());
  }
  return true;
}

auto HaveCommon(const std::set<NameId>& a, const std::set<NameId>& b) -> bool {
  return std::ranges::any_of(a, [&](NameId name) { return b.contains(name); });
}

// Whether `to` can be reached from `from`, with one step at least.
auto Reaches(const std::vector<std::vector<size_t>>& next, size_t from, size_t to) -> bool {
  std::vector<bool> is_seen(next.size());
  std::vector<size_t> stack = next[from];
  while (!stack.empty()) {
    const size_t k = stack.back();
    stack.pop_back();
    if (k == to) return true;
    if (is_seen[k]) continue;
    is_seen[k] = true;
    stack.insert(stack.end(), next[k].begin(), next[k].end());
  }
  return false;
}

}  // namespace

// As NeedsOf, but of one variable: a PROCEDURAL gives several, and not each depends on all that it reads.
auto Flattener::NeedsOf(const Rule& rule, NameId name) -> std::vector<NodeId> {
  std::vector<NodeId> roots;
  std::vector<NodeId> conditions;
  if (rule.procedural == nullptr || !CollectBehind(rule.procedural->body, name, conditions, roots))
    return NeedsOf(rule);
  std::vector<NodeId> names;
  for (const NodeId root : roots) {
    if (hoisted_.contains(root))
      names.push_back(root);
    else
      CollectNames(root, names);
  }
  return names;
}

// The names that sections set and that the value of `name` depends on at the same time.
auto Flattener::SetNamesBehind(NameId name, const RulesOfNames& rules) -> std::set<NameId> {
  std::set<NameId> result;
  std::set<NameId> seen;
  std::vector<NameId> stack = {name};
  while (!stack.empty()) {
    const NameId next = stack.back();
    stack.pop_back();
    if (!seen.insert(next).second) continue;
    const auto symbol = symbol_index_.find(next);
    if (symbol != symbol_index_.end() && symbols_[symbol->second]->role == Role::Discrete)
      result.insert(next);
    const auto found = rules.find(next);
    if (found == rules.end()) continue;
    for (const uint32_t rule : found->second) {
      for (const NodeId id : NeedsOf(rules_[rule], next)) {
        const auto hoisted = hoisted_.find(id);
        stack.push_back(hoisted == hoisted_.end() ? program_.nodes[id].name : hoisted->second);
      }
    }
  }
  return result;
}

void Flattener::FindSectionLoops() {
  seen_names_.assign(program_.sections.size(), {});
  RulesOfNames rules;
  for (uint32_t k = 0; k < rules_.size(); ++k) {
    for (const Target& target : rules_[k].targets) rules[target.name].push_back(k);
  }
  // What each section sets, and what stands behind what it reads.
  std::vector<std::set<NameId>> set(program_.sections.size());
  std::vector<std::map<NameId, std::set<NameId>>> behind(program_.sections.size());
  for (size_t k = 0; k < program_.sections.size(); ++k) {
    const Section& section = program_.sections[k];
    const bool is_run = section.kind == SectionKind::Discrete || section.kind == SectionKind::Dynamic ||
                        section.kind == SectionKind::Terminal;
    if (!is_run) continue;
    std::vector<Statement> statements;
    for (const Statement& statement : section.statements) {
      const bool is_left =
          section.kind == SectionKind::Dynamic &&
          (statement.kind == StatementKind::Terminate || continuous_.contains(statement.serial));
      if (!is_left) statements.push_back(statement);
    }
    std::vector<Target> targets;
    AddAssigned(statements, targets);
    for (const Target& target : targets) set[k].insert(target.name);
    std::vector<NodeId> roots;
    CollectReads(statements, roots);
    std::vector<NodeId> reads;
    for (const NodeId root : roots) CollectNames(root, reads);
    for (const NodeId id : reads) {
      const NameId name = program_.nodes[id].name;
      if (rules.contains(name) && !behind[k].contains(name)) behind[k][name] = SetNamesBehind(name, rules);
    }
  }
  NoteLoops(set, behind);
}

void Flattener::NoteLoops(const std::vector<std::set<NameId>>& set,
                          const std::vector<std::map<NameId, std::set<NameId>>>& behind) {
  std::vector<std::vector<size_t>> next(set.size());
  for (size_t k = 0; k < set.size(); ++k) {
    for (size_t other = 0; other < set.size(); ++other) {
      const bool reads = std::ranges::any_of(
          behind[k], [&](const auto& read) { return HaveCommon(read.second, set[other]); });
      if (reads) next[k].push_back(other);
    }
  }
  for (size_t k = 0; k < set.size(); ++k) {
    for (const size_t other : next[k]) {
      if (other != k && !Reaches(next, other, k)) continue;
      for (const auto& [name, names] : behind[k]) {
        if (HaveCommon(names, set[other])) seen_names_[k].insert(name);
      }
    }
  }
}

// Notes for a section that is due, and at its beginning what it finds in their place.
auto Flattener::NoteReads(const Section& section, std::vector<flat::Statement>& noted,
                          std::vector<flat::Statement>& done) -> bool {
  const auto index = static_cast<size_t>(&section - program_.sections.data());
  for (const NameId name : seen_names_[index]) {
    // A copy: new names may move the symbols.
    const Symbol symbol = SymbolOf(name);
    if (!symbol.var.has_value()) continue;
    const auto make = [&](std::string_view suffix) {
      const NameId hidden = Hidden(fmt::format("{}_{}", program_.names.Written(name), suffix), section.span);
      SymbolOf(hidden).dims = symbol.dims;
      SymbolOf(hidden).role = Role::Discrete;
      SymbolOf(hidden).kind = symbol.kind;
      const flat::VarId var = AddVar(hidden, symbol.kind, flat::Variability::Discrete, section.span);
      SymbolOf(hidden).var = var;
      SetStart(var, Zero(symbol.kind), true);
      return Ref(var);
    };
    const ExprId seen = make("seen");
    noted.push_back(Assign(seen, Ref(symbol.var), section.span));
    const ExprId before = pool_.Typed(Op::Pre, pool_.type(seen), {seen});
    if (symbol.dims.empty()) {
      overrides_[name] = before;
      continue;
    }
    const ExprId found = make("found");
    done.push_back(Assign(found, before, section.span));
    overrides_[name] = found;
  }
  return !noted.empty();
}

}  // namespace kerf::acsl
