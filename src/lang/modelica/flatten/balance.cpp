// Balance (section 4.8): as many equations as unknowns, for the model and for each of its parts by itself.
#include <algorithm>

#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(Unbalanced, Error, "`{}` has {} unknowns and {} equations: {} equation{} too {}", std::string,
          int64_t, int64_t, int64_t, std::string, std::string);
// The μModelica compiler counted only when it assigned causality, so that its flat dump came in any case.
KERF_DIAG(UnbalancedListing, Warning, "`{}` has {} unknowns and {} equations: {} equation{} too {}",
          std::string, int64_t, int64_t, int64_t, std::string, std::string);
KERF_DIAG(UnbalancedParts, Warning,
          "`{}` is balanced as a whole, but its parts are not: others cannot use them in the same way",
          std::string);
KERF_NOTE(UnbalancedPart, "{} of class {} has {} equation{} too {}", std::string, std::string, int64_t,
          std::string, std::string);
KERF_NOTE(OutsideCounts, "counted are {} equation{} that connections give to the open connectors {}", int64_t,
          std::string, std::string);

constexpr size_t kMaxListedParts = 8;

auto Plural(int64_t n) -> std::string { return n == 1 ? "" : "s"; }

auto FewOrMany(int64_t excess) -> std::string { return excess < 0 ? "few" : "many"; }

auto QuotedNames(const std::vector<std::string>& names) -> std::string {
  constexpr size_t kMaxNames = 6;
  std::string text;
  for (size_t k = 0; k < std::min(names.size(), kMaxNames); ++k)
    text += (k == 0 ? "`" : ", `") + names[k] + "`";
  return names.size() > kMaxNames ? text + " …" : text;
}

}  // namespace

void Flattener::ReportPart(diag::Emitter::Builder& builder, const Inst* inst, int64_t excess) {
  const int64_t n = excess < 0 ? -excess : excess;
  const std::string name =
      inst == root_ ? "the model itself" : "`" + instances_.NameOf(inst->component) + "`";
  builder.Note(program_.SpanOf(inst->shape->def.tree(), inst->shape->def.node().token), UnbalancedPart, name,
               program_.FullName(inst->shape->cls), n, Plural(n), FewOrMany(excess));
}

// Parts that are wrong by themselves, while the others make up for it.
void Flattener::WarnOfParts(const std::map<PathId, int64_t>& excess) {
  const auto is_judged = [](const Inst* inst) {
    return inst->shape->restriction == Restriction::Model || inst->shape->restriction == Restriction::Block;
  };
  // Other classes need not be balanced, and then what they stand in cannot be.
  std::set<PathId> excused;
  for (const Inst* inst : insts_) {
    const auto at = inst->component != nullptr ? excess.find(inst->component->path) : excess.end();
    if (at != excess.end() && at->second != 0 && !is_judged(inst))
      excused.insert(PathOf(Around(inst->component)));
  }
  std::vector<std::pair<const Inst*, int64_t>> found;
  for (const Inst* inst : insts_) {
    if (inst->component == nullptr || found.size() == kMaxListedParts) continue;
    const auto at = excess.find(inst->component->path);
    if (at == excess.end() || at->second == 0 || !is_judged(inst) || excused.contains(at->first)) continue;
    found.emplace_back(inst, at->second);
  }
  if (found.empty()) return;
  const NodeRef def = root_->shape->def;
  auto builder =
      emitter_.Emit(program_.SpanOf(def.tree(), def.node().token), UnbalancedParts, options_.class_name);
  for (const auto& [inst, amount] : found) ReportPart(builder, inst, amount);
}

void Flattener::CheckBalance() {
  int64_t n_unknowns = 0;
  int64_t n_equations = 0;
  for (const flat::EquationId id : model_.equations.ids()) {
    const flat::Equation& equation = model_.equations[id];
    if (!equation.is_initial) n_equations += ScalarsOf(equation.lhs) * PointsOf(equation.domain);
  }
  for (const flat::Clause& clause : model_.clauses) {
    if (!clause.is_initial) n_equations += EquationsOf(clause);
  }
  for (const flat::Algorithm& algorithm : model_.algorithms) {
    if (!algorithm.is_initial) n_equations += EquationsOf(algorithm);
  }
  for (const VarId id : model_.vars.ids()) {
    if (IsUnknown(model_.vars[id])) n_unknowns += ScalarsOf(model_.vars[id].type);
  }
  if (options_.component != nullptr) {
    n_unknowns -= options_.component->n_inputs;
    n_equations -= options_.component->n_inputs;
    options_.component->n_unknowns = n_unknowns;
    options_.component->n_equations = n_equations;
  }
  if (is_partial_) return;
  const std::map<PathId, int64_t> excess = ExcessOfParts();
  if (n_unknowns == n_equations) {
    if (!program_.IsMuModelica()) WarnOfParts(excess);
    return;
  }
  const int64_t difference = n_equations - n_unknowns;
  const NodeRef def = root_->shape->def;
  const int64_t amount = difference < 0 ? -difference : difference;
  const diag::Span span = program_.SpanOf(def.tree(), def.node().token);
  const auto report = [&](const auto& kind) {
    return emitter_.Emit(span, kind, options_.class_name, n_unknowns, n_equations, amount, Plural(amount),
                         FewOrMany(difference));
  };
  auto builder = program_.IsMuModelica() ? report(UnbalancedListing) : report(Unbalanced);
  for (const Inst* inst : insts_) {
    if (inst->component == nullptr) continue;
    const auto at = excess.find(inst->component->path);
    if (at == excess.end() || at->second == 0 || (at->second < 0) != (difference < 0)) continue;
    if (inst->component->type == nullptr || instances_.IsConnector(inst->component->type)) continue;
    ReportPart(builder, inst, at->second);
  }
  if (is_component_ && !options_.component->open_connectors.empty()) {
    const ComponentReport& component = *options_.component;
    const int64_t n_given = component.n_outside - component.n_inputs;
    builder.Note({}, OutsideCounts, n_given, Plural(n_given), QuotedNames(component.open_connectors));
  }
}

}  // namespace kerf::modelica
