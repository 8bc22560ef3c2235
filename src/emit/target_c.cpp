// Symbols are elements of one vector w; macros give them their names.
#include "emit/target_list.h"

#include <array>

#include "emit/fmu_source.h"
#include "emit/gaps.h"
#include "emit/quote.h"

namespace kerf::emit {

namespace {

constexpr auto kCReservedWords = std::to_array<std::string_view>(
    {"auto",         "break",       "case",   "char",     "const",    "continue", "default",  "do",
     "double",       "else",        "enum",   "extern",   "float",    "for",      "goto",     "if",
     "inline",       "int",         "long",   "register", "restrict", "return",   "short",    "signed",
     "sizeof",       "static",      "struct", "switch",   "typedef",  "union",    "unsigned", "void",
     "volatile",     "while",       "w",      "main",     "fabs",     "sqrt",     "exp",      "log",
     "log10",        "sin",         "cos",    "tan",      "asin",     "acos",     "atan",     "sinh",
     "cosh",         "tanh",        "floor",  "ceil",     "atan2",    "fmin",     "fmax",     "pow",
     "NULL",         "EOF",         "NAN",    "INFINITY", "HUGE_VAL", "M_PI",     "M_E",      "unix",
     "linux",        "errno",       "stdin",  "stdout",   "stderr",   "BUFSIZ",   "RAND_MAX", "i386",
     "EXIT_SUCCESS", "EXIT_FAILURE"});

auto Defines(const Program& program, const StatementWriter& writer) -> std::string {
  std::string text;
  for (const SymbolId id : program.symbols.ids()) {
    text += fmt::format("#define {} w[{}]", writer.name(id), id.index);
    const std::string& name = program.symbols[id].name;
    text += name == writer.name(id) ? "\n" : fmt::format(" /* {} */\n", CommentText(name));
  }
  for (const Alias& alias : program.aliases)
    text += fmt::format("/* {} is {} */\n", CommentText(alias.name), writer.name(alias.symbol));
  return text;
}

void FillResiduals(const Program& program, StatementWriter& writer, const Target& target, Gaps& gaps) {
  uint32_t number = 0;
  for (const char* key : {"residuals", "residual_prototypes", "residual_cases"}) gaps[key] = "";
  for (const auto& [part, loop] : AllLoops(program)) {
    const uint32_t k = number++;
    if (loop->is_linear) continue;
    Lines lines(target.layout);
    writer.WriteResiduals(lines, *part, *loop);
    gaps["residuals"] += fmt::format("static void kerf_residual_{}(void) {{\n{}}}\n\n", k, lines.Take());
    gaps["residual_prototypes"] += fmt::format("static void kerf_residual_{}(void);\n", k);
    gaps["residual_cases"] += fmt::format("    case {0}: kerf_residual_{0}(); break;\n", k);
  }
}

// Where each state enters, and which states may be changed together; everywhere and none if it is not known.
void FillJacobian(const Program& program, const Target& target, Gaps& gaps) {
  const simcode::SimCode& sim = program.work->simcode;
  Layout layout = target.layout;
  layout.statement_end = "";
  const auto list = [&](const std::vector<uint32_t>& items) {
    Lines lines(layout);
    lines.Statement(items.empty() ? "0" : fmt::format("{}", fmt::join(items, ", ")));
    return lines.Take();
  };
  const auto n = static_cast<uint32_t>(program.states.size());
  const bool is_known = sim.n_colours > 0 && sim.jacobian.col_ptr.size() == n + 1;
  simcode::Pattern dense;
  std::vector<uint32_t> own_colours;
  for (uint32_t j = 0; j <= n && !is_known; ++j) dense.col_ptr.push_back(j * n);
  for (uint32_t k = 0; k < n * n && !is_known; ++k) dense.row_index.push_back(k % n);
  for (uint32_t j = 0; j < n; ++j) own_colours.push_back(j);
  gaps["jacobian_columns"] = list(is_known ? sim.jacobian.col_ptr : dense.col_ptr);
  gaps["jacobian_rows"] = list(is_known ? sim.jacobian.row_index : dense.row_index);
  gaps["colours"] = list(is_known ? sim.colour_of_state : own_colours);
  gaps["n_colours"] = std::to_string(is_known ? sim.n_colours : n);
}

// Functions of the support texts; what a function of the second list calls stands before it.
constexpr auto kFunctions =
    std::to_array<std::string_view>({"kerf_sign", "kerf_mod", "kerf_give_up", "kerf_at", "kerf_well"});
constexpr auto kNumerics = std::to_array<std::string_view>({"kerf_solve", "kerf_clear", "kerf_newton"});

// Those that are called, lest compilers complain.
auto SupportOf(std::span<const std::string_view> names, const Gaps& gaps) -> std::string {
  std::string calls = AllStatements(gaps);
  if (HasWord(calls, "kerf_newton")) calls += " kerf_solve";
  std::string text;
  for (const std::string_view name : names) {
    if (HasWord(calls, name)) text += FillSkeleton(SupportText(fmt::format("{}.c", name)), gaps);
  }
  return text;
}

auto WriteC(const Program& program, StatementWriter& writer, const Target& target,
            const TranslateOptions& options) -> std::string {
  Gaps gaps = CommonGaps(program, writer, target, {.row = "{{{0}}}"}, options);
  const bool has_cvode = options.solver == TranslateOptions::Solver::Cvode;
  gaps["includes"] = has_cvode ? SupportText("cvode_includes.c") : "";
  gaps["libraries"] =
      CommentText(writer.functions().Link()) +
      (has_cvode
           ? "-lsundials_cvode -lsundials_sunlinsolklu -lsundials_sunmatrixsparse -lsundials_nvecserial "
             "-lklu -lm"
           : "-lm");
  gaps["names"] = Defines(program, writer);
  if (has_cvode) FillJacobian(program, target, gaps);
  gaps["solver"] =
      has_cvode ? FillSkeleton(SupportText("cvode.c"), gaps) : std::string(SupportText("rk45.c"));
  gaps["delays_text"] = FillSkeleton(gaps["delays_text"], gaps);
  gaps["events"] = FillSkeleton(SupportText("events.c"), gaps);
  gaps["tables"] = FillSkeleton(SupportText("tables.c"), gaps);
  gaps["executive"] = FillSkeleton(SupportText("executive.c"), gaps);
  FillResiduals(program, writer, target, gaps);
  gaps["function_support"] = SupportOf(kFunctions, gaps);
  gaps["numerics"] = SupportOf(kNumerics, gaps);
  gaps["procedures"] = FillSkeleton(SupportText("procedures.c"), gaps);
  switch (options.form) {
    case TranslateOptions::Form::Program:  return FillSkeleton(SupportText("skeleton.c"), gaps);
    case TranslateOptions::Form::Function: return FillSkeleton(SupportText("function.c"), gaps);
    case TranslateOptions::Form::Fmu:      break;
  }
  FillFmuGaps(program, *options.fmu, gaps);
  return FillSkeleton(SupportText("fmu.c"), gaps);
}

}  // namespace

auto CTarget() -> Target {
  Target target;
  target.name = "c";
  target.title = "C";
  target.write = WriteC;
  target.dialect.operator_of = expr::COperator;
  target.dialect.if_open = "(";
  target.dialect.if_then = " ? ";
  target.dialect.if_else = " : ";
  target.dialect.if_close = ")";
  target.dialect.has_point = true;
  target.dialect.infinity = "INFINITY";
  target.dialect.not_a_number = "NAN";
  target.dialect.element_open = "[";
  target.dialect.element_close = "]";
  target.dialect.index = "kerf_at";
  target.dialect.first_index = 0;
  target.names = {.max_length = 63, .reserved = kCReservedWords, .own_prefix = "kerf_"};
  target.layout = {.comment_open = "/* ",
                   .comment_close = " */",
                   .statement_end = ";",
                   .indent = "  ",
                   .width = 110,
                   .continuation_end = "",
                   .continuation_begin = "      "};
  target.forms = {.event_begin = "if (kerf_at_event) {",
                  .event_end = "}",
                  .matrix_clear = "kerf_clear({0})",
                  .matrix_entry = "kerf_a[{0}] = {1}",
                  .right_entry = "kerf_b[{0}] = {1}",
                  .matrix_solve = "kerf_solve({0})",
                  .unknown = "{1} = kerf_b[{0}]",
                  .newton = "kerf_newton({0})",
                  .residual = "kerf_r[{0}] = {1}"};
  target.control = {.function_begin = "static double {0}({1}) {{",
                    .function_end = "}",
                    .prototype = "static double {0}({1});",
                    .parameter = "double {0}",
                    .no_parameters = "void",
                    .number_parameter = "int {0}",
                    .declaration = "double {0}",
                    .vector = "double {0}[{1}]",
                    .kept = "static double {0}[{1}]",
                    .table = "static const double {0}[{2}] = {{{3}}}",
                    .if_begin = "if ({0}) {{",
                    .if_else = "}} else {{",
                    .if_end = "}",
                    .while_begin = "while ({0}) {{",
                    .while_end = "}",
                    .leave = "break",
                    .result = "return {0}",
                    .stop = "return kerf_give_up({0})",
                    .has_external = true};
  target.past = {.suffix = "c",
                 .settle_start = "  kerf_settle_start();\n",
                 .settle_plain_start = "  kerf_set_ticks();\n  kerf_settle(&kerf_run, 1);\n",
                 .next_arrival = "  kerf_next_arrival(&next);\n",
                 .record_before = "  kerf_record(0);\n  kerf_arrive();\n",
                 .record_after = "  kerf_record(1);\n",
                 .record_step = "      kerf_record_step(before, t, x);\n",
                 .limit_step = "    kerf_limit_step(longest);\n",
                 .has_step_recorder = true};
  return target;
}

}  // namespace kerf::emit
