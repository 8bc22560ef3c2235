// The order of DERIVATIVE: each rule after those that define what it needs, otherwise as written. What is
// left is a loop, which only IMPL may close.
#include <algorithm>
#include <queue>

#include "graph/strong_components.h"
#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslAlgebraicLoop, Error, "algebraic loop through {}; only IMPL may close one", std::string);
KERF_DIAG(AcslProceduralLoop, Error,
          "loop through {} with a PROCEDURAL in it, whose inside keeps its order; divide it, or use IMPL",
          std::string);
KERF_NOTE(AcslLoopMember, "this belongs to the loop");

}  // namespace

// References to names below a node; an operator that is a rule of its own stands for its result.
void Flattener::CollectNames(NodeId root, std::vector<NodeId>& names) const {
  std::vector<NodeId> stack = {root};
  while (!stack.empty()) {
    const NodeId id = stack.back();
    stack.pop_back();
    const Node& node = program_.nodes[id];
    if (hoisted_.contains(id) && id != root) {
      names.push_back(id);
      continue;
    }
    if (node.kind == NodeKind::Name || node.kind == NodeKind::Call) names.push_back(id);
    stack.insert(stack.end(), node.operands.begin(), node.operands.end());
  }
}

namespace {

void CollectBody(const std::vector<Statement>& body, std::vector<NodeId>& roots) {
  for (const Statement& statement : body) {
    for (const NodeId id : {statement.value, statement.last, statement.step}) {
      if (id.has_value()) roots.push_back(id);
    }
    for (const Target& target : statement.targets)
      roots.insert(roots.end(), target.subscripts.begin(), target.subscripts.end());
    CollectBody(statement.body, roots);
    CollectBody(statement.else_body, roots);
  }
}

// The arguments whose values the result depends on at the same time.
auto DirectArguments(std::string_view op, const std::vector<NodeId>& arguments) -> std::vector<NodeId> {
  if (op == "ledlag" || op == "zhold" || op == "ptr" || op == "rtp" || op == "bcklsh" || op == "hstrss" ||
      op == "derivt" || op == "tran")
    return arguments;
  return {};
}

}  // namespace

auto Flattener::NeedsOf(const Rule& rule) -> std::vector<NodeId> {
  std::vector<NodeId> roots;
  if (rule.procedural != nullptr) {
    CollectBody(rule.procedural->body, roots);
  } else if (rule.op.has_value()) {
    roots = DirectArguments(program_.names.lower[rule.op], program_.nodes[rule.value].operands);
  } else {
    roots.push_back(rule.value);
    for (const Target& target : rule.targets)
      roots.insert(roots.end(), target.subscripts.begin(), target.subscripts.end());
  }
  std::vector<NodeId> names;
  for (const NodeId root : roots) {
    if (hoisted_.contains(root)) {
      names.push_back(root);
    } else {
      CollectNames(root, names);
    }
  }
  return names;
}

// Elements with different constant subscripts are different.
auto Flattener::Defines(const Target& target, NodeId id) const -> bool {
  const auto hoisted = hoisted_.find(id);
  const Node& node = program_.nodes[id];
  if (target.name != (hoisted == hoisted_.end() ? node.name : hoisted->second)) return false;
  if (hoisted != hoisted_.end() || target.subscripts.size() != node.operands.size()) return true;
  for (size_t k = 0; k < target.subscripts.size(); ++k) {
    const Node& a = program_.nodes[target.subscripts[k]];
    const Node& b = program_.nodes[node.operands[k]];
    if (a.kind == NodeKind::Number && b.kind == NodeKind::Number && a.value != b.value) return false;
  }
  return true;
}

void Flattener::SortRules() {
  std::unordered_map<NameId, std::vector<uint32_t>> definers;
  for (uint32_t k = 0; k < rules_.size(); ++k) {
    for (const Target& target : rules_[k].targets) definers[target.name].push_back(k);
  }
  std::vector<std::vector<uint32_t>> needs(rules_.size());
  std::vector<std::vector<uint32_t>> users(rules_.size());
  for (uint32_t k = 0; k < rules_.size(); ++k) {
    for (const NodeId id : NeedsOf(rules_[k])) {
      const auto hoisted = hoisted_.find(id);
      const NameId name = hoisted == hoisted_.end() ? program_.nodes[id].name : hoisted->second;
      for (const uint32_t d : definers[name]) {
        const Symbol& symbol = SymbolOf(name);
        const bool is_known =
            symbol.role == Role::State || symbol.role == Role::Discrete || IsImplicit(rules_[d]);
        // A PROCEDURAL may read what it has assigned itself.
        const bool is_own = d == k && rules_[k].procedural != nullptr;
        const auto defines = [&](const Target& target) { return Defines(target, id); };
        // What another section computes is held while this one is integrated.
        const bool is_held =
            IsApart() && rules_[d].section != rules_[k].section && rules_[k].section != Rule::kNoSection;
        if (is_known || is_own || is_held || std::ranges::none_of(rules_[d].targets, defines)) continue;
        needs[k].push_back(d);
        users[d].push_back(k);
      }
    }
  }
  std::vector<size_t> n_missing(rules_.size());
  std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>> ready;
  for (uint32_t k = 0; k < rules_.size(); ++k) {
    n_missing[k] = needs[k].size();
    if (needs[k].empty()) ready.push(k);
  }
  std::vector<uint32_t> order;
  std::vector<bool> is_done(rules_.size());
  while (!ready.empty()) {
    const uint32_t k = ready.top();
    ready.pop();
    order.push_back(k);
    is_done[k] = true;
    for (const uint32_t user : users[k]) {
      if (--n_missing[user] == 0) ready.push(user);
    }
  }
  if (order.size() != rules_.size()) return ReportLoops(needs, is_done);
  std::vector<Rule> sorted;
  for (const uint32_t k : order) sorted.push_back(std::move(rules_[k]));
  rules_ = std::move(sorted);
}

// IMPL finds its variable by iteration: the others take it as known.
auto Flattener::IsImplicit(const Rule& rule) const -> bool {
  if (!rule.op.has_value()) return false;
  const std::string_view op = program_.names.lower[rule.op];
  return op == "impl" || op == "implc";
}

void Flattener::ReportLoops(const std::vector<std::vector<uint32_t>>& needs,
                            const std::vector<bool>& is_done) {
  graph::Lists lists;
  for (const auto& list : needs) graph::AppendList(lists, list);
  const graph::Lists components = graph::StrongComponents(lists);
  for (uint32_t c = 0; c < components.size(); ++c) {
    const uint32_t first = components[c][0];
    const bool is_loop = components[c].size() > 1 || std::ranges::count(needs[first], first) > 0;
    if (!is_loop || is_done[first]) continue;
    std::vector<uint32_t> members(components[c].begin(), components[c].end());
    std::ranges::sort(members);
    std::string names;
    bool has_procedural = false;
    for (const uint32_t member : members) {
      for (const Target& target : rules_[member].targets)
        names += fmt::format("{}`{}`", names.empty() ? "" : ", ", program_.names.Written(target.name));
      has_procedural = has_procedural || rules_[member].procedural != nullptr;
    }
    auto report = has_procedural ? emitter_.Emit(rules_[members[0]].span, AcslProceduralLoop, names)
                                 : emitter_.Emit(rules_[members[0]].span, AcslAlgebraicLoop, names);
    for (size_t k = 1; k < std::min<size_t>(members.size(), 10); ++k)
      report.Note(rules_[members[k]].span, AcslLoopMember);
  }
}

}  // namespace kerf::acsl
