// Names and cells.
#include "base/nearest.h"
#include "lang/cosy/translator.h"

namespace kerf::cosy {

namespace {

KERF_DIAG(CosyUnknownName, Error, "`{}` is not declared{}", std::string_view, std::string);
KERF_DIAG(CosyDeclaredTwice, Error, "`{}` is declared twice", std::string);
KERF_DIAG(CosyTooLarge, Error,
          "the {} elements of `{}` are more than the {} that the variables of a program may have in all; "
          "`--max-size` sets this limit",
          uint32_t, std::string, uint32_t);
KERF_NOTE(CosyDeclaredHere, "the first declaration");

}  // namespace

auto Translator::NewScope(Scope* parent, std::string prefix) -> Scope* {
  Scope& scope = scopes_.emplace_back();
  scope.parent = parent;
  scope.prefix = std::move(prefix);
  return &scope;
}

auto Translator::Resolve(const Scope& scope, NameId name, Span span) -> Symbol* {
  Symbol* symbol = scope.Find(name);
  if (symbol != nullptr) return symbol;
  std::vector<std::string> known;
  for (const Symbol& one : symbols_) known.push_back(base::LowerCase(one.name));
  const std::string near = base::Nearest(Lower(name), known);
  std::string hint;
  if (near == Lower(name)) {
    hint = " here; processes and routines know variables of the program as their parameters alone";
  } else if (!near.empty()) {
    hint = fmt::format("; is `{}` meant?", Written(program_.names.Intern(near)));
  }
  emitter_.Emit(span, CosyUnknownName, Written(name), hint);
  return nullptr;
}

auto Translator::AddSymbol(Scope& scope, NameId name, Symbol symbol) -> Symbol* {
  if (symbol.name.empty()) symbol.name = scope.prefix + std::string(Written(name));
  const auto found = scope.symbols.find(name);
  if (found != scope.symbols.end()) {
    emitter_.Emit(symbol.span, CosyDeclaredTwice, symbol.name).Note(found->second->span, CosyDeclaredHere);
    return found->second;
  }
  symbols_.push_back(std::move(symbol));
  scope.symbols.emplace(name, &symbols_.back());
  return &symbols_.back();
}

auto Translator::NewCells(std::string name, expr::Kind kind, uint32_t size, bool is_array, Span span)
    -> uint32_t {
  if (size > max_size_ || out_.n_cells > max_size_ - size) {
    if (!has_told_size_) emitter_.Emit(span, CosyTooLarge, size, name, max_size_);
    has_told_size_ = true;
    size = 1;
  }
  process::Variable variable;
  variable.name = std::move(name);
  variable.kind = kind;
  variable.first = out_.n_cells;
  variable.size = size;
  variable.is_array = is_array;
  variable.span = span;
  out_.n_cells += size;
  out_.variables.push_back(std::move(variable));
  return out_.n_cells - size;
}

auto Translator::AddRoutine(process::Routine routine) -> uint32_t {
  out_.routines.push_back(std::move(routine));
  return static_cast<uint32_t>(out_.routines.size() - 1);
}

}  // namespace kerf::cosy
