// The pass check_structure: what found no partner, told as the thesis tells it, with hints where the cause is
// certain.
#include <algorithm>
#include <map>

#include "expr/walk.h"
#include "graph/dulmage_mendelsohn.h"
#include "transform/implicit_structure.h"
#include "transform/incidence.h"
#include "transform/null_vector.h"
#include "transform/passes.h"

namespace kerf::transform {

namespace {

using expr::Op;

constexpr size_t kMaxListedItems = 12;

KERF_DIAG(StructurallySingular, Error,
          "{}: the problem is structurally singular: {} equations, {} unknowns, {} of them assigned",
          std::string, size_t, size_t, size_t);
KERF_DIAG(HighIndex, Error, "{}: {} ties the states {} together, so they cannot all be chosen freely",
          std::string, std::string, std::string);
KERF_DIAG(AgainstDirections, Error,
          "{}: every unknown has an equation, but only against the directions of inputs and outputs",
          std::string);
KERF_NOTE(InputNote, "`{}` is an input of {}: an equation outside of it has to give it", std::string,
          std::string);
KERF_NOTE(OutputNote, "`{}` is an output of {}: an equation in it has to give it", std::string, std::string);
KERF_DIAG(RedundantEquation, Error, "{} says nothing new", std::string);
KERF_NOTE(UnassignedNote, "no equation is left to give {}", std::string);
KERF_NOTE(RedundantNote, "no unknown is left for {}", std::string);
KERF_NOTE(OverNote, "these {} equations contain only {} unknowns: {}", size_t, size_t, std::string);
KERF_NOTE(MoreNote, "and {} more", size_t);
KERF_NOTE(GroundHint,
          "all equations contain {} only as differences, so all of them could be shifted together: is a "
          "ground missing (a part that fixes one of them)?",
          std::string);
KERF_NOTE(NothingNewNote, "{} says nothing new", std::string);
KERF_NOTE(SubmodelHint, "{} alone has {} equations for the {} unknowns in them", std::string, size_t, size_t);
KERF_NOTE(
    IndexHint,
    "one of the states has to follow from the others by differentiating the constraint; `kerf simulate` "
    "does so where the equations can be differentiated", );
KERF_NOTE(ImplicitHint, "the equations can be integrated as they stand by `kerf simulate --solver ida`");
KERF_NOTE(IndexTooHighNote,
          "--solver ida integrates equations as they stand only where no constraint has to be differentiated "
          "more than once");
KERF_NOTE(DerivativeNote, "of the derivatives {}, {} left without equation", std::string, std::string);

auto ListWithAnd(const std::vector<std::string>& names) -> std::string {
  std::string text;
  for (size_t k = 0; k < names.size(); ++k) {
    if (k > 0) text += k + 1 == names.size() ? " and " : ", ";
    text += names[k];
  }
  return text;
}

class StructureReporter {
 public:
  StructureReporter(Work& work, PassContext& context)
      : work_(work), context_(context), s_(work.structure), walker_(work.dae.world->pool) {}

  void Report() {
    if (!s_.undirected.empty() || !s_.misdirected.empty()) return ReportDirections();
    if (s_.unassigned.empty() && s_.unmatched.empty()) {
      for (const EqnId id : work_.aliases.redundant) {
        context_.diag.Emit(SpanOf(work_.dae, id), RedundantEquation, TextOf(id));
      }
      return;
    }
    const graph::Bipartite& candidates = s_.has_fixed_causality ? s_.candidates : s_.occurrences;
    const graph::Determinacy parts = graph::DulmageMendelsohn(candidates, s_.matching);
    if (!TryReportHighIndex(parts)) ReportSingular(parts);
  }

 private:
  // What connections give to a component has no text of its own.
  [[nodiscard]] auto TextOf(EqnId id) const -> std::string {
    const flat::OriginId origin = work_.dae.equations[id].origin;
    if (origin.has_value()) {
      const flat::Origin& made = work_.dae.world->origins[origin];
      const bool is_outside =
          made.made_by == flat::MadeBy::Input && !made.span.has_value() && !made.parent.has_value();
      if (is_outside) return "what is connected to the open connectors";
    }
    return transform::EquationText(work_.dae, id);
  }

  [[nodiscard]] auto ModelName() const -> std::string {
    return std::string(work_.dae.world->names[work_.dae.name]);
  }

  // The states in an equation, by name.
  auto StatesOf(EqnId id) -> std::vector<VarId> {
    std::vector<VarId> states;
    const expr::Pool& pool = work_.dae.world->pool;
    const std::array<ExprId, 2> sides = {s_.lhs[id.index], s_.rhs[id.index]};
    for (const ExprId node : walker_.Postorder(sides)) {
      if (pool.op(node) == Op::Var && work_.dae.vars[pool.var(node)].kind == dae::VarKind::State &&
          work_.known[pool.var(node).index])
        states.push_back(pool.var(node));
    }
    return states;
  }

