// The pass scalarise: flat → dae.
#include <algorithm>

#include "base/next_index.h"
#include "transform/expand_arrays.h"
#include "transform/passes.h"
#include "transform/scalarise_model.h"

namespace kerf::transform {

namespace {

using expr::Op;

KERF_DIAG(SubscriptOutOfRange, Error, "subscript {} is outside 1…{}", int64_t, int32_t);
KERF_DIAG(
    IndexNotFixed, Error,
    "a subscript must be known before the run: it may depend on loop indices and structure parameters only");
KERF_DIAG(BadMatrixPower, Error, "a matrix can be raised to a whole number from 0 to 64 only");
KERF_DIAG(EquationSizes, Error, "the sides of the equation have {} and {} elements", size_t, size_t);
KERF_NOTE(InFamily, "with {}", std::string);

class Scalariser {
 public:
  Scalariser(Work& work, PassContext& context)
      : flat_(work.flat),
        dae_(work.dae),
        pool_(work.flat.world->pool),
        context_(context),
        expander_(pool_, scalar_of_) {}

  void Run() {
    dae_.world = flat_.world;
    dae_.name = flat_.name;
    AddVars();
    AddBindings();
    for (const flat::EquationId id : flat_.equations.ids()) AddEquation(id);
    for (const flat::Assertion& assertion : flat_.assertions) AddAssertion(assertion);
  }

 private:
  void AddVars() {
    scalar_of_.resize(flat_.vars.size());
    for (const VarId id : flat_.vars.ids()) {
      const flat::Var& var = flat_.vars[id];
      scalar_of_[id.index] = VarId{dae_.vars.size()};
      has_arrays_ = has_arrays_ || var.type.shape != expr::kScalar;
      AddElements(var);
    }
    // Arrays may also be made of scalars: sum({a, b}).
    for (uint32_t k = 0; k < pool_.size() && !has_arrays_; ++k)
      has_arrays_ = pool_[ExprId{k}].shape != expr::kScalar;
    for (const VarId id : flat_.vars.ids()) {
      const VarId lower = flat_.vars[id].derivative_of;
      if (lower.has_value())
        LinkDerivative(scalar_of_[id.index], scalar_of_[lower.index],
                       pool_.shapes().count(flat_.vars[id].type.shape));
    }
  }

  void AddElements(const flat::Var& var) {
    dae::Var scalar = ScalarOf(var);
    const auto dims = pool_.shapes().dims(var.type.shape);
    if (dims.empty()) {
      scalar.path = var.path;
      dae_.vars.Add(scalar);
      return;
    }
    base::PathStore& paths = flat_.world->paths;
    const base::PathNode node = paths[var.path];
    const uint32_t count = pool_.shapes().count(var.type.shape);
    std::vector<int32_t> subscripts(dims.size(), 1);
    const std::vector<int32_t> sizes(dims.begin(), dims.end());
    for (uint32_t k = 0; k < count; ++k) {
      scalar.path = paths.Child(node.parent, node.name, subscripts);
      dae_.vars.Add(scalar);
      base::NextIndex(subscripts, sizes);
    }
  }

  void LinkDerivative(VarId derivative, VarId lower, uint32_t count) {
    for (uint32_t k = 0; k < count; ++k) {
      const VarId d{derivative.index + k};
      const VarId x{lower.index + k};
      dae_.vars[d].derivative_of = x;
      dae_.vars[x].derivative = d;
      if (dae_.vars[x].kind == dae::VarKind::Algebraic) dae_.vars[x].kind = dae::VarKind::State;
    }
  }

  void AddBindings() {
    for (const VarId id : flat_.vars.ids()) {
      const flat::Var& var = flat_.vars[id];
      if (var.binding.has_value()) SetElements(id, var.binding, &dae::Var::binding);
      if (!var.attributes.has_value()) continue;
      const flat::Attributes& attributes = flat_.attributes[var.attributes];
      if (attributes.start.has_value()) SetElements(id, attributes.start, &dae::Var::start);
      if (attributes.nominal.has_value()) SetElements(id, attributes.nominal, &dae::Var::nominal);
    }
  }

  void SetElements(VarId flat_var, ExprId value, ExprId dae::Var::* member) {
    const uint32_t count = pool_.shapes().count(flat_.vars[flat_var].type.shape);
    const auto elements = ExpandAt(value, flat_.vars[flat_var].origin);
    if (elements.empty()) return;
    for (uint32_t k = 0; k < count; ++k) {
      // A scalar value goes to every element.
      dae_.vars[VarId{scalar_of_[flat_var.index].index + k}].*member = elements[elements.size() == 1 ? 0 : k];
    }
  }

