// Equations of a flat model. Where branches of CASE or IF define the same variable, one equation chooses.
#include <algorithm>

#include <cmath>

#include "base/check.h"
#include "flat/merge.h"
#include "lang/cosy/model_builder.h"

namespace kerf::cosy {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(CosyNoAlternative, Error,
          "this equation has no counterpart in the other branches; write it as `variable = expression`, or "
          "one for each branch");
KERF_DIAG(CosyDefinedTwice, Error, "`{}` is defined here and by another equation of the same branch",
          std::string);
KERF_DIAG(CosyNotDifferentiated, Error, "`{}` has a derivative, but is not declared as a STATE", std::string);
KERF_DIAG(CosySampledDerivative, Error,
          "the equation of `{}` says what it is when it is sampled: write `{} = …`", std::string,
          std::string);

}  // namespace

void ModelBuilder::Build(const Gathered& gathered) {
  part_.model.listing = flat::Listing::Simplified;
  part_.model.name = part_.model.world->names.Intern(
      copyable_ == nullptr ? translator_.Written(program_.name) : std::string_view(copyable_->name));
  FindStates(gathered);
  if (copyable_ == nullptr) BindSubmodels();
  if (copyable_ == nullptr) AddFed();
  for (const PlacedEquation& placed : gathered.fields) AddField(placed);
  AddEquations(gathered);
  AddMissingDerivatives();
  for (const PlacedEquation& placed : gathered.conditions) AddCondition(placed);
  AddRanges();
  flat::FillClocking(part_.model);
}

// The program reads what copies give also where no equation does.
void ModelBuilder::AddFed() {
  std::vector<const Symbol*> fed(fed_.begin(), fed_.end());
  std::ranges::sort(fed, {}, &Symbol::index);
  for (const Symbol* symbol : fed) VarOf(*symbol, symbol->span);
}

// What stands on the left with a derivative mark, or on the right.
void ModelBuilder::FindStates(const Gathered& gathered) {
  for (const PlacedEquation& placed : gathered.equations) {
    if (placed.equation->kind == EquationKind::NoSort)
      FindStatesIn(placed.equation->statements, *placed.scope);
    if (placed.equation->kind != EquationKind::Equality) continue;
    FindStatesOf(placed.equation->left, *placed.scope);
    FindStatesOf(placed.equation->right, *placed.scope);
  }
}

void ModelBuilder::FindStatesOf(NodeId side, const Scope& scope) {
  for (uint32_t k = program_.nodes[side].first; k <= side.index; ++k) {
    const Node& node = program_.nodes[NodeId{k}];
    if (node.kind != NodeKind::Derivative) continue;
    const Node& inner = program_.nodes[node.operands[0]];
    const Symbol* symbol = scope.Find(inner.name);
    if (symbol == nullptr || symbol->type == Tok::DState) continue;
    const bool is_variable = symbol->kind == SymbolKind::Variable || symbol->kind == SymbolKind::Field;
    if (!is_variable || (symbol->type != Tok::State && symbol->type != Tok::Algebr)) {
      emitter_.Emit(node.span, CosyNotDifferentiated, symbol->name);
      continue;
    }
    std::vector<bool>& elements = states_[symbol];
    elements.resize(symbol->size, false);
    if (inner.kind == NodeKind::Name) elements.assign(symbol->size, true);
    if (inner.kind != NodeKind::Element || inner.operands.empty()) continue;
    const auto subscript = translator_.TryConstant(inner.operands[0], scope);
    if (subscript && *subscript >= 1 && *subscript <= symbol->size)
      elements[static_cast<size_t>(*subscript) - 1] = true;
  }
}

// The variable or derivative that stands alone on the left.
auto ModelBuilder::KeyOf(const PlacedEquation& placed) -> Key {
  Key key;
  if (placed.derived != nullptr) {
    key.symbol = placed.derived->symbol;
    key.element = placed.derived->element;
    key.is_derivative = placed.derived->is_derivative;
    return key;
  }
  const Node* left = &program_.nodes[placed.equation->left];
  if (left->kind == NodeKind::Derivative) {
    key.is_derivative = true;
    left = &program_.nodes[left->operands[0]];
  }
  if (left->kind != NodeKind::Name && left->kind != NodeKind::Element) return {};
  const Symbol* symbol = placed.scope->Find(left->name);
  if (symbol == nullptr || (symbol->kind != SymbolKind::Variable && symbol->kind != SymbolKind::Field))
    return {};
  key.symbol = symbol;
  if (left->kind == NodeKind::Element && !left->operands.empty()) {
    const auto subscript = translator_.TryConstant(left->operands[0], *placed.scope);
    key.element = subscript && *subscript >= 1 ? static_cast<uint32_t>(*subscript) : 0;
  }
  return key;
}

