// The interpreter behind the interface of compiled tapes.
#include "codegen/interpreted.h"

#include "tapes.h"

namespace kerf::codegen {
namespace {

void Twice(void*, const double* in, double* out) { out[0] = 2 * in[0]; }

TEST(Interpreted, RunsEachCode) {
  Tape tape;
  // w[0] = Twice(w[1]); w[1] = 3.
  const ShapeId a = tape.shapes.Add(
      {{{TapeOp::Load, 1, 0, 0}, {TapeOp::Call, 0, 0, 0}, {TapeOp::Store, 1, 0, 0}}, 2, {model::kAlways, 0}});
  const ShapeId b = tape.shapes.Add({{ConstInstr(3), {TapeOp::Store, 0, 0, 0}}, 1, {}});
  tape.args = {0, 1};
  tape.codes.Add({{{a, 0, 1}}});
  tape.codes.Add({{{b, 1, 1}}});
  std::vector<KerfFunction> functions = {{Twice, nullptr, 1, 1}};
  const auto interpreted = InterpretTape(tape, functions);
  functions.clear();
  std::vector<double> w = {0, 5};
  for (const uint32_t k : {1U, 0U}) {
    const KerfCode code = interpreted->code(CodeId{k});
    code.run(code.context, w.data());
  }
  EXPECT_EQ(w, (std::vector<double>{6, 3}));
}

}  // namespace
}  // namespace kerf::codegen
