// The head of a function: its parameters, variables and tables.
#include <algorithm>

#include "emit/user_functions.h"
#include "expr/print_code.h"

namespace kerf::emit {

using Storage = ScalarVariable::Storage;

void DeclareSupport(const Target& target, std::string_view text, Lines& lines) {
  for (const DeclaredFunction& function : target.control.support) {
    if (HasWord(text, function.name)) lines.Statement(fmt::format("{} {}", function.type, function.name));
  }
}

void UserFunctions::WriteTable(const ScalarVariable& table, const std::string& name, Lines& lines) {
  const Control& control = target_.control;
  const size_t part = control.table_part == 0 ? table.values.size() : control.table_part;
  for (size_t first = 0; first < table.values.size(); first += part) {
    const size_t last = std::min(first + part, table.values.size());
    std::string numbers;
    for (size_t k = first; k < last; ++k)
      numbers += (k > first ? ", " : "") + expr::CodeNumber(table.values[k], target_.dialect);
    lines.Statement(FillForm(control.table, name, first + 1, last, numbers));
  }
}

void UserFunctions::WriteVariable(const ScalarFunction& function, uint32_t position, Lines& lines) {
  const Control& control = target_.control;
  const ScalarVariable& variable = function.variables[position];
  const std::string name = LocalName(function, position);
  switch (variable.storage) {
    case Storage::Parameter:
      if (control.declares_parameters) lines.Statement(FillForm(control.declaration, name));
      return;
    case Storage::Kept: return lines.Statements(FillForm(control.kept, name, variable.size));
    case Storage::Table:
      if (control.declares_tables) lines.Statement(FillForm(control.vector, name, variable.size));
      return WriteTable(variable, name, lines);
    case Storage::Own: break;
  }
  if (variable.is_integer) return lines.Statement(fmt::format("int {}[{}]", name, variable.size));
  if (variable.size > 0) return lines.Statement(FillForm(control.vector, name, variable.size));
  if (!control.declaration.empty()) lines.Statement(FillForm(control.declaration, name));
}

void UserFunctions::WriteHead(const ScalarFunction& function, std::string_view body, Lines& lines) {
  const Control& control = target_.control;
  std::vector<std::string> parameters;
  const bool is_of_several = function.n_results != 1;
  if (is_of_several) parameters.push_back(FillForm(control.number_parameter, "kerf_k"));
  for (uint32_t k = 0; k < function.variables.size(); ++k) {
    if (function.variables[k].storage == Storage::Parameter)
      parameters.push_back(FillForm(control.parameter, LocalName(function, k)));
  }
  const bool has_none = parameters.empty();
  lines.Head(FillForm(
      control.function_begin, function.name,
      has_none ? std::string(control.no_parameters) : fmt::format("{}", fmt::join(parameters, ", "))));
  DeclareSupport(target_, body, lines);
  if (control.declares_parameters && is_of_several) lines.Statement("integer kerf_k");
  if (control.declares_parameters) {
    for (const std::string& other : Names()) {
      if (other != function.name && HasWord(body, other))
        lines.Statement(FillForm(control.declaration, other));
    }
  }
  for (const bool is_kept : {false, true}) {
    for (uint32_t k = 0; k < function.variables.size(); ++k) {
      const Storage storage = function.variables[k].storage;
      if ((storage == Storage::Kept || storage == Storage::Table) == is_kept)
        WriteVariable(function, k, lines);
    }
  }
}

}  // namespace kerf::emit
