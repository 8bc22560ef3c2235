// Texts as transform and dae print them.
#include "compile/lazy_messages.h"

#include <mutex>

#include "compile/whole_matrix.h"
#include "dae/dialect.h"
#include "dae/print.h"
#include "expr/walk.h"
#include "transform/implicit_structure.h"

namespace kerf::compile {

namespace {

using expr::ExprId;
using expr::Op;
using model::Message;
using model::Place;

class LazyMessages : public model::Messages {
 public:
  explicit LazyMessages(std::shared_ptr<const transform::Work> work) : work_(std::move(work)) {
    // That a condition makes no event is nothing that the model says.
    expr::Pool& pool = work_->dae.world->pool;
    expr::Rewriter rewriter(pool);
    for (const dae::Assertion& assertion : work_->dae.assertions) {
      conditions_.push_back(rewriter.Rewrite(assertion.condition, [&](ExprId id) {
        return pool.op(id) == Op::NoEvent ? pool.operand(id, 0) : ExprId{};
      }));
    }
  }

  [[nodiscard]] auto Equation(uint32_t equation) const -> Message override {
    const std::scoped_lock lock(mutex_);
    const dae::EqnId id{equation};
    const dae::Dae& dae = work_->dae;
    Message message{dae::EquationText(dae, id),
                    transform::OwnerName(dae, dae.equations[id].owner),
                    PlaceOfEquation(equation),
                    {}};
    // Sides are known by now, unless the problem never got so far.
    if (equation < work_->structure.lhs.size()) {
      AddOperands(work_->structure.lhs[equation], message.operands);
      AddOperands(work_->structure.rhs[equation], message.operands);
    }
    return message;
  }

  [[nodiscard]] auto PlaceOfEquation(uint32_t equation) const -> Place override {
    return PlaceOf(transform::SpanOf(work_->dae, dae::EqnId{equation}));
  }

  [[nodiscard]] auto OperandsOfAssignment(uint32_t assignment) const -> std::vector<uint32_t> override {
    const std::scoped_lock lock(mutex_);
    std::vector<uint32_t> operands;
    AddOperands(work_->simcode.assignments[assignment].value, operands);
    return operands;
  }

  [[nodiscard]] auto Condition(uint32_t relation) const -> Message override {
    const std::scoped_lock lock(mutex_);
    const simcode::Relation& made = work_->simcode.relations[relation];
    const dae::Dae& dae = work_->dae;
    // The condition of an assertion stands in no equation.
    const bool in_equation = made.equation.has_value();
    const base::PathId owner = in_equation ? dae.equations[made.equation].owner : base::PathStore::kRoot;
    return {Text(made.condition, owner),
            transform::OwnerName(dae, owner),
            in_equation ? PlaceOfEquation(made.equation.index) : Place{},
            {}};
  }

  [[nodiscard]] auto Assertion(uint32_t assertion) const -> Message override {
    const std::scoped_lock lock(mutex_);
    const dae::Dae& dae = work_->dae;
    const dae::Assertion& made = dae.assertions[assertion];
    Message message{Text(conditions_[assertion], made.owner),
                    transform::OwnerName(dae, made.owner),
                    PlaceOf(dae, made.origin),
                    {}};
    AddOperands(made.condition, message.operands);
    return message;
  }

  [[nodiscard]] auto MessageOfAssertion(uint32_t assertion) const -> std::string override {
    const std::scoped_lock lock(mutex_);
    const dae::Dae& dae = work_->dae;
    const ExprId message = dae.assertions[assertion].message;
    return message.has_value() ? expr::Print(dae.world->pool, message, dae::FullNamer(dae)) : std::string();
  }

  [[nodiscard]] auto WholeMatrix(uint32_t block, std::span<const double> unknowns, const double* w) const
      -> std::optional<model::BlockMatrix> override {
    const std::scoped_lock lock(mutex_);
    return TryWholeMatrix(*work_, work_->simcode.blocks[model::BlockId{block}], unknowns, w);
  }

  [[nodiscard]] auto MaySolveImplicitForm() const -> bool override {
    const std::scoped_lock lock(mutex_);
    return transform::FitnessOfImplicitForm(*work_) == transform::ImplicitFitness::Fit;
  }

 private:
  [[nodiscard]] auto Text(ExprId condition, base::PathId owner) const -> std::string {
    const dae::DymolaNamer namer(work_->dae, owner);
    return expr::Print(work_->dae.world->pool, condition, namer, {.dialect = dae::DialectOf(work_->dae)});
  }

  void AddOperands(ExprId value, std::vector<uint32_t>& operands) const {
    const expr::Pool& pool = work_->dae.world->pool;
    expr::Walker walker(pool);
    size_t listed = 0;
    for (const ExprId id : walker.Postorder(value)) {
      if (pool.op(id) != Op::Var || pool.var(id).index >= work_->dae.vars.size()) continue;
      if (listed++ == kMaxOperands) return;
      operands.push_back(pool.var(id).index);
    }
  }

  std::shared_ptr<const transform::Work> work_;
  // The matrix of a block makes expressions, which must not be read meanwhile.
  mutable std::mutex mutex_;
  // Of assertions.
  std::vector<ExprId> conditions_;
};

}  // namespace

auto PlaceOf(const diag::Span& span) -> model::Place {
  return span.has_value() ? Place{span.buffer.index, span.begin, span.end} : Place{};
}

auto PlaceOf(const dae::Dae& dae, flat::OriginId origin) -> model::Place {
  return origin.has_value() ? PlaceOf(dae.world->origins[origin].span) : Place{};
}

auto MakeLazyMessages(std::shared_ptr<const transform::Work> work) -> std::shared_ptr<const model::Messages> {
  return std::make_shared<LazyMessages>(std::move(work));
}

}  // namespace kerf::compile
