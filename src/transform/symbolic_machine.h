// Evaluates typed expressions symbolically: arrays, records, comprehensions and calls of functions become
// scalar expressions of variables. Sizes, subscripts and conditions that are literals decide at once; what
// functions do with the rest becomes expressions again (if-statements merge their branches, loops over known
// ranges are unrolled). A function that cannot be done so is called during the run.
//
// Inside noEvent, smooth of order 1 and more, and functions, relations generate no events: they are wrapped
// in NoEvent, and so are the jumps of sign, floor and ceil. NoEvent stands around nothing else.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "expr/evaluate.h"
#include "flat/function.h"
#include "flat/interpret.h"
#include "flat/interpret_subscript.h"
#include "transform/symbol.h"

namespace kerf::transform {

using expr::ExprId;
using expr::FunctionId;
using expr::VarId;

// What the machine asks about the model.
class SymbolHost {
 public:
  virtual ~SymbolHost() = default;
  // The elements of a variable; false: `error` tells why there are none.
  virtual auto VarSymbol(VarId var, Symbol& out, std::string& error) -> bool = 0;
  // Whether that is the variable itself.
  virtual auto IsItself(VarId /*var*/) -> bool { return false; }
  virtual auto TimeDerivative(ExprId scalar) -> ExprId = 0;
  // The value of a scalar variable just before an event; without value if it is no variable.
  virtual auto Previous(ExprId scalar) -> ExprId = 0;
  // True at the instants start + k·interval.
  virtual auto Tick(ExprId start, ExprId interval) -> ExprId = 0;
  // delay(value, delay)
  virtual auto Delayed(ExprId value, ExprId delay) -> ExprId = 0;
  // homotopy(actual, simplified)
  virtual auto Homotopy(ExprId actual, ExprId simplified) -> ExprId = 0;
  // An expression to be replaced, in inverses, by what the value of the function is.
  virtual auto OutputPlaceholder() -> ExprId = 0;
  // Where `value` equals the output of OutputPlaceholder, `input` is `inverse`.
  virtual void TakeInverse(ExprId value, ExprId input, ExprId inverse) = 0;
  // initial()
  virtual auto IsStart() -> ExprId = 0;
  // terminal()
  virtual auto IsEnd() -> ExprId = 0;
  // Whether a when-clause with these conditions acts now: one of them has become true.
  virtual auto Activation(std::span<const ExprId> conditions) -> ExprId = 0;
  // The clock of the when-clause that the algorithm at hand has entered.
  virtual void EnterClock(ExprId /*clock*/) {}
  // What a statement does beyond giving values, where `active` holds; without value: always.
  virtual auto Effect(const flat::Statement& statement, ExprId active, std::string& error) -> bool = 0;
  // A call during the run; false: `error` tells why there cannot be one.
  virtual auto RunTimeCall(FunctionId function, std::span<const Symbol> arguments,
                           std::vector<Symbol>& outputs, std::string& error) -> bool = 0;
  // What subscripts, one of them known only during the run, take out of an array; false: the machine makes
  // conditions that choose among the elements.
  virtual auto VaryingElements(const Symbol& /*array*/, std::span<const Symbol> /*subscripts*/,
                               Symbol& /*out*/) -> bool {
    return false;
  }
};

struct SymbolicError {
  // Empty: it has been told already.
  std::string text;
  // The model needs something that Kerf cannot simulate yet, rather than being wrong.
  bool is_not_yet = false;
};

// What must hold for values that have been made to be right: an assertion of a function that became part of
// an equation, a subscript that is known only during the run.
struct SymbolicDemand {
  ExprId condition;
  // A text, or nothing.
  ExprId message;
  bool is_error = true;
  flat::OriginId origin;
  // Where it is asked; without value: always.
  ExprId active;
  // `active` holds at an event only.
  bool is_in_when = false;
};

class SymbolicMachine {
 public:
  SymbolicMachine(flat::World& world, flat::Interpreter& interpreter, SymbolHost& host)
      : world_(world), pool_(world.pool), interpreter_(interpreter), host_(host), evaluator_(world.pool) {}

