// Discrete variables at the start, and parameters that the start determines.
#include <fmt/format.h>

#include <cmath>

#include "initial_model.h"

namespace kerf::torture {

namespace {

class DiscreteWriter {
 public:
  explicit DiscreteWriter(const PlantedPiece& piece) : piece_(piece), v_(piece.numbers) {}

  auto Run() -> PieceText {
    AddLevel();
    switch (piece_.form) {
      case PieceForm::Before:     Before(); break;
      case PieceForm::AtInitial:  AtInitial(); break;
      case PieceForm::Hysteresis: Hysteresis(); break;
      case PieceForm::Count:      Count(); break;
      case PieceForm::Switch:     Switch(); break;
      case PieceForm::Derived:    Derived(); break;
      default:                    Parameters(); break;
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

  void ExpectTruth(const std::string& name, bool value) {
    Expect(name, value ? 1 : 0, 0);
    out_.values.back().is_real = false;
  }

  // A state x that the start has to be solved for.
  void AddLevel() {
    x_ = v_[0];
    Declare("Real x#(start = 0.7)");
    Initial(fmt::format("x# + 0.5*x#^3 = {}", x_ + 0.5 * x_ * x_ * x_));
    Equation(fmt::format("der(x#) = {} - x#", v_[1]));
    Expect("x#", x_, v_[1] - x_);
    Expect("der(x#)", v_[1] - x_);
  }

  // What was before the start, in many words.
  void Before() {
    const uint32_t variant = piece_.variant % 8;
    const double d = variant == 4 ? 2 * x_ : variant >= 5 ? std::floor(4 * v_[2]) : v_[2];
    const char* const type = variant >= 5 ? "Integer" : "discrete Real";
    const bool has_start = variant == 2 || variant == 3 || variant == 6;
    const std::string start = has_start ? fmt::format("{}", d) : "3";
    Declare(fmt::format("{} d#(start = {}{})", type, start,
                        variant == 2 || variant == 6 ? ", fixed = true" : ""));
    Declare("Boolean b#(start = false)");
    if (variant == 0 || variant == 5) Initial(fmt::format("pre(d#) = {}", d));
    if (variant == 1 || variant == 7) Initial(fmt::format("d# = {}", d));
    if (variant == 4) Initial("pre(d#) = 2*x#");
    const bool was_true = v_[4] > 1;
    if (was_true) Initial(variant % 2 == 0 ? "pre(b#) = true" : "b# = true");
    Equation("when time > 1000 then\n    d# = pre(d#) + 1;\n    b# = not pre(b#);\n  end when");
    Declare("Real z#");
    Equation("z# + 0.3*z#^3 = d# + (if b# then x# else -x#)");
    Expect("d#", d, 0);
    ExpectTruth("b#", was_true);
    Expect("z#", Cubic(0.3, d + (was_true ? x_ : -x_)));
  }

  // The z with z + b z^3 = c.
  static auto Cubic(double b, double c) -> double {
    double z = 0;
    for (int k = 0; k < 200; ++k) {
      const double step = (z + b * z * z * z - c) / (1 + 3 * b * z * z);
      z -= step;
    }
    return z;
  }

  void AtInitial() {
    const uint32_t variant = piece_.variant % 6;
    const double before = v_[2];
    Declare(fmt::format("discrete Real d#(start = {}, fixed = {})", before, v_[5] > 1));
    const char* const conditions[] = {"initial()", "{initial(), time > 1000}", "initial()", "initial()",
                                      "x# > 0.1",  "{x# > 0.1, initial()}"};
    const bool is_algorithm = variant == 3;
    const bool counts = variant == 2;
    const std::string value = counts ? "pre(d#) + x#" : "2*x# + 1";
    const std::string clause = fmt::format("when {} then\n    d# {} {};\n  end when", conditions[variant],
                                           is_algorithm ? ":=" : "=", value);
    if (is_algorithm)
      out_.equations += Numbered("algorithm\n  " + clause + ";\nequation\n");
    else
      Equation(clause);
    const double d = counts ? before + x_ : variant == 4 ? before : 2 * x_ + 1;
    Declare("Real z#(start = 1)");
    Equation("z# + exp(z#) = d#");
    Expect("d#", d, 0);
    // z + exp(z) = d by Newton's iteration, from the right.
    double z = d;
    for (int k = 0; k < 200; ++k) z -= (z + std::exp(z) - d) / (1 + std::exp(z));
    Expect("z#", z);
  }

  // On above 1.2 times its input, off below 0.8 times, else as before.
  void Hysteresis() {
    const bool was_on = v_[2] > 1;
    const double middle = x_ * (v_[3] > 1.5 ? 1.5 : v_[3] < 0.8 ? 0.6 : 1);
    const bool is_on = x_ > 1.2 * middle || (was_on && x_ > 0.8 * middle);
    const uint32_t variant = piece_.variant % 3;
    Declare(fmt::format("Boolean on#({})", variant == 0   ? fmt::format("start = {}, fixed = true", was_on)
                                           : variant == 1 ? fmt::format("start = {}", was_on)
                                                          : fmt::format("start = {}", !was_on)));
    if (variant == 2) Initial(fmt::format("pre(on#) = {}", was_on));
    Equation(fmt::format("on# = x# > {} or pre(on#) and x# > {}", 1.2 * middle, 0.8 * middle));
    Declare("Real y#(start = 0)");
    Initial("der(y#) = 0");
    Equation("der(y#) = (if on# then 2*x# else -1) - y# - y#^3");
    const double y = Cubic(1, is_on ? 2 * x_ : -1);
    ExpectTruth("on#", is_on);
    Expect("y#", y, 0);
  }

  // Whole numbers that follow from what is sought.
  void Count() {
    const uint32_t variant = piece_.variant % 3;
    const double k = variant == 0 ? std::floor(x_ / 0.371234567) : x_ > 1.10003 ? 2 : 3;
    Declare("Integer k#");
    Declare("Real y#");
    Declare("parameter Real c#[6] = {0.1, 0.4, -0.9, 1.6, 2.5, -3.6}");
    Equation(variant == 0 ? "k# = integer(x#/0.371234567)" : "k# = if x# > 1.10003 then 2 else 3");
    if (variant == 2) {
      Equation("y# + 0.3*y#^3 = c#[k#]");
    } else {
      Equation("y# = 2*k# + x#");
    }
    const double c[] = {0.1, 0.4, -0.9, 1.6, 2.5, -3.6};
    Expect("k#", k, 0);
    Expect("y#", variant == 2 ? Cubic(0.3, c[static_cast<int>(k) - 1]) : 2 * k + x_);
  }

  // Jumps upwards, so that there is one solution; the guess may be on the wrong side.
  void Switch() {
    const uint32_t variant = piece_.variant % 3;
    const double s = v_[2];
    const double z = s + (v_[3] > 1 ? 1 : -1) * v_[4];
    const double jump = v_[5];
    const bool is_high = z > s;
    const double constant = z + 0.3 * z * z * z + (is_high ? jump : 0);
    Declare(fmt::format("Real z#(start = {})", 2 * (v_[6] - 1)));
    Declare("Boolean high#");
    Equation(fmt::format("high# = z# > {}", s));
    const std::string choice = variant == 0 ? fmt::format("if z# > {} then {} else 0", s, jump)
                                            : fmt::format("if high# then {} else 0", jump);
    const std::string left = variant == 2 ? "der(w#)" : "0";
    Equation(fmt::format("{} = {} - z# - 0.3*z#^3 - ({})", left, constant, choice));
    if (variant == 2) {
      Declare("Real w#");
      Equation("w# = 2*z# + 1");
      Initial("der(w#) = 0");
      Expect("w#", 2 * z + 1, 0);
    }
    Expect("z#", z, variant == 2 ? 0 : NAN);
    ExpectTruth("high#", is_high);
  }

  // Powers and sums of a state y whose derivatives are given: a second state z follows y', a third rests.
  void Derived() {
    const uint32_t variant = piece_.variant % 5;
    const double y = v_[2];
    const double slope = v_[3] - 1;
    const double bend = 1 + 0.3 * y * y;
    Declare("Real y#(start = 1)");
    Declare("Real q#");
    Equation("q# = y# + 0.1*y#^3");
    Expect("q#", y + 0.1 * y * y * y, bend * slope);
    if (variant <= 1) {
      // y follows from its own slope.
      Equation(fmt::format("der(y#) = {} - y# - y#^3", slope + y + y * y * y));
      Initial(variant == 0 ? fmt::format("der(y#) = {}", slope)
                           : fmt::format("q# = {}", y + 0.1 * y * y * y));
    } else {
      Declare("Real z#");
      Equation("der(y#) = z#");
      Equation(fmt::format("der(z#) = {} - z# - y#", v_[4]));
      Expect("z#", slope, v_[4] - slope - y);
      if (variant != 4) Initial(fmt::format("y# = {}", y));
      if (variant == 2) Initial(fmt::format("der(q#) = {}", bend * slope));
      if (variant == 3) Initial(fmt::format("der(z#) = {}", v_[4] - slope - y));
      if (variant == 4) Initial(fmt::format("q# = {}", y + 0.1 * y * y * y));
      if (variant == 4) Initial(fmt::format("der(y#) + der(x#) = {}", slope + v_[1] - x_));
    }
    Expect("y#", y, slope);
    Expect("der(y#)", slope);
  }

  void Parameters() {
    const double p = v_[2];
    const uint32_t variant = piece_.variant % 6;
    const double q = 2 * p + 1;
    Declare(fmt::format("parameter Real p#(fixed = false{})", v_[3] > 1 ? ", start = 2" : ""));
    Declare("parameter Real q# = 2*p# + 1");
    Declare(variant == 4 ? "Real y#(start = q#, fixed = true)" : "Real y#");
    Equation("der(y#) = p#*x# - y#");
    const double y = variant == 3 ? p * x_ : variant == 4 ? q : v_[4];
    switch (variant) {
      case 0:
        Initial(fmt::format("y# = {}", y));
        Initial(fmt::format("der(y#) = {}", p * x_ - y));
        break;
      case 1:
        Initial(fmt::format("y# = {}", y));
        Initial(fmt::format("p#^3 + q# = {}", p * p * p + q));
        break;
      case 2:
        Initial(fmt::format("y# = {}", y));
        out_.algorithm +=
            Numbered(fmt::format("  p# := 0;\n  for i in 1:4 loop\n    p# := p# + {};\n  end for;\n", p / 4));
        break;
      case 3:
        Initial("der(y#) = 0");
        Initial(fmt::format("q#*x# = {}", q * x_));
        break;
      case 4: Initial(fmt::format("p# = {}", p)); break;
      default:
        Declare("parameter Real r#[2](each fixed = false)");
        Initial(fmt::format("r# = {{{} + 0*p#, 2*x#}}", v_[5]));
        Initial(fmt::format("y# = {}", y));
        Initial(fmt::format("p#*r#[1] = {}", p * v_[5]));
        Expect("r#[1]", v_[5], 0);
        Expect("r#[2]", 2 * x_, 0);
        break;
    }
    Expect("p#", p, 0);
    Expect("q#", q, 0);
    Expect("y#", y, p * x_ - y);
    Expect("der(y#)", p * x_ - y);
  }

  const PlantedPiece& piece_;
  const std::vector<double>& v_;
  double x_ = 0;
  PieceText out_;
};

}  // namespace

auto DiscreteText(const PlantedPiece& piece) -> PieceText { return DiscreteWriter(piece).Run(); }

}  // namespace kerf::torture
