// DESIRE: an experiment protocol and a DYNAMIC segment. Source: Korn, Advanced dynamic-system simulation,
// 2007.
#include <array>

#include "emit/conditions.h"
#include "emit/gaps.h"
#include "emit/target_list.h"

namespace kerf::emit {

namespace {

constexpr auto kDesireReservedWords = std::to_array<std::string_view>(
    {"t",     "dt",   "tmax",  "nn",    "drun",  "drunr", "dynamic", "dispt", "dispxy", "state",
     "array", "if",   "then",  "else",  "for",   "next",  "step",    "out",   "end",    "abs",
     "sgn",   "sqrt", "exp",   "ln",    "sin",   "cos",   "tan",     "asin",  "acos",   "atan",
     "sinh",  "cosh", "tanh",  "swtch", "lim",   "sat",   "ran",     "scale", "irule",  "display",
     "reset", "stop", "write", "type",  "store", "get"});

auto Derivatives(const Program& program, const StatementWriter& writer) -> std::string {
  std::string text;
  for (size_t k = 0; k < program.states.size(); ++k)
    text += fmt::format("d/dt {}={}\n", writer.name(program.states[k]), writer.name(program.derivatives[k]));
  return text;
}

auto WriteDesire(const Program& program, StatementWriter& writer, const Target& target,
                 const TranslateOptions& options) -> std::string {
  Gaps gaps = CommonGaps(program, writer, target, {}, options);
  gaps["names"] = writer.CrossReference();
  gaps["values"] = writer.Values("{0}={1}");
  gaps["derivatives"] = Derivatives(program, writer);
  gaps["length"] = expr::CodeNumber(options.stop - options.start, target.dialect);
  gaps["n_points"] = std::to_string(options.intervals + 1);
  // Ten steps between results, since the step of most of DESIRE's rules is fixed.
  gaps["step"] =
      expr::CodeNumber((options.stop - options.start) / (10.0 * options.intervals), target.dialect);
  std::vector<std::string> shown;
  constexpr size_t kMaxShown = 8;
  for (const SymbolId id : program.states) {
    if (shown.size() < kMaxShown) shown.push_back(writer.name(id));
  }
  gaps["shown_states"] = fmt::format("{}", fmt::join(shown, ","));
  return FillSkeleton(SupportText("skeleton.desire"), gaps);
}

}  // namespace

auto DesireTarget() -> Target {
  Target target;
  target.name = "desire";
  target.title = "DESIRE";
  target.write = WriteDesire;
  target.dialect.operator_of = expr::DesireOperator;
  target.dialect.list_separator = ",";
  target.rewrite = WithSigns;
  target.names = {.max_length = 20,
                  .is_case_sensitive = false,
                  .has_underscores = true,
                  .reserved = kDesireReservedWords,
                  .own_prefix = "",
                  .time_name = "t"};
  target.layout.comment_open = "-- ";
  target.forms.assignment = "{0}={1}";
  target.has_linear_loops = false;
  target.has_nonlinear_loops = false;
  target.has_events = false;
  target.has_start = false;
  return target;
}

}  // namespace kerf::emit