  // High index: every over-determined part ties states together, and every unknown left over is a derivative
  // or is determined only through one.
  auto TryReportHighIndex(const graph::Determinacy& parts) -> bool {
    if (context_.options.problem != Problem::Simulation || s_.unmatched.size() != s_.unassigned.size())
      return false;
    std::vector<VarId> states;
    for (const uint32_t row : parts.over.rows) {
      for (const VarId state : StatesOf(s_.eqn_of_row[row])) states.push_back(state);
    }
    std::ranges::sort(states);
    states.erase(std::ranges::unique(states).begin(), states.end());
    const bool has_derivative =
        std::ranges::any_of(parts.under.cols, [&](uint32_t col) { return IsDerivative(s_.var_of_col[col]); });
    if (states.size() < 2 || !has_derivative) return false;
    EmitHighIndex(states, parts.under.cols);
    return true;
  }

  auto IsDerivative(VarId var) const -> bool { return work_.dae.vars[var].derivative_of.has_value(); }

  void EmitHighIndex(const std::vector<VarId>& states, const std::vector<uint32_t>& left_over) {
    std::vector<std::string> names;
    for (const VarId state : states) {
      if (names.size() < kMaxListedItems)
        names.push_back(fmt::format("`{}`", dae::FullName(work_.dae, state)));
    }
    if (states.size() > kMaxListedItems) names.emplace_back("…");
    const EqnId constraint = s_.unmatched[0];
    auto builder = context_.diag.Emit(SpanOf(work_.dae, constraint), HighIndex, ModelName(),
                                      TextOf(constraint), ListWithAnd(names));
    for (size_t k = 1; k < std::min(s_.unmatched.size(), kMaxListedItems); ++k) {
      builder.Note(SpanOf(work_.dae, s_.unmatched[k]), RedundantNote, TextOf(s_.unmatched[k]));
    }
    names.clear();
    for (const uint32_t col : left_over) {
      if (IsDerivative(s_.var_of_col[col]) && names.size() < kMaxListedItems) {
        names.push_back(fmt::format("`{}`", dae::FullName(work_.dae, s_.var_of_col[col])));
      }
    }
    const size_t n = s_.unassigned.size();
    builder.Note({}, DerivativeNote, ListWithAnd(names),
                 n == 1 ? std::string("one is") : fmt::format("{} are", n));
    builder.Note({}, IndexHint);
    if (FitnessOfImplicitForm(work_) == ImplicitFitness::Fit) {
      builder.Note({}, ImplicitHint);
    } else if (context_.options.implicit_form) {
      builder.Note({}, IndexTooHighNote);
    }
  }

  // The terminals that an equation contains but may not give, and unknowns that only such equations could
  // give.
  void ReportDirections() {
    const diag::Span span = s_.misdirected.empty() ? diag::Span{} : SpanOf(work_.dae, s_.misdirected[0]);
    auto builder = context_.diag.Emit(span, AgainstDirections, ModelName());
    for (size_t k = 0; k < std::min(s_.misdirected.size(), kMaxListedItems); ++k) {
      const EqnId id = s_.misdirected[k];
      builder.Note(SpanOf(work_.dae, id), RedundantNote, TextOf(id));
      NoteTerminals(builder, id);
    }
    for (size_t k = 0; k < std::min(s_.undirected.size(), kMaxListedItems); ++k) {
      builder.Note(SpanOfVar(s_.undirected[k]), UnassignedNote,
                   fmt::format("`{}`", dae::FullName(work_.dae, s_.undirected[k])));
      NoteTerminal(builder, s_.undirected[k]);
    }
  }

  void NoteTerminals(diag::Emitter::Builder& builder, EqnId id) {
    const expr::Pool& pool = work_.dae.world->pool;
    const dae::Equation& equation = work_.dae.equations[id];
    const std::array<ExprId, 2> sides = {equation.lhs, equation.rhs};
    for (const ExprId node : walker_.Postorder(sides)) {
      if (pool.op(node) != Op::Var) continue;
      if (IsAgainstDirection(work_.dae, id, pool.var(node))) NoteTerminal(builder, pool.var(node));
    }
  }

  // Who has to give it, if it has a direction.
  void NoteTerminal(diag::Emitter::Builder& builder, VarId id) const {
    const dae::Var& var = work_.dae.vars[id];
    const std::string owner = OwnerName(work_.dae, work_.dae.world->paths[var.path].parent);
    switch (var.direction) {
      case flat::Direction::None: break;
      case flat::Direction::In:
        builder.Note(SpanOfVar(id), InputNote, dae::FullName(work_.dae, id), owner);
        break;
      case flat::Direction::Out:
        builder.Note(SpanOfVar(id), OutputNote, dae::FullName(work_.dae, id), owner);
        break;
    }
  }

