// Constraints between states, and equations for whole arrays.
#include <fmt/format.h>

#include <cmath>

#include "initial_model.h"

namespace kerf::torture {

namespace {

auto SizeOf(double value) -> double { return std::max(1.0, std::abs(value)); }

class TiedWriter {
 public:
  explicit TiedWriter(const PlantedPiece& piece) : piece_(piece), v_(piece.numbers) {}

  auto Run() -> PieceText {
    switch (piece_.form) {
      case PieceForm::Tied:     Tied(); break;
      case PieceForm::Pendulum: Pendulum(); break;
      case PieceForm::Rod:      Rod(); break;
      default:                  Loop(); break;
    }
    return std::move(out_);
  }

 private:
  auto Name(const char* letter) const -> std::string { return fmt::format("{}{}", letter, piece_.number); }
  auto Declare(const char* letter, const std::string& attributes) -> void {
    out_.declarations += fmt::format("  Real {}{};\n", Name(letter), attributes);
  }
  void Expect(const std::string& name, double value, double slope = NAN) {
    out_.values.push_back({name, value, SizeOf(value), slope, !name.starts_with("der")});
  }
  void ExpectState(const char* letter, double value, double slope) {
    Expect(Name(letter), value, slope);
    Expect(fmt::format("der({})", Name(letter)), slope);
  }
  // With K for the number of the piece.
  auto Numbered(std::string text) const -> std::string {
    for (size_t at = text.find('#'); at != std::string::npos; at = text.find('#'))
      text.replace(at, 1, std::to_string(piece_.number));
    return text;
  }
  void Initial(const std::string& text) { out_.initial += "  " + Numbered(text) + ";\n"; }
  void Equation(const std::string& text) { out_.equations += "  " + Numbered(text) + ";\n"; }

  // Two lags whose outputs a curve ties together by the force l.
  void Tied() {
    const double a = v_[0];
    const double b = v_[1];
    const double q = v_[2];
    const double x = v_[3] - 1;
    const double y = q * x + 0.3 * x * x * x;
    const double bend = q + 0.9 * x * x;
    const double c1 = v_[4];
    const uint32_t variant = piece_.variant % 7;
    const bool rests = variant == 4 || variant == 5;
    const double c2 = rests ? y - b * (c1 - x) : v_[5];
    const double l = (c2 - y - a * bend * (c1 - x)) / (b + a * bend);
    const double slope = rests ? 0 : c1 - x + l;
    const bool is_fixed = variant == 2;
    Declare("x", is_fixed       ? fmt::format("(start = {}, fixed = true)", x)
                 : variant == 6 ? fmt::format("(start = {})", x)
                                : "(start = 0.3)");
    Declare("y", variant == 3 ? fmt::format("(start = {}, fixed = true)", y) : "");
    Declare("l", "");
    if (variant == 0) Initial(fmt::format("x# = {}", x));
    if (variant == 1) Initial(fmt::format("y# = {}", y));
    if (rests) Initial(variant == 4 ? "der(x#) = 0" : "der(y#) = 0");
    Equation(fmt::format("der(x#) = {} - x# + l#", NumberText(c1)));
    Equation(fmt::format("{}*der(y#) = {} - y# - {}*l#", a, NumberText(c2), b));
    Equation(fmt::format("y# = {}*x# + 0.3*x#^3", q));
    ExpectState("x", x, slope);
    ExpectState("y", y, bend * slope);
    Expect(Name("l"), l);
  }

  void Pendulum() {
    const double length = v_[0];
    const double angle = (v_[1] - 0.2) * 0.7 * (v_[2] > 1 ? 1 : -1);
    const double rate = v_[3] - 1;
    const double mass = v_[4];
    const double x = length * std::sin(angle);
    const double y = -length * std::cos(angle);
    const double u = rate * length * std::cos(angle);
    const double v = rate * length * std::sin(angle);
    const double g = 9.81;
    const double force = mass * (u * u + v * v - g * y) / (length * length);
    const uint32_t variant = piece_.variant % 4;
    const auto fixed = [](double value) { return fmt::format("(start = {}, fixed = true)", value); };
    Declare("x", variant == 0 ? fixed(x) : fmt::format("(start = {})", 0.9 * x));
    Declare("y", variant == 3 ? fixed(y) : fmt::format("(start = {})", 1.1 * y));
    Declare("u", variant == 0 || variant == 3 ? fixed(u) : "");
    Declare("v", "");
    Declare("f", "");
    if (variant == 1) Initial(fmt::format("x# = {}", x));
    if (variant == 1) Initial(fmt::format("v# = {}", v));
    if (variant == 2) Declare("phi", fmt::format("(start = {})", 0.9 * angle));
    if (variant == 2) Equation("phi# = atan2(x#, -y#)");
    if (variant == 2) Initial(fmt::format("phi# = {}", angle));
    if (variant == 2) Initial(fmt::format("der(phi#) = {}", rate));
    Equation(fmt::format("x#^2 + y#^2 = {}", length * length));
    Equation("der(x#) = u#");
    Equation("der(y#) = v#");
    Equation(fmt::format("{}*der(u#) = -x#*f#", mass));
    Equation(fmt::format("{0}*der(v#) = -y#*f# - {0}*{1}", mass, g));
    ExpectState("x", x, u);
    ExpectState("y", y, v);
    ExpectState("u", u, -x * force / mass);
    ExpectState("v", v, -y * force / mass - g);
    Expect(Name("f"), force);
  }