void ModelBuilder::AddEquations(const Gathered& gathered) {
  const std::vector<PlacedEquation> equations = Expand(gathered.equations);
  // In the order in which each key is first met.
  std::vector<std::pair<Key, std::vector<Alternative>>> merged;
  struct Path {
    std::vector<Guard> guards;
    std::map<Key, uint32_t> counts;
  };
  std::vector<Path> paths;
  for (const PlacedEquation& placed : equations) {
    if (placed.equation->kind == EquationKind::Implicit) {
      AddStart(*placed.equation, *placed.scope);
      continue;
    }
    if (placed.guards.empty()) {
      AddPlain(placed);
      continue;
    }
    Key key = KeyOf(placed);
    auto path = std::ranges::find(paths, placed.guards, &Path::guards);
    if (path == paths.end()) path = paths.insert(paths.end(), {placed.guards, {}});
    key.occurrence = path->counts[key]++;
    // Branches of the same choice belong together.
    const auto fits = [&](const auto& entry) {
      const Guard& first = entry.second[0].guards[0];
      return entry.first == key && first.owner == placed.guards[0].owner &&
             first.scope == placed.guards[0].scope;
    };
    auto entry = std::ranges::find_if(merged, fits);
    if (entry == merged.end()) entry = merged.insert(merged.end(), {key, {}});
    entry->second.push_back({placed.guards, &placed});
  }
  for (const auto& [key, alternatives] : merged) AddMerged(key, alternatives);
}

// A sampled variable's equation gives the value it takes when it is sampled.
void ModelBuilder::AddPlain(const PlacedEquation& placed) {
  const Key key = KeyOf(placed);
  const Span span = placed.equation->span;
  if (key.symbol != nullptr && key.symbol->next_cell != process::kNone) {
    if (key.is_derivative != (key.symbol->type == Tok::DState))
      emitter_.Emit(span, CosySampledDerivative, key.symbol->name,
                    key.symbol->type == Tok::DState ? key.symbol->name + "'" : key.symbol->name);
    if (key.is_derivative) ++n_difference_states_;
    const uint32_t offset = key.element > 0 ? key.element - 1 : 0;
    std::string name = key.symbol->name + "_next";
    if (key.element > 0) name += fmt::format("_{}", key.element);
    const VarId next = AddVar(name, Kind::Real, flat::Variability::Continuous, nullptr);
    part_.model.vars[next].origin = OriginAt(key.symbol->span);
    part_.bindings.push_back({key.symbol->next_cell + offset, name, process::Role::Computed, {}});
    AddEquation(Ref(next), RightOf(placed), span);
    return;
  }
  const ExprId left = LeftOf(placed);
  const ExprId right = RightOf(placed);
  AddEquation(left, right, span);
}

void ModelBuilder::AddEquation(ExprId left, ExprId right, Span span) {
  if (left == Pool::kError || right == Pool::kError) return;
  flat::Equation equation;
  equation.lhs = left;
  equation.rhs = right;
  equation.owner = base::PathStore::kRoot;
  equation.origin = OriginAt(span);
  part_.model.equations.Add(equation);
}

void ModelBuilder::AddMerged(const Key& key, const std::vector<Alternative>& alternatives) {
  const PlacedEquation& first = *alternatives[0].placed;
  const ExprId value = Merge(key, alternatives, 0);
  if (value == Pool::kError) return;
  const ExprId left = key.symbol == nullptr ? pool_.Real(0) : LeftOf(first);
  AddEquation(left, value, first.equation->span);
}

