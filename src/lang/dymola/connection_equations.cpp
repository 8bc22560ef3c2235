// Equations of connection sets (section 3.5 of the thesis): across variables are equal, each to the one
// before it; through variables sum to zero, where those of the model's own cuts count with the opposite sign.
// A dot in a through position leaves the sum out.
#include <algorithm>

#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

void ClassBuilder::EmitConnections() {
  for (uint32_t set = 0; set < sets_.n_sets(); ++set) EmitSet(set);
  if (aliases_.empty() && expansions_.empty()) return;
  // Open cuts that turned out to be other cuts are replaced wherever they stand.
  for (CutNode& node : cls_.cut_nodes) {
    if (node.kind != CutNodeKind::Leaf) continue;
    if (const auto expanded = expansions_.find(node.a); expanded != expansions_.end()) {
      node = CutNode(cls_.cut_nodes[expanded->second]);
    } else if (const auto alias = aliases_.find(node.a); alias != aliases_.end()) {
      node.a = alias->second;
    }
  }
}

void ClassBuilder::EmitSet(uint32_t set) {
  std::vector<ConnectionSets::Member> members = sets_.MembersOf(set);
  if (members.empty() || ShareOpenCuts(members)) return;
  std::erase_if(members, [&](const auto& m) { return LeafAt(m.slot).kind != LeafKind::Variables; });
  if (members.empty()) return;
  EmitAcross(members);
  EmitThrough(members);
}

void ClassBuilder::EmitAcross(const std::vector<ConnectionSets::Member>& members) {
  const size_t n = LeafAt(members[0].slot).across.size();
  std::vector<std::optional<Term>> previous(n);
  for (const ConnectionSets::Member& member : members) {
    const LeafPlace place = Locate(member.slot);
    for (size_t k = 0; k < n; ++k) {
      const Element element = place.cls->leaves[place.leaf].across[k];
      if (element.is_dot()) continue;
      const Term term = TermOf(place, element);
      if (previous[k]) AddConnection({term}, {*previous[k]}, member.statement);
      previous[k] = term;
    }
  }
}

void ClassBuilder::EmitThrough(const std::vector<ConnectionSets::Member>& members) {
  const size_t n = LeafAt(members[0].slot).through.size();
  for (size_t k = 0; k < n; ++k) {
    std::vector<Term> left;
    std::vector<Term> right;
    bool has_dot = false;
    for (const ConnectionSets::Member& member : members) {
      const LeafPlace place = Locate(member.slot);
      const Element element = place.cls->leaves[place.leaf].through[k];
      has_dot |= element.is_dot();
      if (has_dot) break;
      Term term = TermOf(place, element);
      const bool is_own = member.slot >= cls_.own_leaves;
      const bool goes_right = term.negative != is_own;
      term.negative = false;
      (goes_right ? right : left).push_back(term);
    }
    if (!has_dot) AddConnection(left, right, members.back().statement);
  }
}

auto ClassBuilder::TermOf(const LeafPlace& place, const Element& element) -> Term {
  Term term;
  term.slot = place.var_base + place.cls->own_vars + element.var;
  term.negative = element.negative;
  term.first_subscript = static_cast<uint32_t>(cls_.subscripts.size());
  term.n_subscripts = element.n_subscripts;
  for (uint32_t k = 0; k < element.n_subscripts; ++k) {
    const int32_t subscript = place.cls->subscripts[element.first_subscript + k];
    cls_.subscripts.push_back(subscript);
  }
  return term;
}

void ClassBuilder::AddConnection(const std::vector<Term>& left, const std::vector<Term>& right,
                                 uint32_t statement) {
  ConnectionEquation equation;
  equation.left_first = static_cast<uint32_t>(cls_.terms.size());
  equation.n_left = static_cast<uint32_t>(left.size());
  equation.n_right = static_cast<uint32_t>(right.size());
  equation.origin = statements_[statement];
  cls_.terms.insert(cls_.terms.end(), left.begin(), left.end());
  cls_.terms.insert(cls_.terms.end(), right.begin(), right.end());
  cls_.connections.push_back(equation);
  for (uint32_t k = equation.left_first; k < cls_.terms.size(); ++k) MentionSlot(cls_.terms[k].slot);
}

// Connecting an input or a defaulted variable below gives it from outside its submodel.
void ClassBuilder::MentionSlot(uint32_t slot) {
  const Class* in = &cls_;
  uint32_t rest = slot;
  while (rest < in->own_vars) {
    const ClassSub& sub = *(std::ranges::upper_bound(in->subs, rest, {}, &ClassSub::var_offset) - 1);
    in = &elab_[sub.cls];
    rest = (rest - sub.var_offset) % in->n_slots();
  }
  if (in != &cls_) MentionBelow(in->vars[rest - in->own_vars], slot);
}

// A cut without clause, joined with one other cut alone, is that cut, and the connection says no more than
// this (true). Joined with several it gets variables of its own, named after the cut and the first of the
// others.
auto ClassBuilder::ShareOpenCuts(const std::vector<ConnectionSets::Member>& members) -> bool {
  const auto is_open = [&](const auto& m) {
    return m.slot >= cls_.own_leaves && LeafAt(m.slot).kind == LeafKind::Open;
  };
  if (std::ranges::none_of(members, is_open)) return false;
  const auto has_variables = [&](const auto& m) { return LeafAt(m.slot).kind == LeafKind::Variables; };
  const auto n_variables = std::ranges::count_if(members, has_variables);
  if (n_variables == 0) return true;
  const uint32_t first = std::ranges::find_if(members, has_variables)->slot;
  for (const ConnectionSets::Member& member : members) {
    if (!is_open(member)) continue;
    if (n_variables == 1) {
      aliases_.emplace(member.slot, first);
      // The cut is handed on: the model outside is the one that connects it.
      cls_.connected.erase(first);
    } else {
      GiveStructureTo(member.slot, first);
    }
  }
  return n_variables == 1;
}

void ClassBuilder::GiveStructureTo(uint32_t slot, uint32_t like) {
  const LeafPlace place = Locate(like);
  Leaf leaf = place.cls->leaves[place.leaf];
  const Leaf open = LeafAt(slot);
  for (std::vector<Element>* part : {&leaf.across, &leaf.through}) {
    for (Element& element : *part) {
      if (element.is_dot()) continue;
      const ClassVar& original = place.cls->vars[element.var];
      const expr::ShapeId shape = ElementShape(*place.cls, element);
      const NameId name = elab_.world.names.Intern(fmt::format("{}{}", Text(open.name), Text(original.name)));
      const auto found = cls_.var_names.find(name);
      const bool is_free = found == cls_.var_names.end();
      if (!is_free) ReportDuplicate(name, cls_.vars[found->second].span, open.span);
      element = {is_free ? AddVar(name, VarKind::Terminal, shape, open.span) : found->second, false, 0, 0};
    }
  }
  leaf.name = open.name;
  leaf.span = open.span;
  cls_.leaves[slot - cls_.own_leaves] = std::move(leaf);
}

}  // namespace kerf::dymola
