// Attributes of the entries of files, where other names hide them; and conditions, which depend on what
// changes at events alone.
#include "lang/cosy/translator.h"

namespace kerf::cosy {

namespace {

KERF_DIAG(
    CosyWatchedBetween, Error,
    "`{}` changes between events, where nobody looks at this condition: a CONDIT finds the instant, and "
    "its event may set a variable for which one can wait",
    std::string);
KERF_DIAG(CosyWatchedCommunic, Error, "`{}` is set by COMMUNIC, where nobody looks at this condition",
          std::string);

}  // namespace

auto Translator::FindAttribute(NameId name) const -> Symbol* {
  const auto found = attributes_.find(name);
  return found == attributes_.end() ? nullptr : found->second;
}

auto Translator::EntryScope(uint32_t file, const Scope& outer) -> Scope* {
  Scope* scope = NewScope(const_cast<Scope*>(&outer), outer.prefix);
  for (const std::string& field : out_.files[file].fields) {
    const NameId name = program_.names.Intern(field);
    if (Symbol* symbol = FindAttribute(name)) scope->symbols.emplace(name, symbol);
  }
  return scope;
}

// In a process: the attributes of files that it is given, where nothing else has their names.
void Translator::ShowAttributes(const Process& process, Scope& scope) {
  for (const cosy::Variable& formal : process.formals) {
    const Symbol* file = formal.type == Tok::File ? scope.Find(formal.name) : nullptr;
    if (file == nullptr || file->kind != SymbolKind::File) continue;
    for (const std::string& field : out_.files[file->index].fields) {
      const NameId name = program_.names.Intern(field);
      Symbol* symbol = FindAttribute(name);
      if (symbol != nullptr && scope.Find(name) == nullptr) scope.symbols.emplace(name, symbol);
    }
  }
}

void Translator::CheckWatched() {
  for (const auto& [symbol, span] : watched_) {
    const bool is_continuous = symbol->type == Tok::State || symbol->is_of_submodel ||
                               computed_.contains(symbol) || fed_.contains(symbol);
    if (is_continuous && symbol->kind == SymbolKind::Variable)
      emitter_.Emit(span, CosyWatchedBetween, symbol->name);
    if (communicated_.contains(symbol)) emitter_.Emit(span, CosyWatchedCommunic, symbol->name);
  }
}

}  // namespace kerf::cosy
