// Octave (and MATLAB): a script with functions. Each function takes the symbols it uses out of the vector w
// and puts back those it sets.
#include <array>

#include "emit/gaps.h"
#include "emit/target_list.h"

namespace kerf::emit {

namespace {

constexpr auto kOctaveReservedWords = std::to_array<std::string_view>({"abs",
                                                                       "sqrt",
                                                                       "exp",
                                                                       "log",
                                                                       "log10",
                                                                       "sin",
                                                                       "cos",
                                                                       "tan",
                                                                       "asin",
                                                                       "acos",
                                                                       "atan",
                                                                       "sinh",
                                                                       "cosh",
                                                                       "tanh",
                                                                       "atan2",
                                                                       "min",
                                                                       "max",
                                                                       "sign",
                                                                       "floor",
                                                                       "ceil",
                                                                       "mod",
                                                                       "zeros",
                                                                       "w",
                                                                       "if",
                                                                       "else",
                                                                       "elseif",
                                                                       "end",
                                                                       "for",
                                                                       "while",
                                                                       "do",
                                                                       "until",
                                                                       "switch",
                                                                       "case",
                                                                       "otherwise",
                                                                       "function",
                                                                       "return",
                                                                       "break",
                                                                       "continue",
                                                                       "global",
                                                                       "persistent",
                                                                       "try",
                                                                       "catch",
                                                                       "parfor",
                                                                       "endif",
                                                                       "endfor",
                                                                       "endwhile",
                                                                       "endfunction",
                                                                       "endswitch",
                                                                       "unwind_protect",
                                                                       "isargout",
                                                                       "nargin",
                                                                       "nargout",
                                                                       "true",
                                                                       "false",
                                                                       "loop",
                                                                       "Inf",
                                                                       "NaN",
                                                                       "ans",
                                                                       "end_try_catch",
                                                                       "__FILE__",
                                                                       "__LINE__"});

auto CrossReference(const Program& program, const StatementWriter& writer, const Layout& layout)
    -> std::string {
  Lines lines(layout);
  for (const SymbolId id : program.symbols.ids()) {
    const std::string& name = program.symbols[id].name;
    const bool is_same = name == writer.name(id);
    lines.Comment(fmt::format("w({}) is {}{}", id.index + 1, writer.name(id), is_same ? "" : ": " + name));
  }
  for (const Alias& alias : program.aliases)
    lines.Comment(fmt::format("{} is {}", alias.name, writer.name(alias.symbol)));
  return lines.Take();
}

auto OctaveResiduals(const Program& program, StatementWriter& writer, const Layout& layout) -> std::string {
  std::string text;
  uint32_t number = 0;
  for (const auto& [part, loop] : AllLoops(program)) {
    ++number;
    if (loop->is_linear) continue;
    Lines body(layout);
    body.Open();
    writer.WriteResiduals(body, *part, *loop);
    text += fmt::format("  if loop == {}\n{}  end\n", number, body.Take());
  }
  return text;
}

auto WriteOctave(const Program& program, StatementWriter& writer, const Target& target,
                 const TranslateOptions& options) -> std::string {
  Gaps gaps = CommonGaps(program, writer, target, {.first_index = 1, .quote = '\''}, options);
  gaps["names"] = CrossReference(program, writer, target.layout);
  gaps["residuals"] = OctaveResiduals(program, writer, target.layout);
  gaps["delays_text"] = FillSkeleton(gaps["delays_text"], gaps);
  gaps["executive"] = FillSkeleton(SupportText("executive.m"), gaps);
  gaps["functions"] = SupportText("functions.m");
  gaps["function_support"] = "";
  for (const std::string& name : writer.functions().Support())
    gaps["function_support"] += SupportText(name + ".m");
  gaps["numerics"] = AllLoops(program).empty() ? "" : SupportText("numerics.m");
  gaps["sections"] = FillSkeleton(SupportText("sections.m"), gaps);
  const bool is_function = options.form == TranslateOptions::Form::Function;
  return FillSkeleton(SupportText(is_function ? "function.m" : "skeleton.m"), gaps);
}

}  // namespace

auto OctaveTarget() -> Target {
  Target target;
  target.name = "octave";
  target.title = "Octave";
  target.write = WriteOctave;
  target.dialect.operator_of = expr::OctaveOperator;
  target.dialect.if_open = "kerf_if(";
  target.dialect.if_then = ", ";
  target.dialect.if_else = ", ";
  target.dialect.if_close = ")";
  target.dialect.true_text = "true";
  target.dialect.infinity = "Inf";
  target.dialect.not_a_number = "NaN";
  target.dialect.false_text = "false";
  target.dialect.element_open = "(";
  target.dialect.element_close = ")";
  target.dialect.index = "kerf_at";
  target.names = {.max_length = 63, .reserved = kOctaveReservedWords, .own_prefix = "kerf_"};
  target.layout = {.comment_open = "% ",
                   .comment_close = "",
                   .statement_end = ";",
                   .indent = "  ",
                   .width = 110,
                   .continuation_end = "...",
                   .continuation_begin = "      "};
  target.forms = {.load = "{1} = w({0})",
                  .store = "w({0}) = {1}",
                  .event_begin = "if kerf_at_event",
                  .event_end = "end",
                  .matrix_clear = "kerf_a = zeros({0}); kerf_b = zeros({0}, 1)",
                  .matrix_entry = "kerf_a({0}) = {1}",
                  .right_entry = "kerf_b({0}) = {1}",
                  .matrix_solve = "kerf_b = kerf_solve(kerf_a', kerf_b)",
                  .unknown = "{1} = kerf_b({0})",
                  .newton = "kerf_newton({0})",
                  .residual = "kerf_r({0}) = {1}",
                  .first_number = 1};
  target.control = {.function_begin = "function kerf_y = {0}({1})",
                    .function_end = "end",
                    .vector = "{0} = zeros(1, {1})",
                    .kept = "persistent {0}\nif isempty({0}), {0} = zeros(1, {1}); end",
                    .table = "{0}({1}:{2}) = [{3}]",
                    .table_part = 200,
                    .if_begin = "if {0}",
                    .if_else = "else",
                    .if_end = "end",
                    .while_begin = "while {0}",
                    .while_end = "end",
                    .leave = "break",
                    .result = "kerf_y = {0}",
                    .leave_function = "return",
                    .stop = "kerf_y = kerf_give_up({0})\nreturn",
                    .quote = '\''};
  target.past = {
      .suffix = "m",
      .settle_start = "  kerf_settle_start(tolerance);\n",
      .settle_plain_start = "  kerf_set_ticks();\n  kerf_settle(kerf_tables.run, true);\n",
      .next_arrival = "  next = min(next, kerf_next_arrival());\n",
      .arrive = "  kerf_drop_future();\n",
      .record_before = "  kerf_record(false);\n  kerf_arrive();\n",
      .record_after = "  kerf_record(true);\n",
      .record_step = "      kerf_output();\n      kerf_record(false);\n",
      .record_watched = "    if ~stop, kerf_output(); kerf_record(false); end\n",
      .limit_step =
          "    options = odeset(options, 'MaxStep', kerf_limit_step(max_step), 'OutputFcn', @kerf_watch);\n"};
  return target;
}

}  // namespace kerf::emit
