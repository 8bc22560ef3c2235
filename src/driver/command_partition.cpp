// The commands partition, print and help of the command processor.
#include <algorithm>

#include "driver/command_processor.h"
#include "session/listing.h"
#include "session/session.h"

namespace kerf::driver {

void CommandProcessor::Partition() {
  if (!HasModel()) return;
  if (!steps_.empty() || is_differentiated_) {
    is_partitioned_ = true;
    return Rework();
  }
  pipeline::RunOptions run;
  run.start_after = "scalarise";
  run.stop_after = "solve_blocks";
  is_partitioned_ =
      session::RunPasses(*work_, options_, run, reporter_->buffers(), reporter_->emitter()).status ==
      transform::Status::Ok;
  if (!is_partitioned_) {
    had_errors_ = true;
    return;
  }
  ReportSingular();
}

void CommandProcessor::ReportSingular() {
  const transform::Structure& s = work_->structure;
  for (const dae::EqnId id : work_->aliases.redundant) {
    Say("Redundant equation:");
    io_.out(session::EquationListing(*work_).Selected({id}));
  }
  if (s.eqn_of_row.size() != s.var_of_col.size()) {
    Say(fmt::format("The number of equations is {:>4}", s.eqn_of_row.size()));
    Say(fmt::format("The number of unknown variables is {:>4}", s.var_of_col.size()));
  }
  // As in 1978: only if an equation found no unknown. Unknowns left over alone are a matter of counting.
  if (!s.unmatched.empty()) Say("Singular problem");
  if (!s.unassigned.empty()) {
    Say("\nUnassigned variables:");
    for (const expr::VarId var : s.unassigned) Say(session::TopName(work_->dae, var));
  }
  if (!s.unmatched.empty()) {
    Say("\nRedundant equations:");
    io_.out(session::EquationListing(*work_).Selected(s.unmatched));
  }
}

void CommandProcessor::PrintVariables(const std::string& which) {
  for (const expr::VarId id : work_->dae.vars.ids()) {
    bool known = dae::IsKnown(work_->dae.vars[id]);
    const std::string full = dae::FullName(work_->dae, id);
    if (std::ranges::find(options_.known, full) != options_.known.end()) known = true;
    if (std::ranges::find(options_.unknown, full) != options_.unknown.end()) known = false;
    if (which == "variables" || (which == "known") == known) Say(session::TopName(work_->dae, id));
  }
}

void CommandProcessor::Print(const std::vector<std::string>& words) {
  if (!HasModel()) return;
  const std::string what = words.size() == 1 ? words[0] : "";
  if (what != "variables" && what != "known" && what != "unknown" && what != "equations" &&
      what != "sorted" && what != "solved") {
    return Fail("Bad argument: print variables, known, unknown, equations, sorted or solved");
  }
  if ((what == "sorted" || what == "solved") && !is_partitioned_)
    return Fail(fmt::format("print {} comes after partition", what));
  Say("");
  if (what == "equations") {
    io_.out(session::EquationListing(*work_).Equations());
  } else if (what == "sorted" || what == "solved") {
    io_.out(session::EquationListing(*work_).Blocks(what == "solved"));
  } else {
    PrintVariables(what);
  }
  Say("");
}

void CommandProcessor::Help() {
  Say("model …              type model types and a model, up to its end; starts afresh");
  Say("@add FILE            read models and commands from a file");
  Say("partition            assign unknowns to equations and sort them into blocks");
  Say("print variables      all variables; also: print known, print unknown");
  Say("print equations      the equations in the order in which they arose");
  Say("print sorted         blocks in order of solution, the unknown of each in brackets");
  Say("print solved         the same, solved where possible");
  Say("known A.v B.w        take these as known; takes effect with the next partition");
  Say("unknown A.v          take these as unknown");
  Say("do [not] eliminate   whether partition replaces variables that are equal");
  Say("enter model          type a program or read it: @FILE; enter experiment: a control file");
  Say("partition eliminate  partition, after all eliminations");
  Say("eliminate equations  equations that say a = b; also: parameters, variables, outputs");
  Say("differentiate        constraints between states, so that fewer of them are left");
  Say("output equations     like print; also: sorted equations, solved equations");
  Say("output variables L   every variable with its kind, its value and its name in language L");
  Say("output L model       the equations as a text in language L; output L program: with the experiment");
  Say("outfile FILE         where the next output goes");
  Say("stop                 leave");
}

}  // namespace kerf::driver
