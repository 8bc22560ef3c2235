// Starts about which too much is said, and equations without solution.
#include <fmt/format.h>

#include <cmath>

#include "initial_model.h"

namespace kerf::torture {

namespace {

class UnsolvableWriter {
 public:
  explicit UnsolvableWriter(const PlantedPiece& piece) : piece_(piece), v_(piece.numbers) {}

  auto Run() -> PieceText {
    switch (piece_.form) {
      case PieceForm::Redundant:     Twice(0); break;
      case PieceForm::Contradiction: Twice(v_[7] > 1 ? 0.5 : -1e-3); break;
      case PieceForm::Impossible:    Impossible(); break;
      default:                       Dependent(); break;
    }
    return std::move(out_);
  }

 private:
  auto Numbered(std::string text) const -> std::string {
    for (size_t at = text.find('#'); at != std::string::npos; at = text.find('#'))
      text.replace(at, 1, std::to_string(piece_.number));
    return text;
  }
  void Declare(const std::string& text) { out_.declarations += "  " + Numbered(text) + ";\n"; }
  void Initial(const std::string& text) { out_.initial += "  " + Numbered(text) + ";\n"; }
  void Equation(const std::string& text) { out_.equations += "  " + Numbered(text) + ";\n"; }
  void Expect(const std::string& name, double value, double slope = NAN) {
    out_.values.push_back(
        {Numbered(name), value, std::max(1.0, std::abs(value)), slope, !name.starts_with("der")});
  }

  // The start of x is given twice, the second time wrong by `error`.
  void Twice(double error) {
    const double x = v_[0];
    const double y = 2 * x + std::tanh(x);
    const uint32_t variant = piece_.variant % 11;
    if (variant >= 8) return TwiceOtherwise(variant, error);
    const bool is_fixed = variant <= 1 || variant == 6 || variant == 7;
    Declare(is_fixed ? fmt::format("Real x#(start = {}, fixed = true)", x) : "Real x#(start = 0.8)");
    Declare(variant == 1 ? fmt::format("Real y#(start = {}, fixed = true)", y + error) : "Real y#");
    // At rest, where resting is one of the two.
    const double slope = variant == 3 || variant == 7 ? 0 : v_[1] - x;
    Equation(variant == 3 || variant == 7 ? fmt::format("der(x#) = {} - x# - x#^3", x + x * x * x + error)
                                          : fmt::format("der(x#) = {} - x#", v_[1]));
    Equation("y# = 2*x# + tanh(x#)");
    if (!is_fixed) Initial(fmt::format("x# = {}", x));
    if (variant == 0) Initial(fmt::format("x# = {}", x + error));
    if (variant == 2) Initial(fmt::format("y# = {}", y + error));
    if (variant == 3 || variant == 7) Initial("der(x#) = 0");
    if (variant == 4) Initial(fmt::format("x#^3 + y# = {}", x * x * x + y + error));
    if (variant == 5 || variant == 6) {
      Declare("Real u#");
      Equation("u# = 3*x# - y#");
      Equation("der(w#) = u# - w#");
      Declare("Real w#(start = 1, fixed = true)");
      Initial(fmt::format("u# + der(w#) = {}", 2 * (3 * x - y) - 1 + error));
    }
    Expect("x#", x, slope);
    Expect("y#", y);
    Expect("der(x#)", slope);
    if (error != 0) out_.outcome = Outcome::Refused;
  }

