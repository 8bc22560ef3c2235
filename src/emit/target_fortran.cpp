// Fortran in free form, and FORTRAN 77 in fixed form. The support text is written in what both read: columns
// 7 to 72, continuation in column 6. Symbols are equivalent to elements of one vector in a common block.
#include <array>

#include "emit/gaps.h"
#include "emit/target_list.h"

namespace kerf::emit {

namespace {

constexpr auto kFortranReservedWords = std::to_array<std::string_view>(
    {"abs",       "sqrt",     "exp",       "log",        "log10",    "sin",         "cos",       "tan",
     "asin",      "acos",     "atan",      "sinh",       "cosh",     "tanh",        "atan2",     "min",
     "max",       "w",        "if",        "then",       "else",     "end",         "do",        "call",
     "return",    "stop",     "goto",      "continue",   "data",     "common",      "real",      "save",
     "read",      "write",    "print",     "format",     "integer",  "double",      "logical",   "complex",
     "open",      "close",    "program",   "subroutine", "function", "equivalence", "parameter", "character",
     "dimension", "external", "intrinsic", "implicit",   "entry",    "rewind",      "pause",     "assign",
     "select",    "case",     "where"});

void ReplaceAll(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// A line that the next one continues says so at its end; lengths of texts are written as of 1990.
auto FreeForm(std::string_view text) -> std::string {
  std::string out;
  constexpr std::string_view kContinuation = "     &";
  while (!text.empty()) {
    const size_t length = std::min(text.find('\n'), text.size());
    const std::string_view rest = text.substr(std::min(length + 1, text.size()));
    out += text.substr(0, length);
    if (rest.starts_with(kContinuation)) out += " &";
    out += '\n';
    text = rest;
  }
  ReplaceAll(out, "character*72", "character(len=100)");
  ReplaceAll(out, "character*(*)", "character(len=*)");
  return out;
}

// FORTRAN 77 has comments by a letter in the first column.
auto FixedForm(std::string_view text) -> std::string {
  std::string out(text);
  for (size_t at = 0; at != std::string::npos; at = out.find('\n', at)) {
    if (at > 0) ++at;
    if (at < out.size() && out[at] == '!') out[at] = 'C';
  }
  return out;
}

// Of functions only those that the procedures call.
auto FortranDeclarations(const Program& program, StatementWriter& writer, const Target& target, Gaps gaps)
    -> std::string {
  gaps["user_functions"] = "";
  const std::string statements = AllStatements(gaps);
  Lines lines(target.layout);
  DeclareSupport(target, statements, lines);
  for (const std::string& function : writer.functions().Names()) {
    if (HasWord(statements, function)) lines.Statement(fmt::format("double precision {}", function));
  }
  for (const SymbolId id : program.symbols.ids()) {
    const std::string& name = program.symbols[id].name;
    if (name != writer.name(id)) lines.Comment(fmt::format("{} is {}", writer.name(id), name));
    lines.Statement(fmt::format("double precision {}", writer.name(id)));
    lines.Statement(fmt::format("equivalence (w({}), {})", id.index + 1, writer.name(id)));
  }
  for (const Alias& alias : program.aliases)
    lines.Comment(fmt::format("{} is {}", alias.name, writer.name(alias.symbol)));
  return lines.Take();
}

constexpr auto kSupport = std::to_array<DeclaredFunction>({{"kerf_if", "double precision"},
                                                           {"kerf_sign", "double precision"},
                                                           {"kerf_floor", "double precision"},
                                                           {"kerf_ceil", "double precision"},
                                                           {"kerf_mod", "double precision"},
                                                           {"kerf_well", "double precision"},
                                                           {"kerf_at", "integer"}});

auto FortranResiduals(const Program& program, StatementWriter& writer, const Layout& layout) -> std::string {
  Lines lines(layout);
  uint32_t number = 0;
  for (const auto& [part, loop] : AllLoops(program)) {
    ++number;
    if (loop->is_linear) continue;
    lines.Statement(fmt::format("if (kerf_section .eq. {}) then", 100 + number));
    lines.Open();
    writer.WriteResiduals(lines, *part, *loop);
    lines.Close();
    lines.Statement("end if");
  }
  return lines.Take();
}

auto WriteFortran(const Program& program, StatementWriter& writer, const Target& target,
                  const TranslateOptions& options) -> std::string {
  const bool is_free = target.name == "fortran";
  const ListForm form{.first_index = 1,
                      .quote = '\'',
                      .max_text = is_free ? size_t{100} : size_t{60},
                      .element = "{0}({1}) = {2}"};
  const auto in_form = [&](std::string_view text) { return is_free ? FreeForm(text) : FixedForm(text); };
  Gaps gaps = CommonGaps(program, writer, target, form, options);
  gaps["arguments"] = is_free ? std::string(SupportText("arguments.f")) : "";
  gaps["argument_reader"] = is_free ? std::string(SupportText("argument_reader.f")) : "";
  for (const char* piece : {"common", "loop_tables", "tables", "steps"})
    gaps[piece] = in_form(FillSkeleton(SupportText(fmt::format("{}.f", piece)), gaps));
  gaps["past"] = in_form(FillSkeleton(SupportText("past.f"), gaps));
  for (const char* key : {"delays_text", "step_recorder"}) gaps[key] = FillSkeleton(in_form(gaps[key]), gaps);
  for (const auto& [key, file] : {std::pair{"functions", "functions.f"},
                                  {"numerics", "numerics.f"},
                                  {"length", "length.f"},
                                  {"solver", "rk45.f"},
                                  {"executive", "executive.f"}})
    gaps[key] = FillSkeleton(in_form(SupportText(file)), gaps);
  gaps["function_support"] = "";
  for (const std::string& name : writer.functions().Support())
    gaps["function_support"] += FillSkeleton(in_form(SupportText(name + ".f")), gaps);
  if (AllLoops(program).empty()) gaps["numerics"] = "";
  gaps["loop_values"] = gaps["loops"] + gaps["unknowns"];
  gaps["residuals"] = FortranResiduals(program, writer, target.layout);
  gaps["names"] = FortranDeclarations(program, writer, target, gaps);
  gaps["eval"] = FillSkeleton(in_form(SupportText("eval.f")), gaps);
  const bool is_function = options.form == TranslateOptions::Form::Function;
  return FillSkeleton(in_form(SupportText(is_function ? "function.f" : "skeleton.f")), gaps);
}

auto CommonTarget() -> Target {
  Target target;
  target.write = WriteFortran;
  target.dialect.operator_of = expr::FortranOperator;
  target.dialect.if_open = "kerf_if(";
  target.dialect.if_then = ", ";
  target.dialect.if_else = ", ";
  target.dialect.if_close = ")";
  target.dialect.true_text = ".true.";
  target.dialect.false_text = ".false.";
  target.dialect.exponent = 'd';
  target.dialect.infinity = "huge(1d0)";
  target.dialect.not_a_number = "huge(1d0)";
  target.dialect.has_exponent_always = true;
  target.dialect.element_open = "(";
  target.dialect.element_close = ")";
  target.dialect.index = "kerf_at";
  target.dialect.has_integer_powers = true;
  target.has_typed_truth = true;
  target.forms = {.event_begin = "if (kerf_at_event) then",
                  .event_end = "end if",
                  .matrix_clear = "call kerf_clear({0})",
                  .matrix_entry = "kerf_a({0}) = {1}",
                  .right_entry = "kerf_b({0}) = {1}",
                  .matrix_solve = "call kerf_solve({0})",
                  .unknown = "{1} = kerf_b({0})",
                  .newton = "call kerf_newton({0})",
                  .residual = "kerf_r({0}) = {1}",
                  .first_number = 1};
  target.control = {.function_begin = "      recursive double precision function {0}({1}) result(kerf_y)",
                    .function_end = "      end",
                    .support = kSupport,
                    .declaration = "double precision {0}",
                    .declares_parameters = true,
                    .vector = "double precision {0}({1})",
                    .kept = "double precision {0}({1})\ndata {0} /{1}*0d0/",
                    .table = "data ({0}(kerf_k0), kerf_k0 = {1}, {2}) /{3}/",
                    .table_part = 20,
                    .declares_tables = true,
                    .if_begin = "if ({0}) then",
                    .if_else = "else",
                    .if_end = "end if",
                    .while_begin = "do while ({0})",
                    .while_end = "end do",
                    .leave = "exit",
                    .result = "kerf_y = {0}",
                    .leave_function = "return",
                    .stop = "call kerf_give_up({0})\nkerf_y = 0d0\nreturn",
                    .quote = '\'',
                    .max_text = 50};
  target.past = {.suffix = "f",
                 .settle_start = "      call kerf_settle_start\n",
                 .settle_plain_start = "      call kerf_set_ticks\n      call kerf_settle(1, .true.)\n",
                 .next_arrival = "      kerf_next_instant = min(kerf_next_instant, kerf_next_arrival())\n",
                 .arrival_name = "      double precision kerf_next_arrival\n",
                 .record_before = "      call kerf_record(.false.)\n      call kerf_arrive\n",
                 .record_after = "      call kerf_record(.true.)\n",
                 .record_step = "        call kerf_record_step(before, t, x)\n",
                 .limit_step = "      call kerf_limit_step(longest)\n",
                 .has_step_recorder = true};
  return target;
}

}  // namespace

auto FortranTarget() -> Target {
  Target target = CommonTarget();
  target.name = "fortran";
  target.title = "Fortran";
  target.names = {
      .max_length = 63, .is_case_sensitive = false, .reserved = kFortranReservedWords, .own_prefix = "kerf_"};
  target.layout = {.comment_open = "! ",
                   .comment_close = "",
                   .statement_end = "",
                   .indent = "      ",
                   .width = 110,
                   .continuation_end = " &",
                   .continuation_begin = "     &   "};
  return target;
}

auto Fortran77Target() -> Target {
  Target target = CommonTarget();
  target.name = "fortran77";
  target.title = "FORTRAN 77";
  target.names = {
      .max_length = 31, .is_case_sensitive = false, .reserved = kFortranReservedWords, .own_prefix = "kerf_"};
  target.layout = {.comment_open = "C ",
                   .comment_close = "",
                   .statement_end = "",
                   .indent = "      ",
                   .width = 72,
                   .continuation_end = "",
                   .continuation_begin = "     &  "};
  return target;
}

}  // namespace kerf::emit
