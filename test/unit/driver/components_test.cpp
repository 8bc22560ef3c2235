// Random components with open connectors, whose balance is known because their equations are counted while
// they are written: `check` must find the balanced ones right, and say by how much the others are wrong.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "driver/io.h"

namespace kerf::driver {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kClasses = R"(
connector Pin
  Real e;
  flow Real f;
end Pin;
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
connector In = input Real;
connector Out = output Real;
expandable connector Bus
end Bus;
record Pair
  Real a;
  Real b;
end Pair;
model Load
  Pin p;
  parameter Real r = 2;
equation
  p.e = r*p.f;
end Load;
block Reader
  In u;
  Out y;
equation
  y = 3*u;
end Reader;
)";

// A component while it is written.
class Component {
 public:
  explicit Component(uint32_t seed) : random_(seed) {
    const int n = Number(1, 5);
    for (int k = 0; k < n; ++k) AddMember(fmt::format("c{}", k));
    AddInner();
  }

  // With as many equations as are missing, and `more` beyond that; nothing if there are not so many to leave
  // out.
  auto Text(int more) -> std::string {
    const int n = n_missing_ + more;
    if (n < 0 || (terms_.empty() && n > 0)) return "";
    std::string equations = connections_;
    for (int k = 0; k < n; ++k) {
      std::string sum;
      for (const std::string& term : terms_)
        sum += fmt::format("{}{:.3f}*{}", sum.empty() ? "" : " + ", Coefficient(), term);
      equations += fmt::format("  {} = {:.3f}*time;\n", sum, Coefficient());
    }
    return fmt::format("package P{}model M\n{}equation\n{}end M;\nend P;\n", kClasses, members_, equations);
  }

 private:
  auto Number(int least, int most) -> int { return std::uniform_int_distribution<>(least, most)(random_); }
  auto Coefficient() -> double { return std::uniform_real_distribution<>(0.5, 2)(random_); }

  void Use(const std::string& term) { terms_.push_back(term); }
  void Define(const std::string& term) {
    Use(term);
    ++n_missing_;
  }

  void AddMember(const std::string& name) {
    switch (Number(0, 8)) {
      case 0:  return AddPins(name);
      case 1:  return AddArrayOfPins(name);
      case 2:  return AddPort(name);
      case 3:  return AddSignals(name);
      case 4:  return AddConditional(name);
      case 5:  return AddBus(name);
      case 6:  return AddRecord(name);
      case 7:  return AddInnerPart(name);
      default: return AddArrayOfPorts(name);
    }
  }

