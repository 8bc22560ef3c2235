// What --dump-after shows: the DAE as flat Modelica, the blocks, or the tape, whichever the pass has changed.
#include "dae/print.h"
#include "pipeline/pipeline.h"
#include "simcode/print.h"

namespace kerf::pipeline {

namespace {

auto BlocksText(const Work& work) -> std::string {
  const dae::FullNamer namer(work.dae);
  const expr::Pool& pool = work.dae.world->pool;
  std::string out;
  for (const transform::Block& block : work.blocks) {
    if (block.equations.size() > 1) out += fmt::format("block of {}\n", block.equations.size());
    for (const transform::Assigned& assigned : block.equations) {
      const std::string indent = block.equations.size() > 1 ? "  " : "";
      if (assigned.solution.has_value()) {
        out += fmt::format("{}{} := {}\n", indent, namer.VarName(assigned.var),
                           expr::Print(pool, assigned.solution, namer));
      } else {
        out += fmt::format("{}{} from {}\n", indent, namer.VarName(assigned.var),
                           expr::PrintEquation(pool, work.structure.lhs[assigned.equation.index],
                                               work.structure.rhs[assigned.equation.index], namer));
      }
    }
    if (!block.iteration_vars.empty()) {
      out += fmt::format("  {} in", block.kind == transform::BlockKind::Linear ? "linear" : "nonlinear");
      for (const auto var : block.iteration_vars) out += fmt::format(" {}", namer.VarName(var));
      out += '\n';
    }
  }
  return out;
}

}  // namespace

auto DumpAfter(const Work& work, std::string_view pass) -> std::string {
  if (pass == "build_simcode") return simcode::Print(work.simcode);
  if (pass == "sort_blocks" || pass == "solve_blocks" || pass == "tear_blocks") return BlocksText(work);
  return dae::PrintModelica(work.dae);
}

}  // namespace kerf::pipeline
