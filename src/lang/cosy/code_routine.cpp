// Functions and procedures as code, and their calls.
#include <algorithm>

#include "lang/cosy/coder.h"

namespace kerf::cosy {

namespace {

using expr::Kind;
using process::Service;

KERF_DIAG(CosyRoutineArguments, Error, "`{}` has {} parameters, and is called with {}", std::string_view,
          size_t, size_t);
KERF_DIAG(CosyReference, Error, "the VAR parameter `{}` needs a variable that is {}, and of the same type",
          std::string_view, std::string);
KERF_DIAG(CosyArgumentKind, Error, "the parameter `{}` is {}, and this is not", std::string_view,
          std::string_view);
KERF_DIAG(CosyNoProcedure, Error, "there is no procedure `{}`", std::string_view);
KERF_DIAG(CosyNoResult, Error, "`{}` is a procedure, and has no value", std::string_view);

}  // namespace

// Parameters that are no values: the names there are not evaluated.
void Coder::FindReferences(NodeId root, std::set<NodeId>& references) const {
  for (uint32_t k = program_.nodes[root].first; k <= root.index; ++k) {
    const Node& node = program_.nodes[NodeId{k}];
    const Routine* routine = node.kind == NodeKind::Call ? translator_.FindRoutine(node.name) : nullptr;
    if (node.kind == NodeKind::Call && routine == nullptr && IsQuestion(translator_.Lower(node.name)))
      references.insert(node.operands.begin(), node.operands.end());
    if (routine == nullptr) continue;
    for (size_t i = 0; i < std::min(node.operands.size(), routine->formals.size()); ++i) {
      if (routine->formals[i].is_reference) references.insert(node.operands[i]);
    }
  }
}

auto Coder::Reference(NodeId actual, const cosy::Variable& formal, const Scope& scope) -> Symbol* {
  const Node& node = program_.nodes[actual];
  Symbol* symbol = node.kind == NodeKind::Name ? translator_.Resolve(scope, node.name, node.span) : nullptr;
  if (node.kind == NodeKind::Name && symbol == nullptr) return nullptr;
  const bool is_array = formal.size.has_value();
  const double size = is_array ? translator_.Constant(formal.size, scope) : 1;
  const bool is_variable =
      symbol != nullptr && (symbol->kind == SymbolKind::Variable || symbol->kind == SymbolKind::Field);
  const bool fits = is_variable && symbol->is_array == is_array && (!is_array || symbol->size == size) &&
                    KindOf(symbol->type) == KindOf(formal.type);
  if (fits) return symbol;
  emitter_.Emit(node.span, CosyReference, translator_.Written(formal.name),
                is_array ? fmt::format("an array of {}", size) : std::string("no array"));
  return nullptr;
}

auto Coder::RoutineValue(const Node& node, const Routine& routine, const Scope& scope,
                         const std::vector<Value>& arguments) -> Value {
  const Value bad{0, Kind::Real, false};
  const bool is_statement = called_.has_value() && &node == &program_.nodes[called_];
  if (!routine.is_function && !is_statement) {
    emitter_.Emit(node.span, CosyNoResult, translator_.Written(routine.name));
    return bad;
  }
  if (arguments.size() != routine.formals.size()) {
    emitter_.Emit(node.span, CosyRoutineArguments, translator_.Written(routine.name), routine.formals.size(),
                  arguments.size());
    return bad;
  }
  std::vector<Symbol*> references;
  std::vector<Value> values;
  for (size_t k = 0; k < arguments.size(); ++k) {
    const cosy::Variable& formal = routine.formals[k];
    if (formal.is_reference) {
      references.push_back(Reference(node.operands[k], formal, scope));
      if (references.back() == nullptr) return bad;
      continue;
    }
    if (!arguments[k].is_good) return bad;
    const bool is_truth = KindOf(formal.type) == Kind::Boolean;
    if (is_truth != (arguments[k].kind == Kind::Boolean) || arguments[k].reg == process::kNone) {
      emitter_.Emit(program_.nodes[node.operands[k]].span, CosyArgumentKind, translator_.Written(formal.name),
                    is_truth ? "a truth value" : "a number");
      return bad;
    }
    values.push_back(arguments[k]);
  }
  Value result = Invoke(Service::Call, translator_.InstanceOf(routine, references, node.span), values);
  result.kind = KindOf(routine.type);
  return result;
}

auto Coder::AddLocal(Scope& scope, NameId name, Tok type, Span span) -> Symbol* {
  Symbol symbol;
  symbol.kind = SymbolKind::Local;
  symbol.type = type;
  symbol.span = span;
  symbol.index = Number(0).reg;
  return translator_.AddSymbol(scope, name, symbol);
}

void Coder::RoutineBody(const Routine& routine, const std::vector<Symbol*>& references, Scope& scope) {
  span_ = routine.span;
  uint32_t n_values = 0;
  uint32_t n_references = 0;
  for (const cosy::Variable& formal : routine.formals) {
    if (formal.is_reference) {
      scope.symbols[formal.name] = references[n_references++];
      continue;
    }
    const Symbol* local = AddLocal(scope, formal.name, formal.type, formal.span);
    Value value = Invoke(Service::Argument, n_values++, {});
    value.kind = formal.type == Tok::Boolean ? Kind::Boolean : Kind::Real;
    StoreInto(*local, value, formal.span);
  }
  for (const cosy::Variable& variable : routine.declarations.variables) {
    if (variable.size.has_value()) continue;
    Symbol* local = AddLocal(scope, variable.name, variable.type, variable.span);
    local->unit = variable.unit;
    translator_.DeclareRange(variable, scope, *local);
  }
  const Symbol* result =
      routine.is_function ? AddLocal(scope, routine.name, routine.type, routine.span) : nullptr;
  Body(routine.body, scope);
  if (result != nullptr) Invoke(Service::Return, 0, {SymbolValue(*result, routine.span)});
}

// What a function gives is not wanted here.
void Coder::CallStatement(const Statement& statement, const Scope& scope) {
  const Node& node = program_.nodes[statement.value];
  if (translator_.FindRoutine(node.name) == nullptr) {
    emitter_.Emit(statement.span, CosyNoProcedure, translator_.Written(node.name));
    return;
  }
  called_ = statement.value;
  Expression(statement.value, scope);
  called_ = {};
}

}  // namespace kerf::cosy
