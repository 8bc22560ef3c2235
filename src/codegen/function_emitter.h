// The IR of one function of a model: parts in the files function_*.cpp. Internal to codegen.
//
// The code computes what the interpreter (flat/interpret.h) computes, as long as nothing goes wrong. Whatever
// goes wrong, and whatever is not translated, ends the call with status 1: the caller then has the
// interpreter do the call again, which finds the words for an error or the result. So there are no messages
// and no texts here. A number that is wrong (a division by zero) only sets a flag that the end of the
// function looks at: straight code stays straight. What could make an access to memory wrong ends the call at
// once.
//
// Recursion follows the nesting of expressions and statements in the source text, up to a limit.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "codegen/function_layout.h"
#include "codegen/function_module.h"

namespace kerf::codegen {

using IrValue = llvm::Value*;

constexpr auto IsNumber(expr::Kind kind) -> bool {
  return kind == expr::Kind::Real || kind == expr::Kind::Integer;
}

// A scalar, or an array in memory: `value` is then the address of its elements.
struct Leaf {
  expr::Kind kind = expr::Kind::Real;
  uint16_t detail = 0;
  IrValue value = nullptr;
  llvm::SmallVector<IrValue, 2> dims;
  // The elements are those of a variable, which an assignment changes.
  bool is_alias = false;
};

// A value: its leaves, and the number of dimensions that all of them have in front.
struct Operand {
  expr::Kind kind = expr::Kind::Real;
  uint16_t detail = 0;
  size_t rank = 0;
  std::vector<Leaf> leaves;
  [[nodiscard]] auto IsScalar() const -> bool { return rank == 0 && kind != expr::Kind::Record; }
};

struct Index {
  enum class Form : uint8_t { One, Whole, Many };
  Form form = Form::Whole;
  // From 0.
  IrValue one = nullptr;
  // From 1, in memory.
  Leaf many;
};

class FunctionEmitter {
 public:
  FunctionEmitter(FunctionModule& module, FunctionKey key);
  // Fills the function. Not empty: why the interpreter must run it; the function then has no body.
  auto Emit() -> std::string;
  // What is left to the interpreter if it is reached, of a function that is compiled otherwise.
  [[nodiscard]] auto left_out() const -> const std::string& { return left_out_; }

 private:
  using Op = expr::Op;
  using Kind = expr::Kind;

  // A leaf of a variable: an address for a scalar or an array of known size, otherwise the address of the
  // address of the elements, with addresses of the sizes.
  struct Place {
    LeafType type;
    IrValue storage = nullptr;
    llvm::SmallVector<IrValue, 2> dims;
    bool is_fixed = true;
    // Assignments give the size; otherwise it stays what it is from the start of the call on.
    bool is_open = false;
  };
  struct Variable {
    std::vector<Place> places;
    // Of an input, or of another variable that nothing is assigned to.
    std::optional<Operand> input;
  };
  struct Bound {
    uint32_t position = 0;
    base::NameId name;
    Operand value;
  };
  // The values an iterator takes: a range, or the elements of a vector.
  struct Iteration {
    IrValue count = nullptr;
    std::optional<Operand> array;
    Leaf start;
    std::optional<Leaf> step;
    bool is_real = false;
  };
  using Outputs = std::vector<Operand>;
  using Memo = std::unordered_map<uint32_t, Outputs>;

  // function_emitter.cpp
  void EmitBody();
  void Finish();
  auto Unsupported(std::string reason, expr::Type type) -> Operand;
  void GiveUp(std::string reason);
  void Flag(IrValue is_wrong);
  void Require(IrValue holds);
  void Leave(llvm::BasicBlock* to);
  auto NewBlock(const char* name) -> llvm::BasicBlock*;
  void ForgetSince(size_t n);

  // function_memory.cpp
  auto Int(int64_t value) -> IrValue { return ir_.getInt64(static_cast<uint64_t>(value)); }
  auto RealNumber(double value) -> IrValue;
  auto ElementType(Kind kind) -> llvm::Type*;
  auto EntryAlloca(llvm::Type* type, IrValue count) -> llvm::AllocaInst*;
  auto ContextField(size_t offset) -> IrValue;
  auto Count(llvm::ArrayRef<IrValue> dims) -> IrValue;
  auto Temporary(Kind kind, uint16_t detail, llvm::ArrayRef<IrValue> dims) -> Leaf;
  auto ArenaMemory(IrValue count) -> IrValue;
  auto ElementAddress(const Leaf& leaf, IrValue index) -> IrValue;
  auto Element(const Leaf& leaf, IrValue index) -> Leaf;
  void StoreElement(const Leaf& array, IrValue index, const Leaf& element);
  void CopyWords(IrValue to, IrValue from, IrValue count);
  void Loop(IrValue count, const std::function<void(IrValue)>& body);
  void RequireSameDims(llvm::ArrayRef<IrValue> x, llvm::ArrayRef<IrValue> y);
  auto Owned(const Leaf& leaf) -> Leaf;
  auto KnownDims(const Leaf& x, const Leaf& y) -> llvm::SmallVector<IrValue, 2>;

