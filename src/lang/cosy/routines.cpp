// Functions and procedures. Parameters by value and single variables live in registers, so that a routine may
// call itself; arrays and VAR parameters are those of the caller, with code of its own for each set of them.
#include "lang/cosy/coder.h"
#include "lang/cosy/translator.h"

namespace kerf::cosy {

namespace {

KERF_DIAG(CosyRoutineDepth, Error, "`{}` calls itself with ever new arrays, and needs code without end",
          std::string_view);
KERF_DIAG(CosyRoutineVariable, Error,
          "`{}` cannot stand in a function or procedure, which has numbers, truth values and arrays alone",
          std::string_view);
KERF_DIAG(CosyArrayByValue, Error, "the array `{}` is to be a VAR parameter", std::string_view);

auto IsNumberOrTruth(Tok type) -> bool {
  return type == Tok::Real || type == Tok::Integer || type == Tok::Boolean;
}

}  // namespace

void Translator::DeclareRoutines() {
  for (const Routine& routine : program_.routines) {
    Symbol symbol;
    symbol.kind = SymbolKind::Routine;
    symbol.span = routine.span;
    AddSymbol(*global_, routine.name, symbol);
    routines_.emplace(routine.name, &routine);
    for (const cosy::Variable& formal : routine.formals) {
      if (formal.size.has_value() && !formal.is_reference)
        emitter_.Emit(formal.span, CosyArrayByValue, Written(formal.name));
    }
  }
}

auto Translator::FindRoutine(NameId name) const -> const Routine* {
  const auto found = routines_.find(name);
  return found == routines_.end() ? nullptr : found->second;
}

auto Translator::SharedScope(std::string prefix, bool is_external) -> Scope* {
  Scope* scope = NewScope(nullptr, std::move(prefix));
  for (const auto& [name, symbol] : global_->symbols) {
    const bool is_linked = symbol->kind == SymbolKind::Process || symbol->kind == SymbolKind::Copyable ||
                           symbol->kind == SymbolKind::Routine;
    if (is_external && !is_linked) continue;
    switch (symbol->kind) {
      case SymbolKind::Variable:
        // Those of submodels are known everywhere: nothing else has such names.
        if (symbol->is_of_submodel) scope->symbols.emplace(name, symbol);
        break;
      case SymbolKind::Attribute:
      case SymbolKind::File:
      case SymbolKind::Random:    break;
      default:                    scope->symbols.emplace(name, symbol); break;
    }
  }
  // What is declared inside hides what is shared.
  return NewScope(scope, scope->prefix);
}

void Translator::DeclareStatic(const Routine& routine, Scope& scope) {
  Declarations kept = routine.declarations;
  for (const cosy::Variable& variable : kept.variables) {
    if (!IsNumberOrTruth(variable.type))
      emitter_.Emit(variable.span, CosyRoutineVariable, Written(variable.name));
  }
  std::erase_if(kept.variables, [](const cosy::Variable& variable) {
    return !variable.size.has_value() || !IsNumberOrTruth(variable.type);
  });
  Declare(kept, scope);
}

auto Translator::InstanceOf(const Routine& routine, const std::vector<Symbol*>& references, Span span)
    -> uint32_t {
  constexpr int kMaxDepth = 50;
  const auto [found, is_new] = instances_.try_emplace({&routine, references}, 0);
  if (!is_new) return found->second;
  if (routine_depth_ >= kMaxDepth) {
    emitter_.Emit(span, CosyRoutineDepth, Written(routine.name));
    return 0;
  }
  const uint32_t number = AddRoutine({});
  found->second = number;
  ++routine_depth_;
  Scope* scope = SharedScope(std::string(Written(routine.name)) + ".", routine.is_external);
  DeclareStatic(routine, *scope);
  Coder coder(*this, std::string(Written(routine.name)), Place::Routine);
  coder.RoutineBody(routine, references, *scope);
  out_.routines[number] = coder.Take();
  --routine_depth_;
  return number;
}

}  // namespace kerf::cosy
