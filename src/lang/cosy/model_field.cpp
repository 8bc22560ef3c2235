// Partial differential equations in one space variable by the method of lines: an array of states on a grid
// of equal distances, derivatives in space by formulas of 3, 5 or 7 points, and at each end b1 u_x + b2 u =
// b3, where the b may change at events (Cellier 1979, ch. V; the master scheme is that of FORSIM-V).
//
// Where b1 is 0 the value at the end is prescribed: formulas use it in place of the state, which stands still
// and takes it over at events. Where it is not, the slope is known, and the second derivative at the end uses
// it. An end without condition is a point like others, with formulas of one side: what flows out there is
// decided inside.
#include <algorithm>

#include "lang/cosy/model_builder.h"
#include "process/differences.h"

namespace kerf::cosy {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(CosyFieldArray, Error, "a field is an array of STATE with a point for each element; `{}` is none",
          std::string);
KERF_DIAG(CosyFieldSize, Error,
          "the fields of a PDE have the same number of points, {} at least for formulas of {}; `{}` has {}",
          int, int, std::string, uint32_t);
KERF_DIAG(CosyFormulaPoints, Error, "a formula has 3, 5 or 7 points, not {}", double);
KERF_DIAG(CosyFieldEnds, Error, "a field lies between two different ends, and this one from {} to {}", double,
          double);
KERF_DIAG(CosyBoundaryMissing, Error, "`{}` needs one condition at its {} end: {} {}: b1, b2, b3",
          std::string, std::string_view, std::string_view, std::string);
KERF_DIAG(CosyFieldEquation, Error,
          "an equation of a PDE gives the time derivative of a field or the value of an array of its size");
KERF_DIAG(CosyFieldDerivative, Error, "DX and DXX are derivatives of a field by name, DX({})",
          std::string_view);
KERF_DIAG(CosyTransportDerivative, Error,
          "DXUP and DXLIM are derivatives of a field by name, seen against a velocity: DXUP({}, C)",
          std::string_view);

}  // namespace

void ModelBuilder::AddField(const PlacedEquation& placed) {
  if (!ReadFieldSymbols(placed)) return;
  AddBoundaries(placed);
  split_ = placed.equation->split.has_value() ? LowerReal(placed.equation->split, *placed.scope) : ExprId{};
  if (!translator_.HasFailed()) AddFieldEquations(placed);
  if (!translator_.HasFailed() && split_.has_value()) AddPassings(placed);
  point_ = -1;
}

auto ModelBuilder::ReadFieldSymbols(const PlacedEquation& placed) -> bool {
  const Equation& equation = *placed.equation;
  const Scope& scope = *placed.scope;
  lines_.clear();
  const double formula = equation.tolerance.has_value() ? translator_.Constant(equation.tolerance, scope) : 3;
  if (formula != 3 && formula != 5 && formula != 7) {
    emitter_.Emit(equation.span, CosyFormulaPoints, formula);
    return false;
  }
  n_formula_ = static_cast<int>(formula);
  lower_ = translator_.Constant(equation.left, scope);
  const double upper = translator_.Constant(equation.right, scope);
  if (!(upper > lower_)) {
    emitter_.Emit(equation.span, CosyFieldEnds, lower_, upper);
    return false;
  }
  for (const Association& field : equation.outputs) {
    const Symbol* symbol = translator_.Resolve(scope, field.actual, field.span);
    if (symbol == nullptr) return false;
    if (!symbol->is_array || symbol->type != Tok::State || symbol->kind != SymbolKind::Variable) {
      emitter_.Emit(field.span, CosyFieldArray, symbol->name);
      return false;
    }
    if (lines_.empty()) n_line_ = static_cast<int>(symbol->size);
    if (static_cast<int>(symbol->size) != n_line_ || n_line_ < n_formula_) {
      emitter_.Emit(field.span, CosyFieldSize, n_formula_, n_formula_, symbol->name, symbol->size);
      return false;
    }
    states_[symbol].assign(symbol->size, true);
    VarOf(*symbol, field.span);
    lines_.push_back({symbol, {}});
    translator_.out().fields.push_back({symbol->name, symbol->index, symbol->size, n_formula_, lower_, upper,
                                        field.span, equation.split.has_value()});
  }
  spacing_ = (upper - lower_) / (n_line_ - 1);
  return true;
}

