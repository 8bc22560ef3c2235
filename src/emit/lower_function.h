// Functions of the model as ScalarFunctions. Sizes and the arguments that are literals are those of one call,
// so that arrays and records become vectors of known length; loops stay loops where the sizes inside do not
// depend on them, and are unrolled otherwise. Calls stay calls, of functions made in the same way.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "dae/model.h"
#include "emit/formula.h"
#include "emit/scalar_function.h"
#include "emit/table_object.h"
#include "flat/interpret.h"
#include "flat/interpret_subscript.h"
#include "transform/symbolic_machine.h"

namespace kerf::emit {

using expr::ExprId;
using expr::FunctionId;

// What a target lets functions have.
struct LoweringRules {
  // Where external objects go that programs in C make; null: no bodies in C.
  ExternalObjects* objects = nullptr;
  // Memory: of several results each is asked for by a call of its own, so that the last ones are kept.
  bool keeps_results = false;
};

class FunctionLowering : private transform::SymbolHost {
 public:
  // The function that is called when this one is; an id without value if there are too many.
  using Request = std::function<FunctionId(dae::RunTimeFunction&)>;

  FunctionLowering(flat::World& world, flat::Interpreter& interpreter, Request request, LoweringRules rules);

  // False: why() tells what the function has that no statement can say.
  auto Lower(const dae::RunTimeFunction& call, ScalarFunction& out) -> bool;
  // A value of the model as one that can be written after the statements that this adds to `out`: choices
  // compute what they choose, and no more.
  auto Settle(ExprId value, ScalarFunction& out) -> ExprId;
  [[nodiscard]] auto why() const -> const std::string& { return why_; }

 private:
  using Symbol = transform::Symbol;
  using Storage = ScalarVariable::Storage;
  using Kind = ScalarStatement::Kind;
  using Statements = std::vector<ScalarStatement>;

  // lower_function.cpp: the frame of the function.
  auto Fail(std::string why) -> bool;
  auto FailAsMachine() -> bool;
  auto AddVariable(std::string name, Storage storage, uint32_t size = 0, expr::Kind kind = expr::Kind::Real)
      -> uint32_t;
  auto Scalar(uint32_t variable, expr::Kind kind) -> ExprId;
  auto Cell(uint32_t variable, uint32_t number, expr::Kind kind) -> ExprId;
  auto Cells(const Symbol& form, const std::string& name, uint32_t& variable) -> Symbol;
  auto Temporary(expr::Kind kind) -> ExprId;
  auto TakeArguments(const dae::RunTimeFunction& call) -> bool;
  auto TakeArgument(const Symbol& given, const std::string& name, std::span<const bool> is_given,
                    size_t& next) -> Symbol;
  auto InitVariables(const dae::RunTimeFunction& call) -> bool;
  void KeepResults();
  [[nodiscard]] auto KeepsResults() const -> bool { return rules_.keeps_results && results_.size() != 1; }
  void Assign(ExprId target, ExprId value);

  // lower_statements.cpp
  auto LowerStatements(const std::vector<flat::Statement>& statements) -> bool;
  auto LowerStatement(const flat::Statement& statement) -> bool;
  auto LowerAssignment(const flat::Statement& statement) -> bool;
  auto LowerIf(const flat::Statement& statement, size_t first) -> bool;
  auto LowerAssert(const flat::Statement& statement) -> bool;
  auto LowerCall(const flat::Statement& statement) -> bool;
  auto LowerReturn() -> bool;
  auto Inside(Statements& into, const std::function<bool()>& lower) -> bool;

  // lower_loops.cpp
  auto LowerWhile(const flat::Statement& statement) -> bool;
  auto LowerFor(const flat::Statement& statement) -> bool;
  auto TryLoop(const flat::Statement& statement, std::span<const ExprId> range) -> bool;
  auto Unroll(const flat::Statement& statement) -> bool;

  // lower_external.cpp
  auto TryObject() -> std::optional<flat::MadeObject>;
  auto RefuseExternal(const flat::ExternalCall& external) -> bool;
  auto TakeObject(ExprId number, ScalarStatement& call, std::string& type) -> bool;
  auto LowerExternal(const flat::ExternalCall& external) -> bool;
  auto TakeExternal(ExprId argument, ScalarStatement& call, std::string& type) -> bool;
  auto IntegerVector(const Symbol& symbol, bool is_output) -> ExprId;
  void DeclareExternal(const flat::ExternalCall& external, const std::string& types);

