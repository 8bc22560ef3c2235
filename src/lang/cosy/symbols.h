// What names mean.
#pragma once

#include <memory>
#include <unordered_map>

#include "lang/cosy/program.h"

namespace kerf::cosy {

// What values of a type are.
constexpr auto KindOf(Tok type) -> expr::Kind {
  if (type == Tok::Integer) return expr::Kind::Integer;
  return type == Tok::Boolean || type == Tok::Logic ? expr::Kind::Boolean : expr::Kind::Real;
}

enum class SymbolKind : uint8_t {
  // A number known at translation; also the running index of a FOR that is written out.
  Constant,
  // Cells of the program.
  Variable,
  // The attribute of an entry that was removed or that came with an event: a cell as well.
  Attribute,
  // A field of the transaction or copy at work.
  Field,
  File,
  TimeEvent,
  StateEvent,
  Resource,
  Gate,
  Signal,
  Process,
  Copyable,
  Random,
  Table,
  // Names a MODEL: nothing refers to it.
  Model,
  // A function or procedure.
  Routine,
  // A parameter, variable or result of the routine at work: a register, or a variable of a flat function.
  Local,
};

struct Symbol {
  SymbolKind kind = SymbolKind::Variable;
  Tok type = Tok::Real;
  // As printed: with the modules it stands in.
  std::string name;
  Span span;
  double value = 0;
  // A text, or none.
  NameId unit;
  // Cell, field, or number of an object.
  uint32_t index = 0;
  uint32_t size = 1;
  bool is_array = false;
  // Number of the range within which it is to stay, process::kNone: any value will do.
  uint32_t range = 0xFFFF'FFFF;
  // Declared inside of a process.
  bool is_local = false;
  // A variable of a submodel.
  bool is_of_submodel = false;
  // Numbers of its statistics, process::kNone where there are none.
  uint32_t collect = 0xFFFF'FFFF;
  uint32_t histogram = 0xFFFF'FFFF;
  uint32_t time_value = 0xFFFF'FFFF;
  // Of a sampled variable: the cell that its equation gives.
  uint32_t next_cell = 0xFFFF'FFFF;
};

struct Scope {
  Scope* parent = nullptr;
  // In front of the names declared here.
  std::string prefix;
  std::unordered_map<NameId, Symbol*> symbols;
  // Records that can be referred to.
  std::unordered_map<NameId, const Record*> records;

  [[nodiscard]] auto Find(NameId name) const -> Symbol* {
    for (const Scope* scope = this; scope != nullptr; scope = scope->parent) {
      if (const auto found = scope->symbols.find(name); found != scope->symbols.end()) return found->second;
    }
    return nullptr;
  }
  [[nodiscard]] auto FindRecord(NameId name) const -> const Record* {
    for (const Scope* scope = this; scope != nullptr; scope = scope->parent) {
      if (const auto found = scope->records.find(name); found != scope->records.end()) return found->second;
    }
    return nullptr;
  }
};

}  // namespace kerf::cosy
