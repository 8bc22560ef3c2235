// The pass apply_inputs: inputs that the user gives become equations u = expression, or u = table(time).
#include <algorithm>

#include "expr/parse.h"
#include "model/compiled_model.h"
#include "transform/passes.h"

namespace kerf::transform {

namespace {

KERF_DIAG(BadInputExpression, Error, "--input {}: {}: `{}`, at character {}", std::string, std::string,
          std::string, size_t);
KERF_DIAG(NoSuchInput, Error, "there is no input `{}` in {}{}", std::string, std::string, std::string);
KERF_DIAG(NotAnInput, Error, "`{}` is not an input: the equations of the model give its value", std::string);
KERF_DIAG(NoDirection, Error,
          "`{}` cannot be an input of the linear model: it is no continuous input or parameter", std::string);

void EmitNoSuchInput(const Work& work, PassContext& context, const std::string& name) {
  const std::string nearest = dae::NearestName(work.dae, name);
  context.diag.Emit({}, NoSuchInput, name, std::string(work.dae.world->names[work.dae.name]),
                    nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest));
}

void ApplyInput(Work& work, PassContext& context, const GivenInput& input) {
  dae::Dae& dae = work.dae;
  const VarId var = dae::FindVar(dae, input.name);
  if (!var.has_value()) return EmitNoSuchInput(work, context, input.name);
  if (dae.vars[var].kind != dae::VarKind::Input) {
    context.diag.Emit({}, NotAnInput, input.name);
    return;
  }
  expr::Pool& pool = dae.world->pool;
  ExprId value;
  if (input.is_table) {
    const std::array<ExprId, 1> time = {pool.Time()};
    value = pool.Call(dae.world->FunctionNamed(dae.world->names.Intern(model::TableFunctionName(input.name))),
                      time);
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

// All inputs that have no value are looked up, so that whoever runs the model gives them.
void OpenInputs(Work& work, PassContext& context) {
  const std::vector<GivenValue>& values = context.options.values;
  for (const VarId id : work.dae.vars.ids()) {
    if (work.dae.vars[id].kind != dae::VarKind::Input) continue;
    const std::string name = dae::FullName(work.dae, id);
    if (std::ranges::count(values, name, &GivenValue::name) == 0) ApplyInput(work, context, {name, "", true});
  }
}

auto IsDirection(const dae::Var& var) -> bool {
  return var.type == expr::Kind::Real && !var.is_discrete &&
         (var.kind == dae::VarKind::Input || var.kind == dae::VarKind::Parameter);
}

void NoteDirections(Work& work, PassContext& context) {
  const dae::Dae& dae = work.dae;
  if (context.options.directions.empty()) {
    for (const VarId id : dae.vars.ids()) {
      if (dae.vars[id].kind == dae::VarKind::Input && IsDirection(dae.vars[id]))
        work.directions.push_back(id);
    }
  }
  for (const std::string& name : context.options.directions) {
    const std::vector<VarId> vars = dae::FindVars(dae, name);
    if (vars.empty()) EmitNoSuchInput(work, context, name);
    for (const VarId id : vars) {
      if (IsDirection(dae.vars[id])) {
        work.directions.push_back(id);
      } else {
        context.diag.Emit({}, NoDirection, dae::FullName(dae, id));
      }
    }
  }
}

}  // namespace

auto ApplyInputs(Work& work, PassContext& context) -> Status {
  const uint32_t errors = context.diag.n_errors();
  work.directions.clear();
  if (context.options.has_directions) NoteDirections(work, context);
  bool is_open = false;
  for (const GivenInput& input : context.options.inputs) {
    const bool is_for_all = input.is_table && input.name == kAllInputs;
    is_open = is_open || is_for_all;
    if (!is_for_all) ApplyInput(work, context, input);
  }
  if (is_open) OpenInputs(work, context);
  return context.diag.n_errors() == errors ? Status::Ok : Status::Failed;
}

}  // namespace kerf::transform