  void AddPin(const std::string& name) {
    Use(name + ".e");
    Define(name + ".f");
  }
  void AddPins(const std::string& name) {
    members_ += fmt::format("  Pin {0}, {0}b;\n", name);
    AddPin(name);
    AddPin(name + "b");
  }
  void AddArrayOfPins(const std::string& name) {
    const int n = Number(0, 3);
    members_ += fmt::format("  Pin {}[{}];\n", name, n);
    for (int k = 1; k <= n; ++k) AddPin(fmt::format("{}[{}]", name, k));
  }
  // What flows out through a stream is an equation of its own.
  void AddStream(const std::string& name) {
    Use(name + ".p");
    Define(name + ".m");
    Define(name + ".h");
    Use(fmt::format("inStream({}.h)", name));
  }
  void AddPort(const std::string& name) {
    members_ += fmt::format("  Port {};\n", name);
    AddStream(name);
  }
  void AddArrayOfPorts(const std::string& name) {
    members_ += fmt::format("  parameter Integer n_{0} = {1};\n  Port {0}[n_{0}];\n", name, Number(0, 2));
    const int n = members_[members_.rfind("= ") + 2] - '0';
    for (int k = 1; k <= n; ++k) AddStream(fmt::format("{}[{}]", name, k));
  }
  void AddSignals(const std::string& name) {
    const int n = Number(1, 3);
    members_ += fmt::format("  In {0}_u[{1}];\n  Out {0}_y[{1}];\n  output Real {0}_z;\n", name, n);
    for (int k = 1; k <= n; ++k) {
      Use(fmt::format("{}_u[{}]", name, k));
      Define(fmt::format("{}_y[{}]", name, k));
    }
    Define(name + "_z");
  }
  // Such a connector is used in connections alone.
  void AddConditional(const std::string& name) {
    const bool is_there = Number(0, 1) == 1;
    members_ += fmt::format("  parameter Boolean has_{0} = {1};\n  Pin {0} if has_{0};\n  Load {0}_l;\n",
                            name, is_there ? "true" : "false");
    connections_ += fmt::format("  connect({0}, {0}_l.p);\n", name);
  }
  void AddBus(const std::string& name) {
    members_ += fmt::format("  Bus {0};\n  Reader {0}_r;\n", name);
    connections_ += fmt::format("  connect({0}.signal, {0}_r.u);\n", name);
    Use(name + "_r.y");
  }
  void AddRecord(const std::string& name) {
    members_ += fmt::format("  input Pair {0};\n  output Pair {0}_y;\n", name);
    Use(name + ".a");
    Define(name + "_y.a");
    Define(name + "_y.b");
  }
  void AddInnerPart(const std::string& name) {
    members_ += fmt::format("  Pin {0};\n  Load {0}_l[2];\n", name);
    connections_ += fmt::format("  connect({0}, {0}_l[1].p);\n  connect({0}, {0}_l[2].p);\n", name);
  }
  void AddInner() {
    const int n = Number(0, 2);
    if (n == 0) return;
    members_ += fmt::format("  Real x[{}];\n", n);
    for (int k = 1; k <= n; ++k) {
      Use(fmt::format("x[{}]", k));
      Define(fmt::format("der(x[{}])", k));
    }
  }

  std::mt19937 random_;
  std::string members_;
  std::string connections_;
  std::vector<std::string> terms_;
  int n_missing_ = 0;
};

class Components : public testing::Test {
 protected:
  Components() {
    std::string pattern = (fs::temp_directory_path() / "kerf-components-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~Components() override { fs::remove_all(folder_); }

  // What `check` says on standard error, and its exit code.
  auto Check(const std::string& text) -> std::pair<int, std::string> {
    const std::string file = folder_ + "/p.mo";
    std::ofstream(file) << text;
    std::string said;
    Io io;
    io.out = [](std::string_view) {};
    io.err = [&](std::string_view more) { said += more; };
    const int code = Main({"check", file, "P.M"}, io);
    return {code, said};
  }

 private:
  std::string folder_;
};

constexpr uint32_t kComponents = 300;

TEST_F(Components, BalancedOnesAreRight) {
  for (uint32_t seed = 0; seed < kComponents; ++seed) {
    const std::string text = Component(seed).Text(0);
    if (text.empty()) continue;
    const auto [code, said] = Check(text);
    EXPECT_EQ(code, 0) << "seed " << seed << "\n" << text << said;
    EXPECT_EQ(said, "") << "seed " << seed << "\n" << text;
  }
}

TEST_F(Components, OthersAreToldByHowMuch) {
  for (uint32_t seed = 0; seed < kComponents; ++seed) {
    for (const int more : {-2, -1, 1, 2}) {
      const std::string text = Component(seed).Text(more);
      if (text.empty()) continue;
      const auto [code, said] = Check(text);
      EXPECT_EQ(code, 1) << "seed " << seed << "\n" << text;
      const std::string wanted = fmt::format("{} equation{} too {} [unbalanced]", std::abs(more),
                                             std::abs(more) == 1 ? "" : "s", more < 0 ? "few" : "many");
      EXPECT_NE(said.find(wanted), std::string::npos) << "seed " << seed << ": " << wanted << "\n"
                                                      << text << said;
    }
  }
}

}  // namespace
}  // namespace kerf::driver
