// What is inlined, what becomes a loop, and how large functions and modules get.
#include "codegen/plan.h"

#include "tapes.h"

namespace kerf::codegen {
namespace {

auto ShapeOf(uint32_t n_instructions) -> Shape {
  Shape shape;
  shape.n_args = 1;
  while (shape.code.size() + 1 < n_instructions) shape.code.push_back(ConstInstr(1));
  shape.code.push_back({TapeOp::Store, 0, 0, 0});
  return shape;
}

TEST(Plan, LongLoopsShareOneFunctionPerShape) {
  Tape tape;
  const ShapeId a = tape.shapes.Add(ShapeOf(5));
  const ShapeId b = tape.shapes.Add(ShapeOf(6));
  tape.args.resize(400);
  tape.codes.Add({{{a, 0, 100}, {b, 100, 8}, {a, 200, 100}}});
  const Plan plan = MakePlan(tape, {});
  ASSERT_EQ(plan.functions.size(), 2U);
  ASSERT_EQ(plan.steps.size(), 3U);
  EXPECT_EQ(plan.steps[0].function, plan.steps[2].function);
  EXPECT_NE(plan.steps[0].function, plan.steps[1].function);
  EXPECT_EQ(plan.steps[2].rows, tape.args.data() + 200);
  EXPECT_EQ(plan.steps[1].n_rows, 8U);
  EXPECT_EQ(plan.n_inlined_rows, 0U);
}

TEST(Plan, ShortLoopsJoinInAChunkUntilALoopComes) {
  Tape tape;
  const ShapeId a = tape.shapes.Add(ShapeOf(5));
  const ShapeId b = tape.shapes.Add(ShapeOf(6));
  tape.args.resize(100);
  tape.codes.Add({{{a, 0, 2}, {b, 2, 1}, {b, 10, 50}, {a, 60, 1}}});
  const Plan plan = MakePlan(tape, {});
  ASSERT_EQ(plan.steps.size(), 3U);
  const PlannedFunction& first = plan.functions[plan.steps[0].function];
  EXPECT_EQ(first.kind, FunctionKind::Chunk);
  EXPECT_EQ(first.last_loop, 2U);
  EXPECT_EQ(first.n_instructions, 16U);
  EXPECT_EQ(plan.functions[plan.steps[1].function].kind, FunctionKind::ShapeLoop);
  EXPECT_EQ(plan.functions[plan.steps[2].function].kind, FunctionKind::Chunk);
  EXPECT_EQ(plan.n_inlined_rows, 4U);
}

TEST(Plan, ShapeInManyPlacesIsNotInlined) {
  Tape tape;
  const ShapeId common = tape.shapes.Add(ShapeOf(5));
  const ShapeId rare = tape.shapes.Add(ShapeOf(5));
  // Larger than the limit, but there is only one row of it.
  const ShapeId large = tape.shapes.Add(ShapeOf(3000));
  tape.args.resize(1);
  Code code;
  for (int i = 0; i < 1000; ++i) code.loops.push_back({common, 0, 1});
  code.loops.push_back({rare, 0, 1});
  code.loops.push_back({large, 0, 1});
  tape.codes.Add(code);
  const Plan plan = MakePlan(tape, {});
  EXPECT_EQ(plan.functions.size(), 2U);
  EXPECT_EQ(plan.steps.size(), 1001U);
  EXPECT_EQ(plan.n_inlined_rows, 2U);
}

TEST(Plan, FunctionsAndModulesAreBounded) {
  Tape tape;
  tape.args.resize(1);
  Code code;
  for (int i = 0; i < 3000; ++i) code.loops.push_back({tape.shapes.Add(ShapeOf(7)), 0, 1});
  tape.codes.Add(code);
  tape.codes.Add(code);
  CompileOptions options;
  options.chunk_instructions = 100;
  options.module_instructions = 1000;
  const Plan plan = MakePlan(tape, options);
  size_t n_instructions = 0;
  size_t n_functions = 0;
  for (const PlannedFunction& function : plan.functions) {
    EXPECT_LT(function.n_instructions, 100U + 7);
    n_instructions += function.n_instructions;
  }
  for (const PlannedModule& module : plan.modules) {
    size_t size = 0;
    for (const uint32_t f : module.functions) size += plan.functions[f].n_instructions;
    EXPECT_LT(size, 1000U + 100 + 7);
    n_functions += module.functions.size();
  }
  EXPECT_EQ(n_instructions, 2U * 3000 * 7);
  EXPECT_EQ(n_functions, plan.functions.size());
}

TEST(Plan, OptimisesTheLoopsWithMostWork) {
  Tape tape;
  const ShapeId little = tape.shapes.Add(ShapeOf(30));
  const ShapeId much = tape.shapes.Add(ShapeOf(30));
  const ShapeId most = tape.shapes.Add(ShapeOf(60));
  const ShapeId too_long = tape.shapes.Add(ShapeOf(500));
  tape.args.resize(2000);
  tape.codes.Add({{{little, 0, 10}, {much, 0, 1000}, {most, 0, 2000}, {too_long, 0, 1000}}});
  const auto optimised = [&](size_t budget) {
    CompileOptions options;
    options.optimise_budget = budget;
    const Plan plan = MakePlan(tape, options);
    std::vector<uint32_t> functions;
    for (const PlannedModule& module : plan.modules) {
      if (module.is_optimised)
        functions.insert(functions.end(), module.functions.begin(), module.functions.end());
    }
    return functions;
  };
  EXPECT_EQ(optimised(1000), (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(optimised(60), (std::vector<uint32_t>{2}));
  EXPECT_EQ(optimised(40), (std::vector<uint32_t>{1}));
  EXPECT_EQ(optimised(0), (std::vector<uint32_t>{}));
}

}  // namespace
}  // namespace kerf::codegen
