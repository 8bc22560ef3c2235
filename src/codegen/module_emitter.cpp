// The frames of loop functions and chunks; RowEmitter fills them.
#include "codegen/module_emitter.h"

#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "codegen/row_emitter.h"

namespace kerf::codegen {

using llvm::BasicBlock;
using llvm::Value;

namespace {

auto AddFunction(llvm::Module& module, llvm::IRBuilder<>& ir, uint32_t index, FunctionKind kind)
    -> llvm::Function* {
  llvm::SmallVector<llvm::Type*, 3> types = {ir.getPtrTy(), ir.getPtrTy()};
  if (kind == FunctionKind::ShapeLoop) types.push_back(ir.getInt64Ty());
  auto* type = llvm::FunctionType::get(ir.getVoidTy(), types, false);
  auto* function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, FunctionName(index), module);
  function->setDoesNotThrow();
  // The table of rows is no part of w.
  function->addParamAttr(0, llvm::Attribute::NoAlias);
  function->addParamAttr(0, llvm::Attribute::ReadOnly);
  ir.SetInsertPoint(BasicBlock::Create(module.getContext(), "entry", function));
  return function;
}

// do { the row; row += n_args; } while (--left != 0);
void EmitShapeLoop(llvm::IRBuilder<>& ir, llvm::Function& function, const model::Shape& shape,
                   std::span<const model::ExternalFunction> functions) {
  BasicBlock* entry = ir.GetInsertBlock();
  BasicBlock* body = BasicBlock::Create(ir.getContext(), "row", &function);
  BasicBlock* exit = BasicBlock::Create(ir.getContext(), "exit", &function);
  ir.CreateBr(body);
  ir.SetInsertPoint(body);
  auto* row = ir.CreatePHI(ir.getPtrTy(), 2);
  auto* left = ir.CreatePHI(ir.getInt64Ty(), 2);
  TableSlots slots(ir, function.getArg(1), row, shape.n_args);
  RowEmitter(ir, functions).Emit(shape, slots);
  Value* next_row = ir.CreateConstInBoundsGEP1_64(ir.getInt32Ty(), row, shape.n_args);
  Value* next_left = ir.CreateSub(left, ir.getInt64(1));
  ir.CreateCondBr(ir.CreateICmpNE(next_left, ir.getInt64(0)), body, exit);
  row->addIncoming(function.getArg(0), entry);
  row->addIncoming(next_row, body);
  left->addIncoming(function.getArg(2), entry);
  left->addIncoming(next_left, body);
  ir.SetInsertPoint(exit);
}

void EmitChunk(llvm::IRBuilder<>& ir, llvm::Function& function, const ModuleSource& source,
               const PlannedFunction& planned) {
  ConstantSlots slots(ir, function.getArg(1));
  RowEmitter rows(ir, source.functions);
  const auto& loops = source.tape.codes[planned.code].loops;
  for (uint32_t i = planned.first_loop; i < planned.last_loop; ++i) {
    const model::Shape& shape = source.tape.shapes[loops[i].shape];
    const uint32_t* row = source.tape.args.data() + loops[i].first;
    for (uint32_t k = 0; k < loops[i].count; ++k, row += shape.n_args) {
      slots.StartRow(row);
      rows.Emit(shape, slots);
    }
  }
}

}  // namespace

auto FunctionName(uint32_t function) -> std::string { return fmt::format("kerf_f{}", function); }

auto EmitModule(const ModuleSource& source, const PlannedModule& planned, llvm::LLVMContext& context)
    -> std::unique_ptr<llvm::Module> {
  auto module = std::make_unique<llvm::Module>("kerf", context);
  llvm::IRBuilder<> ir(context);
  for (const uint32_t index : planned.functions) {
    const PlannedFunction& described = source.plan.functions[index];
    llvm::Function* function = AddFunction(*module, ir, index, described.kind);
    switch (described.kind) {
      case FunctionKind::ShapeLoop:
        EmitShapeLoop(ir, *function, source.tape.shapes[described.shape], source.functions);
        break;
      case FunctionKind::Chunk: EmitChunk(ir, *function, source, described); break;
    }
    ir.CreateRetVoid();
  }
  return module;
}

}  // namespace kerf::codegen
