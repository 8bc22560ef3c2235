// Calls of functions in the spelling of Fortran.
#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

namespace {

using expr::Op;
using expr::Pool;

KERF_DIAG(FortranArgumentCount, Error, "`{}` takes {}{} but is given {} arguments", std::string_view,
          std::string_view, uint32_t, uint32_t);
KERF_DIAG(FortranArgumentShape, Error, "`{}` works on scalars alone", std::string_view);

}  // namespace

auto ClassBuilder::FortranCall(const Node& node, const FortranFunction& function,
                               std::span<const ExprId> arguments) -> ExprId {
  if (node.c < function.min_arguments || node.c > function.max_arguments) {
    const bool is_open = function.max_arguments > function.min_arguments;
    emitter_.Emit(node.span, FortranArgumentCount, function.name, is_open ? "at least " : "",
                  function.min_arguments, node.c);
    return Pool::kError;
  }
  for (const ExprId argument : arguments) {
    if (pool_.type(argument).shape == expr::kScalar) continue;
    emitter_.Emit(node.span, FortranArgumentShape, function.name);
    return Pool::kError;
  }
  // Listings and programs in other languages show the function as it was written.
  if (elab_.options.keeps_calls)
    return pool_.Call(elab_.FunctionOf(elab_.world.names.Intern(function.name), 1), arguments);
  ExprId made = arguments[0];
  switch (function.form) {
    case FortranForm::Unary: made = pool_.Unary(function.op, made); break;
    case FortranForm::Bound:
      made = pool_.Binary(Op::Max, made, pool_.Binary(Op::Min, arguments[1], arguments[2]));
      break;
    case FortranForm::Fold:
      for (size_t k = 1; k < arguments.size(); ++k) made = pool_.Binary(function.op, made, arguments[k]);
      break;
  }
  // They are evaluated as they stand: `sqrt(AMAX1(e,0.0))` never sees a negative e on the way to an event.
  return pool_.Typed(Op::NoEvent, pool_.type(made), {made});
}

}  // namespace kerf::dymola
