// The list of targets, and the way from a program to a text.
#include <array>

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

auto WriteTarget(Program& program, const Target& program_target, const TranslateOptions& options,
                 transform::PassContext& context) -> std::optional<std::string> {
  Target target = options.is_per_state ? PerStateTarget() : program_target;
  // A function is called at any time and in any order.
  if (options.form == TranslateOptions::Form::Function) target.has_events = false;
  if (!target.has_linear_loops) EliminateLoops(program);
  if (!target.has_events) InlineRelations(program);
  if (target.has_sampled_systems && options.form == TranslateOptions::Form::Program)
    TakeSampledSystems(program);
  StatementWriter writer(program, target, context);
  if (!writer.Check()) return std::nullopt;
  return target.write(program, writer, target, options);
}

}  // namespace kerf::emit
