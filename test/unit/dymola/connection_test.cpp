// Connections: the operators, dots, own cuts, aliases, and the reference results of the thesis.
#include <gtest/gtest.h>

#include "flat_text.h"

namespace kerf::dymola {
namespace {

// The equations of the top model alone, "; " between them.
auto TopEquations(const Read& read) -> std::string {
  if (!read.model) return "no model:\n" + read.messages();
  std::string text;
  for (const flat::EquationId id : read.model->equations.ids()) {
    const flat::Equation& equation = read.model->equations[id];
    if (equation.owner != base::PathStore::kRoot) continue;
    if (!text.empty()) text += "; ";
    text += EquationText(*read.model, equation);
  }
  return text;
}

auto Connected(const std::string& types, const std::string& body) -> std::string {
  const auto read = ReadText(types + "\nmodel top\n" + body + "\nend\n");
  return TopEquations(*read) + (read->kinds().empty() ? "" : " | " + read->kinds());
}

// Two-ended parts with a main path and a main cut; C1, C2 as in the thesis.
constexpr const char* kParts = R"(
model type T
  cut C1 (v1 / i) C2 (v2 / -i)
  main cut C [C1 C2]
  main path P <C1 - C2>
end
model type G
  main cut C0 (v / .)
end
)";

TEST(Connection, WiresEx33) {
  EXPECT_EQ(Connected("model type E\n cut wire1 (V / I)\nend",
                      "submodel (E) R L C\nconnect R:wire1 at L:wire1 at C:wire1"),
            "L.V = R.V; C.V = L.V; R.I + L.I + C.I = 0");
}

TEST(Connection, PipeEx32) {
  EXPECT_EQ(Connected("model type S\n cut outlet (Q,P,T) inlet (Q1,P1,T1)\nend",
                      "submodel (S) S1 S2\nconnect S1:outlet = S2:inlet"),
            "S2.Q1 = S1.Q; S2.P1 = S1.P; S2.T1 = S1.T");
}

TEST(Connection, LeversEx34) {
  const std::string text = Connected("model type L\n cut end1 (X,Y,Z / Fx,Fy,Fz, Mx,My,Mz)\nend",
                                     "submodel (L) L1 L2 L3\nconnect L1:end1 at L2:end1 at L3:end1");
  EXPECT_NE(text.find("L2.X = L1.X; L2.Y = L1.Y; L2.Z = L1.Z; L3.X = L2.X"), std::string::npos) << text;
  EXPECT_NE(text.find("L1.Mz + L2.Mz + L3.Mz = 0"), std::string::npos) << text;
}

TEST(Connection, DotsEx35) {
  EXPECT_EQ(Connected("model type A\n cut C (v1 v2 / i1 i2)\nend\nmodel type B\n cut C (v3 . / i3 .)\nend\n"
                      "model type D\n cut C (v4 v5 / -i4 -i5)\nend",
                      "submodel (A) a\nsubmodel (B) b\nsubmodel (D) d\nconnect a:C at b:C at d:C"),
            "b.v3 = a.v1; d.v4 = b.v3; d.v5 = a.v2; a.i1 + b.i3 = d.i4");
}

// [C1 C2] at [C3 .] has the value [C3 C2].
TEST(Connection, HierarchicalDotIsTransparent) {
  EXPECT_EQ(Connected("model type A\n main cut C [(v1) (v2)]\nend\nmodel type B\n main cut C [(v3) .]\nend",
                      "submodel (A) a d\nsubmodel (B) b\nconnect a at b at d"),
            "b.v3 = a.v1; d.v1 = b.v3; d.v2 = a.v2");
}

TEST(Connection, OwnCutsAndNodesEx36) {
  EXPECT_EQ(Connected("model type M\n cut A (v1 / i1) B [ (v2 / -i2) (v3 / -i3) ]\nend", R"(
  submodel (M) M1 M2
  cut A (v1 / i1) B [ (v2 / -i2) (v3 / -i3) ]
  node N (v / i)
  connect A at N at M1:A at M2:A
  connect B at M1:B at M2:B)"),
            "v = v1; M1.v1 = v; M2.v1 = M1.v1; M1.i1 + M2.i1 = i1 + i; M1.v2 = v2; M2.v2 = M1.v2; i2 = M1.i2 "
            "+ M2.i2; "
            "M1.v3 = v3; M2.v3 = M1.v3; i3 = M1.i3 + M2.i3");
}

TEST(Connection, TupleOfNodesEx37) {
  const char* types = "model type M\n cut A(v1 v2) B(v3 v4) C(v5 v6)\n main cut D [A B C]\nend";
  const std::string by_tuple =
      Connected(types, "submodel (M) M K\nnode N1 N2 N3\nconnect M at (N1 N2 N3), K at (N1, N2, N3)");
  const std::string one_by_one = Connected(types,
                                           "submodel (M) M K\nnode N1 N2 N3\nconnect M:A at N1, M:B at N2, "
                                           "M:C at N3, K:A at N1 K:B at N2 K:C at N3");
  EXPECT_EQ(by_tuple, one_by_one);
  EXPECT_NE(by_tuple.find("M.v1 = K.v1"), std::string::npos) << by_tuple;
}

TEST(Connection, SeriesEx39) {
  EXPECT_EQ(Connected(kParts, "submodel (T) M1 M2 M3\nconnect M1 to M2 - M3"),
            "M2.v1 = M1.v2; M2.i = M1.i; M3.v1 = M2.v2; M3.i = M2.i");
}

// Ex. 3.11: M2:C2 at M3:C1; M2:C1 at M4:C1; M3:C2 at M4:C2; M1:C2 at M2:C1; M3:C2 at M5:C1.
TEST(Connection, EvaluationTraceEx311) {
  const std::string by_paths =
      Connected(kParts, "submodel (T) M1 M2 M3 M4 M5\nconnect M1 to (M2 to M3 par M4) to M5");
  const std::string by_cuts = Connected(kParts, R"(submodel (T) M1 M2 M3 M4 M5
connect M2:C2 at M3:C1, M2:C1 at M4:C1, M3:C2 at M4:C2, M1:C2 at M2:C1, M3:C2 at M5:C1)");
  EXPECT_EQ(by_paths, by_cuts);
  EXPECT_EQ(by_paths,
            "M3.v1 = M2.v2; M3.i = M2.i; M4.v2 = M3.v2; M5.v1 = M4.v2; M5.i = M3.i + M4.i; "
            "M2.v1 = M1.v2; M4.v1 = M2.v1; M2.i + M4.i = M1.i");
}

TEST(Connection, Trace1979) {
  const std::string by_paths = Connected(
      kParts, "submodel (G) G\nsubmodel (T) E R1 R2 R3 C\nconnect G to E to R1 to (C par (R2 to R3)) to G");
  const std::string by_cuts = Connected(kParts, R"(submodel (G) G
submodel (T) E R1 R2 R3 C
connect G:C0 at E:C1, E:C2 at R1:C1, R2:C2 at R3:C1, C:C1 at R2:C1, C:C2 at R3:C2, R1:C2 at C:C1, C:C2 at G:C0)");
  EXPECT_EQ(by_paths, by_cuts);
}

TEST(Connection, SetsAreAppendedEx61) {
  EXPECT_EQ(Connected("model type M\n main cut c (v)\nend",
                      "submodel (M) A B C D\nconnect A at B\nconnect C at D\nconnect A at D"),
            "B.v = A.v; C.v = B.v; D.v = C.v");
}

TEST(Connection, JoiningOneSetTwiceChangesNothing) {
  EXPECT_EQ(
      Connected("model type M\n main cut c (v / i)\nend", "submodel (M) A B\nconnect A at B, B at A, A at A"),
      "B.v = A.v; A.i + B.i = 0");
}

TEST(Connection, FromLoopAndReversed) {
  EXPECT_EQ(Connected(kParts, "submodel (T) A B\nconnect A from B"),
            Connected(kParts, "submodel (T) A B\nconnect A:C1 at B:C2"));
  EXPECT_EQ(Connected(kParts, "submodel (T) A B\nnode N K\nconnect A from N to K, B from K"),
            Connected(kParts, "submodel (T) A B\nnode N K\nconnect A:C1 at N, A:C2 at K, B:C1 at K"));
  EXPECT_EQ(Connected(kParts, "submodel (T) A B\nconnect A loop B"),
            Connected(kParts, "submodel (T) A B\nconnect A:C1 at B:C2, A:C2 at B:C1"));
  EXPECT_EQ(Connected(kParts, "submodel (T) A B\nconnect A to reversed B"),
            Connected(kParts, "submodel (T) A B\nconnect A:C2 at B:C2"));
}

TEST(Connection, BranchAndJoin) {
  EXPECT_EQ(
      Connected(kParts, "submodel (T) A B C D\nconnect A branch (B C) join D"),
      Connected(kParts,
                "submodel (T) A B C D\nconnect A:C2 at B:C1, A:C2 at C:C1, B:C2 at D:C1, C:C2 at D:C1"));
}

// A dot in a tuple of paths is a wire: the medium goes past the listed models.
TEST(Connection, DotInTupleOfPathsEx310) {
  EXPECT_EQ(Connected("model type S\n path p <(a / b) - [(c / d) (e / f)]>\nend\nmodel type J\n path p <[(g "
                      "/ h) (k / l)] - (m / n)>\nend\n"
                      "model type T\n path p <(v1 / i) - (v2 / -i)>\nend",
                      "submodel (S) M3\nsubmodel (J) M4\nsubmodel (T) M5\nconnect (p) M3 to (. M5) to M4"),
            "M4.g = M3.c; M3.d + M4.h = 0; M5.v1 = M3.e; M3.f + M5.i = 0; M4.k = M5.v2; M4.l = M5.i");
}

TEST(Connection, ExportedPathAndAliases) {
  const std::string inside = R"(
model type M
  submodel (T) M1 M2
  main path P <M1:C1 - M2:C2>
  cut X M1:C1
  path Q M1..P
  connect M1 to M2
end
)";
  EXPECT_EQ(Connected(kParts + inside, "submodel (M) A\nsubmodel (T) B\nconnect B to A"),
            "A::M1.v1 = B.v2; A::M1.i = B.i");
  EXPECT_EQ(Connected(kParts + inside, "submodel (M) A\nsubmodel (T) B\nconnect A:X at B:C1"),
            "B.v1 = A::M1.v1; A::M1.i + B.i = 0");
}

