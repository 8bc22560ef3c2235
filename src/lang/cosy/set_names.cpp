// Which names statements set, wherever they stand.
#include <algorithm>

#include "lang/cosy/translator.h"

namespace kerf::cosy {

namespace {

// What a procedure gets as a VAR parameter it may set.
void AddReferences(const Program& program, const Node& call, std::set<NameId>& names) {
  const auto routine = std::ranges::find(program.routines, call.name, &Routine::name);
  if (routine == program.routines.end()) return;
  for (size_t k = 0; k < call.operands.size() && k < routine->formals.size(); ++k) {
    const Node& actual = program.nodes[call.operands[k]];
    if (routine->formals[k].is_reference && actual.kind == NodeKind::Name) names.insert(actual.name);
  }
}

// Statements inside of others included; nesting is limited by the parser, but the list may be long.
void AddTargets(const Program& program, const std::vector<Statement>& statements, std::set<NameId>& names) {
  std::vector<const Statement*> pending;
  const auto push = [&](const std::vector<Statement>& list) {
    for (const Statement& statement : list) pending.push_back(&statement);
  };
  push(statements);
  while (!pending.empty()) {
    const Statement& statement = *pending.back();
    pending.pop_back();
    if (statement.kind == StatementKind::Assign && statement.target.has_value())
      names.insert(program.nodes[statement.target].name);
    if (statement.kind == StatementKind::Call && statement.value.has_value())
      AddReferences(program, program.nodes[statement.value], names);
    push(statement.body);
    push(statement.else_body);
  }
}

void AddHandlers(const Program& program, const Parts& parts, SetNames& names) {
  AddTargets(program, parts.initial, names.at_start);
  for (const Handler& handler : parts.handlers) AddTargets(program, handler.body, names.at_events);
  AddTargets(program, parts.terminal, names.at_events);
  std::vector<const Equation*> pending;
  for (const Equation& equation : parts.continuous) pending.push_back(&equation);
  while (!pending.empty()) {
    const Equation& equation = *pending.back();
    pending.pop_back();
    // What NOSORT gives is no different from what equations give.
    if (equation.kind != EquationKind::NoSort) AddTargets(program, equation.statements, names.at_events);
    for (const Equation& inner : equation.body) pending.push_back(&inner);
    for (const Equation& inner : equation.else_body) pending.push_back(&inner);
  }
}

void AddFrame(const Program& program, const std::vector<FrameItem>& items, SetNames& names) {
  for (const FrameItem& item : items) {
    std::set<NameId>& into = item.kind == FrameKind::InitialCondition ? names.at_start : names.at_events;
    for (const ValueList& list : item.lists) into.insert(list.name);
    if (item.kind == FrameKind::Statement) AddTargets(program, {item.statement}, names.at_events);
    AddFrame(program, item.items, names);
  }
}

// A formal that the process sets is its actual.
void AddActuals(const Process& process, const Equation& call, SetNames& names) {
  std::vector<Association> actuals = call.outputs;
  actuals.insert(actuals.end(), call.inputs.begin(), call.inputs.end());
  for (size_t k = 0; k < actuals.size() && k < process.formals.size(); ++k) {
    if (names.at_events.contains(process.formals[k].name)) names.at_events.insert(actuals[k].actual);
  }
}

}  // namespace

auto FindSetNames(const Program& program) -> SetNames {
  SetNames names;
  AddHandlers(program, program.system, names);
  for (const Frame& frame : program.frames) AddFrame(program, frame.items, names);
  for (const Module& module : program.modules) AddHandlers(program, module.parts, names);
  for (const Routine& routine : program.routines) AddTargets(program, routine.body, names.at_events);
  for (const Process& process : program.processes) {
    AddTargets(program, process.body, names.at_events);
    AddHandlers(program, process.parts, names);
    for (const Equation& call : program.system.processes) {
      if (call.name == process.name) AddActuals(process, call, names);
    }
  }
  return names;
}

}  // namespace kerf::cosy