  // For flat::Listing::AsWritten: literals are folded in subscripts and sizes only, and a term of scalars
  // stays as it is.
  void SetAsWritten(bool is_as_written) { is_as_written_ = is_as_written; }
  auto Evaluate(ExprId root, Symbol& out) -> bool;
  // Whether one of the conditions of a branch of a when-clause has become true.
  auto EvaluateActivation(ExprId conditions, ExprId& out) -> bool;
  // Whether relations generate events where nothing else is said; returns what was so before.
  auto SetQuiet(bool is_quiet) -> bool { return std::exchange(is_quiet_, is_quiet); }
  // Whether a text may stand for one that is put together during the run; returns what was so before.
  auto SetTextsMayChange(bool may_change) -> bool { return std::exchange(texts_may_change_, may_change); }
  [[nodiscard]] auto texts_may_change() const -> bool { return texts_may_change_; }
  // Under which condition what follows is evaluated, without value: always; returns what was so before.
  auto SetActive(ExprId active) -> ExprId { return std::exchange(active_, active); }
  // Whether that is the condition of a when-clause that acts.
  auto SetInWhen(bool is_in_when) -> bool { return std::exchange(is_in_when_, is_in_when); }
  [[nodiscard]] auto is_in_when() const -> bool { return is_in_when_; }
  // Whether a when-clause has a jump that was not held anywhere when it was evaluated, but may be in what
  // came later: its mark says so until Decided has looked at it. To be asked when all is evaluated.
  [[nodiscard]] auto has_undecided() const -> bool { return has_undecided_; }
  // An expression without that doubt, of its operands as rewritten; the jump itself where it is held
  // elsewhere. No value: there was no doubt.
  auto Decided(ExprId id, std::span<const ExprId> operands) -> ExprId;
  // What must hold for what has been evaluated since the last call.
  auto TakeDemands() -> std::vector<SymbolicDemand> { return std::exchange(demands_, {}); }
  // All outputs of a call; of another expression its value.
  auto EvaluateOutputs(ExprId call, std::vector<Symbol>& outputs) -> bool;
  // The same with relations that generate no events.
  auto EvaluateQuietly(ExprId root, Symbol& out) -> bool;
  // Runs the statements of an algorithm on variables of the model. `vars` has the variables that it assigns
  // with their values at its start, and afterwards with those at its end.
  auto RunAlgorithm(std::span<const flat::Statement> statements, std::unordered_map<VarId, Symbol>& vars)
      -> bool;

  // For those who run the statements of a function themselves: all outputs of a call, or the value of another
  // expression, where the function's variables are `locals`.
  auto EvaluateInside(const flat::FunctionBody& body, std::vector<Symbol>& locals, ExprId root,
                      std::vector<Symbol>& outputs) -> bool;
  // Whether calls become what the functions do (constructors of records always), or calls during the run.
  void SetInlining(bool is_inlining) { is_inlining_ = is_inlining; }

  // The body of a for-equation for each value of its iterator, until it gives false.
  auto ForEachIteration(const flat::Statement& loop, const std::function<bool()>& body) -> bool;

  // The outputs of a function for these arguments before its algorithm has run: their sizes count.
  auto OutputForms(FunctionId function, std::span<const Symbol> arguments, std::vector<Symbol>& forms)
      -> bool;
  // The same of all variables of the function.
  auto LocalForms(FunctionId function, std::span<const Symbol> arguments, std::vector<Symbol>& forms) -> bool;

  // Set the error and give false, for mistakes that the user of the machine finds.
  auto Refuse(std::string text) -> bool { return Fail(std::move(text)); }
  auto RefuseYet(std::string what) -> bool { return FailNotYet(std::move(what)); }
  // Values of the running indices of a family.
  void SetIterators(std::vector<flat::IteratorValue> iterators) { iterators_ = std::move(iterators); }
  [[nodiscard]] auto error() const -> const SymbolicError& { return error_; }
  void ResetBudget() {
    n_statements_ = 0;
    n_elements_ = 0;
  }