  // Two masses on a spring and in oil, with a rigid rod between them.
  void Rod() {
    const uint32_t variant = piece_.variant % 4;
    const bool rests = variant == 2;
    const double push = v_[0];
    const double spring = v_[1];
    const double oil = v_[2];
    const double v = rests ? 0 : v_[3] - 1;
    const double x = rests ? push / spring : v_[4] - 1;
    const double length = v_[5];
    const double m1 = v_[6];
    const double m2 = v_[7];
    const double a = (push - spring * x - oil * v) / (m1 + m2);
    const auto fixed = [](double value) { return fmt::format("(start = {}, fixed = true)", value); };
    Declare("x", "");
    Declare("y", variant == 1 ? fixed(x + length) : "");
    Declare("u", variant == 1 ? fixed(v) : "");
    Declare("v", "");
    Declare("f", "");
    if (variant == 0) Initial(fmt::format("x# = {}", x));
    if (variant == 0) Initial(fmt::format("v# = {}", v));
    if (rests) Initial("der(u#) = 0");
    if (rests) Initial("der(y#) = 0");
    if (variant == 3) Initial(fmt::format("y# = {}", x + length));
    if (variant == 3) Initial(fmt::format("der(x#) = {}", v));
    Equation("der(x#) = u#");
    Equation("der(y#) = v#");
    Equation(fmt::format("{}*der(u#) = {} + f# - {}*x#", m1, push, spring));
    Equation(fmt::format("{}*der(v#) = -f# - {}*v#", m2, oil));
    Equation(fmt::format("y# = x# + {}", length));
    ExpectState("x", x, v);
    ExpectState("y", x + length, v);
    ExpectState("u", v, a);
    ExpectState("v", v, a);
    Expect(Name("f"), -m2 * a - oil * v);
  }

  // a*z + tanh(z) = c, at rest or not, for a matrix a in which the diagonal outweighs the rest.
  void Loop() {
    constexpr size_t kSize = 3;
    const uint32_t variant = piece_.variant % 4;
    double c[kSize];
    for (size_t i = 0; i < kSize; ++i) {
      c[i] = std::tanh(v_[i]);
      for (size_t j = 0; j < kSize; ++j) c[i] += Entry(i, j) * v_[j];
      Expect(fmt::format("z{}[{}]", piece_.number, i + 1), v_[i], variant == 0 ? NAN : 0);
    }
    out_.declarations +=
        Numbered(fmt::format("  parameter Real a#[3, 3] = {{{{{}, {}, {}}}, {{{}, {}, {}}}, "
                             "{{{}, {}, {}}}}};\n  parameter Real c#[3] = {{{}, {}, {}}};\n",
                             Entry(0, 0), Entry(0, 1), Entry(0, 2), Entry(1, 0), Entry(1, 1), Entry(1, 2),
                             Entry(2, 0), Entry(2, 1), Entry(2, 2), c[0], c[1], c[2]));
    Declare("z", "[3](each start = 5)");
    if (variant == 0)
      Equation("a#*z# + tanh(z#) = c#");
    else if (variant == 1)
      Equation("der(z#) = c# - a#*z# - tanh(z#)");
    else
      Equation("for i in 1:3 loop\n    der(z#[i]) = c#[i] - a#[i, :]*z# - tanh(z#[i]);\n  end for");
    if (variant == 1) Initial("der(z#) = zeros(3)");
    if (variant == 2) Initial("for i in 1:3 loop\n    der(z#[i]) = 0;\n  end for");
    if (variant == 3) Initial(fmt::format("z# = {{{}, {}, {}}}", v_[0], v_[1], v_[2]));
  }
  [[nodiscard]] auto Entry(size_t i, size_t j) const -> double {
    return i == j ? 1 + v_[i + 3] : 0.3 * (v_[(3 * i + j) % v_.size()] - 1);
  }

  const PlantedPiece& piece_;
  const std::vector<double>& v_;
  PieceText out_;
};

}  // namespace

auto TiedText(const PlantedPiece& piece) -> PieceText { return TiedWriter(piece).Run(); }

}  // namespace kerf::torture
