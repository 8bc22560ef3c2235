// References between the variables of a function.
#include "flat/init_order.h"

#include <optional>

#include "expr/walk.h"

namespace kerf::flat {

namespace {

// Marks the variables that the sizes and the binding of a variable refer to.
void MarkUses(const Local& local, const expr::Pool& pool, expr::Walker& walker, std::vector<bool>& uses) {
  std::vector<ExprId> roots;
  for (const ExprId size : local.sizes) {
    if (size.has_value()) roots.push_back(size);
  }
  if (local.binding.has_value()) roots.push_back(local.binding);
  for (const ExprId id : walker.Postorder(roots)) {
    if (pool.op(id) == expr::Op::Local) uses[pool.position(id)] = true;
  }
}

}  // namespace

auto InitialisationOrder(const expr::Pool& pool, const FunctionBody& body) -> std::vector<uint32_t> {
  const size_t n = body.variables.size();
  std::vector<uint32_t> order;
  expr::Walker walker(pool);
  std::vector<std::vector<bool>> uses(n, std::vector<bool>(n, false));
  std::vector<bool> is_done(n, false);
  for (size_t k = 0; k < n; ++k) {
    is_done[k] = k < body.n_inputs;
    if (!is_done[k]) MarkUses(body.variables[k], pool, walker, uses[k]);
  }
  const auto is_ready = [&](uint32_t k) {
    for (uint32_t j = 0; j < n; ++j) {
      if (uses[k][j] && j != k && !is_done[j]) return false;
    }
    return true;
  };
  while (order.size() < n - body.n_inputs) {
    std::optional<uint32_t> chosen;
    for (uint32_t k = body.n_inputs; k < n; ++k) {
      if (is_done[k]) continue;
      if (!chosen) chosen = k;
      if (!is_ready(k)) continue;
      chosen = k;
      break;
    }
    is_done[*chosen] = true;
    order.push_back(*chosen);
  }
  return order;
}

}  // namespace kerf::flat