// The value at each end is a variable of its own, which the program reads in place of the state.
void ModelBuilder::AddBoundaries(const PlacedEquation& placed) {
  const Equation& equation = *placed.equation;
  for (Line& line : lines_) {
    for (size_t e = 0; e < 2; ++e) {
      const bool is_upper = e == 1;
      const auto fits = [&](const Boundary& boundary) {
        return placed.scope->Find(boundary.field) == line.symbol && boundary.is_upper == is_upper;
      };
      if (std::ranges::count_if(equation.boundaries, fits) != 1) {
        emitter_.Emit(equation.span, CosyBoundaryMissing, line.symbol->name, is_upper ? "upper" : "lower",
                      is_upper ? "UPPER" : "LOWER", line.symbol->name);
        return;
      }
      const Boundary& boundary = *std::ranges::find_if(equation.boundaries, fits);
      End& end = line.ends[e];
      end.is_free = boundary.is_free;
      const auto lower = [&](NodeId node) {
        return boundary.is_free ? pool_.Real(1) : LowerReal(node, *placed.scope);
      };
      end.slope = lower(boundary.slope);
      end.value = lower(boundary.value);
      end.right = lower(boundary.right);
      if (end.slope == Pool::kError || end.value == Pool::kError || end.right == Pool::kError) return;
      const std::string name = line.symbol->name + (is_upper ? "_upper" : "_lower");
      end.var = AddVar(name, Kind::Real, flat::Variability::Continuous, nullptr);
      part_.model.vars[end.var].origin = OriginAt(boundary.span);
      if (translator_.IsRead(*line.symbol)) part_.model.vars[end.var].causality = flat::Causality::Output;
      const int point = is_upper ? n_line_ - 1 : 0;
      const ExprId state = ElementOf(Ref(vars_.at(line.symbol)), pool_.Integer(point + 1));
      const ExprId zero = pool_.Real(0);
      const ExprId is_prescribed = pool_.Binary(Op::Equal, end.slope, zero);
      const ExprId divisor = pool_.If(pool_.Binary(Op::Equal, end.value, zero), pool_.Real(1), end.value);
      const ExprId value = pool_.If(is_prescribed, pool_.Div(end.right, divisor), state);
      AddEquation(Ref(end.var), end.is_free ? state : value, boundary.span);
      const std::string element = fmt::format("{}[{}]", line.symbol->name, point + 1);
      for (process::Binding& binding : part_.bindings) {
        if (binding.variable == element) binding.read = name;
      }
    }
  }
}

// The value of an array at a point; of a field at its ends what the conditions say.
auto ModelBuilder::LineValue(const Symbol& symbol, int point) -> ExprId {
  const auto line = std::ranges::find(lines_, &symbol, &Line::symbol);
  if (line != lines_.end() && point == 0) return Ref(line->ends[0].var);
  if (line != lines_.end() && point == n_line_ - 1) return Ref(line->ends[1].var);
  const VarId var = VarOf(symbol, symbol.span);
  return var.has_value() ? ElementOf(Ref(var), pool_.Integer(point + 1)) : Pool::kError;
}

auto ModelBuilder::FindEnd(const Symbol& symbol) const -> const End* {
  const bool is_end = point_ == 0 || point_ == n_line_ - 1;
  const auto line = std::ranges::find(lines_, &symbol, &Line::symbol);
  if (!is_end || line == lines_.end()) return nullptr;
  const End& end = line->ends[point_ == 0 ? 0 : 1];
  return end.is_free ? nullptr : &end;
}

// At the point at work. At an end with a known slope that slope is used.
auto ModelBuilder::LineDerivative(const Symbol& symbol, int order) -> ExprId {
  const ExprId plain = SplitDerivative(symbol, order, n_formula_, {});
  if (order == 1) return AtEnd(symbol, plain);
  const End* end = FindEnd(symbol);
  if (end == nullptr) return plain;
  const ExprId is_prescribed = pool_.Binary(Op::Equal, end->slope, pool_.Real(0));
  // One point less, since the slope tells as much as a point.
  return pool_.If(is_prescribed, plain,
                  SplitDerivative(symbol, order, n_formula_ - 1, AtEnd(symbol, pool_.Real(0))));
}

