// Random statements.
#include "program.h"

namespace kerf::torture {

namespace {

class StepMaker {
 public:
  StepMaker(Rng& rng, const std::vector<Leaf>& leaves, const std::vector<Environment>& environments,
            std::vector<ProgramVar> vars, bool has_functions)
      : rng_(rng), maker_(rng, leaves, environments), start_(environments) {
    program_.vars = std::move(vars);
    n_given_ = static_cast<uint32_t>(program_.vars.size());
    for (const ProgramVar& var : program_.vars) maker_.leaves.push_back(var.leaf);
    maker_.has_events = false;
    maker_.has_functions = has_functions;
  }

  auto Run(int n_steps) -> Program {
    Runs();
    for (int k = 0; k < n_steps; ++k) {
      const Program before = program_;
      Add(program_.steps, 2, false);
      // What has no value is not said.
      if (!Runs()) program_ = before;
    }
    return program_;
  }

 private:
  // Executes all that there is, and takes its end for the values that the next statement meets.
  auto Runs() -> bool {
    std::vector<Environment> ends = start_;
    try {
      for (Environment& environment : ends) Execute(program_, environment);
    } catch (const NoValue&) {
      return false;
    }
    maker_.environments = std::move(ends);
    return true;
  }

  auto OneVar() -> const Leaf& {
    // Not the counters of loops, or these would not end.
    return program_.vars[rng_.Below(n_given_)].leaf;
  }

  auto Body(int depth, bool is_loop) -> std::vector<Step> {
    std::vector<Step> steps;
    const uint32_t n = 1 + rng_.Below(2);
    for (uint32_t k = 0; k < n; ++k) Add(steps, depth - 1, is_loop);
    return steps;
  }

  void Add(std::vector<Step>& steps, int depth, bool is_loop) {
    switch (depth > 0 ? rng_.Below(8) : rng_.Below(3)) {
      case 3:
      case 4:  steps.push_back(Choice(depth, is_loop)); break;
      case 5:  steps.push_back(For(depth)); break;
      case 6:  While(steps, depth); break;
      case 7:  steps.push_back(Leaving(is_loop)); break;
      default: steps.push_back(Assignment());
    }
  }

  auto Assignment() -> Step {
    Step step;
    Leaf leaf = OneVar();
    step.name = leaf.name;
    if (!leaf.dims.empty() && rng_.Chance(0.7)) {
      for (const int size : leaf.dims)
        step.subscripts.push_back(LiteralNode(IntegerVal(1 + rng_.Below(static_cast<uint32_t>(size)))));
      leaf.dims.clear();
      // An index that only the run tells.
      if (rng_.Chance(0.3))
        step.subscripts[0] = OperatorNode(
            "+", {CallNode("mod", {maker_.Make(Sort::Integer, {}, 1), LiteralNode(IntegerVal(3))}),
                  LiteralNode(IntegerVal(1))});
    }
    step.value = maker_.Make(leaf.sort, leaf.dims, 2);
    return step;
  }

  auto Choice(int depth, bool is_loop) -> Step {
    Step step;
    step.doing = Doing::If;
    const uint32_t n = 1 + rng_.Below(2);
    for (uint32_t k = 0; k < n; ++k) {
      step.conditions.push_back(maker_.Make(Sort::Boolean, {}, 2));
      step.bodies.push_back(Body(depth, is_loop));
    }
    if (rng_.Chance(0.6)) step.bodies.push_back(Body(depth, is_loop));
    return step;
  }

  auto For(int depth) -> Step {
    Step step;
    step.doing = Doing::For;
    step.name = "l" + std::to_string(++n_names_);
    const bool is_array = rng_.Chance(0.3);
    const auto whole = [](int number) { return LiteralNode(IntegerVal(number)); };
    step.value = FormNode(Form::Range, {whole(1), whole(static_cast<int>(rng_.Below(4)))});
    if (rng_.Chance(0.3)) step.value.parts[1] = CallNode("size", {NameNode("v"), whole(1)});
    if (is_array) step.value = NameNode("v");
    maker_.leaves.push_back({step.name, is_array ? Sort::Real : Sort::Integer, {}});
    for (Environment& environment : maker_.environments)
      environment.values[step.name] = is_array ? environment.values.at("v").parts[0] : IntegerVal(1);
    step.bodies.push_back(Body(depth, true));
    maker_.leaves.pop_back();
    return step;
  }

  // Counts, so that it ends.
  void While(std::vector<Step>& steps, int depth) {
    const std::string counter = "c" + std::to_string(++n_names_);
    program_.vars.push_back({{counter, Sort::Integer, {}}, IntegerVal(0)});
    Step reset;
    reset.name = counter;
    reset.value = LiteralNode(IntegerVal(0));
    Step step;
    step.doing = Doing::While;
    for (Environment& environment : maker_.environments) environment.values[counter] = IntegerVal(0);
    const Node limit = LiteralNode(IntegerVal(1 + rng_.Below(4)));
    Node condition = OperatorNode("<", {NameNode(counter), limit});
    if (rng_.Chance(0.5)) condition = OperatorNode("and", {condition, maker_.Make(Sort::Boolean, {}, 1)});
    step.conditions.push_back(condition);
    step.bodies.push_back(Body(depth, true));
    Step count;
    count.name = counter;
    count.value = OperatorNode("+", {NameNode(counter), LiteralNode(IntegerVal(1))});
    step.bodies[0].insert(step.bodies[0].begin(), count);
    steps.push_back(reset);
    steps.push_back(step);
  }

  // break or return under a condition, or an assertion that holds.
  auto Leaving(bool is_loop) -> Step {
    Step step;
    step.doing = Doing::If;
    step.conditions.push_back(maker_.Make(Sort::Boolean, {}, 2));
    if (rng_.Chance(0.3)) {
      step.doing = Doing::Assert;
      return step;
    }
    Step leave;
    leave.doing = is_loop && rng_.Chance(0.7) ? Doing::Break : Doing::Return;
    step.bodies = {{leave}};
    return step;
  }

  Rng& rng_;
  ExpressionMaker maker_;
  std::vector<Environment> start_;
  Program program_;
  int n_names_ = 0;
  uint32_t n_given_ = 0;
};

}  // namespace

auto RandomProgram(Rng& rng, const std::vector<Leaf>& leaves, const std::vector<Environment>& environments,
                   std::vector<ProgramVar> vars, int n_steps, bool has_functions) -> Program {
  return StepMaker(rng, leaves, environments, std::move(vars), has_functions).Run(n_steps);
}

}  // namespace kerf::torture
