// How equations are named in messages.
#include "transform/work.h"

#include "dae/print.h"

namespace kerf::transform {

auto RunPasses(std::initializer_list<std::string_view> passes, Work& work, PassContext& context) -> Status {
  for (const std::string_view pass : passes) {
    if (const Status status = context.runner.Run(pass, work, context); status != Status::Ok) return status;
  }
  return Status::Ok;
}

auto OwnerName(const dae::Dae& dae, base::PathId owner) -> std::string {
  if (owner == base::PathStore::kRoot) return std::string(dae.world->names[dae.name]);
  return dae.world->paths.Render(owner);
}

auto EquationText(const dae::Dae& dae, EqnId equation) -> std::string {
  return fmt::format("`{}` in {}", dae::EquationText(dae, equation),
                     OwnerName(dae, dae.equations[equation].owner));
}

auto SpanOf(const dae::Dae& dae, EqnId equation) -> diag::Span {
  flat::OriginId origin = dae.equations[equation].origin;
  while (origin.has_value() && !dae.world->origins[origin].span.has_value())
    origin = dae.world->origins[origin].parent;
  return origin.has_value() ? dae.world->origins[origin].span : diag::Span{};
}

}  // namespace kerf::transform
