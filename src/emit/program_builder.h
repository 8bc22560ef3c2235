// The work of BuildProgram: symbols for slots, then the parts, then what is set before the run.
#pragma once

#include <optional>
#include <vector>

#include "emit/program.h"
#include "expr/walk.h"
#include "transform/ordered_model.h"

namespace kerf::emit {

class ProgramBuilder {
 public:
  ProgramBuilder(transform::Work& work, transform::PassContext& context, const BuildOptions& options);
  auto Build() -> std::optional<Program>;

 private:
  // One problem while it is read.
  struct Source {
    transform::Work& work;
    transform::OrderedModel ordered;
    Part& part;
    // "start " for the problem of the start.
    std::string prefix;
    std::vector<SymbolId> symbol_of_slot;
    // The variable that has the slot, where it is one.
    std::vector<VarId> var_of_slot;
  };

  // build_program.cpp
  auto RefuseMissing() -> bool;
  void AddParameters();
  void AddSymbols(Source& source);
  void AddStates(const transform::Work& work, std::vector<SymbolId>& symbol_of_slot);
  auto AddSymbol(SymbolKind kind, std::string name, VarId var = {}, double start = 0) -> SymbolId;
  auto SymbolOfVar(const transform::Work& work, VarId var) -> SymbolId;
  auto Leaf(SymbolId symbol) -> ExprId;

  // build_part.cpp
  void AddPart(transform::Work& work, transform::OrderedModel ordered, Part& part, std::string prefix);
  void AddStatements(Source& source);
  auto StatementOf(Source& source, const transform::Item& item) -> Statement;
  void AddLoop(Source& source, const transform::Item& item, std::vector<Statement>& out);
  auto SymbolOfSlot(Source& source, uint32_t slot) -> SymbolId;
  auto Translated(Source& source, ExprId value) -> ExprId;
  void AddRelations(Source& source);
  void AddEventTables(Source& source);

  // build_loops.cpp
  auto TrySplitLinear(Loop& loop) -> bool;
  auto TrySolveSmall(const Loop& loop, bool is_at_events, std::vector<Statement>& out) -> bool;

  // build_settings.cpp
  void AddSettings();
  void TakeGuesses();
  void AddAfterStart();
  void AddAliases();
  void MarkShown();

  transform::Work& work_;
  transform::PassContext& context_;
  BuildOptions options_;
  expr::Pool& pool_;
  expr::Walker walker_;
  expr::Rewriter rewriter_;
  Program program_;
  // By VarId.
  std::vector<SymbolId> symbol_of_var_;
};

}  // namespace kerf::emit
