// The pass scalarise: flat → dae.
#include "transform/passes.h"
#include "transform/scalarise_model.h"

namespace kerf::transform {

auto Scalarise(Work& work, PassContext& context) -> Status {
  const uint32_t errors = context.diag.n_errors();
  ModelScalariser(work, context).Run();
  return context.diag.n_errors() == errors ? Status::Ok : Status::Failed;
}

}  // namespace kerf::transform
