// DERIVATIVE sections with algorithms and steps of their own: which there are, and what stands in one section
// for the variables of another while each is integrated by itself.
#include <algorithm>

#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

using expr::Op;

KERF_DIAG(AcslSectionsTogether, Warning,
          "DERIVATIVE sections ask for different algorithms or steps, but are integrated together");
KERF_NOTE(AcslVariableSteps, "an algorithm with variable steps takes all sections along");

constexpr int kEuler = 3;
constexpr int kRungeKutta2 = 4;
constexpr int kRungeKutta4 = 5;

auto OrderOf(int algorithm) -> int {
  if (algorithm == kEuler) return 1;
  return algorithm == kRungeKutta2 ? 2 : 4;
}

// What a rule is made of.
void CollectRoots(const std::vector<Statement>& body, std::vector<NodeId>& roots) {
  for (const Statement& statement : body) {
    for (const NodeId id : {statement.value, statement.last, statement.step}) {
      if (id.has_value()) roots.push_back(id);
    }
    for (const Target& target : statement.targets)
      roots.insert(roots.end(), target.subscripts.begin(), target.subscripts.end());
    CollectRoots(statement.body, roots);
    CollectRoots(statement.else_body, roots);
  }
}

}  // namespace

void Flattener::PlanSections() {
  const Settings& all = program_.settings;
  const double interval = SettingValue(all.cinterval, "cint", 0.1);
  for (uint32_t k = 0; k < program_.sections.size(); ++k) {
    const Section& section = program_.sections[k];
    if (section.kind != SectionKind::Derivative || section.statements.empty()) continue;
    const auto value = [&](const std::optional<Setting>& own, const std::optional<Setting>& common,
                           std::string_view name,
                           double otherwise) { return SettingValue(own ? own : common, name, otherwise); };
    SectionPlan plan;
    plan.section = k;
    plan.algorithm = static_cast<int>(value(section.algorithm, all.algorithm, "ialg", 0));
    plan.largest = value(section.maxterval, all.maxterval, "maxt", 0);
    plan.step = interval / std::max(1.0, value(section.nsteps, all.nsteps, "nstp", 10));
    if (plan.largest > 0) plan.step = std::min(plan.step, plan.largest);
    plans_.push_back(plan);
  }
  const auto is_same = [&](const SectionPlan& plan) {
    return plan.algorithm == plans_[0].algorithm && plan.step == plans_[0].step &&
           plan.largest == plans_[0].largest;
  };
  if (std::ranges::all_of(plans_, is_same)) return;
  sections_differ_ = true;
  // One that says nothing has the algorithm that ACSL takes then.
  const auto is_fixed = [](const SectionPlan& plan) {
    return plan.algorithm == 0 || (plan.algorithm >= kEuler && plan.algorithm <= kRungeKutta4);
  };
  have_fixed_steps_ = std::ranges::all_of(plans_, is_fixed);
}

auto Flattener::IsApart() const -> bool {
  return options_.sections == SectionUse::Apart && sections_differ_ && have_fixed_steps_;
}

// A run must not go otherwise than the program says without a word.
void Flattener::TellSections() {
  if (!sections_differ_ || options_.sections == SectionUse::NotTold || IsApart()) return;
  const Span span = program_.sections[plans_.back().section].span;
  auto report = emitter_.Emit(span, AcslSectionsTogether);
  const bool is_variable = options_.sections == SectionUse::Apart;
  if (!is_variable) return;
  for (const SectionPlan& plan : plans_) {
    if (plan.algorithm != 0 && (plan.algorithm < kEuler || plan.algorithm > kRungeKutta4))
      report.Note(program_.sections[plan.section].span, AcslVariableSteps);
  }
}

// For each algebraic variable that another section uses a variable that keeps its value during a step of the
// other. Its derivative is what it takes over when the step of its own section ends.
void Flattener::HoldAcrossSections() {
  if (!IsApart()) return;
  std::unordered_map<NameId, std::set<uint32_t>> defined_in;
  for (const Rule& rule : rules_) {
    for (const Target& target : rule.targets) defined_in[target.name].insert(rule.section);
  }
  std::map<std::pair<uint32_t, uint32_t>, NameId> wanted;
  for (const Rule& rule : rules_) {
    if (rule.section == Rule::kNoSection) continue;
    std::vector<NodeId> roots;
    if (rule.procedural != nullptr) {
      CollectRoots(rule.procedural->body, roots);
    } else {
      roots.push_back(rule.value);
    }
    std::vector<NodeId> names;
    for (const NodeId root : roots) CollectNames(root, names);
    for (const NodeId id : names) {
      const NameId name = program_.nodes[id].name;
      const auto found = defined_in.find(name);
      if (found == defined_in.end() || found->second.contains(rule.section)) continue;
      const uint32_t other = *found->second.begin();
      const Symbol& symbol = SymbolOf(name);
      const bool is_held = symbol.role == Role::Algebraic && symbol.kind == expr::Kind::Real &&
                           symbol.var.has_value() && other != Rule::kNoSection;
      if (is_held) wanted.try_emplace({other, name.index}, name);
    }
  }
  for (const auto& [key, name] : wanted) {
    const Symbol& symbol = SymbolOf(name);
    const std::string written(program_.names.Written(name));
    const NameId hidden = Hidden(fmt::format("{}_held", written), symbol.span);
    SymbolOf(hidden).dims = SymbolOf(name).dims;
    const VarId var = AddVar(hidden, expr::Kind::Real, flat::Variability::Continuous, SymbolOf(name).span);
    const ExprId held = Ref(var);
    const ExprId source = Ref(SymbolOf(name).var);
    AddEquation(pool_.Typed(Op::Der, pool_.type(held), {held}), source, SymbolOf(name).span);
    AddEquation(held, source, SymbolOf(name).span, true);
    holds_.push_back({key.first, name, held});
  }
}

// Names of other sections mean what they held at the last exchange.
void Flattener::EnterSection(uint32_t section) {
  section_ = section;
  for (const Hold& hold : holds_) {
    if (hold.section == section || section == Rule::kNoSection) {
      overrides_.erase(hold.name);
    } else {
      overrides_[hold.name] = hold.var;
    }
  }
}

void Flattener::NoteState(ExprId state) {
  if (section_ == Rule::kNoSection || pool_.op(state) != Op::Var) return;
  states_of_section_[section_].push_back(model_.world->paths.RenderLocal(model_.vars[pool_.var(state)].path));
}

// What came of the plans in the model.
void Flattener::NoteSectionRates() {
  if (!IsApart()) return;
  for (const SectionPlan& plan : plans_) {
    SectionRate rate;
    rate.order = OrderOf(plan.algorithm);
    rate.step = plan.step;
    const auto found = states_of_section_.find(plan.section);
    if (found != states_of_section_.end()) rate.states = found->second;
    for (const Hold& hold : holds_) {
      if (hold.section == plan.section)
        rate.held.push_back(model_.world->paths.RenderLocal(model_.vars[pool_.var(hold.var)].path));
    }
    section_rates_.push_back(std::move(rate));
  }
}

}  // namespace kerf::acsl