 private:
  using Memo = std::unordered_map<uint32_t, Symbol>;
  // How statements end. Maybe: some paths through them have left, under the conditions in Frame::left.
  enum class Flow : uint8_t { Next, Maybe, Break, Return, Fail };

  // Conditions of the run under which the present loop or the whole algorithm has been left; without value:
  // never.
  struct Left {
    ExprId broken;
    ExprId returned;
  };

  struct Frame {
    const flat::FunctionBody* body = nullptr;
    std::vector<Symbol> locals;
    std::unordered_map<VarId, Symbol>* vars = nullptr;
    size_t first_iterator = 0;
    Left left = {};
  };

  auto Fail(std::string text) -> bool;
  auto FailNotYet(std::string what) -> bool;

  // symbolic_as_written.cpp
  // Whether the expression stays as it is: operators of scalars on variables and literals.
  auto StaysAsWritten(ExprId root) -> bool;
  auto IsPlainNode(ExprId id) -> bool;
  // A literal for what has been left unfolded; other symbols as they are.
  auto Folded(const Symbol& symbol) -> Symbol;

  // symbolic_machine.cpp
  auto EvaluateLeaf(ExprId id, Symbol& out) -> bool;
  void Schedule(ExprId id, const Memo& memo, std::vector<ExprId>& stack);
  auto Apply(ExprId id, Memo& memo, Symbol& out) -> bool;
  auto ApplySpecial(ExprId id, Memo& memo, Symbol& out) -> bool;
  auto ApplyIf(ExprId id, Memo& memo, Symbol& out) -> bool;
  auto ApplyAndOr(ExprId id, Memo& memo, Symbol& out) -> bool;
  auto ApplySize(ExprId id, Symbol& out) -> bool;
  auto ApplyHomotopy(const Symbol& actual, const Symbol& simplified, Symbol& out) -> bool;
  auto EvaluateInteger(ExprId id, int64_t& out) -> bool;
  auto LiteralInteger(const Symbol& symbol, int64_t& out) -> bool;

  // symbolic_scalar.cpp
  auto ScalarOp(expr::Op op, std::span<const ExprId> operands, ExprId id) -> ExprId;
  auto TextRelation(expr::Op op, ExprId x, ExprId y, uint32_t depth = 0) -> ExprId;
  auto Relation(expr::Op op, ExprId x, ExprId y) -> ExprId;
  auto Quiet(ExprId jump) -> ExprId;
  auto Loud(ExprId jump) -> ExprId;
  [[nodiscard]] auto JumpOf(ExprId jump) const -> std::pair<ExprId, ExprId>;
  auto Vanishing(ExprId factor, ExprId term, uint32_t depth = 0) -> ExprId;
  auto Truncated(ExprId quotient) -> ExprId;
  auto TryFold(expr::Op op, std::span<const ExprId> operands, ExprId& out) -> bool;
  // y is null for an operator of one operand.
  auto Elementwise(expr::Op op, const Symbol& x, const Symbol* y, ExprId id, Symbol& out) -> bool;
  auto Merge(ExprId condition, const Symbol& yes, const Symbol& no, Symbol& out) -> bool;

  // symbolic_demands.cpp
  // Whether there may be demands in the expression: it calls functions or has subscripts that are no
  // literals.
  auto MayDemand(ExprId id) -> bool;
  // The operand, which counts only where `condition` holds.
  auto Guarded(ExprId operand, ExprId condition, Memo& memo, Symbol& out) -> bool;
  void DemandWithin(ExprId value, int64_t last, std::string_view what);
  void DemandDivisor(ExprId source, ExprId divisor);
  void Demand(ExprId condition, const std::string& text);

