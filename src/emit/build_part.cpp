// One problem: its items in order as statements, and the tables of its events.
#include <algorithm>

#include "emit/program_builder.h"
#include "transform/slots.h"

namespace kerf::emit {

using transform::Item;
using transform::Variation;

auto ProgramBuilder::SymbolOfSlot(Source& source, uint32_t slot) -> SymbolId {
  SymbolId& symbol = source.symbol_of_slot[slot];
  if (symbol.has_value()) return symbol;
  if (source.var_of_slot[slot].has_value()) {
    symbol = SymbolOfVar(source.work, source.var_of_slot[slot]);
  } else {
    symbol = AddSymbol(SymbolKind::Internal, fmt::format("{}term {}", source.prefix, slot));
  }
  return symbol;
}

// The expression in terms of symbols.
auto ProgramBuilder::Translated(Source& source, ExprId value) -> ExprId {
  return rewriter_.Rewrite(value, [&](ExprId id) -> ExprId {
    if (pool_.op(id) == expr::Op::Time) return Leaf(SymbolId{uint32_t{0}});
    if (pool_.op(id) != expr::Op::Var) return {};
    const VarId var = pool_.var(id);
    const bool is_slot = (var.index & transform::kSlotBit) != 0;
    if (is_slot) return Leaf(SymbolOfSlot(source, var.index & ~transform::kSlotBit));
    const VarId shown = source.work.aliases.representative[var.index];
    return pool_.Var(VarId{SymbolOfVar(source.work, shown).index}, pool_.type(id));
  });
}

// Variables by name; what the executive looks at by what it is.
void ProgramBuilder::AddSymbols(Source& source) {
  const simcode::SimCode& sim = source.work.simcode;
  source.symbol_of_slot.resize(sim.n_slots);
  source.var_of_slot.resize(sim.n_slots);
  for (const VarId id : source.work.dae.vars.ids()) {
    if (source.work.aliases.representative[id.index] == id)
      source.var_of_slot[sim.slot_of_var[id.index]] = id;
  }
  source.symbol_of_slot[sim.time_slot] = SymbolId{uint32_t{0}};
  if (source.prefix.empty()) AddStates(source.work, source.symbol_of_slot);
  const auto name = [&](uint32_t slot, std::string_view what, size_t k) {
    if (!source.symbol_of_slot[slot].has_value() && !source.var_of_slot[slot].has_value())
      source.symbol_of_slot[slot] =
          AddSymbol(SymbolKind::Internal, fmt::format("{}{} {}", source.prefix, what, k + 1));
  };
  for (size_t k = 0; k < sim.relations.size(); ++k) {
    name(sim.relations[k].function_slot, "root", k);
    name(sim.relations[k].held_slot, "held", k);
    if (!sim.relations[k].is_time_event) continue;
    name(sim.relations[k].time_slot, "instant", k);
    name(sim.relations[k].slope_slot, "slope", k);
  }
  for (size_t k = 0; k < sim.samplers.size(); ++k) {
    name(sim.samplers[k].start_slot, "first tick", k);
    name(sim.samplers[k].interval_slot, "interval", k);
  }
  for (size_t k = 0; k < sim.reinits.size(); ++k) {
    name(sim.reinits[k].active_slot, "reinit", k);
    name(sim.reinits[k].value_slot, "new value", k);
  }
  for (size_t k = 0; k < sim.termination_slots.size(); ++k) name(sim.termination_slots[k], "end", k);
  for (size_t k = 0; k < sim.assertions.size(); ++k) name(sim.assertions[k].slot, "valid", k);
}

auto ProgramBuilder::StatementOf(Source& source, const Item& item) -> Statement {
  Statement statement;
  statement.is_at_events = item.phase % 2 == 1;
  statement.assignment = {{}, Translated(source, item.value), item.equation};
  statement.assignment.target = SymbolOfSlot(source, item.slot);
  return statement;
}

void ProgramBuilder::AddLoop(Source& source, const Item& item, std::vector<Statement>& out) {
  const transform::Block& block = source.work.blocks[item.block];
  const transform::OrderedBlock& ordered = source.ordered.blocks[item.block];
  Loop loop;
  loop.is_linear = block.kind == transform::BlockKind::Linear;
  for (const transform::Assigned& assigned : block.equations) loop.equations.push_back(assigned.equation);
  for (const VarId var : block.iteration_vars) loop.unknowns.push_back(SymbolOfVar(source.work, var));
  for (size_t k = 0; k < ordered.inner.size(); ++k) {
    loop.inner.push_back({SymbolOfVar(source.work, block.inner[k].var), Translated(source, ordered.inner[k]),
                          block.inner[k].equation});
  }
  for (const ExprId residual : ordered.residuals) loop.residuals.push_back(Translated(source, residual));
  loop.is_linear = loop.is_linear && TrySplitLinear(loop);
  const bool is_at_events = item.phase % 2 == 1;
  if (loop.is_linear && TrySolveSmall(loop, is_at_events, out)) return;
  Statement statement;
  statement.loop = static_cast<uint32_t>(source.part.loops.size());
  statement.is_at_events = is_at_events;
  source.part.loops.push_back(std::move(loop));
  out.push_back(statement);
}

// Items stand in order of solution; those of a higher phase follow those of lower ones. Of the start
// everything is wanted: it leaves parameters and start values.
void ProgramBuilder::AddStatements(Source& source) {
  std::vector<const Item*> items;
  for (const Item& item : source.ordered.items.list) items.push_back(&item);
  std::ranges::stable_sort(items, {}, [](const Item* item) { return item->phase; });
  for (const Item* item : items) {
    const bool is_output = item->variation == Variation::Always && !item->needed && source.prefix.empty();
    std::vector<Statement>& out = item->variation == Variation::Never ? source.part.once
                                  : is_output                         ? source.part.output
                                                                      : source.part.dynamic;
    if (item->block == Item::kNoBlock) {
      out.push_back(StatementOf(source, *item));
    } else {
      AddLoop(source, *item, out);
    }
  }
}

void ProgramBuilder::AddRelations(Source& source) {
  for (const simcode::Relation& relation : source.work.simcode.relations) {
    Relation made;
    made.kind = relation.kind;
    made.function = SymbolOfSlot(source, relation.function_slot);
    made.held = SymbolOfSlot(source, relation.held_slot);
    made.is_time_event = relation.is_time_event && relation.kind != simcode::RelationKind::Floor;
    made.equation = relation.equation;
    if (made.is_time_event) {
      made.instant = SymbolOfSlot(source, relation.time_slot);
      made.slope = SymbolOfSlot(source, relation.slope_slot);
    }
    source.part.relations.push_back(made);
  }
}

void ProgramBuilder::AddEventTables(Source& source) {
  const simcode::SimCode& sim = source.work.simcode;
  const dae::Dae& dae = source.work.dae;
  const auto var_symbol = [&](VarId var) {
    return SymbolOfVar(source.work, source.work.aliases.representative[var.index]);
  };
  for (const simcode::Previous& previous : sim.previous)
    source.part.previous.push_back({var_symbol(previous.var), var_symbol(dae.vars[previous.var].pre)});
  for (size_t k = 0; k < sim.samplers.size(); ++k) {
    source.part.samplers.push_back({var_symbol(dae.samplers[k].tick),
                                    SymbolOfSlot(source, sim.samplers[k].start_slot),
                                    SymbolOfSlot(source, sim.samplers[k].interval_slot)});
  }
  if (dae.terminal.has_value() && source.prefix.empty()) source.part.terminal = var_symbol(dae.terminal);
  for (size_t k = 0; k < sim.delays.size(); ++k) {
    const dae::Delay& delay = dae.delays[k];
    source.part.delays.push_back({var_symbol(delay.value), SymbolOfSlot(source, sim.delays[k].delay_slot),
                                  delay.function, dae.vars[delay.value].is_discrete, delay.is_fixed});
  }
  for (const simcode::Reinit& reinit : sim.reinits) {
    source.part.reinits.push_back({source.symbol_of_slot[reinit.state_slot],
                                   SymbolOfSlot(source, reinit.active_slot),
                                   SymbolOfSlot(source, reinit.value_slot)});
  }
  for (size_t k = 0; k < sim.termination_slots.size(); ++k) {
    source.part.terminations.push_back(
        {SymbolOfSlot(source, sim.termination_slots[k]), dae.terminations[k].message});
  }
  for (size_t k = 0; k < sim.assertions.size(); ++k) {
    const ExprId message = dae.assertions[k].message;
    const bool is_text = message.has_value() && pool_.op(message) == expr::Op::Text;
    source.part.assertions.push_back(
        {SymbolOfSlot(source, sim.assertions[k].slot), sim.assertions[k].is_error,
         sim.assertions[k].is_at_events,
         is_text ? std::string(dae.world->names[pool_.name(message)]) : "an assertion is violated"});
  }
}

void ProgramBuilder::AddPart(transform::Work& work, transform::OrderedModel ordered, Part& part,
                             std::string prefix) {
  Source source{work, std::move(ordered), part, std::move(prefix), {}, {}};
  part.dae = &work.dae;
  rewriter_.Forget();
  AddSymbols(source);
  AddStatements(source);
  AddRelations(source);
  AddEventTables(source);
}

}  // namespace kerf::emit