  // function_start.cpp
  void MakeVariables();
  auto AssignedVariables() -> std::vector<bool>;
  void ReadInputs();
  void CheckSizes(const flat::Local& local, const Operand& value);
  auto SizeOf(const flat::Local& local, size_t dimension) -> IrValue;
  void RunConstructor();
  auto TryElementary() -> bool;

  // function_locals.cpp
  void MakePlaces(uint32_t position);
  void InitVariable(uint32_t position);
  auto ReadVariable(uint32_t position) -> Operand;
  auto ReadPlace(const Place& place) -> Leaf;
  void WriteOutputs();
  auto Default(expr::Type type) -> Operand;

  // function_expr.cpp
  auto Eval(ExprId id) -> Operand;
  auto EvalNode(ExprId id) -> Operand;
  auto EvalLiteral(ExprId id) -> Operand;
  auto EvalIterator(ExprId id) -> Operand;
  auto EvalIf(ExprId id) -> Operand;
  auto Choose(IrValue condition, const std::function<Operand()>& yes, const std::function<Operand()>& no,
              Kind kind) -> Operand;
  auto EvalCondition(ExprId id) -> IrValue;
  auto EvalInteger(ExprId id) -> IrValue;
  auto EvalOperands(ExprId id, size_t first) -> std::vector<Operand>;
  auto Truth(IrValue word) -> IrValue;

  // function_scalar.cpp
  auto ScalarLeaf(Kind kind, IrValue value, uint16_t detail = 0) -> Leaf {
    return {kind, detail, value, {}, false};
  }
  auto ScalarUnary(Op op, uint16_t detail, const Leaf& x) -> std::optional<Leaf>;
  auto ScalarBinary(Op op, const Leaf& x, const Leaf& y) -> std::optional<Leaf>;
  auto IntegerBinary(Op op, IrValue a, IrValue b) -> IrValue;
  auto RealBinary(Op op, const Leaf& x, const Leaf& y) -> IrValue;
  auto Power(const Leaf& x, const Leaf& y) -> IrValue;
  auto Compare(Op op, const Leaf& x, const Leaf& y) -> IrValue;
  auto WholeNumber(IrValue x) -> IrValue;
  auto RealOf(const Leaf& x) -> IrValue;
  auto LibraryCall(Op op, llvm::ArrayRef<IrValue> arguments) -> IrValue;
  auto Overflowing(llvm::Intrinsic::ID id, IrValue a, IrValue b) -> IrValue;

  // function_operators.cpp
  auto Converted(const Leaf& leaf, Kind kind, uint16_t detail) -> Leaf;
  auto Converted(Operand x, Kind kind, uint16_t detail) -> Operand;
  auto EvalUnary(ExprId id) -> Operand;
  auto EvalChain(ExprId id) -> Operand;
  auto Binary(ExprId id, const Operand& x, const Operand& y) -> Operand;
  auto Elementwise(ExprId id, const Leaf& x, const Leaf& y) -> Operand;
  auto EvalSemiLinear(ExprId id) -> Operand;
  auto MatrixProduct(const Leaf& x, const Leaf& y) -> Leaf;
  auto FromLeaf(Leaf leaf) -> Operand;

  // function_arrays.cpp
  auto EvalArray(ExprId id) -> Operand;
  auto TryConstantArray(const std::vector<Operand>& elements, size_t leaf, llvm::ArrayRef<IrValue> dims)
      -> std::optional<Leaf>;
  auto EvalRecord(ExprId id) -> Operand;
  auto EvalField(ExprId id) -> Operand;
  auto EvalSize(ExprId id) -> Operand;
  auto EvalFill(ExprId id) -> Operand;
  auto EvalPromote(ExprId id) -> Operand;
  auto EvalRange(ExprId id) -> Operand;
  auto Reshape(const Leaf& leaf, llvm::ArrayRef<IrValue> dims) -> Leaf;

  // function_array_builtins.cpp
  auto EvalArrayFunction(ExprId id) -> Operand;
  auto Reduce(ExprId id, const Operand& x) -> Operand;
  auto Neutral(Op op, Kind kind, uint16_t detail) -> Leaf;
  auto Concatenated(ExprId id, std::vector<Operand> values) -> Operand;
  auto Identity(IrValue n) -> Leaf;
  auto Diagonal(const Leaf& x) -> Leaf;
  auto Transposed(const Leaf& x) -> Leaf;
  auto Symmetric(const Leaf& x) -> Leaf;
  auto Skew(const Leaf& x) -> Leaf;
  auto Linspace(const Leaf& first, const Leaf& last, IrValue n) -> Leaf;
  auto VectorOf(ExprId id, const Leaf& x) -> Operand;
  auto MatrixOf(ExprId id, const Leaf& x) -> Operand;
  auto ScalarOf(const Leaf& x) -> Leaf;

