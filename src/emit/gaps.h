// What fills the gaps of skeletons in every language: counts, tables of indices, start values, procedures.
#pragma once

#include "emit/skeleton.h"
#include "emit/statements.h"

namespace kerf::emit {

// How a language writes lists.
struct ListForm {
  // The index of the first symbol; one less stands for none.
  int first_index = 0;
  std::string_view separator = ", ";
  // Around a row {0} of a table with several columns; empty: rows follow each other.
  std::string_view row = "";
  // Around a text, and the sign that is doubled inside it.
  char quote = '"';
  // Longer texts are cut.
  size_t max_text = std::string_view::npos;
  // Where lists are not literals: the statement that sets element {1} of {0} to {2}. The list `start_values`
  // is called w, the others kerf_ and their gap.
  std::string_view element = "";
};

// Gaps of all targets that are complete programs:
//   model, function (the model's name as one of the language), states (as comments), title, start, stop,
//   tolerance, intervals n_symbols, n_states, n_shown, n_loops, max_n, max_relations, max_previous,
//   n_assertions, max_assertions start_values, shown, shown_names, assertions, assertion_texts, end_texts,
//   loops (of each: number of unknowns and position of the first in unknowns), unknowns settings, run_once,
//   run_dynamic, run_output, start_once, start_dynamic, after_start and for run_ and start_: n_relations,
//   relations, n_previous, previous, … samplers, reinits, ends
// A table has one row of zeros more than it needs, so that none is empty.
auto CommonGaps(const Program& program, StatementWriter& writer, const Target& target, const ListForm& form,
                const TranslateOptions& options) -> Gaps;

// The statements of all procedures of the model and of its functions.
auto AllStatements(const Gaps& gaps) -> std::string;

// Loops of the run come first, then those of the start.
auto AllLoops(const Program& program) -> std::vector<std::pair<const Part*, const Loop*>>;

}  // namespace kerf::emit
