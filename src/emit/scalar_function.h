// A function of the model for fixed sizes of its arrays: statements on numbers and on vectors of numbers. A
// Local leaf with position k is variable k; Subscript(Local, i) is element i, from 1, of a vector. Truth
// values are numbers, 1 and 0. What every target can write.
#pragma once

#include <string>
#include <vector>

#include "emit/external_objects.h"
#include "expr/pool.h"

namespace kerf::emit {

struct ScalarBranch;

// What a call of C hands over: a form of {0}, the value, or a text where there is no value.
struct ExternalArgument {
  expr::ExprId value;
  std::string form;
};

struct ScalarStatement {
  enum class Kind : uint8_t {
    Assignment,
    // branches; the last may have no condition.
    If,
    // while branches[0].condition; without it until Break.
    While,
    Break,
    Return,
    // The program ends with `text`.
    Stop,
    // target = 1, or 0 if something has failed so far.
    Keep,
    // A call of C: target = text(arguments), or text(arguments).
    External,
  };
  Kind kind = Kind::Assignment;
  expr::ExprId target;
  expr::ExprId value;
  std::string text;
  std::vector<ScalarBranch> branches;
  std::vector<ExternalArgument> arguments;
};

struct ScalarBranch {
  expr::ExprId condition;
  std::vector<ScalarStatement> body;
};

inline auto StatementOf(ScalarStatement::Kind kind) -> ScalarStatement {
  ScalarStatement statement;
  statement.kind = kind;
  return statement;
}
inline auto AssignmentOf(expr::ExprId target, expr::ExprId value) -> ScalarStatement {
  ScalarStatement statement;
  statement.target = target;
  statement.value = value;
  return statement;
}

struct ScalarVariable {
  enum class Storage : uint8_t {
    Parameter,
    Own,
    // Has its value still in the next call; zeros at first.
    Kept,
    // The numbers in `values`.
    Table,
  };
  std::string name;
  Storage storage = Storage::Own;
  // Of a vector; 0: a number.
  uint32_t size = 0;
  std::vector<double> values;
  // An int, as functions of C want it.
  bool is_integer = false;
  // For languages with types: Integer or Boolean if all its numbers are such.
  expr::Kind kind = expr::Kind::Real;
};

struct ScalarFunction {
  expr::FunctionId function;
  // The name in the model, and that in the target.
  std::string title;
  std::string name;
  std::vector<ScalarVariable> variables;
  std::vector<ScalarStatement> statements;
  // The result; of several results the vector that has them.
  expr::ExprId result;
  uint32_t n_results = 0;
  // All results where they are when the function returns.
  std::vector<expr::ExprId> results;
  // Of a function outside.
  ForeignCode foreign;
};

// All expressions of the statements, targets too.
void AppendValues(const std::vector<ScalarStatement>& statements, std::vector<expr::ExprId>& values);

}  // namespace kerf::emit
