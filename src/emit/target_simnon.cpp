// SIMNON: a continuous system. Source: Åström, A Simnon tutorial, Lund 1985 (TFRT-3176).
#include <array>

#include "emit/conditions.h"
#include "emit/gaps.h"
#include "emit/target_list.h"

namespace kerf::emit {

namespace {

constexpr auto kReserved = std::to_array<std::string_view>(
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

auto Declarations(const Program& program, const StatementWriter& writer) -> std::string {
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<std::string> states;
  std::vector<std::string> derivatives;
  for (const SymbolId id : program.symbols.ids()) {
    const Symbol& symbol = program.symbols[id];
    if (symbol.kind == SymbolKind::Input) inputs.push_back(writer.name(id));
    const bool is_output = symbol.kind == SymbolKind::Variable && symbol.var.has_value() &&
                           program.work->dae.vars[symbol.var].is_output;
    if (is_output) outputs.push_back(writer.name(id));
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

auto WriteSimnon(const Program& program, StatementWriter& writer, const Target& target,
                 const TranslateOptions& options) -> std::string {
  Gaps gaps = CommonGaps(program, writer, target, {}, options);
  gaps["model"] = Identifier(program.name, target.names);
  gaps["time"] = writer.name(SymbolId{uint32_t{0}});
  gaps["names"] = writer.CrossReference();
  gaps["declarations"] = Declarations(program, writer);
  gaps["values"] = writer.Values("{0}:{1}");
  return FillSkeleton(SupportText("skeleton.t"), gaps);
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
                  .reserved = kReserved,
                  .own_prefix = "",
                  .time_name = "t"};
  target.layout.comment_open = "\" ";
  target.has_linear_loops = false;
  target.has_nonlinear_loops = false;
  target.has_events = false;
  target.has_start = false;
  target.has_free_inputs = true;
  return target;
}

}  // namespace kerf::emit
