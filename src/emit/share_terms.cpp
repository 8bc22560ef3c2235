// Only expressions whose text would be long and mostly repetition are taken apart; others stay as written.
#include "emit/share_terms.h"

#include <algorithm>

#include "expr/walk.h"

namespace kerf::emit {

namespace {

// Nodes of a tree above which repetition is looked at, and how many times larger than the DAG it must be.
constexpr double kLongEquationText = 200;
constexpr double kEquationRepetition = 2;
// Terms below this size are repeated rather than named.
constexpr double kSmallEquationTerm = 4;

class TermSharer {
 public:
  explicit TermSharer(Program& program)
      : program_(program), pool_(program.work->dae.world->pool), walker_(pool_) {}

  void Run(Part& part) {
    for (auto* list : {&part.once, &part.dynamic, &part.output}) Share(part, *list);
    for (Loop& loop : part.loops) {
      if (loop.is_linear) continue;
      std::vector<Assignment> inner;
      for (Assignment assignment : loop.inner) {
        assignment.value = Shared(assignment.value, assignment.equation, inner);
        inner.push_back(assignment);
      }
      for (ExprId& residual : loop.residuals) residual = Shared(residual, {}, inner);
      loop.inner = std::move(inner);
    }
  }

 private:
  void Share(Part& part, std::vector<Statement>& statements) {
    std::vector<Statement> out;
    for (Statement& statement : statements) {
      std::vector<Assignment> terms;
      if (statement.loop == Statement::kNoLoop) {
        statement.assignment.value = Shared(statement.assignment.value, statement.assignment.equation, terms);
      } else if (part.loops[statement.loop].is_linear) {
        Loop& loop = part.loops[statement.loop];
        for (auto* values : {&loop.matrix, &loop.right}) {
          for (ExprId& value : *values) {
            if (value.has_value()) value = Shared(value, loop.equations[0], terms);
          }
        }
      }
      for (const Assignment& term : terms) out.push_back({term, Statement::kNoLoop, statement.is_at_events});
      out.push_back(statement);
    }
    statements = std::move(out);
  }

  auto Shared(ExprId root, EqnId equation, std::vector<Assignment>& terms) -> ExprId {
    const std::vector<ExprId> nodes = walker_.Postorder(root);
    sizes_.Clear();
    uses_.Clear();
    for (const ExprId id : nodes) {
      double size = 1;
      uses_[id] = 0;
      for (const ExprId operand : pool_.operands(id)) {
        size += sizes_[operand];
        // A call of several results is never a number by itself.
        if (pool_.op(id) != expr::Op::Output) ++uses_[operand];
      }
      sizes_[id] = size;
    }
    const auto n_nodes = static_cast<double>(nodes.size());
    if (sizes_[root] < kLongEquationText || sizes_[root] < kEquationRepetition * n_nodes) return root;
    made_.Clear();
    std::vector<ExprId> operands;
    for (const ExprId id : nodes) {
      operands.clear();
      for (const ExprId operand : pool_.operands(id)) operands.push_back(made_[operand]);
      ExprId made = operands.empty() ? id : pool_.Rebuild(id, operands);
      if (id != root && uses_[id] > 1 && sizes_[id] >= kSmallEquationTerm)
        made = Named(made, equation, terms);
      made_[id] = made;
    }
    return made_[root];
  }

  auto Named(ExprId value, EqnId equation, std::vector<Assignment>& terms) -> ExprId {
    const SymbolId symbol = program_.symbols.Add(
        {SymbolKind::Internal, fmt::format("term {}", program_.symbols.size()), {}, 0, false});
    terms.push_back({symbol, value, terms.empty() ? equation : EqnId{}});
    return pool_.Var(VarId{symbol.index}, pool_.type(value));
  }

  Program& program_;
  expr::Pool& pool_;
  expr::Walker walker_;
  expr::Memo<double> sizes_;
  expr::Memo<uint32_t> uses_;
  expr::Memo<ExprId> made_;
};

}  // namespace

void ShareTerms(Program& program) {
  TermSharer sharer(program);
  sharer.Run(program.run);
  if (program.start) sharer.Run(*program.start);
}

}  // namespace kerf::emit
