// The runner of passes, those within others included, and the checks after them.
#include <gtest/gtest.h>

#include "diag/consumers.h"
#include "pipeline/pipeline.h"
#include "pipeline/verify.h"

namespace kerf::pipeline {
namespace {

using expr::ExprId;
using expr::VarId;

// x = y, y = time; as equations of a flat model.
auto MakeFlat() -> flat::Model {
  flat::Model model;
  model.world = std::make_shared<flat::World>();
  model.name = model.world->names.Intern("M");
  std::vector<ExprId> leaves;
  for (const char* name : {"x", "y"}) {
    flat::Var var;
    var.path = model.world->paths.Child(base::PathStore::kRoot, model.world->names.Intern(name));
    var.type = {expr::Kind::Real, expr::kScalar};
    leaves.push_back(model.world->pool.Var(model.vars.Add(var), var.type));
  }
  const flat::OriginId origin = model.world->origins.Add({});
  model.equations.Add({leaves[0], leaves[1], base::PathStore::kRoot, origin, {}});
  model.equations.Add({leaves[1], model.world->pool.Time(), base::PathStore::kRoot, origin, {}});
  return model;
}

class RunnerTest : public testing::Test {
 protected:
  RunnerTest() { work_.flat = MakeFlat(); }

  auto RunAll(const std::string& stop_after = "") -> Status {
    RunOptions options;
    options.stop_after = stop_after;
    return runner_.RunAll(work_, context_, options);
  }

  diag::CollectingConsumer said_;
  diag::Emitter emitter_{said_};
  source::Buffers buffers_;
  Runner runner_;
  Work work_;
  PassContext context_{emitter_, buffers_, {}, runner_};
};

TEST_F(RunnerTest, TimesOfPassesWithinOthersAreBelowThem) {
  work_.flat.listing = flat::Listing::Simplified;
  ASSERT_EQ(RunAll(), Status::Ok);
  const auto& times = runner_.times();
  size_t at = 0;
  while (times[at].name != "reduce_index") ++at;
  EXPECT_EQ(times[at].depth, 0U);
  double within = 0;
  size_t n_within = 0;
  for (size_t k = at + 1; times[k].depth > 0; ++k, ++n_within) within += times[k].seconds;
  // It matches, and joins anew.
  EXPECT_EQ(n_within, 2U);
  EXPECT_LE(within, times[at].seconds);
  size_t n_outer = 0;
  for (const PassTime& time : times) n_outer += time.depth == 0 ? 1 : 0;
  EXPECT_EQ(n_outer, Passes().size());
}

TEST_F(RunnerTest, AsWrittenNothingIsJoinedInIndexReduction) {
  ASSERT_EQ(RunAll(), Status::Ok);
  EXPECT_EQ(runner_.times().size(), Passes().size());
}

TEST_F(RunnerTest, AnUnknownPassEndsTheProgram) {
  EXPECT_DEATH(runner_.Run("sort_blcoks", work_, context_), "pass != nullptr");
  EXPECT_DEATH(RunAll("sort"), "FindPass");
}

TEST_F(RunnerTest, BreachesOfTheFlatModelAreFound) {
  expr::Pool& pool = work_.flat.world->pool;
  work_.flat.equations[flat::EquationId{1U}].rhs = pool.Boolean(true);
  EXPECT_DEATH(RunAll(), "flat model: equation 1: the two sides have different types");
}

TEST_F(RunnerTest, BreachesOfTheDaeAreFound) {
  ASSERT_EQ(RunAll("apply_inputs"), Status::Ok);
  dae::Dae& dae = work_.dae;
  const dae::Dae good = dae;
  const VarId beyond{dae.vars.size()};
  dae.equations[dae::EqnId{0U}].rhs = dae.world->pool.Var(beyond, {expr::Kind::Real, expr::kScalar});
  EXPECT_DEATH(Verify(work_, "apply_inputs"), "the back end does not know `var`");
  dae = good;
  dae.vars[VarId{0U}].derivative = VarId{1U};
  EXPECT_DEATH(Verify(work_, "apply_inputs"), "`y` does not point back to `x`");
  dae = good;
  Verify(work_, "apply_inputs");
}

TEST_F(RunnerTest, BreachesOfTheOrderAreFound) {
  context_.options.eliminate = false;
  ASSERT_EQ(RunAll("solve_blocks"), Status::Ok);
  ASSERT_EQ(work_.blocks.size(), 2U);
  std::swap(work_.blocks[0], work_.blocks[1]);
  EXPECT_DEATH(Verify(work_, "sort_blocks"), "`y` is read before it is given");
  std::swap(work_.blocks[0], work_.blocks[1]);
  work_.blocks[0].equations[0].solution = dae::VarLeaf(work_.dae, work_.blocks[0].equations[0].var);
  EXPECT_DEATH(Verify(work_, "solve_blocks"), "the solution for `y` reads it");
}

}  // namespace
}  // namespace kerf::pipeline