TEST(Connection, OpenCutIsWhatItIsConnectedTo) {
  const std::string open = "model type M\n submodel (T) M1\n cut X Y\n connect X at M1:C1, Y at M1\nend\n";
  EXPECT_EQ(Connected(kParts + open, "submodel (M) A\nsubmodel (T) B\nconnect A:X at B:C1"),
            "B.v1 = A::M1.v1; A::M1.i + B.i = 0");
  const std::string wide = "model type M\n submodel (T) M1\n cut Y\n connect Y at M1\nend\n";
  EXPECT_EQ(Connected(kParts + wide, "submodel (M) A\nsubmodel (T) B\nconnect A:Y at B"),
            "B.v1 = A::M1.v1; A::M1.i + B.i = 0; B.v2 = A::M1.v2; 0 = A::M1.i + B.i");
}

TEST(Connection, OpenCutWithSeveralOthersGetsVariables) {
  const auto read = ReadText(std::string(kParts) +
                             "model type M\n submodel (T) M1 M2\n cut X\n connect X at M1:C1 at M2:C1\nend\n"
                             "model top\n submodel (M) A\n submodel (T) B\n connect A:X at B:C1\nend\n");
  ASSERT_TRUE(read->model) << read->messages();
  EXPECT_EQ(
      EquationsText(*read->model),
      "A: M1.v1 = Xv1\nA: M2.v1 = M1.v1\nA: M1.i + M2.i = Xi\ntop: B.v1 = A.Xv1\ntop: A.Xi + B.i = 0\n");
}

