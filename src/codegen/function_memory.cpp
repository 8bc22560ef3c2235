// Memory for arrays, their elements, and loops over them.
#include "codegen/function_abi.h"
#include "codegen/function_emitter.h"

namespace kerf::codegen {

namespace {

// Arrays of known size are on the stack up to so many words in one function; the rest is in the context's
// memory.
constexpr size_t kMaxFrameWords = 8192;
constexpr int64_t kMaxElements = 20'000'000;
// Loops of at most so many turns over elements become straight code.
constexpr int64_t kMaxUnrolled = 8;
constexpr int64_t kWordBytes = 8;

auto ConstantOf(IrValue value) -> std::optional<int64_t> {
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  return constant == nullptr ? std::nullopt : std::optional(constant->getSExtValue());
}

}  // namespace

auto FunctionEmitter::RealNumber(double value) -> IrValue {
  return llvm::ConstantFP::get(ir_.getDoubleTy(), value);
}

auto FunctionEmitter::ElementType(Kind kind) -> llvm::Type* {
  return kind == Kind::Real ? ir_.getDoubleTy() : static_cast<llvm::Type*>(ir_.getInt64Ty());
}

// In the entry block, so that a loop does not grow the stack.
auto FunctionEmitter::EntryAlloca(llvm::Type* type, IrValue count) -> llvm::AllocaInst* {
  llvm::BasicBlock& entry = function_->getEntryBlock();
  llvm::IRBuilder<> top(&entry, entry.begin());
  return top.CreateAlloca(type, count);
}

auto FunctionEmitter::ContextField(size_t offset) -> IrValue {
  return ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), context_, offset);
}

auto FunctionEmitter::Count(llvm::ArrayRef<IrValue> dims) -> IrValue {
  IrValue count = Int(1);
  for (IrValue dim : dims) count = ir_.CreateMul(count, dim);
  return count;
}

auto FunctionEmitter::Temporary(Kind kind, uint16_t detail, llvm::ArrayRef<IrValue> dims) -> Leaf {
  Leaf leaf{kind, detail, nullptr, {dims.begin(), dims.end()}, false};
  IrValue count = Count(dims);
  const auto known = ConstantOf(count);
  if (known && *known >= 0 && frame_words_ + static_cast<size_t>(*known) <= kMaxFrameWords) {
    frame_words_ += static_cast<size_t>(*known);
    leaf.value = EntryAlloca(ElementType(kind), Int(std::max<int64_t>(*known, 1)));
    return leaf;
  }
  // Products of two factors within the limit do not overflow.
  IrValue checked = Int(1);
  for (IrValue dim : dims) {
    Require(ir_.CreateICmpULE(dim, Int(kMaxElements)));
    checked = ir_.CreateMul(checked, dim);
    Require(ir_.CreateICmpULE(checked, Int(kMaxElements)));
  }
  leaf.value = ArenaMemory(count);
  return leaf;
}

auto FunctionEmitter::ArenaMemory(IrValue count) -> IrValue {
  ++n_arena_uses_;
  Require(ir_.CreateICmpULE(count, Int(kMaxElements)));
  IrValue place = ContextField(offsetof(FunctionContext, top));
  IrValue top = ir_.CreateLoad(ir_.getPtrTy(), place);
  IrValue end = ir_.CreateLoad(ir_.getPtrTy(), ContextField(offsetof(FunctionContext, end)));
  IrValue at_least_one = ir_.CreateSelect(ir_.CreateICmpEQ(count, Int(0)), Int(1), count);
  IrValue next = ir_.CreateGEP(ir_.getInt8Ty(), top, ir_.CreateMul(at_least_one, Int(kWordBytes)));
  Require(ir_.CreateICmpULE(next, end));
  ir_.CreateStore(next, place);
  return top;
}

auto FunctionEmitter::ElementAddress(const Leaf& leaf, IrValue index) -> IrValue {
  return ir_.CreateGEP(ElementType(leaf.kind), leaf.value, index);
}

auto FunctionEmitter::Element(const Leaf& leaf, IrValue index) -> Leaf {
  return ScalarLeaf(leaf.kind, ir_.CreateLoad(ElementType(leaf.kind), ElementAddress(leaf, index)),
                    leaf.detail);
}

void FunctionEmitter::StoreElement(const Leaf& array, IrValue index, const Leaf& element) {
  ir_.CreateStore(element.value, ElementAddress(array, index));
}

void FunctionEmitter::CopyWords(IrValue to, IrValue from, IrValue count) {
  const llvm::MaybeAlign align(kWordBytes);
  ir_.CreateMemMove(to, align, from, align, ir_.CreateMul(count, Int(kWordBytes)));
}

void FunctionEmitter::Loop(IrValue count, const std::function<void(IrValue)>& body) {
  if (const auto known = ConstantOf(count); known && *known <= kMaxUnrolled) {
    for (int64_t k = 0; k < *known; ++k) body(Int(k));
    return;
  }
  auto* before = ir_.GetInsertBlock();
  auto* head = NewBlock("head");
  auto* turn = NewBlock("turn");
  auto* after = NewBlock("after");
  ir_.CreateBr(head);
  ir_.SetInsertPoint(head);
  auto* index = ir_.CreatePHI(ir_.getInt64Ty(), 2);
  index->addIncoming(Int(0), before);
  ir_.CreateCondBr(ir_.CreateICmpSLT(index, count), turn, after);
  ir_.SetInsertPoint(turn);
  body(index);
  index->addIncoming(ir_.CreateAdd(index, Int(1)), ir_.GetInsertBlock());
  ir_.CreateBr(head);
  ir_.SetInsertPoint(after);
}

void FunctionEmitter::RequireSameDims(llvm::ArrayRef<IrValue> x, llvm::ArrayRef<IrValue> y) {
  if (x.size() != y.size()) {
    Require(ir_.getFalse());
    return;
  }
  for (size_t d = 0; d < x.size(); ++d) {
    if (x[d] != y[d]) Require(ir_.CreateICmpEQ(x[d], y[d]));
  }
}

// Of two lists of sizes that are equal the numbers, where one has them.
auto FunctionEmitter::KnownDims(const Leaf& x, const Leaf& y) -> llvm::SmallVector<IrValue, 2> {
  llvm::SmallVector<IrValue, 2> dims = x.dims;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (llvm::isa<llvm::ConstantInt>(y.dims[d])) dims[d] = y.dims[d];
  }
  return dims;
}

// The leaf in memory that no assignment changes.
auto FunctionEmitter::Owned(const Leaf& leaf) -> Leaf {
  if (leaf.dims.empty() || !leaf.is_alias) return leaf;
  Leaf copy = Temporary(leaf.kind, leaf.detail, leaf.dims);
  CopyWords(copy.value, leaf.value, Count(leaf.dims));
  return copy;
}

}  // namespace kerf::codegen
