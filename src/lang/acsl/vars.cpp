// Variables of the flat model.
#include <cstdlib>

#include "lang/acsl/flattener.h"

namespace kerf::acsl {

using flat::Variability;

namespace {

KERF_DIAG(AcslValueCount, Error, "`{}` has {} elements, but {} values", std::string_view, size_t, size_t);

}  // namespace

auto Flattener::OriginAt(Span span) -> flat::OriginId {
  return model_.world->origins.Add({span, flat::MadeBy::Source, {}});
}

auto Flattener::Ref(VarId var) -> ExprId { return pool_.Var(var, model_.vars[var].type); }

auto Flattener::Zero(expr::Kind kind) -> ExprId {
  if (kind == expr::Kind::Boolean) return pool_.Boolean(false);
  return kind == expr::Kind::Integer ? pool_.Integer(0) : pool_.Real(0);
}

auto Flattener::AddVar(NameId name, expr::Kind kind, Variability variability, Span span) -> VarId {
  flat::Var var;
  flat::World& world = *model_.world;
  var.path = world.paths.Child(base::PathStore::kRoot, world.names.Intern(program_.names.Written(name)));
  const Symbol& symbol = SymbolOf(name);
  var.type = {kind, symbol.dims.empty() ? expr::kScalar : pool_.shapes().Make(symbol.dims), 0};
  // Only Reals can change between events.
  var.variability = kind != expr::Kind::Real && variability == Variability::Continuous ? Variability::Discrete
                                                                                       : variability;
  var.origin = OriginAt(span);
  var.is_protected = symbol.is_hidden;
  return model_.vars.Add(var);
}

void Flattener::SetStart(VarId var, ExprId start, bool is_fixed) {
  flat::Attributes attributes;
  attributes.start = start;
  attributes.fixed = is_fixed;
  const bool is_parameter = model_.vars[var].variability == Variability::Parameter;
  if (is_fixed || is_parameter) attributes.fixed_value = pool_.Boolean(is_fixed);
  model_.vars[var].attributes = model_.attributes.Add(attributes);
}

auto Flattener::HiddenVar(std::string_view wanted, expr::Kind kind, Variability variability, ExprId start,
                          Span span) -> ExprId {
  const NameId name = Hidden(wanted, span);
  Symbol& symbol = SymbolOf(name);
  symbol.role = variability == Variability::Discrete ? Role::Discrete : Role::Algebraic;
  symbol.kind = kind;
  symbol.var = AddVar(name, kind, variability, span);
  if (start.has_value()) SetStart(symbol.var, start, variability == Variability::Discrete);
  if (variability == Variability::Parameter) symbol.role = Role::Computed;
  return Ref(symbol.var);
}

// A constant that changes during the run begins with what was given for it from outside, elements `x[i,j]`
// one by one; true if something was.
auto Flattener::TakeGiven(const Symbol& symbol, std::vector<double>& values) -> bool {
  if (symbol.role != Role::Discrete && symbol.role != Role::Computed) return false;
  bool has_any = false;
  for (size_t k = 0; k < options_.values.size(); ++k) {
    const auto& [given, value] = options_.values[k];
    const size_t bracket = given.find('[');
    if (program_.names.Find(given.substr(0, bracket)) != symbol.name) continue;
    if (bracket == std::string::npos) {
      values.assign(values.size(), value);
    } else {
      size_t place = 0;
      size_t stride = 1;
      size_t at = bracket;
      for (const int32_t size : symbol.dims) {
        if (at == std::string::npos) break;
        place +=
            stride * static_cast<size_t>(std::max(0.0, std::strtod(given.c_str() + at + 1, nullptr) - 1));
        stride *= static_cast<size_t>(size);
        at = given.find(',', at + 1);
      }
      if (place >= values.size()) continue;
      values[place] = value;
    }
    taken_.insert(k);
    has_any = true;
  }
  return has_any;
}

// The declared value, or nothing.
auto Flattener::ConstantValue(const Symbol& symbol) -> ExprId {
  if (symbol.setting && symbol.kind == expr::Kind::Boolean) return pool_.Boolean(*symbol.setting != 0);
  if (symbol.setting) return pool_.Real(*symbol.setting);
  if (!symbol.constant) return {};
  const Constant& constant = program_.constants[*symbol.constant];
  const auto one = [&](double value) {
    if (symbol.kind == expr::Kind::Boolean) return pool_.Boolean(value != 0);
    if (symbol.kind == expr::Kind::Integer) return pool_.Integer(static_cast<int64_t>(value));
    return pool_.Real(value);
  };
  if (constant.is_fixed) return one(fixed_values_[constant.name]);
  size_t count = 1;
  for (const int32_t size : symbol.dims) count *= static_cast<size_t>(size);
  std::vector<double> values = constant.values;
  if (values.size() == 1) values.assign(count, values[0]);
  if (values.size() != count) {
    emitter_.Emit(constant.span, AcslValueCount, program_.names.Written(constant.name), count, values.size());
    return {};
  }
  const bool is_given = TakeGiven(symbol, values);
  if (symbol.dims.empty()) {
    const bool is_spelled =
        !is_given && symbol.kind == expr::Kind::Real && constant.text.has_value() && values.size() == 1;
    return is_spelled ? pool_.Spelled(values[0], program_.names.lower[constant.text]) : one(values[0]);
  }
  // The first subscript runs fastest, as in Fortran: element (i, j) is value i + n*j.
  std::vector<ExprId> level;
  for (const double value : values) level.push_back(one(value));
  return Stack(level, symbol.dims);
}

// Rows of rows: the last subscript is the innermost of a nested array.
auto Flattener::Stack(const std::vector<ExprId>& values, const std::vector<int32_t>& dims) -> ExprId {
  std::vector<ExprId> level(values.size());
  // From the order of Fortran to the one in which the last subscript runs fastest.
  for (size_t k = 0; k < values.size(); ++k) {
    size_t rest = k;
    size_t to = 0;
    for (size_t d = dims.size(); d > 0; --d) {
      size_t stride = 1;
      for (size_t e = 0; e + 1 < d; ++e) stride *= static_cast<size_t>(dims[e]);
      size_t place = 1;
      for (size_t e = d; e < dims.size(); ++e) place *= static_cast<size_t>(dims[e]);
      to += rest / stride * place;
      rest %= stride;
    }
    level[to] = values[k];
  }
  for (size_t d = dims.size(); d > 0; --d) {
    const auto size = static_cast<size_t>(dims[d - 1]);
    std::vector<ExprId> outer;
    for (size_t k = 0; k < level.size(); k += size)
      outer.push_back(pool_.Make(expr::Op::Array, std::span(level).subspan(k, size)));
    level = std::move(outer);
  }
  return level[0];
}

void Flattener::MakeVar(Symbol& symbol) {
  if (symbol.var.has_value() || symbol.kind == expr::Kind::Text) return;
  switch (symbol.role) {
    case Role::Unknown:
    case Role::Time:    return;
    case Role::Fixed:
      symbol.var = AddVar(symbol.name, symbol.kind, Variability::Constant, symbol.span);
      model_.vars[symbol.var].binding = ConstantValue(symbol);
      return;
    case Role::Parameter:
      symbol.var = AddVar(symbol.name, symbol.kind, Variability::Parameter, symbol.span);
      model_.vars[symbol.var].binding = ConstantValue(symbol);
      if (options_.is_for_readers && symbol.setting) model_.vars[symbol.var].is_hidden = true;
      return;
    case Role::State:
    case Role::Algebraic:
      symbol.var = AddVar(symbol.name, symbol.kind, Variability::Continuous, symbol.span);
      return;
    case Role::Discrete:
    case Role::Computed: {
      const bool is_computed = symbol.role == Role::Computed;
      symbol.var = AddVar(symbol.name, symbol.kind,
                          is_computed ? Variability::Parameter : Variability::Discrete, symbol.span);
      const ExprId value = ConstantValue(symbol);
      if (options_.is_for_readers && symbol.name == program_.names.Find(kRunAgain))
        model_.vars[symbol.var].is_hidden = true;
      // What INITIAL computes needs no start of its own.
      SetStart(symbol.var, value.has_value() ? value : Zero(symbol.kind), symbol.n_in_initial == 0);
      return;
    }
  }
}

}  // namespace kerf::acsl
