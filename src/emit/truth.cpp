// Bottom-up: each node as a number and as a condition, whichever its users want.
#include "emit/truth.h"

#include <vector>

#include "expr/walk.h"

namespace kerf::emit {

using expr::ExprId;
using expr::Group;
using expr::Op;

auto WithTypedTruth(expr::Pool& pool, ExprId root, bool is_condition) -> ExprId {
  expr::Walker walker(pool);
  expr::Memo<ExprId> numbers;
  expr::Memo<ExprId> truths;
  std::vector<ExprId> operands;
  for (const ExprId id : walker.Postorder(root)) {
    const Op op = pool.op(id);
    const Group group = expr::group_of(op);
    const bool is_truth = group == Group::Relation || group == Group::Logic || op == Op::Boolean;
    operands.clear();
    for (const ExprId operand : pool.operands(id)) {
      const bool wants_truth = group == Group::Logic || (op == Op::If && operands.empty());
      operands.push_back(wants_truth ? truths[operand] : numbers[operand]);
    }
    const ExprId made = operands.empty() ? id : pool.Rebuild(id, operands);
    const ExprId number = !is_truth           ? made
                          : op == Op::Boolean ? pool.Real(pool.boolean(id) ? 1 : 0)
                                              : pool.If(made, pool.Real(1), pool.Real(0));
    const ExprId truth = is_truth ? made : pool.Binary(Op::NotEqual, made, pool.Real(0));
    numbers[id] = number;
    truths[id] = truth;
  }
  return is_condition ? truths[root] : numbers[root];
}

}  // namespace kerf::emit