// The first derivative: at an end with a known slope that slope, elsewhere what the formula says.
auto ModelBuilder::AtEnd(const Symbol& symbol, ExprId plain) -> ExprId {
  const End* end = FindEnd(symbol);
  if (end == nullptr) return plain;
  const ExprId is_prescribed = pool_.Binary(Op::Equal, end->slope, pool_.Real(0));
  const ExprId divisor = pool_.If(is_prescribed, pool_.Real(1), end->slope);
  const ExprId slope = pool_.Div(pool_.Sub(end->right, pool_.Mul(end->value, Ref(end->var))), divisor);
  return pool_.If(is_prescribed, plain, slope);
}

// Whether the grid is fine enough is looked at for what formulas are used on. An array that is no field, such
// as a flow, may be one of them.
void ModelBuilder::NoteDifferentiated(const Symbol& symbol, int order, bool is_biased, Span span) {
  if (symbol.kind != SymbolKind::Variable) return;
  auto& fields = translator_.out().fields;
  auto field = std::ranges::find(fields, symbol.index, &process::Field::first);
  if (field == fields.end())
    field = fields.insert(fields.end(), {symbol.name, symbol.index, symbol.size, n_formula_, lower_,
                                         lower_ + spacing_ * (n_line_ - 1), span, split_.has_value()});
  field->is_differentiated[order - 1] = true;
  field->is_biased = field->is_biased || is_biased;
}

auto ModelBuilder::TryFieldCall(const Node& node, const Scope& scope) -> ExprId {
  const std::string_view name = translator_.Lower(node.name);
  const bool is_transport = name == "dxup" || name == "dxlim";
  const Node* argument =
      node.operands.size() == (is_transport ? 2 : 1) ? &program_.nodes[node.operands[0]] : nullptr;
  const Symbol* symbol =
      argument != nullptr && argument->kind == NodeKind::Name ? scope.Find(argument->name) : nullptr;
  const bool is_field = symbol != nullptr && symbol->is_array && static_cast<int>(symbol->size) == n_line_;
  if (!is_field) {
    emitter_.Emit(node.span, is_transport ? CosyTransportDerivative : CosyFieldDerivative,
                  lines_.empty() ? std::string_view("U") : std::string_view(lines_[0].symbol->name));
    return Pool::kError;
  }
  const int order = name == "dxx" ? 2 : 1;
  if (probed_ == symbol && !is_transport) {
    has_probed_ = has_probed_ || order == 1;
    return pool_.Real(probe_[order - 1]);
  }
  // A limiter is for fronts that no grid resolves.
  if (name != "dxlim") NoteDifferentiated(*symbol, order, is_transport, node.span);
  return is_transport ? TransportCall(node, *symbol) : LineDerivative(*symbol, order);
}

// Each equation at each point. A prescribed end does not move by itself.
void ModelBuilder::AddFieldEquations(const PlacedEquation& placed) {
  for (const Equation& equation : placed.equation->body) {
    if (equation.kind == EquationKind::Broken) continue;
    PlacedEquation inner = placed;
    inner.equation = &equation;
    const Key key = equation.kind == EquationKind::Equality ? KeyOf(inner) : Key{};
    if (key.symbol == nullptr || key.element != 0 || static_cast<int>(key.symbol->size) != n_line_ ||
        !key.symbol->is_array) {
      emitter_.Emit(equation.span, CosyFieldEquation);
      continue;
    }
    const auto line = std::ranges::find(lines_, key.symbol, &Line::symbol);
    if (key.is_derivative != (line != lines_.end())) {
      emitter_.Emit(equation.span, CosyFieldEquation);
      continue;
    }
    const VarId var = VarOf(*key.symbol, equation.span);
    for (point_ = 0; point_ < n_line_ && !translator_.HasFailed(); ++point_) {
      const ExprId element = ElementOf(Ref(var), pool_.Integer(point_ + 1));
      ExprId right = LowerReal(equation.right, *placed.scope);
      if (right == Pool::kError) break;
      if (!key.is_derivative) {
        AddEquation(element, right, equation.span);
        continue;
      }
      const bool is_end = point_ == 0 || point_ == n_line_ - 1;
      if (is_end && !line->ends[point_ == 0 ? 0 : 1].is_free) {
        const End& end = line->ends[point_ == 0 ? 0 : 1];
        right = pool_.If(pool_.Binary(Op::Equal, end.slope, pool_.Real(0)), pool_.Real(0), right);
      }
      AddEquation(pool_.Typed(Op::Der, pool_.type(element), {element}), right, equation.span);
    }
    if (key.is_derivative && !translator_.HasFailed()) AddPeclet(equation, *key.symbol, *placed.scope);
    point_ = -1;
  }
}

}  // namespace kerf::cosy