  // function_subscripts.cpp
  auto EvalSubscript(ExprId id) -> Operand;
  auto EvalIndex(ExprId id) -> std::optional<Index>;
  auto Gather(const Leaf& leaf, llvm::ArrayRef<Index> indices) -> Leaf;
  auto SelectedDims(const Leaf& leaf, llvm::ArrayRef<Index> indices) -> llvm::SmallVector<IrValue, 2>;
  void Visit(const Leaf& leaf, llvm::ArrayRef<Index> indices, size_t d, IrValue from, IrValue to,
             const std::function<void(IrValue, IrValue)>& visit);
  auto Inside(const Leaf& leaf, size_t d, IrValue index) -> IrValue;

  // function_assign.cpp
  void Assign(ExprId target, Operand value);
  void AssignVariable(uint32_t position, const Operand& value);
  void AssignPlace(Place& place, const Leaf& value);
  auto ConvertedToPlaces(const std::vector<Place>& places, Operand value) -> std::optional<std::vector<Leaf>>;
  void AssignPart(ExprId target, Operand value);

  // function_comprehension.cpp
  auto EvalComprehension(ExprId id) -> Operand;
  auto EvalArrayOf(ExprId id, std::vector<Iteration>& iterations) -> Operand;
  auto EvalReduction(ExprId id, std::vector<Iteration>& iterations) -> Operand;
  void RunIterators(ExprId id, std::vector<Iteration>& iterations, size_t n_left, IrValue index,
                    const std::function<void(IrValue)>& body);
  auto EvalIteration(ExprId range) -> std::optional<Iteration>;
  auto RangeCount(const Leaf& start, const std::optional<Leaf>& step, const Leaf& stop, bool is_real)
      -> IrValue;
  auto ElementAt(const Iteration& iteration, IrValue k) -> Operand;
  auto UsesIterators(ExprId range, ExprId comprehension) -> bool;

  // function_calls.cpp
  auto EvalCall(ExprId id) -> Outputs;
  auto CallFunction(FunctionId function, ExprId id) -> Outputs;
  auto StoreArguments(const flat::FunctionBody& callee, const std::vector<Operand>& arguments,
                      size_t first_word) -> bool;
  void StoreLeaf(IrValue words, size_t& word, const LeafType& type, const Leaf& leaf);
  auto CallCode(llvm::Value* callee, const flat::FunctionBody& body) -> Outputs;
  auto ReadOutputs(const flat::FunctionBody& body, std::vector<Leaf>& fixed) -> Outputs;
  auto WordAddress(IrValue words, size_t word) -> IrValue;
  auto ReasonNotToCall(FunctionId function) -> std::string;
  auto UnsupportedOutputs(std::string reason, ExprId id) -> Outputs;

  // function_closures.cpp
  auto EvalClosure(ExprId id) -> Operand;
  auto CallClosure(ExprId id) -> Outputs;

  // function_statements.cpp
  void Run(const std::vector<flat::Statement>& statements);
  void RunStatement(const flat::Statement& statement);
  void RunAssignment(const flat::Statement& statement);
  void RunIf(const flat::Statement& statement);
  void RunFor(const flat::Statement& statement);
  void RunWhile(const flat::Statement& statement);
  void RunAssert(const flat::Statement& statement);
  void Warn();

  FunctionModule& module_;
  FunctionKey key_;
  const flat::World& world_;
  const expr::Pool& pool_;
  const flat::FunctionBody* body_ = nullptr;
  llvm::Function* function_ = nullptr;
  llvm::IRBuilder<> ir_;
  llvm::BasicBlock* failure_ = nullptr;
  llvm::BasicBlock* exit_ = nullptr;
  // Where break goes, of the loops around.
  std::vector<llvm::BasicBlock*> breaks_;
  llvm::AllocaInst* failed_ = nullptr;
  // Words of calls made here, as many as the largest needs.
  llvm::AllocaInst* in_ = nullptr;
  llvm::AllocaInst* out_ = nullptr;
  size_t n_in_ = 1;
  size_t n_out_ = 1;
  IrValue context_ = nullptr;
  std::vector<Variable> variables_;
  std::vector<Bound> iterators_;
  // Values of expressions that hold here, and the order in which they came.
  Memo memo_;
  std::vector<uint32_t> known_;
  // Uses of memory of the context so far.
  size_t n_arena_uses_ = 0;
  // Words of arrays on the stack.
  size_t frame_words_ = 0;
  // Nesting of branches that need not be run.
  int conditional_ = 0;
  int depth_ = 0;
  std::string reason_;
  std::string left_out_;
};

}  // namespace kerf::codegen
