// Octave in the scheme of the μModelica compiler (Xu 2005): between two results each state is integrated by
// itself, everything else frozen, and each equation is evaluated once, in order. Of first order in the
// interval.
#include "emit/gaps.h"
#include "emit/quote.h"
#include "emit/target_list.h"
#include "expr/walk.h"

namespace kerf::emit {

namespace {

class PerStateWriter {
 public:
  PerStateWriter(const Program& program, StatementWriter& writer, const Target& target)
      : program_(program), writer_(writer), lines_(target.layout), state_of_(program.symbols.size()) {
    for (size_t k = 0; k < program.states.size(); ++k)
      state_of_[program.derivatives[k].index] = program.states[k];
  }

  auto Body() -> std::string {
    for (const auto* list : {&program_.run.dynamic, &program_.run.output}) {
      for (const Statement& statement : *list) Add(statement);
    }
    return lines_.Take();
  }

 private:
  void Add(const Statement& statement) {
    lines_.Comment(fmt::format("Equation {}", ++n_equations_));
    if (statement.loop != Statement::kNoLoop) return AddLoop(program_.run.loops[statement.loop], statement);
    const Assignment& assignment = statement.assignment;
    const std::string value = writer_.Text(assignment.value);
    lines_.Statement(fmt::format("{} = {}", writer_.name(assignment.target), value));
    const SymbolId state = state_of_[assignment.target.index];
    if (!state.has_value()) return;
    // The function's arguments hide the variables of the same names; the others keep their present values.
    const std::string& x = writer_.name(state);
    lines_.Statement(fmt::format("kerf_x = lsode(@({}, {}) {}, {}, kerf_times)", x, time(), value, x));
    lines_.Statement(fmt::format("{} = kerf_x(10)", x));
  }

  void AddLoop(const Loop& loop, const Statement& statement) {
    if (loop.is_linear) return writer_.Write(lines_, program_.run, {&statement, 1}, 0);
    std::vector<std::string> unknowns;
    std::vector<std::string> residuals;
    for (const SymbolId unknown : loop.unknowns) unknowns.push_back(writer_.name(unknown));
    for (const ExprId residual : WithInner(loop)) residuals.push_back(writer_.Text(residual));
    lines_.Statement(
        fmt::format("kerf_loop = @({}) [{}]", fmt::join(unknowns, ", "), fmt::join(residuals, "; ")));
    lines_.Statement(
        fmt::format("kerf_z = fsolve(@(z) kerf_loop(num2cell(z){{:}}), zeros({}, 1))", unknowns.size()));
    for (size_t k = 0; k < unknowns.size(); ++k)
      lines_.Statement(fmt::format("{} = kerf_z({})", unknowns[k], k + 1));
    for (const Assignment& inner : loop.inner)
      lines_.Statement(fmt::format("{} = {}", writer_.name(inner.target), writer_.Text(inner.value)));
  }

  // The residuals in terms of the unknowns alone.
  auto WithInner(const Loop& loop) -> std::vector<ExprId> {
    expr::Pool& pool = program_.work->dae.world->pool;
    std::vector<ExprId> values(program_.symbols.size());
    const auto replaced = [&](ExprId root) {
      expr::Rewriter rewriter(pool);
      return rewriter.Rewrite(root, [&](ExprId id) -> ExprId {
        return pool.op(id) == expr::Op::Var ? values[pool.var(id).index] : ExprId{};
      });
    };
    for (const Assignment& inner : loop.inner) values[inner.target.index] = replaced(inner.value);
    std::vector<ExprId> residuals;
    for (const ExprId residual : loop.residuals) residuals.push_back(replaced(residual));
    return residuals;
  }

  [[nodiscard]] auto time() const -> const std::string& { return writer_.name(SymbolId{uint32_t{0}}); }

  const Program& program_;
  StatementWriter& writer_;
  Lines lines_;
  std::vector<SymbolId> state_of_;
  uint32_t n_equations_ = 0;
};

auto WritePerState(const Program& program, StatementWriter& writer, const Target& target,
                   const TranslateOptions& options) -> std::string {
  Gaps gaps = CommonGaps(program, writer, target, {.first_index = 1, .quote = '\''}, options);
  gaps["time"] = writer.name(SymbolId{uint32_t{0}});
  gaps["cross_reference"] = writer.CrossReference();
  gaps["values"] = writer.Values("{0} = {1}");
  gaps["body"] = PerStateWriter(program, writer, target).Body();
  std::vector<std::string> shown;
  for (const SymbolId id : program.symbols.ids()) {
    const Symbol& symbol = program.symbols[id];
    if (!symbol.is_shown && symbol.kind != SymbolKind::Time) continue;
    shown.push_back(writer.name(id));
  }
  gaps["shown_variables"] = fmt::format("{}", fmt::join(shown, ", "));
  gaps["functions"] = SupportText("functions.m");
  gaps["function_support"] = "";
  for (const std::string& name : writer.functions().Support())
    gaps["function_support"] += SupportText(name + ".m");
  gaps["numerics"] = AllLoops(program).empty() ? "" : SupportText("numerics.m");
  std::vector<std::string> names;
  for (const SymbolId id : program.symbols.ids()) {
    const Symbol& symbol = program.symbols[id];
    if (symbol.is_shown || symbol.kind == SymbolKind::Time)
      names.push_back(fmt::format("\"{}\"", CsvName(symbol.name)));
  }
  gaps["shown_header"] = QuotedText(fmt::format("{}", fmt::join(names, ",")), '\'');
  return FillSkeleton(SupportText("per_state.m"), gaps);
}

}  // namespace

auto PerStateTarget() -> Target {
  Target target = OctaveTarget();
  target.write = WritePerState;
  target.forms.load = "";
  target.forms.store = "";
  target.has_events = false;
  target.has_start = false;
  return target;
}

}  // namespace kerf::emit
