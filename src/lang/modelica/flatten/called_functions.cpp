// The functions that a flat model calls: those that were made on the way but only evaluated, or not used in
// the end, are no part of it.
#include "flat/print_expressions.h"
#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

// In the order of first use.
void Flattener::AddCalledFunctions() {
  std::vector<bool> is_called(world_.functions.size());
  std::vector<FunctionId> pending;
  const auto call = [&](FunctionId id) {
    if (!id.has_value() || is_called[id.index]) return;
    is_called[id.index] = true;
    if (world_.functions[id].body != flat::Function::kNoBody) pending.push_back(id);
  };
  const auto call_all = [&](const auto& whole) {
    std::vector<ExprId> roots;
    const auto add = [&](ExprId id) { roots.push_back(id); };
    flat::VisitExpressions(whole, add);
    for (const ExprId id : walker_.Postorder(roots)) {
      if (world_.pool.op(id) == expr::Op::Function) call(world_.pool.function(id));
    }
  };
  call_all(model_);
  while (!pending.empty()) {
    const flat::FunctionBody& body = *world_.bodies[world_.functions[pending.back()].body];
    pending.pop_back();
    call_all(body);
    for (const flat::Local& local : body.variables) call(local.function_type);
    for (const flat::DerivativeOf& derivative : body.derivatives) call(derivative.function);
  }
  for (const FunctionId id : elaborator_.functions()) {
    if (is_called[id.index]) model_.functions.push_back(id);
  }
}

}  // namespace kerf::modelica
