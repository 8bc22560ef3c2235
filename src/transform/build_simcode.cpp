// The pass build_simcode: dae → simcode.
#include "transform/passes.h"
#include "transform/simcode_builder.h"

namespace kerf::transform {

SimcodeBuilder::SimcodeBuilder(Work& work, PassContext& context)
    : work_(work),
      context_(context),
      pool_(work.dae.world->pool),
      sim_(work.simcode),
      slots_(work.dae.vars.size()),
      walker_(pool_),
      rewriter_(pool_),
      differentiator_(pool_),
      partials_(pool_),
      is_implicit_only_(context.options.implicit_form && !HasStateForm(work.structure)) {
  differentiator_.set_rough(true);
  partials_.set_rough(true);
}

auto SimcodeBuilder::Build() -> Status {
  const uint32_t errors = context_.diag.n_errors();
  LayOutSlots();
  LayOutDirections();
  MarkVarying();
  CollectItems();
  FillStartValues();
  HoldStarts();
  CheckDirections();
  if (context_.diag.n_errors() != errors) return Status::Failed;
  BuildPrograms();
  BuildJacobianPattern();
  BuildStateSets();
  BuildStateWatches();
  if (context_.options.implicit_form) BuildImplicit();
  sim_.n_slots = slots_.size();
  sim_.start.resize(sim_.n_slots, 0.0);
  tape_->ResolveTangents(sim_.n_slots);
  sim_.slot_of_var.resize(work_.dae.vars.size());
  for (const VarId id : work_.dae.vars.ids()) sim_.slot_of_var[id.index] = slot(id);
  return Status::Ok;
}

auto SimcodeBuilder::TakeOrdered() -> OrderedModel {
  return {std::move(items_), std::move(ordered_blocks_), std::move(events_->relations)};
}

auto OrderModel(Work& work, PassContext& context) -> std::optional<OrderedModel> {
  work.simcode = {};
  SimcodeBuilder builder(work, context);
  if (builder.Build() != Status::Ok) return std::nullopt;
  return builder.TakeOrdered();
}

auto BuildSimcode(Work& work, PassContext& context) -> Status {
  work.simcode = {};
  return SimcodeBuilder(work, context).Build();
}

}  // namespace kerf::transform
