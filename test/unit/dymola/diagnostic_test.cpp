// What a user's text can get wrong beyond its syntax: the kind reported, once for each mistake.
#include <gtest/gtest.h>

#include "flat_text.h"

namespace kerf::dymola {
namespace {

auto Kinds(const std::string& text) -> std::string { return ReadText(text)->kinds(); }
auto KindsIn(const std::string& body) -> std::string { return Kinds("model top\n" + body + "\nend\n"); }

constexpr const char* kTypes = R"(
model type T
  cut C1 (v1 / i) C2 (v2 / -i)
  main cut C [C1 C2]
  main path P <C1 - C2>
  parameter R S
  local x
end
model type N
  cut a (n)
  local y
end
)";
auto With(const std::string& body) -> std::string {
  return Kinds(std::string(kTypes) + "model top\n" + body + "\nend\n");
}

TEST(Diagnostics, Types) {
  EXPECT_EQ(With("submodel (U) u"), "unknown-model-type");
  EXPECT_EQ(Kinds("model type A\nsubmodel (A) a\nend\nmodel top\nend"), "recursive-type");
  EXPECT_EQ(Kinds("model type A\nmodel m\nsubmodel (A) a\nend\nend\nmodel top\nend"), "recursive-type");
  EXPECT_EQ(Kinds("model type A\nsubmodel (B) b\nend\nmodel type B\nend\nmodel top\nend"),
            "type-declared-later");
  EXPECT_EQ(Kinds("model type A\nmodel type B\nend\nend\nmodel top\nsubmodel (B) b\nend"),
            "unknown-model-type");
  const auto read =
      ReadText(std::string(kTypes) + "model type resistor\nend\nmodel top\nsubmodel (resitor) r\nend");
  ASSERT_EQ(read->consumer.all.size(), 1U);
  ASSERT_EQ(read->consumer.all[0].notes.size(), 1U);
  EXPECT_EQ(read->consumer.all[0].notes[0].text, "did you mean `resistor`?");
}

TEST(Diagnostics, DeepChainsOfTypes) {
  std::string text = "model type T0\nend\n";
  for (int k = 1; k <= 300; ++k) text += fmt::format("model type T{}\nsubmodel (T{}) s\nend\n", k, k - 1);
  EXPECT_TRUE(Kinds(text + "model top\nsubmodel (T300) t\nend").starts_with("submodels-too-deep"));
  text = "model type T0\nstructure parameter n\nend\n";
  for (int k = 1; k <= 300; ++k)
    text += fmt::format("model type T{}\nstructure parameter n\nsubmodel (T{}) s(n=n)\nend\n", k, k - 1);
  EXPECT_TRUE(Kinds(text + "model top\nsubmodel (T300) t(n=1)\nend").starts_with("submodels-too-deep"));
}

TEST(Diagnostics, ParameterLists) {
  EXPECT_EQ(With("submodel (T) t(1, 2, 3)"), "too-many-parameters");
  EXPECT_EQ(With("submodel (T) t(Q=1)"), "unknown-parameter");
  EXPECT_EQ(With("submodel (T) t(R=1, R=2)"), "parameter-given-twice");
  EXPECT_EQ(With("submodel (T) t(R=[1, 2])"), "parameter-shape");
  EXPECT_EQ(With("submodel (T) t(R=z)\nlocal z"), "not-known");
  EXPECT_EQ(With("submodel (T) t(R=time)"), "not-known");
  EXPECT_EQ(With("submodel (T) t(R=1 > 0)"), "expected-token");
  EXPECT_EQ(With("submodel (T) t(R=(1 > 0))"), "not-numeric");
}

TEST(Diagnostics, StructureParameters) {
  const std::string type = "model type V\nstructure parameter n\nlocal x[n]\nend\n";
  EXPECT_EQ(Kinds(type + "model top\nsubmodel (V) v\nend"), "no-structure-value");
  EXPECT_EQ(Kinds(type + "model top\nparameter p=2\nsubmodel (V) v(n=p)\nend"), "unknown-name");
  EXPECT_EQ(Kinds(type + "model top\nsubmodel (V) v(n=0)\nend"), "bad-array-size");
  EXPECT_EQ(Kinds(type + "model top\nsubmodel (V) v(n=1.5)\nend"), "bad-array-size");
  EXPECT_EQ(Kinds(type + "model top\nsubmodel (V) v(n=F(2))\nend"), "not-fixed");
  EXPECT_EQ(KindsIn("structure parameter n=1 n=2"), "duplicate-declaration");
  FlattenOptions options;
  options.structure = {{"k", 2}};
  EXPECT_EQ(ReadText("model top\nstructure parameter n=1\nend", "", options)->kinds(),
            "unknown-structure-parameter");
}

TEST(Diagnostics, Declarations) {
  EXPECT_EQ(KindsIn("local x\nterminal x\nx = 1"), "duplicate-declaration");
  EXPECT_EQ(KindsIn("cut A (a)\nnode A\na = 1"), "duplicate-declaration");
  EXPECT_EQ(KindsIn("path A <(a) - (b)> A <(c) - (d)>"), "duplicate-declaration");
  EXPECT_EQ(With("submodel (T) t t"), "duplicate-declaration");
  EXPECT_EQ(KindsIn("main cut A (a)\nmain cut B (b)"), "duplicate-main");
  EXPECT_EQ(KindsIn("main path A <(a) - (b)>\nmain path B <(c) - (d)>"), "duplicate-main");
  EXPECT_EQ(KindsIn("local time"), "time-redeclared");
  EXPECT_EQ(KindsIn("parameter x[2]=3"), "value-shape");
  EXPECT_EQ(KindsIn("parameter x=1\ndefault x=3"), "default-of-parameter");
  EXPECT_EQ(KindsIn("parameter a=b b=1"), "unknown-name");
  EXPECT_EQ(KindsIn("output y"), "output-unused");
  EXPECT_EQ(KindsIn("parameter p=2\nlocal x[p]"), "not-fixed");
  EXPECT_EQ(KindsIn("external g"), "unmatched-external");
  EXPECT_EQ(Kinds("model type A\nexternal g[2]\nend\nmodel top\nsubmodel A\ninternal g\ng = 1\nend"),
            "external-shape");
}

TEST(Diagnostics, Names) {
  EXPECT_EQ(With("submodel (T) t\nlocal x\nx = y\nt.z = 1\nu.x = 2\nx = t"),
            "unknown-name, unknown-name, unknown-name, unknown-name");
  const auto read = ReadText("model top\nlocal speed\nsped = 1\nend");
  ASSERT_EQ(read->consumer.all.size(), 1U);
  EXPECT_EQ(read->consumer.all[0].text, "`top` has no variable `sped`");
  EXPECT_EQ(read->consumer.all[0].notes[0].text, "did you mean `speed`?");
  EXPECT_EQ(With("submodel (T) t\npath p t..Z\ncut c t:Z"), "unknown-name, unknown-name");
  EXPECT_EQ(With("submodel (T) t\ncut c [t..P t:C1]"), "path-as-cut");
}

TEST(Diagnostics, Expressions) {
  EXPECT_EQ(KindsIn("local x[2] y[3] z\nz = sum(x + y)"), "shape-mismatch");
  EXPECT_EQ(KindsIn("local x[2] z\nz = if time > 1 then x else z"), "shape-mismatch");
  EXPECT_EQ(KindsIn("local x[2] z\nz = x"), "equation-sides-differ");
  EXPECT_EQ(KindsIn("local x[2] z\nz = if x then 1 else 2"), "not-scalar-condition");
  EXPECT_EQ(KindsIn("local x[2] z\nz = sum([x, z])"), "array-elements");
  EXPECT_EQ(KindsIn("local z\nz = 1 + (z > 2)"), "not-numeric");
  EXPECT_EQ(KindsIn("local z\nz = sin(z, 2)"), "wrong-argument-count");
  EXPECT_EQ(KindsIn("local z\nz = max(z)"), "wrong-argument-count");
  EXPECT_EQ(KindsIn("local z\nz = transpose(z)"), "argument-shape");
  EXPECT_EQ(KindsIn("local z K\nz = K(z - 1)"), "variable-as-function");
  EXPECT_EQ(
      With("submodel (T) t\nparameter p\nlocal z\nz = der(t.x)\nz = der(p)\nz = der(2*z)\nz = sum(der(z))"),
      "not-differentiable, not-differentiable, not-differentiable");
  EXPECT_EQ(KindsIn("local z derz\nz' = 1\nderz = 2"), "derivative-name-taken");
}

TEST(Diagnostics, Subscripts) {
  EXPECT_EQ(KindsIn("local x[3]\nx[4] = 1\nx[0] = 1"), "subscript-outside, subscript-outside");
  EXPECT_EQ(KindsIn("local x[3]\nx[1,2] = 1\nx = x[1]"), "wrong-subscript-count, equation-sides-differ");
  EXPECT_EQ(KindsIn("local x[3]\nfor i:=1 to 3 do x[i+1] = 1"), "subscript-outside");
  EXPECT_EQ(KindsIn("local x[3]\nfor i:=1 to 3 do x[4-i] = 1"), "");
  EXPECT_EQ(KindsIn("local x[3] y\nx[y] = 1"), "subscript-not-affine");
  EXPECT_EQ(KindsIn("local x[3]\nx[1.5] = 1"), "subscript-not-affine");
  EXPECT_EQ(With("submodel (T) t[2]\nt.x = 1\nt[3].x = 1\nt[time].x = 1"),
            "wrong-subscript-count, subscript-outside, not-fixed");
  const auto read = ReadText("model top\nlocal x[3]\nx[4] = 1\nend");
  EXPECT_EQ(read->consumer.all[0].text, "the subscript 4 of `x` is outside of 1 to 3");
}

TEST(Diagnostics, Loops) {
  EXPECT_EQ(KindsIn("local x\nfor i:=1 to x do x = 1"), "not-fixed");
  EXPECT_EQ(KindsIn("local x\nfor i:=1 to 2.5 do x = 1"), "loop-bound");
  EXPECT_EQ(KindsIn("local x\nfor i:=1 step 0 to 2 do x = 1"), "loop-step-zero");
}

TEST(Diagnostics, Conditions) {
  EXPECT_EQ(KindsIn("local x\nif time > 1 then begin\nlocal y\ny = 1\nend"), "not-fixed");
  EXPECT_EQ(KindsIn("local x\nif time > 1 then x = 1"), "branches-differ");
  EXPECT_EQ(With("submodel (T) a b\nif time > 1 then connect a to b else connect b to a"),
            "not-in-dynamic-branch, not-in-dynamic-branch");
  EXPECT_EQ(KindsIn("local x\ncase x of begin\n1: x = 1\nend"), "not-fixed");
}

TEST(Diagnostics, Connections) {
  EXPECT_EQ(With("submodel (T) a\nsubmodel (N) b\nconnect a at b"), "no-main-cut-or-path");
  EXPECT_EQ(With("submodel (T) a b\nconnect (Z) a at b"), "no-cut-or-path-named, no-cut-or-path-named");
  EXPECT_EQ(With("submodel (T) a b\nconnect a:Z at b:C1, c at a"), "unknown-name, unknown-name");
  EXPECT_EQ(With("submodel (T) a b\nconnect a..P at b:C1"), "at-needs-cuts");
  EXPECT_EQ(With("submodel (T) a b\nconnect a:C1 par b, reversed a:C1 to b"), "needs-path, needs-path");
  EXPECT_EQ(With("submodel (T) a b\nconnect a:C1 to b:C1 to a:C2"), "no-connection-value");
  EXPECT_EQ(With("submodel (T) a b\nconnect (a:C1 b..P) to a"), "mixed-tuple");
  EXPECT_EQ(With("submodel (T) a b\nconnect a branch b"), "fan-needs-tuple");
  EXPECT_EQ(With("submodel (T) a b\nconnect a"), "connects-nothing");
  EXPECT_EQ(With("submodel (T) a\nnode M\nconnect a:C1 at M, a at M"), "cut-kind-mismatch");
  EXPECT_EQ(With("submodel (T) a b\nconnect a at b:C1"), "cut-kind-mismatch");
  EXPECT_EQ(With("submodel (T) a b\nnode M K L\nconnect a at (M K L)"), "subcut-mismatch");
  EXPECT_EQ(With("submodel (T) a\nsubmodel (N) b\nconnect a:C1 at b:a"), "cut-size-mismatch");
  EXPECT_EQ(With("submodel (T) a\nsubmodel (N) b\nnode M\nconnect M at a:C1, b:a at M"), "cut-size-mismatch");
  EXPECT_EQ(With("submodel (N) b\nlocal n[2]\ncut c (n)\nconnect b:a at c"), "cut-shape-mismatch");
  EXPECT_EQ(Kinds("model type M\nnode K\nend\nmodel top\nsubmodel (M) m\ncut c (v)\nconnect m:K at c\nend"),
            "node-from-outside");
}

TEST(Diagnostics, CutConnectedInTwoModels) {
  const auto read = ReadText(std::string(kTypes) +
                             "model type M\nsubmodel (T) a b\nconnect a to b\nend\n"
                             "model top\nsubmodel (M) m\nsubmodel (T) c\nconnect c to m::b\nend\n");
  EXPECT_EQ(read->kinds(), "cut-connected-twice");
  ASSERT_EQ(read->consumer.all[0].notes.size(), 1U);
  EXPECT_EQ(read->buffers.Place(read->consumer.all[0].notes[0].span), "text.dym:15");
}

TEST(Diagnostics, MismatchNamesBothCutsAndPlaces) {
  const auto read =
      ReadText(std::string(kTypes) + "model top\nsubmodel (T) a\nsubmodel (N) b\nconnect a:C1 at b:a\nend\n");
  ASSERT_EQ(read->consumer.all.size(), 1U);
  EXPECT_EQ(read->consumer.all[0].text, "`a:C1` has 1 through variables but `b:a` has 0");
  ASSERT_EQ(read->consumer.all[0].notes.size(), 2U);
  EXPECT_EQ(read->buffers.Place(read->consumer.all[0].notes[1].span), "text.dym:10");
}

// A wrong type or variable is reported once, not wherever it is used.
TEST(Diagnostics, OneMistakeOneMessage) {
  EXPECT_EQ(With("submodel (Q) q\nlocal y\ny = q.x\nconnect q to q\nq.z = 3"), "unknown-model-type");
  EXPECT_EQ(KindsIn("local x[0] y\ny = x[1]\nsum(x) = 2"), "bad-array-size");
  EXPECT_EQ(KindsIn("local y\ny = z + z*y"), "unknown-name, unknown-name");
}

}  // namespace
}  // namespace kerf::dymola