  // symbolic_array.cpp
  auto ApplyArray(ExprId id, std::span<const Symbol> operands, Symbol& out) -> bool;
  auto ApplyProduct(const Symbol& x, const Symbol& y, ExprId id, Symbol& out) -> bool;
  auto ApplyPower(const Symbol& x, const Symbol& y, ExprId id, Symbol& out) -> bool;
  auto ApplyRecord(ExprId id, std::span<const Symbol> fields, Symbol& out) -> bool;
  auto ApplyField(const Symbol& record, size_t field, ExprId id, Symbol& out) -> bool;
  auto ApplyReduction(expr::Op op, const Symbol& x, ExprId id, Symbol& out) -> bool;
  auto ApplyRange(ExprId id, std::span<const Symbol> bounds, Symbol& out) -> bool;
  auto ApplyFill(std::span<const Symbol> operands, Symbol& out) -> bool;
  auto ApplyMatrix(ExprId id, std::span<const Symbol> operands, Symbol& out) -> bool;
  auto Subscripts(std::span<const Symbol> symbols, std::vector<flat::Index>& indices) -> bool;

  // symbolic_subscript.cpp
  auto ApplySubscript(const Symbol& array, std::vector<Symbol> subscripts, Symbol& out) -> bool;
  auto VaryingSubscript(const Symbol& array, std::span<const Symbol> subscripts, size_t& which) -> bool;
  // Merges what choose(k) makes for each value k of a subscript that is known only during the run.
  template <typename Choose>
  auto MergeChoices(ExprId subscript, int32_t size, Symbol& out, Choose choose) -> bool;

  // symbolic_comprehension.cpp
  // The values that an iterator takes: of a range only its bounds and its step, as it may be left early.
  struct Iteration {
    std::vector<flat::Value> bounds;
    Symbol array;
    int64_t count = 0;
  };
  struct Gathering {
    std::vector<Symbol> elements;
    std::vector<int64_t> counts;
  };
  auto ApplyComprehension(ExprId id, Symbol& out) -> bool;
  auto RunIterator(ExprId id, size_t n_left, Gathering& gathering) -> bool;
  auto EvaluateIteration(ExprId range, Iteration& iteration) -> bool;
  auto ElementOf(const Iteration& iteration, int64_t k) -> Symbol;
  auto RangeBounds(std::span<const Symbol> operands, std::vector<flat::Value>& bounds, int64_t& count)
      -> bool;
  // Counts elements of arrays that are about to be made; false if they are too many.
  auto HasRoom(std::span<const int64_t> dims) -> bool;
  auto ApplyLinspace(std::span<const Symbol> operands, ExprId id, Symbol& out) -> bool;
  auto ApplyOther(ExprId id, std::span<const Symbol> operands, Symbol& out) -> bool;
  auto ApplyText(ExprId id, std::span<const Symbol> operands, Symbol& out) -> bool;

  // symbolic_clocks.cpp
  auto ApplyClockOperator(ExprId id, Symbol& out) -> bool;
  auto EvaluatePrevious(ExprId id, Symbol& out) -> bool;

  // symbolic_events.cpp
  auto ApplyPrevious(ExprId id, Symbol& out) -> bool;
  auto MapPrevious(const Symbol& now, const Symbol& variable, expr::Op op, Symbol& out) -> bool;
  auto ApplySample(std::span<const Symbol> operands, Symbol& out) -> bool;
  auto RunWhen(const flat::Statement& statement, size_t first) -> Flow;

  // symbolic_call.cpp
  auto CallFunction(FunctionId function, std::vector<Symbol> arguments, std::vector<Symbol>& outputs) -> bool;
  auto CallClosure(const Symbol& closure, std::vector<Symbol> arguments, std::vector<Symbol>& outputs)
      -> bool;
  auto FillOpen(const flat::FunctionBody& body, std::span<const uint32_t> open,
                std::vector<Symbol>& arguments) -> bool;
  auto MakeClosure(ExprId id, std::span<const Symbol> operands, Symbol& out) -> bool;
  // False with a text in `failure` if the function itself failed.
  auto TryLiteralCall(FunctionId function, const flat::FunctionBody& body, std::span<const Symbol> arguments,
                      std::vector<Symbol>& outputs, std::string& failure) -> bool;
  auto TryElementary(const flat::FunctionBody& body, std::span<const Symbol> arguments,
                     std::vector<Symbol>& outputs) -> bool;
  auto Inline(FunctionId function, const flat::FunctionBody& body, std::span<const Symbol> arguments,
              std::vector<Symbol>& outputs) -> bool;
  void FindInverses(const flat::FunctionBody& body, std::span<const Symbol> arguments,
                    std::span<const Symbol> outputs);
  auto InitLocals(FunctionId function, const flat::FunctionBody& body) -> bool;
  auto InitLocal(const flat::Local& local, Symbol& out) -> bool;
  auto RunConstructor(const flat::FunctionBody& body) -> bool;
  auto InitOrder(FunctionId function, const flat::FunctionBody& body) -> const std::vector<uint32_t>&;

