// See scalar_function.h.
#include "emit/scalar_function.h"

namespace kerf::emit {

void AppendValues(const std::vector<ScalarStatement>& statements, std::vector<expr::ExprId>& values) {
  for (const ScalarStatement& statement : statements) {
    if (statement.target.has_value()) values.push_back(statement.target);
    if (statement.value.has_value()) values.push_back(statement.value);
    for (const ExternalArgument& argument : statement.arguments) {
      if (argument.value.has_value()) values.push_back(argument.value);
    }
    for (const ScalarBranch& branch : statement.branches) {
      if (branch.condition.has_value()) values.push_back(branch.condition);
      AppendValues(branch.body, values);
    }
  }
}

}  // namespace kerf::emit