  // lower_table.cpp: functions of tables of the Modelica Standard Library.
  auto LowerTable(const flat::ExternalCall& external, const TableObject& table) -> bool;
  auto LowerLine(const TableObject& table, std::span<const Formula> given, const Formula& result) -> bool;
  auto LowerTime(const TableObject& table, std::span<const Formula> given, const Formula& result) -> bool;
  auto LowerNextEvent(const TableObject& table, const Formula& t, const Formula& result) -> bool;
  auto PiecesOf(const TableObject& table, const Formula& column, Pieces& pieces) -> bool;
  auto PieceValue(const Pieces& pieces, const Formula& place, const Formula& x,
                  std::span<const Formula> rates) -> Formula;
  auto Rounding(const TableObject& table, const Formula& t) -> Formula;
  void StopOutside(const Formula& x, double least, double most);
  void Wrap(const Formula& x, double least, double most);
  auto Variable(const std::string& name, const Formula& value) -> Formula;
  void Set(const Formula& target, const Formula& value);
  void When(const Formula& condition, const std::function<void()>& lower);
  auto Numbers(const std::vector<double>& values) -> uint32_t;
  auto Element(uint32_t vector, const Formula& number) -> Formula;
  auto LastUpTo(uint32_t vector, uint32_t last, const Formula& x) -> Formula;

  // lower_table_plane.cpp
  auto LowerPlane(const TableObject& table, std::span<const Formula> given, size_t n_rates,
                  const Formula& result) -> bool;
  auto PlaneValue(const TableObject& table, const std::vector<double>& grid, const Formula& given,
                  std::vector<Formula>& rates) -> Formula;

  // lower_values.cpp: expressions as numbers that can be written.
  auto Evaluate(ExprId root, std::vector<Symbol>& outputs) -> bool;
  auto EvaluateLeaf(ExprId root, ExprId& out) -> bool;
  // The value after statements have computed what must not be computed always, or is needed repeatedly.
  auto Settled(ExprId root) -> ExprId;
  struct Parts;
  void Measure(ExprId root, Parts& parts);
  auto SettleChoice(ExprId id, ExprId first) -> ExprId;
  auto NeedsCare(ExprId id) -> bool;

  // The host of the machine, in lower_host.cpp.
  auto VarSymbol(expr::VarId var, Symbol& out, std::string& error) -> bool override;
  auto TimeDerivative(ExprId) -> ExprId override { return expr::Pool::kError; }
  auto Previous(ExprId) -> ExprId override { return {}; }
  auto Tick(ExprId, ExprId) -> ExprId override { return expr::Pool::kError; }
  auto Delayed(ExprId, ExprId) -> ExprId override { return expr::Pool::kError; }
  auto Homotopy(ExprId actual, ExprId) -> ExprId override { return actual; }
  auto OutputPlaceholder() -> ExprId override { return expr::Pool::kError; }
  void TakeInverse(ExprId, ExprId, ExprId) override {}
  auto IsStart() -> ExprId override { return expr::Pool::kError; }
  auto IsEnd() -> ExprId override { return expr::Pool::kError; }
  auto Activation(std::span<const ExprId>) -> ExprId override { return expr::Pool::kError; }
  auto Effect(const flat::Statement&, ExprId, std::string& error) -> bool override;
  auto RunTimeCall(FunctionId function, std::span<const Symbol> arguments, std::vector<Symbol>& outputs,
                   std::string& error) -> bool override;
  auto VaryingElements(const Symbol& array, std::span<const Symbol> subscripts, Symbol& out) -> bool override;
  // Of a subscript in a vector: the part that varies, and the rest.
  struct Shift {
    ExprId varying;
    int64_t offset = 0;
  };
  auto AsVector(const Symbol& array, Symbol& cells) -> bool;
  auto IsContiguous(std::span<const ExprId> leaves) -> bool;
  auto TakeSubscript(const Symbol& subscript, int64_t stride, flat::Index& index, Shift& shift) -> bool;

  flat::World& world_;
  expr::Pool& pool_;
  transform::SymbolicMachine machine_;
  Request request_;
  LoweringRules rules_;
  ScalarFunction* out_ = nullptr;
  Statements* statements_ = nullptr;
  FunctionId function_;
  const flat::FunctionBody* body_ = nullptr;
  std::vector<Symbol> locals_;
  std::vector<flat::IteratorValue> iterators_;
  // Numbers that the function gives, and those that it is given.
  std::vector<ExprId> results_;
  std::vector<ExprId> parameters_;
  uint32_t kept_arguments_ = 0;
  // What follows a call of C: integers back as numbers.
  Statements after_external_;
  std::string why_;
};

// Marks and conversions that mean nothing where all numbers are alike, taken off.
auto PlainNumbers(expr::Pool& pool, ExprId value) -> ExprId;

}  // namespace kerf::emit
