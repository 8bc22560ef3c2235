// A target language as a table: how it spells expressions, names, lines, choices and loops, and what it has
// not. With a skeleton of the program (support/) and the list of what fills its gaps this is a target; the
// rest is common to all.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "emit/names.h"
#include "expr/print_code.h"

namespace kerf::emit {

struct Layout {
  std::string_view comment_open;
  std::string_view comment_close;
  // Behind every statement.
  std::string_view statement_end;
  // In front of every statement.
  std::string_view indent;
  // Lines are broken before they get longer. A line that goes on ends with continuation_end, and the next one
  // begins with continuation_begin. 0: never.
  size_t width = 0;
  std::string_view continuation_end;
  std::string_view continuation_begin;
};

// Formats of single statements. {0} and {1} are a number or name and a value.
struct Forms {
  std::string_view assignment = "{0} = {1}";
  // Where symbols are no names of the elements of w but copies: taking number {0} out as {1} and putting it
  // back. Empty otherwise.
  std::string_view load = "";
  std::string_view store = "";
  // Statements for events only stand between these lines.
  std::string_view event_begin;
  std::string_view event_end;
  // Linear loops: {0} is the number of unknowns, of an entry or of a row.
  std::string_view matrix_clear;
  std::string_view matrix_entry;
  std::string_view right_entry;
  std::string_view matrix_solve;
  std::string_view unknown;
  // Nonlinear loops: {0} is the number of the loop or of the residual.
  std::string_view newton;
  std::string_view residual;
  // The number of the first entry, row, residual and loop.
  uint32_t first_number = 0;
};

// A form with {0}, {1}, … replaced.
template <typename... Args>
auto FillForm(std::string_view form, const Args&... args) -> std::string {
  return fmt::format(fmt::runtime(form), args...);
}

// A function of the support texts, as a procedure that calls it declares it.
struct DeclaredFunction {
  std::string_view name;
  std::string_view type;
};

// Functions of the model: {0} is a name or a condition. Without function_begin the target has none.
struct Control {
  // {0} the name, {1} the parameters.
  std::string_view function_begin = "";
  std::string_view function_end = "";
  std::string_view prototype = "";
  std::string_view parameter = "{0}";
  std::string_view no_parameters = "";
  // A parameter that is a whole number.
  std::string_view number_parameter = "{0}";
  // Where functions that are called are declared: those of the support texts.
  std::span<const DeclaredFunction> support = {};
  // Empty: variables are not declared. Where parameters are declared, so are functions that are called.
  std::string_view declaration = "";
  bool declares_parameters = false;
  // Vectors: {0} the name, {1} the size; those that keep their numbers, zeros at first, between calls.
  std::string_view vector = "";
  std::string_view kept = "";
  // Numbers {3} as elements {1} to {2} of the vector {0}, so many in one statement (0: all), which is
  // declared before where the language wants it.
  std::string_view table = "";
  size_t table_part = 0;
  bool declares_tables = false;
  std::string_view if_begin = "";
  std::string_view if_else = "";
  std::string_view if_end = "";
  std::string_view while_begin = "";
  std::string_view while_end = "";
  // Out of a loop; the value {0} as that of the function, and out of it if that does not follow.
  std::string_view leave = "";
  std::string_view result = "";
  std::string_view leave_function = "";
  // The function fails with the text {0}, in these quotes; one statement a line.
  std::string_view stop = "";
  char quote = '"';
  size_t max_text = 1000;
  // Functions in C may be called.
  bool has_external = false;
};

// Lines with which the executive keeps the past for delay(); without suffix, that of the support texts, the
// target has none.
struct Past {
  std::string_view suffix = "";
  // The start of a run, of a model with delays and of others.
  std::string_view settle_start = "";
  std::string_view settle_plain_start = "";
  std::string_view next_arrival = "";
  std::string_view arrival_name = "";
  std::string_view arrive = "";
  // Before and after an event, after a step, and during an integration that takes many steps.
  std::string_view record_before = "";
  std::string_view record_after = "";
  std::string_view record_step = "";
  std::string_view record_watched = "";
  std::string_view limit_step = "";
  // Steps have points inside (support text step_recorder).
  bool has_step_recorder = false;
};

class StatementWriter;
struct FmuInterface;

// What the command line may say beside the target.
struct TranslateOptions {
  enum class Form : uint8_t { Program, Function, Fmu };
  enum class Solver : uint8_t { Rk45, Cvode };
  Form form = Form::Program;
  Solver solver = Solver::Rk45;
  bool is_per_state = false;
  double start = 0;
  double stop = 1;
  double tolerance = 1e-6;
  uint32_t intervals = 500;
  // Of the form Fmu.
  const FmuInterface* fmu = nullptr;
};

struct Target {
  // As the command line has it, and as people call it.
  std::string_view name;
  std::string_view title;
  expr::CodeDialect dialect;
  NamePolicy names;
  Layout layout;
  Forms forms;
  Control control;
  Past past;
  // Conditions are values of a type of their own: numbers and conditions are converted where they meet.
  bool has_typed_truth = false;
  bool has_linear_loops = true;
  bool has_nonlinear_loops = true;
  bool has_events = true;
  // Without events: systems that are computed at the ticks of clocks.
  bool has_sampled_systems = false;
  // Equations of the start; otherwise states begin at numbers.
  bool has_start = true;
  // Expressions in terms of what the language has; null: as they are.
  expr::ExprId (*rewrite)(expr::Pool& pool, expr::ExprId value) = nullptr;
  // Inputs that nobody has given are inputs of the program.
  bool has_free_inputs = false;
  std::string (*write)(const Program& program, StatementWriter& writer, const Target& target,
                       const TranslateOptions& options) = nullptr;
};

// All targets, in the order in which they are listed.
auto Targets() -> std::span<const Target>;
auto FindTarget(std::string_view name) -> const Target*;

// The text of a program; nothing after what the target lacks has been emitted.
auto WriteTarget(Program& program, const Target& target, const TranslateOptions& options,
                 transform::PassContext& context) -> std::optional<std::string>;

// Every symbol of the model: kind, value, name in the model, name in the target.
auto VariableTable(Program& program, const Target& target, transform::PassContext& context) -> std::string;

}  // namespace kerf::emit
