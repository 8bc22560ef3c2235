// CONTINUOUS FUNCTION and SUBROUTINE in equations: each use is followed as if the statements stood there, so
// that their conditions make events and their functions with memory have one for each use (Cellier 1979,
// VII.4.5: they enlarge the set of the precoded discontinuous functions).
#include <algorithm>

#include "lang/cosy/model_builder.h"

namespace kerf::cosy {

namespace {

using expr::Kind;
using expr::Pool;

KERF_DIAG(CosyContinuousArguments, Error, "`{}` has {} parameters, and is called with {}", std::string_view,
          size_t, size_t);
KERF_DIAG(CosyContinuousRecursion, Error,
          "`{}` calls itself; a continuous routine is written out where it is used, and that would not end",
          std::string_view);
KERF_DIAG(
    CosyContinuousInFunction, Error,
    "`{}` is not continuous: the events of `{}`, which it calls, would be lost; declare it as CONTINUOUS too",
    std::string_view, std::string_view);
KERF_DIAG(CosyContinuousReference, Error, "the parameter `{}` of `{}` needs {}", std::string_view,
          std::string_view, std::string);
KERF_DIAG(
    CosyContinuousVar, Error,
    "`{}`: what a continuous subroutine gives stands left of `<-`, and a function gives its value alone",
    std::string_view);
KERF_DIAG(CosyContinuousLocal, Error,
          "`{}` cannot stand in a continuous routine, which has numbers, truth values "
          "and arrays alone",
          std::string_view);
KERF_DIAG(CosyNoContinuousFormal, Error, "`{}` has no parameter `{}` there", std::string_view,
          std::string_view);

auto IsNumberOrTruthType(Tok type) -> bool {
  return type == Tok::Real || type == Tok::Integer || type == Tok::Boolean;
}

}  // namespace

auto ModelBuilder::UseOf(uint32_t node, const Routine& routine, const Scope& scope) -> Use& {
  const auto [found, is_new] = uses_.try_emplace({node, &scope, point_});
  if (is_new) found->second = NewUse(routine);
  return found->second;
}

auto ModelBuilder::NewUse(const Routine& routine) -> Use {
  Use use;
  const std::string_view name = translator_.Written(routine.name);
  use.scope = translator_.SharedScope(std::string(name) + ".", routine.is_external);
  Declarations known = routine.declarations;
  known.variables.clear();
  translator_.Declare(known, *use.scope);
  const auto add = [&](const cosy::Variable& variable) {
    Symbol symbol;
    symbol.kind = SymbolKind::Local;
    symbol.type = variable.type;
    symbol.span = variable.span;
    symbol.unit = variable.unit;
    symbol.name = use.scope->prefix + std::string(translator_.Written(variable.name));
    symbol.is_array = variable.size.has_value();
    if (symbol.is_array) symbol.size = translator_.WholeConstant(variable.size, *use.scope, 1);
    translator_.DeclareRange(variable, *use.scope, symbol);
    return translator_.AddSymbol(*use.scope, variable.name, symbol);
  };
  for (const cosy::Variable& formal : routine.formals) {
    const bool is_value = !formal.is_reference && !formal.size.has_value();
    use.inputs.push_back(is_value ? add(formal) : nullptr);
    if (formal.is_reference && !formal.is_output && !formal.size.has_value())
      emitter_.Emit(formal.span, CosyContinuousVar, translator_.Written(formal.name));
  }
  for (const cosy::Variable& variable : routine.declarations.variables) {
    if (!IsNumberOrTruthType(variable.type)) {
      emitter_.Emit(variable.span, CosyContinuousLocal, translator_.Written(variable.name));
      continue;
    }
    use.locals.push_back(add(variable));
  }
  if (!routine.is_function) return use;
  cosy::Variable result;
  result.name = routine.name;
  result.type = routine.type;
  result.span = routine.span;
  use.result = add(result);
  use.locals.push_back(use.result);
  return use;
}

// Follows the body. Variables begin with 0 each time. False after a reported mistake.
auto ModelBuilder::Enter(Use& use, const Routine& routine, std::span<const Actual> actuals, Span span)
    -> bool {
  const std::string_view name = translator_.Written(routine.name);
  const uint32_t errors = emitter_.n_errors();
  if (actuals.size() != routine.formals.size()) {
    emitter_.Emit(span, CosyContinuousArguments, name, routine.formals.size(), actuals.size());
    return false;
  }
  if (std::ranges::find(entered_, &routine) != entered_.end()) {
    emitter_.Emit(span, CosyContinuousRecursion, name);
    return false;
  }
  for (size_t k = 0; k < actuals.size(); ++k) {
    const cosy::Variable& formal = routine.formals[k];
    const Symbol* input = use.inputs[k];
    if (input != nullptr) {
      SetPlace({input, 0, false}, actuals[k].value, actuals[k].span);
      continue;
    }
    Symbol* symbol = actuals[k].symbol;
    const bool is_array = formal.size.has_value();
    const uint32_t size = is_array ? translator_.WholeConstant(formal.size, *use.scope, 1) : 1;
    if (symbol == nullptr || symbol->is_array != is_array || symbol->size != size) {
      emitter_.Emit(
          actuals[k].span, CosyContinuousReference, translator_.Written(formal.name), name,
          is_array ? fmt::format("an array of {}", size) : std::string("a variable that is no array"));
      continue;
    }
    use.scope->symbols[formal.name] = symbol;
  }
  for (const Symbol* local : use.locals) {
    const ExprId zero = local->type == Tok::Boolean ? pool_.Boolean(false) : pool_.Real(0);
    for (uint32_t k = local->is_array ? 1 : 0; k <= (local->is_array ? local->size : 0); ++k) {
      const Place place{local, k, false};
      NotePlace(place);
      known_.values[place] = zero;
    }
  }
  if (emitter_.n_errors() != errors) return false;
  // In the equations of a field a routine knows the point by what it is passed alone.
  const int point = std::exchange(point_, -1);
  entered_.push_back(&routine);
  Follow(routine.body, *use.scope);
  entered_.pop_back();
  point_ = point;
  return emitter_.n_errors() == errors;
}

auto ModelBuilder::LowerContinuous(const Node& node, const Routine& routine, const Scope& scope) -> ExprId {
  if (function_ != nullptr) {
    emitter_.Emit(node.span, CosyContinuousInFunction, translator_.Written(function_->name),
                  translator_.Written(routine.name));
    return Pool::kError;
  }
  std::vector<Actual> actuals;
  for (const NodeId operand : node.operands) {
    const Node& one = program_.nodes[operand];
    Actual actual{nullptr, lowered_[operand], one.span};
    if (one.kind == NodeKind::Name) actual.symbol = scope.Find(one.name);
    actuals.push_back(actual);
  }
  // Inside of other statements these go on with what they know.
  const bool was_following = std::exchange(is_following_, true);
  const Known before = known_;
  const size_t n_order = order_.size();
  Use& use = UseOf(node.operands.empty() ? node.first : node.operands.back().index, routine, scope);
  ExprId value = Pool::kError;
  if (Enter(use, routine, actuals, node.span)) value = known_.values.at({use.result, 0, false});
  known_ = before;
  for (; order_.size() > n_order; order_.pop_back()) noted_.erase(order_.back());
  if (!was_following) read_early_.clear();
  is_following_ = was_following;
  return value;
}

// The associations of a call in the order of the parameters, those that it lacks as null.
auto ModelBuilder::OrderOf(const Equation& call, const Routine& routine) -> std::vector<const Association*> {
  std::vector<const Association*> order(routine.formals.size());
  const auto n_outputs =
      static_cast<size_t>(std::ranges::count_if(routine.formals, &cosy::Variable::is_output));
  size_t next = 0;
  const auto take = [&](const std::vector<Association>& list, size_t first, size_t last) {
    next = first;
    for (const Association& one : list) {
      size_t place = next++;
      if (one.formal.has_value()) {
        const auto found = std::ranges::find(routine.formals, one.formal, &cosy::Variable::name);
        place = static_cast<size_t>(found - routine.formals.begin());
      }
      if (place >= last || place < first || order[place] != nullptr) {
        if (one.formal.has_value())
          emitter_.Emit(one.span, CosyNoContinuousFormal, translator_.Written(routine.name),
                        translator_.Written(one.formal));
        return;
      }
      order[place] = &one;
    }
  };
  take(call.outputs, 0, call.is_positional ? 0 : n_outputs);
  take(call.inputs, call.is_positional ? 0 : n_outputs, order.size());
  return order;
}

// NAME (outputs <- inputs) among equations.
void ModelBuilder::CallContinuous(const PlacedEquation& placed, const Routine& routine) {
  const Equation& call = *placed.equation;
  const size_t n = call.outputs.size() + call.inputs.size();
  if (routine.is_function || n != routine.formals.size()) {
    emitter_.Emit(call.span, CosyContinuousArguments, translator_.Written(routine.name),
                  routine.formals.size(), n);
    return;
  }
  const uint32_t errors = emitter_.n_errors();
  std::vector<Actual> actuals;
  for (const Association* one : OrderOf(call, routine)) {
    if (emitter_.n_errors() != errors) return;
    if (one == nullptr) {
      emitter_.Emit(call.span, CosyContinuousArguments, translator_.Written(routine.name),
                    routine.formals.size(), n);
      return;
    }
    Actual actual{translator_.Resolve(*placed.scope, one->actual, one->span), {}, one->span};
    if (actual.symbol == nullptr) return;
    const cosy::Variable& formal = routine.formals[actuals.size()];
    if (!formal.is_reference && !formal.size.has_value()) {
      Node name;
      name.kind = NodeKind::Name;
      name.name = one->actual;
      name.span = one->span;
      actual.value = LowerName(name, *placed.scope);
      if (actual.value == Pool::kError) return;
    }
    actuals.push_back(actual);
  }
  Use use = NewUse(routine);
  Enter(use, routine, actuals, call.span);
}

}  // namespace kerf::cosy
