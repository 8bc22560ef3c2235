// IR 3: solved blocks in order as tape, with slot layout, patterns and event tables, and what each of them is
// in terms of the DAE. `compile` turns it into a model::CompiledModel, where targets start.
#pragma once

#include <string>
#include <vector>

#include "dae/model.h"
#include "model/programs.h"
#include "model/tape.h"

namespace kerf::simcode {

using model::BlockId;
using model::CodeId;
using model::ShapeId;

using model::Code;
using model::ConstInstr;
using model::Instr;
using model::kAlways;
using model::Loop;
using model::Shape;
using model::Tape;
using model::TapeOp;

using model::Delay;
using model::Effect;
using model::kNoSlot;
using model::Pattern;
using model::Program;
using model::Reinit;
using model::RelationKind;
using model::Sampler;
using model::StateSet;
using model::StateWatch;
using model::Step;
using Assertion = model::AssertionCode;

struct Block : model::BlockCode {
  // For messages: the equations that are the residuals, in order, the unknowns, and all equations of the
  // block.
  std::vector<dae::EqnId> residual_equations;
  std::vector<expr::VarId> unknowns;
  std::vector<dae::EqnId> equations;
};

struct Relation : model::RelationCode {
  // For messages: the condition as written and the equation it stands in.
  expr::ExprId condition;
  dae::EqnId equation;
};

struct Implicit : model::ImplicitCode {
  std::vector<dae::EqnId> equations;
};

struct Previous : model::PreviousSlots {
  expr::VarId var;
};

// A variable other than a state by which tangents can be taken.
struct Direction : model::DirectionCode {
  expr::VarId var;
};

// Which assignment a slot's value comes from, for messages about values that are not finite.
struct Assignment {
  dae::EqnId equation;
  uint32_t slot = 0;
  expr::ExprId value;
};

// The variable whose value before the run a slot starts with: that of a parameter, or a start value.
struct StartSource {
  uint32_t slot = 0;
  expr::VarId var;
};

struct SimCode : model::Programs {
  Tape tape;
  base::Store<BlockId, Block> blocks;
  std::vector<Relation> relations;
  std::vector<Assertion> assertions;
  std::vector<Previous> previous;
  Implicit implicit;
  std::vector<Direction> directions;

  // Slot of each DAE variable (always set; aliases share a slot).
  std::vector<uint32_t> slot_of_var;
  // States in slot order.
  std::vector<expr::VarId> states;
  // Those of parameters, and of start values that follow from some.
  std::vector<StartSource> start_sources;
  // Relations that start with the truth that such values give them, by number.
  std::vector<uint32_t> started_relations;
  // Variables whose values or start values the user gave, in place of what the model says.
  std::vector<expr::VarId> given;
  // In order of evaluation; explicit assignments only.
  std::vector<Assignment> assignments;
  // External functions in the order in which Call instructions number them.
  std::vector<expr::FunctionId> functions;
  // With how many arguments each is called. A function called with different numbers has several entries.
  std::vector<uint32_t> function_arguments;
};

}  // namespace kerf::simcode
