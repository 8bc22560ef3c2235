// Classes of user files and folders: names, order, nesting, ids.
#include <sys/stat.h>

#include "workspace.h"

namespace kerf::modelica::test {
namespace {

TEST(Program, ClassesOfATextInOrder) {
  Loaded loaded;
  const auto added =
      loaded.program->AddText("t", "model B end B; package A model C end C; protected type D = Real; end A;");
  ASSERT_EQ(added.size(), 2U);
  EXPECT_EQ(loaded.program->FullName(added[0]), "B");
  EXPECT_EQ(loaded.ChildNames(added[1]), (Strings{"C", "D"}));
  EXPECT_EQ(loaded.ChildNames(Program::kRoot), (Strings{"B", "A"}));
  const ClassId d = loaded.program->Find("A.D");
  ASSERT_TRUE(d.has_value());
  EXPECT_EQ(loaded.program->FullName(d), "A.D");
  EXPECT_TRUE(loaded.program->Definition(d).Has(kShort));
  EXPECT_FALSE(loaded.program->Find("A.E").has_value());
  EXPECT_FALSE(loaded.program->Definition(Program::kRoot).has_value());
  EXPECT_TRUE(loaded.consumer.all.empty());
}

TEST(Program, ReplaceableRedeclaredAndExtendingClassesAreChildren) {
  Loaded loaded;
  const auto added = loaded.program->AddText("t",
                                             "package A replaceable model M end M; redeclare model N end N; "
                                             "redeclare model extends O end O; end A;");
  ASSERT_EQ(added.size(), 1U);
  EXPECT_EQ(loaded.ChildNames(added[0]), (Strings{"M", "N", "O"}));
}

TEST(Program, QuotedNamesMayHoldDots) {
  Loaded loaded;
  loaded.program->AddText("t", "package 'a.b' model 'it\\'s' end 'it\\'s'; end 'a.b';");
  EXPECT_TRUE(loaded.program->Find("'a.b'.'it\\'s'").has_value());
  EXPECT_FALSE(loaded.program->Find("'a.b'.its").has_value());
}

TEST(Program, DuplicateIsReportedOnceWithBothPlaces) {
  Loaded loaded;
  loaded.program->AddText("t", "package A\n model M end M;\n model M end M;\nend A;");
  loaded.program->Find("A.M");
  loaded.program->Find("A.M");
  ASSERT_EQ(loaded.Codes(), (Strings{"duplicate-class"}));
  EXPECT_EQ(loaded.LineOf(0), 3U);
  ASSERT_EQ(loaded.consumer.all[0].notes.size(), 1U);
  EXPECT_EQ(loaded.buffers.Locate(loaded.consumer.all[0].notes[0].span)->line, 2U);
}

TEST(Program, RedeclarationInAModifierHasOneId) {
  Loaded loaded;
  loaded.program->AddText("t", "model A B b(redeclare model M = N); model I end I; end A;");
  const ClassId a = loaded.program->Find("A");
  NodeRef redeclared;
  const NodeRef definition = loaded.program->Definition(a);
  for (uint32_t k = 0; k < definition.tree().nodes.size(); ++k) {
    const NodeRef node(&definition.tree(), k);
    if (node.Is(NodeKind::ClassDef) && node.Has(kRedeclare)) redeclared = node;
  }
  ASSERT_TRUE(redeclared.has_value());
  const ClassId m = loaded.program->ClassOf(redeclared, a);
  EXPECT_EQ(loaded.program->ClassOf(redeclared, a), m);
  EXPECT_EQ(loaded.program->FullName(m), "A.M");
  EXPECT_EQ(loaded.program->Definition(m), redeclared);
  // It is no child by name.
  EXPECT_EQ(loaded.ChildNames(a), (Strings{"I"}));
  const ClassId i = loaded.program->Find("A.I");
  EXPECT_EQ(loaded.program->ClassOf(loaded.program->Definition(i), a), i);
}

TEST(Program, FolderWithOrder) {
  const Workspace work;
  work.Write("Lib/package.mo", "within ; package Lib model Inside end Inside; constant Real c = 1; end Lib;");
  work.Write("Lib/package.order", "Zeta\r\nInside\nc\nGone\nSub\n");
  work.Write("Lib/Alpha.mo", "within Lib; model Alpha end Alpha;");
  work.Write("Lib/Zeta.mo", "within Lib; model Zeta end Zeta;");
  work.Write("Lib/Sub/package.mo", "within Lib; package Sub end Sub;");
  work.Write("Lib/Sub/X.mo", "within Lib.Sub; model X end X;");
  work.Write("Lib/Resources/Y.mo", "model Y end Y;");
  Loaded loaded;
  const auto added = loaded.program->AddFile(work.path("Lib/"));
  ASSERT_EQ(added.size(), 1U);
  EXPECT_EQ(loaded.ChildNames(added[0]), (Strings{"Zeta", "Inside", "Sub", "Alpha"}));
  EXPECT_EQ(loaded.program->n_files_read(), 1U);
  const ClassId x = loaded.program->Find("Lib.Sub.X");
  ASSERT_TRUE(x.has_value());
  EXPECT_TRUE(loaded.program->Definition(x).has_value());
  EXPECT_EQ(loaded.program->n_files_read(), 3U);
  EXPECT_EQ(loaded.program->FolderOf(x), work.path("Lib"));
  EXPECT_TRUE(loaded.consumer.all.empty());
  // The same library again, named in another way.
  EXPECT_EQ(loaded.program->AddFile(work.path("Lib/package.mo")), added);
}

TEST(Program, WithoutOrderNestedOnesThenFilesByName) {
  const Workspace work;
  work.Write("Lib/package.mo", "package Lib model Z end Z; model A end A; end Lib;");
  work.Write("Lib/M.mo", "within Lib; model M end M;");
  work.Write("Lib/B.mo", "within Lib; model B end B;");
  Loaded loaded;
  const auto added = loaded.program->AddFile(work.path("Lib"));
  ASSERT_EQ(added.size(), 1U);
  EXPECT_EQ(loaded.ChildNames(added[0]), (Strings{"Z", "A", "B", "M"}));
}

TEST(Program, FileOfALibraryBringsTheLibrary) {
  const Workspace work;
  work.Write("Lib/package.mo", "package Lib end Lib;");
  work.Write("Lib/Sub/package.mo", "within Lib; package Sub end Sub;");
  const std::string file = work.Write("Lib/Sub/X.mo", "within Lib.Sub; model X end X;");
  Loaded loaded;
  const auto added = loaded.program->AddFile(file);
  ASSERT_EQ(added.size(), 1U);
  EXPECT_EQ(loaded.program->FullName(added[0]), "Lib.Sub.X");
  EXPECT_EQ(loaded.program->AddFile(work.path("Lib/Sub/package.mo")),
            (std::vector{loaded.program->Find("Lib.Sub")}));
  EXPECT_TRUE(loaded.consumer.all.empty());
}

TEST(Program, TextInsteadOfAFileOfALibrary) {
  const Workspace work;
  work.Write("Lib/package.mo", "package Lib end Lib;");
  const std::string file = work.Write("Lib/X.mo", "within Lib; model X end X;");
  Loaded loaded;
  const auto added = loaded.program->AddText(file, "within Lib; model X model New end New; end X;");
  ASSERT_EQ(added.size(), 1U);
  EXPECT_TRUE(loaded.program->Find("Lib.X.New").has_value());
}

TEST(Program, ErrorGivesNoClasses) {
  Loaded loaded;
  EXPECT_TRUE(loaded.program->AddText("t", "model A Real x = ; end A;").empty());
  EXPECT_GT(loaded.emitter.n_errors(), 0U);
}

TEST(Program, NearestChildKnowsLibraries) {
  const Workspace work;
  work.Write("path/Modelica 4.1.0/package.mo", "package Modelica model Sine end Sine; end Modelica;");
  Loaded loaded({work.path("path")});
  EXPECT_EQ(loaded.program->NearestChild(Program::kRoot, "Modelcia"), "Modelica");
  EXPECT_EQ(loaded.program->NearestChild(loaded.program->Find("Modelica"), "sine"), "Sine");
}

}  // namespace
}  // namespace kerf::modelica::test
