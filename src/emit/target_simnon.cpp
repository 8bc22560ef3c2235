// SIMNON: a continuous system, with discrete systems for what clocks do and a connecting system. Source:
// Åström, A Simnon tutorial, Lund 1985 (TFRT-3176).
#include <algorithm>
#include <array>

#include "emit/conditions.h"
#include "emit/gaps.h"
#include "emit/target_list.h"
#include "expr/walk.h"

namespace kerf::emit {

namespace {

constexpr auto kSimnonReservedWords = std::to_array<std::string_view>(
    {"continuo", "continuous", "discrete", "connecti", "system", "input", "output", "state", "der",
     "time",     "initial",    "sort",     "dynamics", "end",    "if",    "then",   "else",  "and",
     "or",       "not",        "abs",      "arcsin",   "arccos", "atan",  "atan2",  "cos",   "cosh",
     "exp",      "int",        "ln",       "log",      "max",    "min",   "mod",    "sign",  "sin",
     "sinh",     "sqrt",       "tan",      "tanh",     "new",    "tsamp", "macro",  "t"});

void AddNames(std::string& text, std::string_view keyword, const std::vector<std::string>& names) {
  constexpr size_t kPerLine = 8;
  for (size_t k = 0; k < names.size(); k += kPerLine) {
    const auto first = names.begin() + static_cast<std::ptrdiff_t>(k);
    const auto last = names.begin() + static_cast<std::ptrdiff_t>(std::min(k + kPerLine, names.size()));
    text += fmt::format("{} {}\n", keyword, fmt::join(first, last, " "));
  }
}

// The discrete system that sets a symbol, or their number.
auto SystemOf(const Program& program, SymbolId id) -> size_t {
  const auto sets = [&](const SampledSystem& system) {
    return std::ranges::count(system.statements, id, &Assignment::target) > 0;
  };
  return static_cast<size_t>(std::ranges::find_if(program.sampled, sets) - program.sampled.begin());
}

// Whether the continuous system needs a symbol.
auto IsRead(const Program& program, SymbolId id) -> bool {
  const expr::Pool& pool = program.work->dae.world->pool;
  std::vector<ExprId> values;
  for (const auto* list : {&program.run.once, &program.run.dynamic, &program.run.output}) {
    for (const Statement& statement : *list) values.push_back(statement.assignment.value);
  }
  expr::Walker walker(pool);
  return std::ranges::any_of(walker.Postorder(values), [&](ExprId node) {
    return pool.op(node) == expr::Op::Var && pool.var(node).index == id.index;
  });
}

auto SimnonDeclarations(const Program& program, const StatementWriter& writer) -> std::string {
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<std::string> states;
  std::vector<std::string> derivatives;
  for (const SymbolId id : program.symbols.ids()) {
    const Symbol& symbol = program.symbols[id];
    if (symbol.kind == SymbolKind::Input) {
      inputs.push_back(writer.name(id));
      continue;
    }
    const bool is_shown = std::ranges::any_of(program.sampled, [&](const SampledSystem& system) {
      return std::ranges::count(system.inputs, id, &SampledSystem::Input::shown) > 0;
    });
    if (SystemOf(program, id) < program.sampled.size()) {
      if (IsRead(program, id)) inputs.push_back(writer.name(id));
      continue;
    }
    const bool is_output = symbol.kind == SymbolKind::Variable && symbol.var.has_value() &&
                           program.work->dae.vars[symbol.var].is_output;
    if (is_output || is_shown) outputs.push_back(writer.name(id));
  }
  for (const SymbolId id : program.states) states.push_back(writer.name(id));
  for (const SymbolId id : program.derivatives) derivatives.push_back(writer.name(id));
  std::string text;
  AddNames(text, "INPUT", inputs);
  AddNames(text, "OUTPUT", outputs);
  AddNames(text, "STATE", states);
  AddNames(text, "DER", derivatives);
  return text;
}

// A name of at most eight characters that ends with the number of the system.
auto SystemName(const Program& program, const Target& target, size_t k) -> std::string {
  const std::string digits = std::to_string(k + 1);
  return Identifier(program.name, target.names).substr(0, target.names.max_length - digits.size()) + digits;
}

auto DiscreteSystem(const Program& program, StatementWriter& writer, const Target& target, size_t k)
    -> std::string {
  const SampledSystem& system = program.sampled[k];
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<std::string> states;
  std::vector<std::string> next;
  for (const SampledSystem::Input& input : system.inputs) inputs.push_back(writer.name(input.symbol));
  for (const Assignment& assignment : system.statements) outputs.push_back(writer.name(assignment.target));
  for (const SampledSystem::State& state : system.states) {
    states.push_back(writer.name(state.previous.before));
    next.push_back(writer.name(state.next));
  }
  std::string text = fmt::format("DISCRETE SYSTEM {}\n", SystemName(program, target, k));
  AddNames(text, "INPUT", inputs);
  AddNames(text, "OUTPUT", outputs);
  AddNames(text, "STATE", states);
  AddNames(text, "NEW", next);
  text += fmt::format("TIME {}\nTSAMP {}\nSORT\n", writer.name(SymbolId{uint32_t{0}}),
                      writer.name(system.next_tick));
  Lines lines(target.layout);
  std::vector<Statement> statements;
  for (const Assignment& assignment : system.statements) statements.push_back({assignment});
  writer.Write(lines, program.run, statements, 0);
  for (const SampledSystem::State& state : system.states)
    lines.Statement(fmt::format("{} = {}", writer.name(state.next), writer.name(state.previous.now)));
  lines.Statement(fmt::format("{} = {} + {}", writer.name(system.next_tick),
                              writer.name(SymbolId{uint32_t{0}}),
                              expr::CodeNumber(system.interval, target.dialect)));
  for (const SampledSystem::State& state : system.states)
    lines.Statement(fmt::format("{}:{}", writer.name(state.previous.before),
                                expr::CodeNumber(program.symbols[state.previous.now].start, target.dialect)));
  for (const auto& [symbol, value] : system.constants)
    lines.Statement(fmt::format("{}:{}", writer.name(symbol), expr::CodeNumber(value, target.dialect)));
  return text + lines.Take() + "END\n";
}

// Who gives whom what.
auto ConnectingSystem(const Program& program, const StatementWriter& writer, const Target& target)
    -> std::string {
  const std::string main = Identifier(program.name, target.names);
  const auto owner = [&](SymbolId id) {
    const size_t k = SystemOf(program, id);
    return k < program.sampled.size() ? SystemName(program, target, k) : main;
  };
  std::string text =
      fmt::format("CONNECTING SYSTEM {}\nTIME {}\n", SystemName(program, target, program.sampled.size()),
                  writer.name(SymbolId{uint32_t{0}}));
  for (size_t k = 0; k < program.sampled.size(); ++k) {
    for (const Assignment& assignment : program.sampled[k].statements) {
      if (IsRead(program, assignment.target))
        text += fmt::format("{0}[{1}] = {0}[{2}]\n", writer.name(assignment.target), main,
                            SystemName(program, target, k));
    }
    for (const SampledSystem::Input& input : program.sampled[k].inputs) {
      // What nobody gives is left to who connects the systems further.
      if (program.symbols[input.symbol].kind == SymbolKind::Input) continue;
      text += fmt::format("{}[{}] = {}[{}]\n", writer.name(input.symbol), SystemName(program, target, k),
                          writer.name(input.shown), owner(input.shown));
    }
  }
  return text + "END\n";
}

auto WriteSimnon(const Program& program, StatementWriter& writer, const Target& target,
                 const TranslateOptions& options) -> std::string {
  Gaps gaps = CommonGaps(program, writer, target, {}, options);
  gaps["model"] = Identifier(program.name, target.names);
  gaps["time"] = writer.name(SymbolId{uint32_t{0}});
  gaps["names"] = writer.CrossReference();
  gaps["declarations"] = SimnonDeclarations(program, writer);
  gaps["values"] = writer.Values("{0}:{1}");
  std::string text = FillSkeleton(SupportText("skeleton.t"), gaps);
  for (size_t k = 0; k < program.sampled.size(); ++k) text += DiscreteSystem(program, writer, target, k);
  if (!program.sampled.empty()) text += ConnectingSystem(program, writer, target);
  return text;
}

}  // namespace

auto SimnonTarget() -> Target {
  Target target;
  target.name = "simnon";
  target.title = "SIMNON";
  target.write = WriteSimnon;
  target.dialect.operator_of = expr::SimnonOperator;
  target.dialect.if_open = "if ";
  target.dialect.if_then = " then ";
  target.dialect.if_else = " else ";
  target.dialect.if_close = "";
  target.dialect.has_bare_if = true;
  target.rewrite = WithStrictRelations;
  target.names = {.max_length = 8,
                  .is_case_sensitive = false,
                  .has_underscores = false,
                  .reserved = kSimnonReservedWords,
                  .own_prefix = "",
                  .time_name = "t"};
  target.layout.comment_open = "\" ";
  target.has_linear_loops = false;
  target.has_nonlinear_loops = false;
  target.has_events = false;
  target.has_sampled_systems = true;
  target.has_start = false;
  target.has_free_inputs = true;
  return target;
}

}  // namespace kerf::emit
