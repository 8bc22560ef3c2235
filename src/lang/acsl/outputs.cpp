// Assignments in DYNAMIC that only compute outputs. Computed all the time they have the same values at the
// communication points, and the integrator need not stop there.
#include "lang/acsl/flattener.h"

namespace kerf::acsl {

void Flattener::CountUses(std::span<const Statement> body, std::unordered_map<NameId, uint32_t>& assigned,
                          std::unordered_map<NameId, uint32_t>& used) const {
  for (const Statement& statement : body) {
    for (const Target& target : statement.targets) ++assigned[target.name];
    std::vector<NodeId> roots = {statement.value, statement.last, statement.step};
    for (const Target& target : statement.targets)
      roots.insert(roots.end(), target.subscripts.begin(), target.subscripts.end());
    std::vector<NodeId> names;
    for (const NodeId root : roots) {
      if (root.has_value()) CollectNames(root, names);
    }
    for (const NodeId name : names) ++used[program_.nodes[name].name];
    CountUses(statement.body, assigned, used);
    CountUses(statement.else_body, assigned, used);
  }
}

// A scalar that is assigned once in the program, from what DYNAMIC does not change later, and that only
// DYNAMIC and TERMINAL use.
void Flattener::CollectOutputs() {
  std::unordered_map<NameId, uint32_t> assigned;
  std::unordered_map<NameId, uint32_t> used_elsewhere;
  std::unordered_map<NameId, uint32_t> used;
  for (const Section& section : program_.sections) {
    // TERMINAL runs behind the last communication point, with the values of the end.
    const bool is_later = section.kind == SectionKind::Dynamic || section.kind == SectionKind::Terminal;
    CountUses(section.statements, assigned, is_later ? used : used_elsewhere);
  }
  for (const Section& section : program_.sections) {
    if (section.kind != SectionKind::Dynamic) continue;
    std::unordered_map<NameId, uint32_t> changed;
    std::unordered_map<NameId, uint32_t> ignored;
    CountUses(section.statements, changed, ignored);
    // What is read before it is assigned is the value of the point before.
    std::unordered_map<NameId, uint32_t> read;
    for (const Statement& statement : section.statements) {
      CountUses({&statement, 1}, ignored, read);
      const bool is_plain = statement.kind == StatementKind::Assign && statement.targets.size() == 1 &&
                            statement.targets[0].subscripts.empty() && !statement.label.has_value();
      if (!is_plain) continue;
      const NameId name = statement.targets[0].name;
      const Symbol& symbol = SymbolOf(name);
      if (assigned[name] != 1 || used_elsewhere.contains(name) || read.contains(name) || symbol.constant ||
          !symbol.dims.empty())
        continue;
      std::vector<NodeId> names;
      CollectNames(statement.value, names);
      bool is_output = true;
      for (const NodeId id : names) {
        is_output = is_output && !changed.contains(program_.nodes[id].name) && !IsOperator(id);
      }
      if (!is_output) continue;
      continuous_.insert(statement.serial);
      changed.erase(name);
      rules_.push_back({statement.targets, nullptr, statement.value, {}, statement.span});
    }
  }
}

}  // namespace kerf::acsl