// A choice between the alternatives, by their guards from `level` on. The depth is that of the program.
auto ModelBuilder::Merge(const Key& key, std::span<const Alternative> alternatives, size_t level) -> ExprId {
  const PlacedEquation& placed = *alternatives[0].placed;
  if (alternatives[0].guards.size() == level) {
    if (alternatives.size() > 1) {
      emitter_.Emit(alternatives[1].placed->equation->span, CosyDefinedTwice,
                    key.symbol == nullptr ? std::string("this") : key.symbol->name);
      return Pool::kError;
    }
    // What its functions demand they demand in this branch.
    path_ = Truth(placed.guards);
    const ExprId right = RightOf(placed);
    path_ = {};
    if (key.symbol != nullptr) return right;
    const ExprId left = LowerReal(placed.equation->left, *placed.scope);
    return pool_.Sub(left, right);
  }
  const Guard& guard = alternatives[0].guards[level];
  const size_t n_branches = guard.owner->kind == EquationKind::Case ? guard.owner->body.size() : 2;
  ExprId value;
  for (size_t k = n_branches; k-- > 0;) {
    std::vector<Alternative> inside;
    for (const Alternative& alternative : alternatives) {
      if (alternative.guards.size() > level && alternative.guards[level].branch == k)
        inside.push_back(alternative);
    }
    const ExprId branch = inside.empty() ? Otherwise(key, placed) : Merge(key, inside, level + 1);
    if (branch == Pool::kError) return branch;
    value = value.has_value() ? pool_.If(GuardTruth(guard, static_cast<uint32_t>(k)), branch, value) : branch;
    if (value == Pool::kError) return value;
  }
  return value;
}

// Where no branch says anything a state stands still, and another variable keeps its value.
auto ModelBuilder::Otherwise(const Key& key, const PlacedEquation& placed) -> ExprId {
  if (key.symbol == nullptr) {
    emitter_.Emit(placed.equation->span, CosyNoAlternative);
    return Pool::kError;
  }
  if (key.is_derivative) return pool_.Real(0);
  const Symbol& symbol = *key.symbol;
  if (!VarOf(symbol, placed.equation->span).has_value()) return Pool::kError;
  const auto [found, is_new] = held_.try_emplace(&symbol, VarId{});
  if (is_new) {
    found->second = AddVar(symbol.name + "_held", Kind::Real, flat::Variability::Parameter, &symbol);
    BindHeld(symbol);
  }
  const ExprId held = Ref(found->second);
  return key.element > 0 ? ElementOf(held, pool_.Integer(key.element)) : held;
}

// What the program finds in the variable at an event, or puts there, is what it keeps afterwards. A variable
// of a copy that is no field gets one for that.
void ModelBuilder::BindHeld(const Symbol& symbol) {
  translator_.NoteKept(symbol);
  for (uint32_t k = 0; k < symbol.size; ++k) {
    const std::string element = symbol.is_array ? fmt::format("[{}]", k + 1) : std::string();
    const std::string name = symbol.name + element;
    auto binding = std::ranges::find(part_.bindings, name, &process::Binding::variable);
    if (binding == part_.bindings.end()) {
      KERF_CHECK(copyable_ != nullptr);
      const auto field = static_cast<uint32_t>(copyable_->fields.size());
      copyable_->fields.push_back(symbol.name + "_held" + element);
      binding = part_.bindings.insert(binding, {field, name, process::Role::Computed, {}});
    }
    binding->read = name;
    binding->variable = symbol.name + "_held" + element;
    binding->role = process::Role::State;
  }
}

// The guess from which a loop is solved.
void ModelBuilder::AddStart(const Equation& implicit, const Scope& scope) {
  for (const Setting& setting : implicit.starts) {
    const Symbol* symbol = translator_.Resolve(scope, setting.name, setting.span);
    if (symbol == nullptr) continue;
    const VarId var = VarOf(*symbol, setting.span);
    if (!var.has_value()) continue;
    flat::Attributes attributes;
    const flat::AttributesId old = part_.model.vars[var].attributes;
    if (old.has_value()) attributes = part_.model.attributes[old];
    attributes.start = pool_.Real(translator_.Constant(setting.value, scope));
    part_.model.vars[var].attributes = part_.model.attributes.Add(attributes);
  }
}

// Elements of an array of states without an equation stand still.
void ModelBuilder::AddMissingDerivatives() {
  for (const Symbol* symbol : used_) {
    const auto state = states_.find(symbol);
    if (!symbol->is_array || state == states_.end()) continue;
    const ExprId array = Ref(vars_.at(symbol));
    for (size_t k = 0; k < symbol->size; ++k) {
      if (state->second[k]) continue;
      const ExprId element = ElementOf(array, pool_.Integer(static_cast<int64_t>(k) + 1));
      AddEquation(pool_.Typed(Op::Der, pool_.type(element), {element}), pool_.Real(0), symbol->span);
    }
  }
}

}  // namespace kerf::cosy