  // All elements at the present point of the domain, or none after a diagnostic.
  auto ExpandAt(ExprId id, flat::OriginId origin) -> std::vector<ExprId> {
    if (!has_arrays_ && indices_.empty() && pool_[id].shape == expr::kScalar) return {id};
    auto elements = expander_.Expand(id);
    const diag::Span span = origin.has_value() ? flat_.world->origins[origin].span : diag::Span{};
    switch (expander_.error()) {
      case ExpandError::None:            break;
      case ExpandError::IndexOutOfRange: {
        auto builder =
            context_.diag.Emit(span, SubscriptOutOfRange, expander_.bad_index(), expander_.bad_size());
        if (!indices_.empty()) builder.Note({}, InFamily, PointText());
        break;
      }
      case ExpandError::IndexNotFixed: context_.diag.Emit(span, IndexNotFixed); break;
      case ExpandError::MatrixPower:   context_.diag.Emit(span, BadMatrixPower); break;
    }
    return elements;
  }

  void AddEquation(flat::EquationId id) {
    const flat::Equation& equation = flat_.equations[id];
    ForEachPoint(equation.domain, [&] { return AddElementsOf(id, equation); });
  }

  auto AddElementsOf(flat::EquationId id, const flat::Equation& equation) -> bool {
    const auto lhs = ExpandAt(equation.lhs, equation.origin);
    const auto rhs = ExpandAt(equation.rhs, equation.origin);
    if (expander_.error() != ExpandError::None) return false;
    if (lhs.size() != rhs.size()) {
      context_.diag.Emit(flat_.world->origins[equation.origin].span, EquationSizes, lhs.size(), rhs.size());
      return false;
    }
    for (size_t k = 0; k < lhs.size(); ++k) {
      dae::Equation scalar{lhs[k], rhs[k], equation.owner, equation.origin, dae::Equation::kNoOutput, id};
      const size_t n_outputs = pool_.op(lhs[k]) == Op::Tuple ? pool_.operands(lhs[k]).size() : 0;
      if (n_outputs == 0) dae_.equations.Add(scalar);
      for (size_t output = 0; output < n_outputs; ++output) {
        scalar.output = static_cast<uint32_t>(output);
        dae_.equations.Add(scalar);
      }
    }
    return true;
  }

  void AddAssertion(const flat::Assertion& assertion) {
    ForEachPoint(assertion.domain, [&] {
      const auto condition = ExpandAt(assertion.condition, assertion.origin);
      if (condition.empty()) return false;
      dae_.assertions.push_back(
          {condition[0], assertion.owner, assertion.origin, !assertion.is_warning, assertion.message});
      return true;
    });
  }

  // Calls body() for each point of the domain, until it gives false.
  template <typename Body>
  void ForEachPoint(flat::DomainId domain, Body body) {
    if (!domain.has_value()) {
      body();
      return;
    }
    iterations_ = flat_.domains[domain].iterations;
    for (const auto& iteration : iterations_) {
      if ((iteration.step > 0) ? iteration.first > iteration.last : iteration.first < iteration.last) return;
    }
    for (const auto& iteration : iterations_) indices_.push_back(iteration.first);
    for (bool more = true; more; more = more && NextPoint()) {
      expander_.SetIndices(indices_);
      more = body();
    }
    indices_.clear();
    expander_.SetIndices({});
  }

  auto NextPoint() -> bool {
    for (size_t d = indices_.size(); d-- > 0;) {
      const flat::Iteration& iteration = iterations_[d];
      indices_[d] += iteration.step;
      if (iteration.step > 0 ? indices_[d] <= iteration.last : indices_[d] >= iteration.last) return true;
      indices_[d] = iteration.first;
    }
    return false;
  }

  [[nodiscard]] auto PointText() const -> std::string {
    std::string text;
    for (size_t d = 0; d < indices_.size(); ++d) {
      text +=
          fmt::format("{}{} = {}", d == 0 ? "" : ", ", flat_.world->names[iterations_[d].name], indices_[d]);
    }
    return text;
  }

  const flat::Model& flat_;
  dae::Dae& dae_;
  expr::Pool& pool_;
  PassContext& context_;
  std::vector<VarId> scalar_of_;
  ArrayExpander expander_;
  bool has_arrays_ = false;
  // The present point of the domain being expanded.
  std::vector<flat::Iteration> iterations_;
  std::vector<int32_t> indices_;
};

}  // namespace

auto Scalarise(Work& work, PassContext& context) -> Status {
  const uint32_t errors = context.diag.n_errors();
  if (!work.flat.is_listed_as_written || NeedsSymbols(work.flat)) {
    ModelScalariser(work, context).Run();
  } else {
    Scalariser(work, context).Run();
  }
  return context.diag.n_errors() == errors ? Status::Ok : Status::Failed;
}

}  // namespace kerf::transform
