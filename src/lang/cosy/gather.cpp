// Equations of a continuous part from wherever they stand: MODELs opened, CASE and IF turned into guards, FOR
// written out, modules put in with names of their own.
#include <algorithm>

#include "lang/cosy/translator.h"

namespace kerf::cosy {

namespace {

KERF_DIAG(CosyUnknownCall, Error, "`{}` is neither a module nor a continuous process or subroutine",
          std::string_view);
KERF_DIAG(CosyModuleArguments, Error, "the module `{}` has {} parameters, and is called with {}",
          std::string_view, size_t, size_t);
KERF_DIAG(CosyNoFormal, Error, "the module `{}` has no parameter `{}`", std::string_view, std::string_view);
KERF_DIAG(CosyFormalTwice, Error, "the parameter `{}` is given twice", std::string_view);
KERF_DIAG(CosyModuleDepth, Error, "modules use each other too deeply: does `{}` use itself?",
          std::string_view);
KERF_DIAG(CosyFieldInBranch, Error,
          "a PDE cannot stand in a branch; switch its coefficients and boundary conditions instead");
KERF_DIAG(CosyLongLoop, Error, "the loop has {} passes, more than can be written out", double);

}  // namespace

void Translator::Gather(const std::vector<Equation>& equations, Scope& scope, std::vector<Guard>& guards,
                        Gathered& into) {
  for (const Equation& equation : equations) {
    const PlacedEquation placed{&equation, &scope, guards};
    switch (equation.kind) {
      case EquationKind::Equality:
      case EquationKind::NoSort:        into.equations.push_back(placed); break;
      case EquationKind::Condition:     into.conditions.push_back(placed); break;
      case EquationKind::Communication: into.communications.push_back(placed); break;
      case EquationKind::Implicit:
        into.equations.push_back(placed);
        Gather(equation.body, scope, guards, into);
        break;
      case EquationKind::Field:
        if (!guards.empty()) emitter_.Emit(equation.span, CosyFieldInBranch);
        into.fields.push_back(placed);
        break;
      case EquationKind::Model:
      case EquationKind::Group:
      case EquationKind::With:   Gather(equation.body, scope, guards, into); break;
      case EquationKind::Case:   GatherCase(equation, scope, guards, into); break;
      case EquationKind::For:    GatherFor(equation, scope, guards, into); break;
      case EquationKind::If:     GatherIf(equation, scope, guards, into); break;
      case EquationKind::Call:   GatherCall(equation, scope, guards, into); break;
      case EquationKind::Branch:
      case EquationKind::Broken: break;
    }
  }
}

void Translator::GatherParts(const Parts& parts, Scope& scope, std::vector<Guard>& guards, Gathered& into) {
  Gather(parts.continuous, scope, guards, into);
  if (!parts.initial.empty()) into.initial.push_back({&parts.initial, &scope});
  if (!parts.terminal.empty()) into.terminal.push_back({&parts.terminal, &scope});
  for (const Handler& handler : parts.handlers) into.handlers.push_back({&handler, &scope});
}

void Translator::GatherCase(const Equation& equation, Scope& scope, std::vector<Guard>& guards,
                            Gathered& into) {
  into.cases.push_back({&equation, &scope, guards});
  for (uint32_t k = 0; k < equation.body.size(); ++k) {
    guards.push_back({&equation, k, &scope});
    Gather(equation.body[k].body, scope, guards, into);
    guards.pop_back();
  }
}

void Translator::GatherIf(const Equation& equation, Scope& scope, std::vector<Guard>& guards,
                          Gathered& into) {
  guards.push_back({&equation, 0, &scope});
  Gather(equation.body, scope, guards, into);
  guards.back().branch = 1;
  Gather(equation.else_body, scope, guards, into);
  guards.pop_back();
}

void Translator::GatherFor(const Equation& equation, Scope& scope, std::vector<Guard>& guards,
                           Gathered& into) {
  constexpr double kMostPasses = 1e6;
  const double first = Constant(equation.left, scope);
  const double last = Constant(equation.right, scope);
  if (last - first > kMostPasses) {
    emitter_.Emit(equation.span, CosyLongLoop, last - first + 1);
    return;
  }
  for (double k = first; k <= last && !HasFailed(); ++k) {
    Scope* inner = NewScope(&scope, scope.prefix);
    Symbol index;
    index.kind = SymbolKind::Constant;
    index.type = Tok::Integer;
    index.value = k;
    index.span = equation.span;
    AddSymbol(*inner, equation.name, index);
    Gather(equation.body, *inner, guards, into);
  }
}

void Translator::GatherCall(const Equation& equation, Scope& scope, std::vector<Guard>& guards,
                            Gathered& into) {
  constexpr int kMaxDepth = 60;
  const Symbol* symbol = scope.Find(equation.name);
  if (symbol != nullptr && symbol->kind == SymbolKind::Copyable) {
    into.copies.push_back({&equation, &scope, guards});
    return;
  }
  if (const Routine* routine = FindRoutine(equation.name); routine != nullptr && routine->is_continuous) {
    into.equations.push_back({&equation, &scope, guards});
    return;
  }
  const auto module = std::ranges::find(program_.modules, equation.name, &Module::name);
  if (module == program_.modules.end()) {
    emitter_.Emit(equation.span, CosyUnknownCall, Written(equation.name));
    return;
  }
  if (module_depth_ >= kMaxDepth) {
    if (!HasFailed()) emitter_.Emit(equation.span, CosyModuleDepth, Written(equation.name));
    return;
  }
  const uint32_t use = ++module_uses_[equation.name];
  std::string prefix = scope.prefix + std::string(Written(equation.name));
  if (use > 1) prefix += fmt::format("_{}", use);
  // Names that a module does not declare are those of the program.
  Scope* inner = NewScope(global_, prefix + ".");
  if (!BindFormals(*module, equation, scope, *inner)) return;
  Declare(module->declarations, *inner);
  ++module_depth_;
  GatherParts(module->parts, *inner, guards, into);
  --module_depth_;
}

// actual = formal, or in the order of the formals.
auto Translator::BindFormals(const Module& module, const Equation& call, const Scope& outer, Scope& inner)
    -> bool {
  std::vector<Association> all = call.outputs;
  all.insert(all.end(), call.inputs.begin(), call.inputs.end());
  if (all.size() != module.formals.size()) {
    emitter_.Emit(call.span, CosyModuleArguments, Written(module.name), module.formals.size(), all.size());
    return false;
  }
  for (size_t k = 0; k < all.size(); ++k) {
    Symbol* actual = Resolve(outer, all[k].actual, all[k].span);
    if (actual == nullptr) return false;
    NameId formal = all[k].formal;
    if (!formal.has_value()) {
      // Without a formal: the one of the same name, or in a call without direction the one in that place.
      const bool has_same = std::ranges::find(module.formals, all[k].actual) != module.formals.end();
      formal = call.is_positional || !has_same ? module.formals[k] : all[k].actual;
    }
    if (std::ranges::find(module.formals, formal) == module.formals.end()) {
      emitter_.Emit(all[k].span, CosyNoFormal, Written(module.name), Written(formal));
      return false;
    }
    if (!inner.symbols.try_emplace(formal, actual).second) {
      emitter_.Emit(all[k].span, CosyFormalTwice, Written(formal));
      return false;
    }
  }
  return true;
}

}  // namespace kerf::cosy