  // symbolic_statement.cpp
  auto Run(std::span<const flat::Statement> statements) -> Flow;
  auto RunStatement(const flat::Statement& statement) -> Flow;
  auto RunIf(const flat::Statement& statement, size_t first) -> Flow;
  auto RunEither(ExprId condition, const std::function<Flow()>& then, const std::function<Flow()>& otherwise)
      -> Flow;
  // What follows after some paths have left: only the others go there.
  auto RunRest(const std::function<Flow()>& rest) -> Flow;
  auto MergeSide(ExprId condition, const std::vector<Symbol>& locals,
                 const std::unordered_map<VarId, Symbol>& vars) -> bool;
  auto MergeLeft(ExprId condition, Flow then, const Left& left_then, Flow otherwise) -> Flow;
  auto Or(ExprId x, ExprId y) -> ExprId;
  auto And(ExprId x, ExprId y) -> ExprId;
  auto LeaveLoop(Flow flow) -> Flow;
  auto RunEffect(const flat::Statement& statement) -> Flow;
  auto RunFor(const flat::Statement& statement) -> Flow;
  // The body for each value of the loop's variable, as long as it ends with Next.
  auto ForEachValue(const flat::Statement& loop, const std::function<Flow()>& body) -> Flow;
  auto RunWhile(const flat::Statement& statement) -> Flow;
  auto RunAssert(const flat::Statement& statement) -> Flow;
  auto MessageOf(const flat::Statement& statement) -> ExprId;
  auto RunAssignment(const flat::Statement& statement) -> bool;

  // symbolic_assign.cpp
  struct Step {
    std::optional<uint32_t> field;
    std::vector<Symbol> subscripts;
  };
  auto Assign(ExprId target, Symbol value) -> bool;
  auto AssignInto(Symbol& place, std::span<const Step> steps, const Symbol& value) -> bool;
  auto AssignEach(Symbol& place, const flat::Selection& selection, std::span<const Step> steps,
                  const Symbol& value) -> bool;
  auto AssignElements(Symbol& place, std::span<const Step> steps, const Symbol& value) -> bool;

  flat::World& world_;
  expr::Pool& pool_;
  flat::Interpreter& interpreter_;
  SymbolHost& host_;
  // For what stays unfolded where equations are listed as written.
  expr::Evaluator evaluator_;
  SymbolicError error_;
  Frame frame_;
  std::vector<flat::IteratorValue> iterators_;
  bool is_quiet_ = false;
  bool is_as_written_ = false;
  // Jumps that are held between events, as JumpOf tells them apart.
  std::set<std::pair<ExprId, ExprId>> loud_;
  bool has_undecided_ = false;
  bool is_inlining_ = true;
  bool texts_may_change_ = false;
  bool is_inverting_ = false;
  // Under which condition the present statement is executed; without value: always.
  ExprId active_;
  bool is_in_when_ = false;
  std::vector<SymbolicDemand> demands_;
  // By expression: what MayDemand has found so far.
  std::vector<bool> may_demand_;
  // By expression: what IsPlainNode has found so far.
  std::vector<bool> is_plain_;
  uint32_t call_depth_ = 0;
  uint32_t n_statements_ = 0;
  uint64_t n_elements_ = 0;
  std::unordered_map<FunctionId, std::vector<uint32_t>> init_orders_;
};

}  // namespace kerf::transform