TEST(Connection, NodeWithHierarchicalCuts) {
  EXPECT_EQ(Connected(kParts, "submodel (T) A B\nnode N\nconnect A at N, B at N"),
            "A.v1 = B.v1; B.i + A.i = 0; A.v2 = B.v2; 0 = B.i + A.i");
}

TEST(Connection, TupleOfOneIsItsMember) {
  EXPECT_EQ(Connected("model type A\n main cut C [(v)]\nend\nmodel type B\n main cut C (w)\nend",
                      "submodel A B\nconnect A at B"),
            "B.w = A.v");
}

TEST(Connection, NamedPathOrCutByIdentifier) {
  EXPECT_EQ(Connected("model type A\n path water <(a) - (b)>\n cut heat (q)\nend",
                      "submodel (A) x y\nconnect (water) x to y\nconnect (heat) x at y"),
            "y.a = x.b; y.q = x.q");
}

TEST(Connection, OwnPathsAreOperands) {
  EXPECT_EQ(Connected(kParts, "submodel (T) A\npath P <(v / i) - (w / -i)>\nconnect P par A"),
            "A.v1 = v; A.i = i; A.v2 = w; i = A.i");
}

TEST(Connection, LoneCutAtNodeIsClosed) {
  EXPECT_EQ(Connected(kParts, "submodel (T) A\nnode N\nconnect A:C1 at N"), "A.i = 0");
}

TEST(Connection, SignsOfAcrossVariables) {
  EXPECT_EQ(Connected("model type A\n main cut C (-v)\nend", "submodel (A) x y\nconnect x at y"),
            "-y.v = -x.v");
}

TEST(Connection, ChainThroughNodeIsWarnedAbout) {
  EXPECT_NE(Connected(kParts, "submodel (T) A B\nnode N\nconnect A to N to B").find("path-through-node"),
            std::string::npos);
  EXPECT_EQ(Connected(kParts, "submodel (T) A B\nnode N K\nconnect N to A to K").find("path-through-node"),
            std::string::npos);
}

TEST(Connection, OriginsNameTheStatement) {
  const std::string text =
      "model type M\n main cut c (v)\nend\nmodel top\n submodel (M) A B\n connect A at B\nend\n";
  const auto read = ReadText(text);
  ASSERT_TRUE(read->model) << read->messages();
  const flat::Origin& origin =
      read->model->world->origins[read->model->equations[flat::EquationId{0U}].origin];
  EXPECT_EQ(origin.made_by, flat::MadeBy::Connection);
  EXPECT_EQ(text.substr(origin.span.begin, origin.span.end - origin.span.begin), "connect A at B");
}

}  // namespace
}  // namespace kerf::dymola
