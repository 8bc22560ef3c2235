// The fields of all that a file of a compiled model holds, in their order there. A change of one needs
// another kFormatVersion (file.h).
#pragma once

#include <type_traits>

#include "model/archive.h"
#include "model/compiled_model.h"
#include "model/library_image.h"
#include "model/stored_messages.h"

namespace kerf::model {

template <>
struct EnumCount<TapeOp> {
  static constexpr size_t kValue = kTapeOperands.size();
};
template <>
struct EnumCount<RelationKind> {
  static constexpr size_t kValue = static_cast<size_t>(RelationKind::Floor) + 1;
};
template <>
struct EnumCount<VariableKind> {
  static constexpr size_t kValue = static_cast<size_t>(VariableKind::Event) + 1;
};
template <>
struct EnumCount<ScalarType> {
  static constexpr size_t kValue = static_cast<size_t>(ScalarType::Boolean) + 1;
};

// T to read, const T to write.
template <typename Archive, typename T>
using Of = std::conditional_t<Archive::kReads, T, const T>;

#define KERF_FIELDS(Type, ...)                          \
  template <typename Archive>                           \
  void Fields(Archive& archive, Of<Archive, Type>& x) { \
    archive(__VA_ARGS__);                               \
  }

KERF_FIELDS(Instr, x.op, x.a, x.b, x.c)
KERF_FIELDS(Shape, x.code, x.n_args, x.call_args)
KERF_FIELDS(Loop, x.shape, x.first, x.count)
KERF_FIELDS(Code, x.loops)
KERF_FIELDS(Tape, x.shapes, x.codes, x.args)
KERF_FIELDS(Pattern, x.col_ptr, x.row_index)
KERF_FIELDS(Step, x.code, x.tangent, x.block)
KERF_FIELDS(Program, x.steps)
KERF_FIELDS(Sampler, x.tick_slot, x.start_slot, x.interval_slot)
KERF_FIELDS(Reinit, x.state_slot, x.active_slot, x.value_slot)
KERF_FIELDS(Delay, x.value_slot, x.delay_slot, x.is_fixed)
KERF_FIELDS(Effect, x.active_slot, x.is_at_events)
KERF_FIELDS(StateSet, x.state_slots, x.candidate_slots, x.nominal, x.is_reset, x.selection_slots,
            x.n_eliminated, x.n_rows, x.entry_rows, x.entry_cols, x.jacobian_slot, x.jacobian)
KERF_FIELDS(StateWatch, x.n, x.set, x.nominal, x.entry_rows, x.entry_cols, x.jacobian_slot, x.jacobian)
KERF_FIELDS(Programs, x.n_slots, x.start, x.time_slot, x.n_states, x.state_slot, x.derivative_slot, x.once,
            x.derivative, x.output, x.event, x.samplers, x.reinits, x.state_sets, x.state_watches,
            x.termination_slots, x.delays, x.effects, x.terminal_slot, x.is_start_problem, x.jacobian,
            x.colour_of_state, x.n_colours, x.state_nominal)
KERF_FIELDS(Block, x.unknown_slots, x.nominal, x.residual_slot, x.jacobian_slot, x.pattern, x.is_linear,
            x.residual, x.jacobian, x.tangent, x.residual_equations, x.unknowns, x.equations)
KERF_FIELDS(RelationCode, x.kind, x.function_slot, x.held_slot, x.is_time_event, x.time_slot, x.slope_slot)
KERF_FIELDS(Assertion, x.slot, x.is_error, x.is_at_events, x.is_about_states, x.is_of_start)
KERF_FIELDS(PreviousSlots, x.slot, x.pre_slot)
KERF_FIELDS(Implicit, x.y_slots, x.yp_slots, x.residual_slot, x.residual, x.pattern, x.jacobian_slot,
            x.jacobian, x.equations, x.is_only)
KERF_FIELDS(Direction, x.slots, x.seeds, x.variable)
KERF_FIELDS(WatchedChoice, x.given_up, x.others, x.constraints, x.is_of_set)
KERF_FIELDS(State, x.variable, x.equation)
KERF_FIELDS(Assignment, x.equation, x.slot)
KERF_FIELDS(Place, x.file, x.begin, x.end)
KERF_FIELDS(Termination, x.message, x.place)
KERF_FIELDS(FunctionUse, x.name, x.function, x.n_arguments, x.n_outputs)
KERF_FIELDS(HeldConditions, x.tape, x.code, x.relations)
KERF_FIELDS(TunedRow, x.variable, x.code)
KERF_FIELDS(TunedSlot, x.slot, x.variable)
KERF_FIELDS(Tuning, x.parameters, x.tape, x.rows)
KERF_FIELDS(Experiment, x.start_time, x.stop_time, x.interval, x.tolerance)
KERF_FIELDS(SourceText, x.name, x.text)
KERF_FIELDS(PreviousOf, x.variable, x.now)
KERF_FIELDS(Declaration, x.first, x.count, x.attributes, x.first_dim, x.n_dims, x.flags, x.enumeration)
KERF_FIELDS(Enumeration, x.name, x.literals)
KERF_FIELDS(Attributes, x.unit, x.display_unit, x.quantity, x.description, x.min, x.max, x.nominal)
KERF_FIELDS(Variables, x.path, x.slot, x.kind, x.type, x.flags, x.previous, x.declarations, x.attributes,
            x.enumerations, x.dims)
KERF_FIELDS(MessageTable::Row, x.text, x.owner, x.place, x.first_operand, x.n_operands)
KERF_FIELDS(MessageTable::Range, x.first, x.count)
KERF_FIELDS(MessageTable, x.texts, x.operands, x.equations, x.assignments, x.conditions, x.assertions,
            x.assertion_messages, x.may_solve_implicit_form)
KERF_FIELDS(TypeImage, x.kind, x.detail, x.dims)
KERF_FIELDS(NodeImage, x.op, x.type, x.bits, x.name, x.operands)
KERF_FIELDS(ValueImage, x.kind, x.is_array, x.detail, x.bits, x.text, x.dims, x.elements, x.function,
            x.bound_inputs)
KERF_FIELDS(BranchImage, x.condition, x.body)
KERF_FIELDS(StatementImage, x.kind, x.target, x.value, x.message, x.branches)
KERF_FIELDS(LocalImage, x.name, x.type, x.sizes, x.role, x.function_type, x.binding)
KERF_FIELDS(UnitImage, x.includes, x.include_folders, x.sources, x.archives, x.system_libraries, x.macros,
            x.missing)
KERF_FIELDS(ExternalImage, x.language, x.name, x.result, x.arguments, x.unit)
KERF_FIELDS(BodyImage, x.variables, x.n_inputs, x.n_outputs, x.statements, x.is_impure, x.is_partial,
            x.is_constructor, x.external)
KERF_FIELDS(FunctionImage, x.name, x.n_outputs, x.body)
KERF_FIELDS(EnumerationImage, x.name, x.literals)
KERF_FIELDS(RecordImage, x.name, x.fields)
KERF_FIELDS(CallImage, x.scalar, x.function, x.arguments, x.is_given, x.n_outputs, x.leaves)
KERF_FIELDS(ObjectImage, x.constructor, x.detail, x.arguments)
KERF_FIELDS(FolderImage, x.library, x.folder)
KERF_FIELDS(DelayImage, x.function, x.is_discrete, x.is_fixed)
KERF_FIELDS(LibraryPartImage, x.effects, x.delays, x.texts)
KERF_FIELDS(LibraryImage, x.names, x.types, x.nodes, x.values, x.statements, x.bodies, x.functions,
            x.enumerations, x.records, x.object_classes, x.calls, x.objects, x.folders, x.has_foreign,
            x.parts)

#undef KERF_FIELDS

}  // namespace kerf::model
