// Partial derivatives of functions as classes: `function f_x = der(f, x)` (section 12.7.2).
#include "lang/modelica/inst/elaborate.h"

namespace kerf::modelica {

namespace {

using expr::Kind;

KERF_DIAG(DerivativeOfClass, Error, "`{}` is no function that could be differentiated", std::string);
KERF_DIAG(DerivativeInput, Error, "`{}` has no scalar Real input `{}`", std::string, std::string);
KERF_DIAG(FunctionNotDifferentiable, Error, "`{}` cannot be differentiated by `{}`: {}", std::string,
          std::string, std::string);

}  // namespace

// The position of the input that `part` names.
auto Elaborator::DerivativeInputOf(const flat::FunctionBody& body, NodeRef part, const std::string& name)
    -> std::optional<uint32_t> {
  const NameId wanted = program_.NameOf(part);
  for (uint32_t k = 0; k < body.n_inputs; ++k) {
    const flat::Local& input = body.variables[k];
    if (input.name == wanted && input.type.kind == Kind::Real && input.type.shape == expr::kScalar) return k;
  }
  emitter_.Emit(program_.SpanOf(part), DerivativeInput, name, std::string(part.token_text()));
  return std::nullopt;
}

auto Elaborator::MakeDerivative(ClassElem* elem, NodeRef der) -> std::unique_ptr<flat::FunctionBody> {
  const NodeRef ref = der.child();
  ClassElem* base = instances_.LookupClass(ref, elem->enclosing);
  if (base == nullptr) return nullptr;
  const Restriction restriction = instances_.Deref(base)->shape->restriction;
  if (restriction != Restriction::Function && restriction != Restriction::OperatorFunction) {
    emitter_.Emit(program_.SpanOf(ref), DerivativeOfClass, std::string(ref.text()));
    return nullptr;
  }
  const FunctionId function = FunctionOf(base);
  if (!function.has_value()) return nullptr;
  auto body = std::make_unique<flat::FunctionBody>(*world_.bodies[world_.functions[function].body]);
  for (NodeRef part = ref.next(); part.has_value(); part = part.next()) {
    const auto input = DerivativeInputOf(*body, part, std::string(ref.text()));
    if (!input) return nullptr;
    auto made = differentiator_.Partial(*body, *input);
    if (!made) {
      emitter_.Emit(program_.SpanOf(der), FunctionNotDifferentiable, std::string(ref.text()),
                    std::string(part.token_text()), differentiator_.why());
      return nullptr;
    }
    *body = std::move(*made);
  }
  return body;
}

auto Elaborator::DerivativeFunction(ClassElem* elem, NodeRef der) -> FunctionId {
  auto body = MakeDerivative(elem, der);
  if (body == nullptr) {
    elem->function_progress = Progress::Failed;
    return {};
  }
  flat::Function function;
  function.name = world_.names.Intern(program_.FullName(elem->shape->cls));
  function.n_outputs = body->n_outputs;
  function.body = static_cast<uint32_t>(world_.bodies.size());
  body->origin = OriginOf(elem->shape->def);
  world_.bodies.push_back(std::move(body));
  elem->function = world_.functions.Add(function);
  elem->function_progress = Progress::Done;
  return elem->function;
}

}  // namespace kerf::modelica