  [[nodiscard]] auto SpanOfVar(VarId id) const -> diag::Span {
    const flat::OriginId origin = work_.dae.vars[id].origin;
    return origin.has_value() ? work_.dae.world->origins[origin].span : diag::Span{};
  }

  void ReportSingular(const graph::Determinacy& parts) {
    const size_t assigned = s_.var_of_col.size() - s_.unassigned.size();
    const diag::Span span = s_.unmatched.empty() ? diag::Span{} : SpanOf(work_.dae, s_.unmatched[0]);
    auto builder = context_.diag.Emit(span, StructurallySingular, ModelName(), s_.eqn_of_row.size(),
                                      s_.var_of_col.size(), assigned);
    for (size_t k = 0; k < std::min(s_.unassigned.size(), kMaxListedItems); ++k) {
      builder.Note(SpanOfVar(s_.unassigned[k]), UnassignedNote,
                   fmt::format("`{}`", dae::FullName(work_.dae, s_.unassigned[k])));
    }
    if (s_.unassigned.size() > kMaxListedItems)
      builder.Note({}, MoreNote, s_.unassigned.size() - kMaxListedItems);
    for (size_t k = 0; k < std::min(s_.unmatched.size(), kMaxListedItems); ++k) {
      builder.Note(SpanOf(work_.dae, s_.unmatched[k]), RedundantNote, TextOf(s_.unmatched[k]));
    }
    if (s_.unmatched.size() > kMaxListedItems)
      builder.Note({}, MoreNote, s_.unmatched.size() - kMaxListedItems);
    for (const EqnId id : work_.aliases.redundant) {
      builder.Note(SpanOf(work_.dae, id), NothingNewNote, TextOf(id));
    }
    AddOverNote(builder, parts.over);
    AddGroundHint(builder, parts.under);
    AddSubmodelHint(builder);
  }

  void AddOverNote(diag::Emitter::Builder& builder, const graph::Part& over) {
    if (over.rows.size() < 2 || over.rows.size() > kMaxListedItems) return;
    std::vector<std::string> texts;
    for (const uint32_t row : over.rows) texts.push_back(TextOf(s_.eqn_of_row[row]));
    builder.Note({}, OverNote, texts.size(), over.cols.size(), fmt::format("{}", fmt::join(texts, "; ")));
  }

  void AddGroundHint(diag::Emitter::Builder& builder, const graph::Part& under) {
    const std::vector<VarId> shiftable = FindShiftable(work_, under.rows, under.cols);
    if (shiftable.empty()) return;
    std::vector<std::string> names;
    for (const VarId var : shiftable) {
      if (names.size() < kMaxListedItems) names.push_back(fmt::format("`{}`", dae::FullName(work_.dae, var)));
    }
    builder.Note({}, GroundHint, ListWithAnd(names));
  }

  // A submodel whose own equations outnumber the unknowns in them is wrong by itself.
  void AddSubmodelHint(diag::Emitter::Builder& builder) {
    std::map<base::PathId, std::vector<uint32_t>> rows_of;
    for (uint32_t row = 0; row < s_.eqn_of_row.size(); ++row) {
      const dae::Equation& equation = work_.dae.equations[s_.eqn_of_row[row]];
      const auto made_by = equation.origin.has_value() ? work_.dae.world->origins[equation.origin].made_by
                                                       : flat::MadeBy::Source;
      if (made_by == flat::MadeBy::Source) rows_of[equation.owner].push_back(row);
    }
    for (const auto& [owner, rows] : rows_of) {
      std::vector<uint32_t> cols;
      for (const uint32_t row : rows)
        cols.insert(cols.end(), s_.occurrences.row(row).begin(), s_.occurrences.row(row).end());
      std::ranges::sort(cols);
      const auto n_cols = static_cast<size_t>(std::ranges::unique(cols).begin() - cols.begin());
      if (n_cols < rows.size())
        builder.Note({}, SubmodelHint, OwnerName(work_.dae, owner), rows.size(), n_cols);
    }
  }

  Work& work_;
  PassContext& context_;
  const Structure& s_;
  expr::Walker walker_;
};

}  // namespace

auto CheckStructure(Work& work, PassContext& context) -> Status {
  const bool is_against_directions =
      !work.structure.undirected.empty() || !work.structure.misdirected.empty();
  if (!context.options.report_structure && !is_against_directions) return Status::Ok;
  const bool may_be_implicit =
      context.options.implicit_form && context.options.problem == Problem::Simulation;
  if (may_be_implicit && !HasStateForm(work.structure) && FitnessOfImplicitForm(work) == ImplicitFitness::Fit)
    return Status::Ok;
  const uint32_t errors = context.diag.n_errors();
  StructureReporter(work, context).Report();
  return context.diag.n_errors() == errors ? Status::Ok : Status::Failed;
}

}  // namespace kerf::transform
