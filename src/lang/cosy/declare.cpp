// Declarations: constants, tables, records, variables, files and processes.
#include <algorithm>
#include <functional>

#include "lang/cosy/translator.h"

namespace kerf::cosy {

namespace {

KERF_DIAG(CosyUnknownRecord, Error, "there is no record `{}`", std::string_view);
KERF_DIAG(CosyUnknownField, Error, "the record `{}` has no field `{}`", std::string_view, std::string_view);
KERF_DIAG(CosyUnknownProcess, Error, "no process `{}` is defined", std::string_view);
KERF_DIAG(CosyEmptyRange, Error, "the range from {} to {} is empty", double, double);
KERF_DIAG(CosyTablePoints, Error, "the arguments of a table must increase, and there must be two at least");
KERF_DIAG(CosyArrayType, Error, "there are no arrays of this type");
KERF_DIAG(CosyTimeDeclared, Error,
          "`TIME` is the time of the run; all that can be declared is its unit, among the variables of the "
          "program: "
          "REAL TIME UNIT 'min'");

auto RankingOf(Ranking ranking) -> process::Ranking { return static_cast<process::Ranking>(ranking); }

}  // namespace

void Translator::Declare(const Declarations& declarations, Scope& scope) {
  for (const cosy::Constant& constant : declarations.constants) {
    Symbol symbol;
    symbol.kind = SymbolKind::Constant;
    symbol.type = constant.type;
    symbol.span = constant.span;
    symbol.value = Constant(constant.value, scope);
    AddSymbol(scope, constant.name, symbol);
  }
  for (const Table& table : declarations.tables) {
    Symbol symbol;
    symbol.kind = SymbolKind::Table;
    symbol.span = table.span;
    symbol.index = static_cast<uint32_t>(out_.tables.size());
    const Symbol* added = AddSymbol(scope, table.name, symbol);
    if (table.x.size() < 2 || !std::ranges::is_sorted(table.x, std::less_equal<>())) {
      emitter_.Emit(table.span, CosyTablePoints);
      continue;
    }
    out_.tables.push_back(process::MakeTable(added->name, table.x, table.y, table.is_spline));
  }
  for (const Record& record : declarations.records) scope.records[record.name] = &record;
  for (const cosy::Variable& variable : declarations.variables) DeclareVariable(variable, scope);
}

// REAL TIME UNIT text: in what the program counts its time.
void Translator::DeclareTime(const cosy::Variable& variable, const Scope& scope) {
  const bool is_unit_alone = variable.type == Tok::Real && variable.unit.has_value() &&
                             !variable.size.has_value() && !variable.least.has_value();
  if (!is_unit_alone || &scope != global_ || !out_.time_unit.empty()) {
    emitter_.Emit(variable.span, CosyTimeDeclared);
    return;
  }
  out_.time_unit = Lower(variable.unit);
  out_.time_span = variable.span;
}

void Translator::DeclareVariable(const cosy::Variable& variable, Scope& scope) {
  if (Lower(variable.name) == "time") return DeclareTime(variable, scope);
  Symbol symbol;
  symbol.type = variable.type;
  symbol.span = variable.span;
  symbol.name = scope.prefix + std::string(Written(variable.name));
  const auto count = [](const auto& list) { return static_cast<uint32_t>(list.size()); };
  switch (variable.type) {
    case Tok::File:    return DeclareFile(variable, scope);
    case Tok::Process: return DeclareProcess(variable, scope);
    case Tok::Model:   symbol.kind = SymbolKind::Model; break;
    case Tok::SEvent:
    case Tok::TEvent:
      symbol.kind = variable.type == Tok::SEvent ? SymbolKind::StateEvent : SymbolKind::TimeEvent;
      symbol.index = count(out_.events);
      out_.events.push_back({symbol.name, process::kNone, variable.span});
      break;
    case Tok::Facility:
    case Tok::Storage:  {
      symbol.kind = SymbolKind::Resource;
      symbol.index = count(out_.resources);
      const bool has_size = variable.size.has_value();
      out_.resources.push_back({symbol.name, has_size ? WholeConstant(variable.size, scope, 1) : 1});
      break;
    }
    case Tok::Gate:
      symbol.kind = SymbolKind::Gate;
      symbol.index = count(out_.gates);
      out_.gates.push_back(symbol.name);
      break;
    case Tok::Signal:
      symbol.kind = SymbolKind::Signal;
      symbol.index = count(out_.signals);
      out_.signals.push_back(symbol.name);
      break;
    case Tok::Random: {
      symbol.kind = SymbolKind::Random;
      symbol.index = count(out_.random_variables);
      process::RandomVariable random;
      random.name = symbol.name;
      random.span = variable.span;
      out_.random_variables.push_back(random);
      break;
    }
    default: {
      symbol.is_array = variable.size.has_value();
      symbol.size = symbol.is_array ? WholeConstant(variable.size, scope, 1) : 1;
      symbol.index =
          NewCells(symbol.name, KindOf(variable.type), symbol.size, symbol.is_array, variable.span);
      symbol.unit = variable.unit;
      if (variable.unit.has_value()) out_.variables.back().unit = Lower(variable.unit);
      DeclareRange(variable, scope, symbol);
      if (variable.type == Tok::Sample || variable.type == Tok::DState)
        symbol.next_cell =
            NewCells(symbol.name + "_next", expr::Kind::Real, symbol.size, symbol.is_array, variable.span);
      AddSymbol(scope, variable.name, symbol);
      return;
    }
  }
  if (variable.size.has_value() && variable.type != Tok::Storage && variable.type != Tok::Facility)
    emitter_.Emit(variable.span, CosyArrayType);
  AddSymbol(scope, variable.name, symbol);
}

void Translator::DeclareRange(const cosy::Variable& variable, const Scope& scope, Symbol& symbol) {
  if (!variable.least.has_value()) return;
  const process::Range range{symbol.name, Constant(variable.least, scope), Constant(variable.most, scope)};
  symbol.range = static_cast<uint32_t>(out_.ranges.size());
  out_.ranges.push_back(range);
  if (range.least > range.most) emitter_.Emit(variable.span, CosyEmptyRange, range.least, range.most);
}

void Translator::DeclareFile(const cosy::Variable& variable, Scope& scope) {
  const Record* record = scope.FindRecord(variable.record);
  if (record == nullptr) {
    emitter_.Emit(variable.span, CosyUnknownRecord, Written(variable.record));
    return;
  }
  process::File file;
  file.name = scope.prefix + std::string(Written(variable.name));
  file.ranking = RankingOf(variable.ranking);
  file.capacity = WholeConstant(variable.size, scope, 1);
  file.span = variable.span;
  bool has_ranking_field = !variable.ranking_field.has_value();
  for (const cosy::Variable& field : record->fields) {
    file.fields.emplace_back(Written(field.name));
    file.attributes.push_back(AttributeCell(field.name));
    if (field.name != variable.ranking_field) continue;
    file.ranked_by = file.attributes.back();
    file.ranked_field = static_cast<uint32_t>(file.fields.size() - 1);
    has_ranking_field = true;
  }
  if (!has_ranking_field)
    emitter_.Emit(variable.span, CosyUnknownField, Written(record->name), Written(variable.ranking_field));
  Symbol symbol;
  symbol.kind = SymbolKind::File;
  symbol.type = Tok::File;
  symbol.span = variable.span;
  symbol.index = static_cast<uint32_t>(out_.files.size());
  out_.files.push_back(std::move(file));
  AddSymbol(scope, variable.name, symbol);
}

// A number among the attributes; they get their cells when all are known.
auto Translator::AttributeCell(NameId name) -> uint32_t {
  const auto [found, is_new] =
      attribute_cells_.try_emplace(name, static_cast<uint32_t>(attribute_names_.size()));
  if (is_new) attribute_names_.push_back(name);
  return found->second;
}

auto Translator::FindProcess(NameId name) const -> const Process* {
  for (const Process& process : program_.processes) {
    if (process.name == name) return &process;
  }
  return nullptr;
}

void Translator::DeclareProcess(const cosy::Variable& variable, Scope& scope) {
  const Process* process = FindProcess(variable.name);
  if (process == nullptr) {
    emitter_.Emit(variable.span, CosyUnknownProcess, Written(variable.name));
    return;
  }
  Symbol symbol;
  symbol.type = Tok::Process;
  symbol.span = variable.span;
  symbol.kind = process->is_continuous ? SymbolKind::Copyable : SymbolKind::Process;
  uint32_t capacity = 0;
  uint32_t file = process::kNone;
  if (variable.file.has_value()) {
    const Symbol* found = Resolve(scope, variable.file, variable.span);
    if (found != nullptr && found->kind == SymbolKind::File) {
      file = found->index;
      capacity = out_.files[file].capacity;
    }
  }
  const std::string name(Written(variable.name));
  if (process->is_continuous) {
    symbol.index = static_cast<uint32_t>(out_.copyables.size());
    process::Copyable copyable;
    copyable.name = name;
    copyable.capacity = capacity;
    copyable.file = file;
    copyable.span = variable.span;
    out_.copyables.push_back(std::move(copyable));
  } else {
    symbol.index = static_cast<uint32_t>(out_.processes.size());
    process::Process discrete;
    discrete.name = name;
    discrete.capacity = capacity;
    discrete.file = file;
    discrete.span = variable.span;
    out_.processes.push_back(std::move(discrete));
  }
  AddSymbol(scope, variable.name, symbol);
}

}  // namespace kerf::cosy
