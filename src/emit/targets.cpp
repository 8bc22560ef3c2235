// The list of targets, and the way from a program to a text.
#include <array>

#include "base/number_text.h"
#include "emit/eliminate_loops.h"
#include "emit/inline_relations.h"
#include "emit/sampled_systems.h"
#include "emit/statements.h"
#include "emit/target_list.h"

namespace kerf::emit {

auto Targets() -> std::span<const Target> {
  static const auto kTargets = std::to_array<Target>(
      {CTarget(), FortranTarget(), Fortran77Target(), OctaveTarget(), SimnonTarget(), DesireTarget()});
  return kTargets;
}

auto FindTarget(std::string_view name) -> const Target* {
  for (const Target& target : Targets()) {
    if (target.name == name) return &target;
  }
  return nullptr;
}

namespace {

auto KindText(const Program& program, const Symbol& symbol) -> std::string_view {
  switch (symbol.kind) {
    case SymbolKind::Time:       return "time";
    case SymbolKind::Parameter:  return "parameter";
    case SymbolKind::Input:      return "input";
    case SymbolKind::State:      return "state";
    case SymbolKind::Derivative: return "derivative";
    case SymbolKind::Internal:   return "internal";
    case SymbolKind::Variable:   return program.work->dae.vars[symbol.var].is_output ? "output" : "terminal";
  }
  return "";
}

}  // namespace

auto WriteTarget(Program& program, const Target& program_target, const TranslateOptions& options,
                 transform::PassContext& context) -> std::optional<std::string> {
  Target target = options.is_per_state ? PerStateTarget() : program_target;
  // A function is called at any time and in any order.
  if (options.form == TranslateOptions::Form::Function) {
    target.has_events = false;
    target.past = {};
  }
  // What an FMU needs comes with it.
  if (options.form == TranslateOptions::Form::Fmu) target.control.has_external = false;
  if (!target.has_linear_loops) EliminateLoops(program, context.options);
  if (!target.has_events) InlineRelations(program);
  if (target.has_sampled_systems && options.form == TranslateOptions::Form::Program)
    TakeSampledSystems(program);
  StatementWriter writer(program, target, context);
  if (!writer.Check()) return std::nullopt;
  return target.write(program, writer, target, options);
}

auto VariableTable(Program& program, const Target& target, transform::PassContext& context) -> std::string {
  if (!target.has_linear_loops) EliminateLoops(program, context.options);
  if (!target.has_events) InlineRelations(program);
  const StatementWriter writer(program, target, context);
  size_t width = 30;
  for (const SymbolId id : program.symbols.ids())
    width = std::max(width, program.symbols[id].name.size() + 2);
  for (const Alias& alias : program.aliases) width = std::max(width, alias.name.size() + 2);
  std::string table = fmt::format("{:<12}{:<14}{:<{}}{}\n", "kind", "value", "name", width, target.title);
  const auto add = [&](const Symbol& symbol, std::string_view kind, const std::string& name, SymbolId id) {
    const bool has_value = symbol.kind == SymbolKind::Parameter || symbol.kind == SymbolKind::State;
    table += fmt::format("{:<12}{:<14}{:<{}}{}\n", kind, has_value ? base::NumberText(symbol.start) : "",
                         name, width, writer.name(id));
  };
  for (const SymbolId id : program.symbols.ids()) {
    const Symbol& symbol = program.symbols[id];
    if (symbol.var.has_value()) add(symbol, KindText(program, symbol), symbol.name, id);
  }
  for (const Alias& alias : program.aliases) {
    const Symbol& symbol = program.symbols[alias.symbol];
    const bool is_output = program.work->dae.vars[alias.var].is_output;
    add(symbol, is_output ? "output" : KindText(program, symbol), alias.name, alias.symbol);
  }
  return table;
}

}  // namespace kerf::emit
