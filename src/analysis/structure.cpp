// Compile up to the blocks, then graphs.
#include "analysis/structure.h"

#include <algorithm>

#include "analysis/generic_rank.h"
#include "analysis/influence.h"
#include "analysis/ports.h"
#include "analysis/subsystems.h"

namespace kerf::analysis {

namespace {

using expr::VarId;

auto OrderOf(uint32_t distance) -> Order { return distance == graph::kNone ? std::nullopt : Order(distance); }

auto NodesOf(const transform::Work& work, const std::vector<VarId>& vars) -> std::vector<uint32_t> {
  std::vector<uint32_t> nodes;
  for (const VarId id : vars) nodes.push_back(work.aliases.representative[id.index].index);
  return nodes;
}

auto NamesOf(const dae::Dae& dae, const std::vector<VarId>& vars) -> std::vector<std::string> {
  std::vector<std::string> names;
  for (const VarId id : vars) names.push_back(dae::FullName(dae, id));
  return names;
}

auto Analyse(const transform::Work& work, const std::vector<VarId>& outputs) -> Structure {
  const Influence influence = MakeInfluence(work);
  const std::vector<uint32_t> input_nodes = NodesOf(work, work.directions);
  const std::vector<uint32_t> output_nodes = NodesOf(work, outputs);
  Structure result;
  result.name = std::string(work.dae.world->names[work.dae.name]);
  result.inputs = NamesOf(work.dae, work.directions);
  result.outputs = NamesOf(work.dae, outputs);
  Decomposition decomposition = Decompose(influence, input_nodes);
  result.subsystems = std::move(decomposition.subsystems);
  result.n_parts = decomposition.n_parts;
  const auto from_inputs = Distances(influence, influence.feeds, input_nodes);
  const auto to_outputs = Distances(influence, influence.needs, output_nodes);
  for (uint32_t k = 0; k < influence.states.size(); ++k) {
    const uint32_t node = influence.states[k].index;
    result.states.push_back({dae::FullName(work.dae, influence.states[k]), OrderOf(from_inputs[node]),
                             OrderOf(to_outputs[node]), decomposition.of_state[k]});
  }
  for (const uint32_t input : input_nodes) {
    const auto distance = Distances(influence, influence.feeds, {input});
    result.orders.emplace_back();
    for (const uint32_t output : output_nodes) result.orders.back().push_back(OrderOf(distance[output]));
  }
  RankDeficit of_inputs = InputDeficit(work, influence);
  RankDeficit of_outputs = OutputDeficit(work, influence, outputs);
  result.input_deficit = of_inputs.deficit;
  result.output_deficit = of_outputs.deficit;
  result.input_deficient = std::move(of_inputs.states);
  result.output_deficient = std::move(of_outputs.states);
  return result;
}

}  // namespace

auto IsControllable(const Structure& structure) -> bool {
  return structure.input_deficit == 0 && std::ranges::all_of(structure.states, [](const StateStructure& s) {
           return s.from_inputs.has_value();
         });
}

auto IsObservable(const Structure& structure) -> bool {
  return structure.output_deficit == 0 && std::ranges::all_of(structure.states, [](const StateStructure& s) {
           return s.to_outputs.has_value();
         });
}

auto AnalyseStructure(session::Request request, const std::vector<std::string>& inputs,
                      const std::vector<std::string>& outputs, source::Buffers& buffers,
                      diag::Emitter& emitter) -> std::optional<Structure> {
  request.options.problem = transform::Problem::Simulation;
  request.options.has_directions = true;
  request.options.directions = inputs;
  request.run.stop_after = "tear_blocks";
  const session::Compilation compilation = session::Compile(request, buffers, emitter);
  if (!compilation.work || compilation.status != transform::Status::Ok) return std::nullopt;
  const uint32_t errors = emitter.n_errors();
  const std::vector<VarId> found = FindOutputs(compilation.work->dae, outputs, emitter);
  if (emitter.n_errors() != errors) return std::nullopt;
  return Analyse(*compilation.work, found);
}

}  // namespace kerf::analysis