  // By parameters, by arrays, and for states that a constraint ties together.
  void TwiceOtherwise(uint32_t variant, double error) {
    const double x = v_[0];
    if (error != 0) out_.outcome = Outcome::Refused;
    if (variant == 8) {
      Declare(fmt::format("parameter Real a# = {}, b# = {}", x, x + error));
      Declare("Real x#");
      Equation("der(x#) = -x#");
      Initial("x# = a#");
      Initial("x# = b#");
      Expect("x#", x, -x);
    } else if (variant == 9) {
      Declare("Real y#[2](each start = 1, each fixed = true)");
      Equation("der(y#) = {1, 2}");
      Initial(fmt::format("sum(y#) = {}", 2 + error));
      Expect("y#[1]", 1, 1);
      Expect("y#[2]", 1, 2);
    } else {
      Declare(fmt::format("Real x#(start = {}, fixed = true)", x));
      Declare(fmt::format("Real y#(start = {}, fixed = true)", 3 * x + error));
      Declare("Real l#");
      Equation("der(x#) = l#");
      Equation("der(y#) = 1 - l#");
      Equation("y# = 3*x#");
      Expect("x#", x, 0.25);
      Expect("y#", 3 * x, 0.75);
    }
  }

  void Impossible() {
    const double c = v_[0];
    const std::string rows[] = {
        fmt::format("z#^2 + {} = 0", c),
        fmt::format("exp(z#) = -{}", c),
        fmt::format("sqrt(z#^2 + 1) = {}", 0.4 * c),
        fmt::format("tanh(z#) = {}", 1 + c),
        fmt::format("sin(z#) = {}", 1 + c),
        fmt::format("abs(z#) = -{}", c),
        fmt::format("max(z#, 0) = -{}", c),
        fmt::format("log(1 + z#^2) = -{}", c),
        fmt::format("sqrt(z#) = -{}", c),
        fmt::format("z# = z# + {}*exp(-z#^2/100)", c),
        fmt::format("1/z# = 0*{}", c),
        fmt::format("exp(-z#) = 0*{}", c),
        "tanh(z#) = 1",
        fmt::format("(if z# > 1 then z# + {} else z# - {}) = 1", c, c),
    };
    const uint32_t row = piece_.variant % 14;
    out_.outcome = Outcome::Refused;
    const std::string start = fmt::format("start = {}", v_[2] > 1 ? 2 * (v_[1] - 1) : 0);
    const uint32_t way = piece_.variant / 14 % 3;
    Declare(fmt::format("Real z#({})", start));
    if (way == 0) {
      Equation(rows[row]);
    } else if (way == 1) {
      Equation(fmt::format("der(z#) = {} - z#", v_[3]));
      Initial(rows[row]);
    } else {
      // In a loop with another unknown.
      Declare("Real a#");
      Equation("a# = z# + 0.1*sin(a#)");
      Equation(rows[row] + " + 0*a#");
    }
  }

  // Two equations that say the same, or contradict each other, for two unknowns.
  void Dependent() {
    const uint32_t variant = piece_.variant % 4;
    const bool fits = v_[7] > 1;
    const double sum = v_[0] + v_[1];
    const double error = fits ? 0 : 0.3;
    const bool is_nonlinear = variant >= 2;
    const char* const first = is_nonlinear ? "tanh(x#/4 + y#/4)" : "x# + y#";
    const char* const second = is_nonlinear ? "(x# + y#)^3" : "2*x# + 2*y#";
    const double left = is_nonlinear ? std::tanh(sum / 4) : sum;
    const double right = is_nonlinear ? sum * sum * sum : 2 * sum;
    Declare("Real x#(start = 0.4)");
    Declare("Real y#(start = 0.3)");
    if (variant % 2 == 0) {
      Equation(fmt::format("der(x#) = {} - x#", v_[2]));
      Equation(fmt::format("der(y#) = {} - y#", v_[3]));
      Initial(fmt::format("{} = {}", first, left));
      Initial(fmt::format("{} = {}", second, right + error));
    } else {
      Equation(fmt::format("{} = {}", first, left));
      Equation(fmt::format("{} = {}", second, right + error));
    }
    out_.outcome = fits ? Outcome::NotSilent : Outcome::Refused;
  }

  const PlantedPiece& piece_;
  const std::vector<double>& v_;
  PieceText out_;
};

}  // namespace

auto UnsolvableText(const PlantedPiece& piece) -> PieceText { return UnsolvableWriter(piece).Run(); }

}  // namespace kerf::torture
