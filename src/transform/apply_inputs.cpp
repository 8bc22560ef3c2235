// The pass apply_inputs: inputs that the user gives become equations u = expression, or u = table(time).
#include "expr/parse.h"
#include "transform/passes.h"

namespace kerf::transform {

namespace {

KERF_DIAG(BadInputExpression, Error, "--input {}: {}: `{}`, at character {}", std::string, std::string,
          std::string, size_t);
KERF_DIAG(NoSuchInput, Error, "there is no input `{}` in {}{}", std::string, std::string, std::string);
KERF_DIAG(NotAnInput, Error, "`{}` is not an input: the equations of the model give its value", std::string);

void ApplyInput(Work& work, PassContext& context, const GivenInput& input) {
  dae::Dae& dae = work.dae;
  const VarId var = dae::FindVar(dae, input.name);
  if (!var.has_value()) {
    const std::string nearest = dae::NearestName(dae, input.name);
    context.diag.Emit({}, NoSuchInput, input.name, std::string(dae.world->names[dae.name]),
                      nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest));
    return;
  }
  if (dae.vars[var].kind != dae::VarKind::Input) {
    context.diag.Emit({}, NotAnInput, input.name);
    return;
  }
  expr::Pool& pool = dae.world->pool;
  ExprId value;
  if (input.is_table) {
    const std::array<ExprId, 1> time = {pool.Time()};
    value = pool.Call(dae.world->FunctionNamed(dae.world->names.Intern(TableFunctionName(input.name))), time);
  } else {
    const auto resolve = [&](std::string_view name) -> ExprId {
      const VarId other = dae::FindVar(dae, name);
      return other.has_value() ? dae::VarLeaf(dae, other) : ExprId{};
    };
    const expr::ParseResult parsed = expr::Parse(pool, input.text, resolve);
    if (!parsed.message.empty()) {
      context.diag.Emit({}, BadInputExpression, input.name, parsed.message, input.text, parsed.at + 1);
      return;
    }
    value = parsed.id;
  }
  dae.vars[var].kind = dae::VarKind::Algebraic;
  const flat::OriginId origin = dae.world->origins.Add({{}, flat::MadeBy::Input, dae.vars[var].origin});
  dae.equations.Add({dae::VarLeaf(dae, var),
                     value,
                     dae.world->paths[dae.vars[var].path].parent,
                     origin,
                     dae::Equation::kNoOutput,
                     {}});
}

}  // namespace

auto TableFunctionName(const std::string& input) -> std::string { return fmt::format("table of {}", input); }

auto ApplyInputs(Work& work, PassContext& context) -> Status {
  const uint32_t errors = context.diag.n_errors();
  for (const GivenInput& input : context.options.inputs) ApplyInput(work, context, input);
  return context.diag.n_errors() == errors ? Status::Ok : Status::Failed;
}

}  // namespace kerf::transform
