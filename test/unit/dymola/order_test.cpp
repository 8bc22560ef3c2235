// The order of variables and equations, which printouts depend on.
#include <gtest/gtest.h>

#include <filesystem>

#include "flat_text.h"

namespace kerf::dymola {
namespace {

auto FileText(const std::filesystem::path& path) -> std::string {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The layout of `print equations`: a blank, the owner unless it is that of the line before, the equation in
// column 20.
auto Listing(const flat::Model& model) -> std::string {
  std::string text;
  std::string last;
  for (const flat::EquationId id : model.equations.ids()) {
    const flat::Equation& equation = model.equations[id];
    const bool is_top = equation.owner == base::PathStore::kRoot;
    const std::string owner =
        is_top ? std::string(model.world->names[model.name])
               : model.world->paths.Render(equation.owner, base::PathStore::kRoot, "::", "::");
    std::string line = " " + (owner == last ? "" : owner);
    last = owner;
    line += std::string(line.size() < 20 ? 20 - line.size() : 2, ' ');
    text += line + EquationText(model, equation) + "\n";
  }
  return text;
}

const std::filesystem::path kAcceptance =
    std::filesystem::path(KERF_SOURCE_DIR) / ".." / "shared" / "acceptance" / "dymola-1978";

auto ReadExample(const std::string& name, const std::vector<std::string>& files) -> std::unique_ptr<Read> {
  std::vector<std::string> texts;
  for (const std::string& file : files) texts.push_back(FileText(kAcceptance / name / file));
  return ReadTexts(texts);
}

void ExpectListing(const std::string& name, const std::vector<std::string>& files) {
  if (!std::filesystem::exists(kAcceptance))
    GTEST_SKIP() << "the thesis examples are not there: " << kAcceptance;
  const auto read = ReadExample(name, files);
  ASSERT_TRUE(read->model) << read->messages();
  const std::string listing = Listing(*read->model);
  EXPECT_EQ(FileText(kAcceptance / name / "expected").substr(0, listing.size()), listing);
}

TEST(Order, NetworkByPath) { ExpectListing("network-by-path", {"ellib.dym", "network.dym"}); }
TEST(Order, NetworkByAt) { ExpectListing("network-by-at", {"ellib.dym", "network.dym"}); }
TEST(Order, LogicalInverter) { ExpectListing("logical-inverter", {"ellib.dym", "inv.dym"}); }
TEST(Order, PowerNetwork) { ExpectListing("power-network-simulation", {"elpower.dym"}); }

struct Counts {
  uint32_t vars = 0;
  uint32_t equations = 0;
  uint32_t inputs = 0;
  uint32_t derivatives = 0;
};

auto CountsOf(const flat::Model& model) -> Counts {
  Counts counts{model.vars.size(), model.equations.size(), 0, 0};
  for (const expr::VarId id : model.vars.ids()) {
    counts.inputs += model.vars[id].causality == flat::Causality::Input ? 1 : 0;
    counts.derivatives += model.vars[id].derivative_of.has_value() ? 1 : 0;
  }
  return counts;
}

TEST(Order, ThesisCounts) {
  if (!std::filesystem::exists(kAcceptance))
    GTEST_SKIP() << "the thesis examples are not there: " << kAcceptance;
  const auto station = ReadExample("power-station", {"powersyst.dym"});
  ASSERT_TRUE(station->model) << station->messages();
  EXPECT_EQ(station->kinds(), "");
  const Counts power = CountsOf(*station->model);
  EXPECT_EQ(power.vars, 609U);
  EXPECT_EQ(power.equations, 427U);
  EXPECT_EQ(power.inputs, 14U);
  EXPECT_EQ(power.derivatives, 20U);
  const auto inverter = ReadExample("logical-inverter", {"ellib.dym", "inv.dym"});
  ASSERT_TRUE(inverter->model) << inverter->messages();
  EXPECT_EQ(CountsOf(*inverter->model).vars, 77U);
  EXPECT_EQ(CountsOf(*inverter->model).equations, 62U);
  const auto human = ReadExample("human-body-singular", {"human.dym"});
  ASSERT_TRUE(human->model) << human->messages();
  EXPECT_EQ(CountsOf(*human->model).equations, 84U);
  EXPECT_EQ(CountsOf(*human->model).derivatives, 27U);
}

constexpr const char* kOrderLibrary = R"(
model type R
  terminal a
  local x
  x' = a
end
model type U { never used below }
  submodel (R) spare
  spare.a = 1
end
model type P
  submodel (R) r1 r2
  terminal p
  r1.a = p
  r2.a = p
end
)";

// The first R ever made belongs to the unused type U, so all others are copies, appended when they are made.
TEST(Order, FirstInstanceTakesThePlaceOfItsType) {
  const auto read = ReadText(std::string(kOrderLibrary) + R"(
model top
  submodel (P) p1 p2
  submodel (R) r
  p1.p = 1
  p2.p = 2
  r.a = 3
end
)");
  ASSERT_TRUE(read->model) << read->messages();
  EXPECT_EQ(EquationsText(*read->model),
            "p1::r1: derx = a\n"
            "p1::r2: derx = a\n"
            "p1: r1.a = p\n"
            "p1: r2.a = p\n"
            "p2::r1: derx = a\n"
            "p2::r2: derx = a\n"
            "p2: r1.a = p\n"
            "p2: r2.a = p\n"
            "r: derx = a\n"
            "top: p1.p = 1\n"
            "top: p2.p = 2\n"
            "top: r.a = 3\n");
}

TEST(Order, NestedTypeIsCompiledWhereItStands) {
  const auto read = ReadText(R"(
model type Outer
  model type Inner
    local x
    x = 1
  end
  submodel (Inner) a b
  local y
  y = a.x
end
model top
  submodel (Outer) o
  model m
    local z
    z = 2
  end
end
)");
  ASSERT_TRUE(read->model) << read->messages();
  EXPECT_EQ(EquationsText(*read->model), "o::a: x = 1\no::b: x = 1\no: y = a.x\nm: z = 2\n");
}

TEST(Order, VariablesThenDerivativesHighestFirst) {
  const auto read = ReadText(R"(
model top
  cut A (v / i)
  local x
  parameter p=1
  x'' = p*v
  der(i) = x'
end
)");
  ASSERT_TRUE(read->model) << read->messages();
  EXPECT_EQ(VarsText(*read->model), "v\ni\nx\np\nder2x\nderx\nderi\n");
  const flat::Model& model = *read->model;
  EXPECT_EQ(model.vars[expr::VarId{4U}].derivative_of, expr::VarId{5U});
  EXPECT_EQ(model.vars[expr::VarId{5U}].derivative_of, expr::VarId{2U});
  EXPECT_EQ(EquationsText(model), "top: der2x = p*v\ntop: deri = derx\n");
}

}  // namespace
}  // namespace kerf::dymola
