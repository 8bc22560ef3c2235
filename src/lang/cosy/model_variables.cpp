// Variables of a flat model, made when an equation first refers to them.
#include <algorithm>

#include "lang/cosy/model_builder.h"

namespace kerf::cosy {

using expr::Kind;
using flat::Variability;
using process::Role;

namespace {

KERF_DIAG(CosyNotInEquation, Error, "`{}` cannot stand in an equation: it is no number", std::string);
KERF_DIAG(CosyNoiseInEquation, Error,
          "the random variable `{}` stands in an equation, where it would change all the time; draw it at an "
          "event into a variable",
          std::string);
KERF_DIAG(CosyAttributeInEquation, Error,
          "the attribute `{}` of an entry stands in an equation; keep its value in a variable", std::string);

// Whether the equations give its value.
auto IsUnknown(Tok type) -> bool { return type == Tok::Algebr || type == Tok::Memory; }

}  // namespace

auto ModelBuilder::OriginAt(Span span) -> flat::OriginId {
  return part_.model.world->origins.Add({span, flat::MadeBy::Source, {}});
}

auto ModelBuilder::AddVar(const std::string& name, Kind kind, Variability variability, const Symbol* symbol)
    -> VarId {
  flat::World& world = *part_.model.world;
  flat::Var var;
  var.path = base::PathStore::kRoot;
  for (size_t begin = 0; begin <= name.size();) {
    const size_t end = std::min(name.find('.', begin), name.size());
    var.path = world.paths.Child(var.path, world.names.Intern(name.substr(begin, end - begin)));
    begin = end + 1;
  }
  var.type = {kind, expr::kScalar, 0};
  if (symbol != nullptr && symbol->is_array) {
    const std::vector<int32_t> dims = {static_cast<int32_t>(symbol->size)};
    var.type.shape = pool_.shapes().Make(dims);
  }
  var.variability = variability;
  if (symbol != nullptr) var.origin = OriginAt(symbol->span);
  if (variability == Variability::Parameter) {
    const ExprId zero = kind == Kind::Boolean   ? pool_.Boolean(false)
                        : kind == Kind::Integer ? pool_.Integer(0)
                                                : pool_.Real(0);
    if (symbol != nullptr && symbol->is_array) {
      const std::vector<ExprId> zeros(symbol->size, zero);
      var.binding = pool_.Make(expr::Op::Array, zeros);
    } else {
      var.binding = zero;
    }
    var.binding_origin = var.origin;
  }
  return part_.model.vars.Add(var);
}

auto ModelBuilder::VarOf(const Symbol& symbol, Span span) -> VarId {
  const auto found = vars_.find(&symbol);
  if (found != vars_.end()) return found->second;
  switch (symbol.kind) {
    case SymbolKind::Variable:
    case SymbolKind::Field:     break;
    case SymbolKind::Random:    emitter_.Emit(span, CosyNoiseInEquation, symbol.name); return {};
    case SymbolKind::Attribute: emitter_.Emit(span, CosyAttributeInEquation, symbol.name); return {};
    default:                    emitter_.Emit(span, CosyNotInEquation, symbol.name); return {};
  }
  const bool is_state = states_.contains(&symbol);
  const Role role = IsFed(symbol)            ? Role::Given
                    : is_state               ? Role::State
                    : IsUnknown(symbol.type) ? Role::Computed
                                             : Role::Given;
  // What the program gives is a number that may change at events, also where it is whole or true: parameters
  // of other kinds are put into equations as constants.
  const bool is_fed = IsFed(symbol);
  const VarId var =
      AddVar(symbol.name, Kind::Real,
             role == Role::Given && !is_fed ? Variability::Parameter : Variability::Continuous, &symbol);
  if (is_fed) part_.model.vars[var].causality = flat::Causality::Input;
  if (is_fed && copyable_ != nullptr) translator_.NoteRead(symbol);
  // What others read must be up to date whenever derivatives are.
  const bool is_read = copyable_ == nullptr && translator_.IsRead(symbol);
  if (is_read && role == Role::Computed) part_.model.vars[var].causality = flat::Causality::Output;
  vars_.emplace(&symbol, var);
  used_.push_back(&symbol);

  if (symbol.unit.has_value()) {
    flat::Attributes attributes;
    attributes.unit = part_.model.world->names.Intern(translator_.Lower(symbol.unit));
    part_.model.vars[var].attributes = part_.model.attributes.Add(attributes);
  }
  if (role == Role::State && part_.has_submodels) AddBeginOf(symbol, var);
  Bind(symbol, role);
  return var;
}

// What a copy takes from the continuous variables of the system, and what the system gets from copies.
auto ModelBuilder::IsFed(const Symbol& symbol) const -> bool {
  if (copyable_ == nullptr) return fed_.contains(&symbol);
  bool is_continuous = symbol.type == Tok::State || symbol.type == Tok::Algebr || symbol.type == Tok::Memory;
  if (symbol.is_of_submodel) is_continuous = VariesInSubmodel(symbol);
  return symbol.kind == SymbolKind::Variable && !symbol.is_local && is_continuous && !fed_.contains(&symbol);
}

// Each element on its own: that is how the model will have them.
void ModelBuilder::Bind(const Symbol& symbol, Role role) {
  // Sums of what copies give are the run time's business, and the program reads them.
  if (copyable_ == nullptr && IsFed(symbol)) role = Role::Computed;
  const bool is_of_program = copyable_ != nullptr && symbol.kind == SymbolKind::Variable;
  if (role == Role::Computed) translator_.NoteComputed(symbol);
  // A variable of a copy that is no field is nobody else's: cells have it while statements of the copy run.
  const bool is_own = is_of_program && symbol.is_local && role != Role::Given;
  // What a copy's model takes from the program, or gives to it.
  std::vector<process::Binding>& bindings = !is_of_program           ? part_.bindings
                                            : is_own                 ? copyable_->locals
                                            : fed_.contains(&symbol) ? copyable_->outputs
                                                                     : copyable_->inputs;
  if (is_of_program && IsFed(symbol)) role = Role::Computed;
  for (uint32_t k = 0; k < symbol.size; ++k) {
    const std::string name = symbol.is_array ? fmt::format("{}[{}]", symbol.name, k + 1) : symbol.name;
    bindings.push_back({symbol.index + k, name, role, {}});
  }
}

auto ModelBuilder::n_states() const -> size_t {
  size_t n = 0;
  for (const auto& [symbol, elements] : states_) n += static_cast<size_t>(std::ranges::count(elements, true));
  return n;
}

auto ModelBuilder::ElementOf(ExprId array, ExprId subscript) -> ExprId {
  return pool_.Make(expr::Op::Subscript, {array, subscript});
}

}  // namespace kerf::cosy
