// Substitution, and a topological order of assignments by what they read.
#include "emit/inline_relations.h"

#include <algorithm>

#include "expr/walk.h"

namespace kerf::emit {

namespace {

using expr::Op;
using simcode::RelationKind;

auto ConditionOf(expr::Pool& pool, const Relation& relation, ExprId function) -> ExprId {
  // x - y < 0 was written x < y.
  const bool is_difference = pool.op(function) == Op::Sub;
  const ExprId x = is_difference ? pool.operand(function, 0) : function;
  const ExprId y = is_difference ? pool.operand(function, 1) : pool.Real(0);
  switch (relation.kind) {
    case RelationKind::Less:         return pool.Binary(Op::Less, x, y);
    case RelationKind::LessEqual:    return pool.Binary(Op::LessEqual, x, y);
    case RelationKind::Greater:      return pool.Binary(Op::Greater, x, y);
    case RelationKind::GreaterEqual: return pool.Binary(Op::GreaterEqual, x, y);
    case RelationKind::Equal:        return pool.Binary(Op::Equal, x, y);
    case RelationKind::NotEqual:     return pool.Binary(Op::NotEqual, x, y);
    case RelationKind::Floor:        return pool.Unary(Op::Floor, function);
  }
  return {};
}

class RelationInliner {
 public:
  RelationInliner(Program& program, Part& part)
      : program_(program),
        part_(part),
        pool_(program.work->dae.world->pool),
        walker_(pool_),
        condition_of_(program.symbols.size()),
        is_dropped_(program.symbols.size(), false) {}

  void Run() {
    MarkDropped();
    // A relation's function may hold relations itself; those come first.
    for (const Relation& relation : part_.relations) {
      expr::Rewriter rewriter(pool_);
      condition_of_[relation.held.index] =
          ConditionOf(pool_, relation, Replaced(rewriter, FunctionOf(relation)));
    }
    expr::Rewriter rewriter(pool_);
    for (auto* list : {&part_.once, &part_.dynamic, &part_.output}) {
      std::erase_if(*list, [&](const Statement& s) {
        return s.loop == Statement::kNoLoop && is_dropped_[s.assignment.target.index];
      });
      for (Statement& statement : *list) {
        if (statement.loop == Statement::kNoLoop)
          statement.assignment.value = Replaced(rewriter, statement.assignment.value);
        statement.is_at_events = false;
      }
    }
    part_.relations.clear();
    part_.assertions.clear();
    Order();
  }

 private:
  void MarkDropped() {
    for (const Relation& r : part_.relations) {
      for (const SymbolId symbol : {r.function, r.instant, r.slope}) {
        if (symbol.has_value()) is_dropped_[symbol.index] = true;
      }
    }
    for (const Assertion& assertion : part_.assertions) is_dropped_[assertion.valid.index] = true;
  }

  auto FunctionOf(const Relation& relation) -> ExprId {
    for (const auto* list : {&part_.dynamic, &part_.once, &part_.output}) {
      for (const Statement& s : *list) {
        if (s.loop == Statement::kNoLoop && s.assignment.target == relation.function)
          return s.assignment.value;
      }
    }
    return pool_.Real(0);
  }

  auto Replaced(expr::Rewriter& rewriter, ExprId value) -> ExprId {
    return rewriter.Rewrite(value, [&](ExprId id) -> ExprId {
      return pool_.op(id) == Op::Var ? condition_of_[pool_.var(id).index] : ExprId{};
    });
  }

  // Statements keep their order as far as what they read allows.
  void Order() {
    std::vector<Statement>& list = part_.dynamic;
    std::vector<uint32_t> giver(program_.symbols.size(), Statement::kNoLoop);
    for (uint32_t k = 0; k < list.size(); ++k) {
      if (list[k].loop == Statement::kNoLoop) giver[list[k].assignment.target.index] = k;
    }
    enum class Mark : uint8_t { New, Open, Done };
    std::vector<Mark> marks(list.size(), Mark::New);
    std::vector<Statement> ordered;
    std::vector<uint32_t> stack;
    for (uint32_t root = 0; root < list.size(); ++root) {
      stack.push_back(root);
      while (!stack.empty()) {
        const uint32_t k = stack.back();
        if (marks[k] == Mark::New && list[k].loop == Statement::kNoLoop) {
          marks[k] = Mark::Open;
          for (const ExprId id : walker_.Postorder(list[k].assignment.value)) {
            const uint32_t from = pool_.op(id) == Op::Var ? giver[pool_.var(id).index] : Statement::kNoLoop;
            if (from != Statement::kNoLoop && marks[from] == Mark::New) stack.push_back(from);
          }
          continue;
        }
        stack.pop_back();
        if (marks[k] != Mark::Done) ordered.push_back(list[k]);
        marks[k] = Mark::Done;
      }
    }
    list = std::move(ordered);
  }

  Program& program_;
  Part& part_;
  expr::Pool& pool_;
  expr::Walker walker_;
  std::vector<ExprId> condition_of_;
  std::vector<bool> is_dropped_;
};

}  // namespace

void InlineRelations(Program& program) {
  RelationInliner(program, program.run).Run();
  if (program.start) RelationInliner(program, *program.start).Run();
}

}  // namespace kerf::emit
