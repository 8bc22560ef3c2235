// See acsl_model.h. Part k has y as its output, x and v as states, p as a constant, u, n and c as what events
// change.
#include "acsl_model.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kerf::torture {

namespace {

// Four digits, so that events of different parts do not meet; always with a point, since whole numbers divide
// otherwise.
auto Digits(Rng& rng, double low, double high) -> double {
  return std::round(rng.Uniform(low, high) * 1e4) / 1e4;
}
auto Text(double number) -> std::string {
  std::string text = fmt::format("{:.4f}", std::abs(number));
  return number < 0 ? "(-" + text + ")" : text;
}

const std::string kSort = "      SORT\n";

class AcslText {
 public:
  explicit AcslText(const AcslProgram& program) : program_(program) {}

  auto Run() -> std::string {
    for (const AcslPart& part : program_.parts) Part(part);
    Rng rng(program_.order);
    for (size_t k = derivative_.size(); k > 1; --k)
      std::swap(derivative_[k - 1], derivative_[rng.Below(static_cast<uint32_t>(k))]);
    std::string body;
    for (const std::string& statement : derivative_) body += statement;
    // NOSORT holds up to the end of the section, too.
    if (body.ends_with(kSort) && rng.Chance(0.5)) body.resize(body.size() - kSort.size());
    return "PROGRAM m\n" + declarations_ +
           fmt::format("  CINTERVAL cint = {:.6f}\n  CONSTANT tstp = {:.4f}\n", program_.interval,
                       program_.stop) +
           (initial_.empty() ? "" : "  INITIAL\n" + initial_ + "  END\n") + "  DYNAMIC\n    DERIVATIVE\n" +
           body + "    END $ \"of DERIVATIVE\"\n" + sections_ + dynamic_ +
           "    TERMT(t .GE. tstp)\n  END\nEND\n";
  }

 private:
  auto In(const AcslPart& part) const -> std::string {
    const bool is_there = std::ranges::any_of(program_.parts, [&](const AcslPart& other) {
      return other.number == part.source && other.number < part.number;
    });
    return fmt::format("({}*{} + {} + 0.4*SIN({}*t))", Text(part.gain),
                       is_there ? fmt::format("y{}", part.source) : "t", Text(part.offset),
                       Text(part.frequency));
  }
  void Add(const std::string& statement) { derivative_.push_back("      " + statement + "\n"); }
  void AddLag(const AcslPart& part, const std::string& more = "") {
    Add(fmt::format("x{0} = INTEG({1} - p{0}*x{0}{2}, {3})", part.number, In(part), more,
                    Text(part.numbers[1])));
    Add(fmt::format("y{0} = 2.0*x{0}", part.number));
  }
  void Section(const std::string& name, const std::string& body) {
    sections_ += "    DISCRETE " + name + "\n" + body + "    END\n";
  }

  void Part(const AcslPart& part) {
    declarations_ += fmt::format("  CONSTANT p{} = {}\n", part.number, Text(part.numbers[0]));
    if (part.form == AcslForm::Delay) return Delay(part);
    if (part.form == AcslForm::Ordered) return Ordered(part);
    if (part.form <= AcslForm::Limited) return Dynamic(part);
    if (part.form <= AcslForm::Surface) return Formula(part);
    if (part.form <= AcslForm::WholeNumbers) return Procedural(part);
    Event(part);
  }

  void Dynamic(const AcslPart& part) {
    const uint32_t k = part.number;
    const auto& n = part.numbers;
    const std::string in = In(part);
    switch (part.form) {
      case AcslForm::Lag: return AddLag(part);
      case AcslForm::Oscillator:
        initial_ += fmt::format("    v{0}ic = {1}*p{0}\n", k, Text(n[2]));
        Add(fmt::format("x{0} = INTEG(v{0}, {1})", k, Text(n[1])));
        Add(fmt::format("v{0} = INTEG({1} - 3.0*p{0}*x{0} - 0.5*v{0}, v{0}ic)", k, in));
        return Add(fmt::format("y{0} = x{0} - v{0}", k));
      case AcslForm::FirstOrder: return Add(fmt::format("y{0} = REALPL(p{0}, {1}, {2})", k, in, Text(n[1])));
      case AcslForm::LeadLag:
        return Add(
            fmt::format("y{0} = LEDLAG({1}, p{0}, {2}, {3})", k, Text(std::abs(n[1])), in, Text(n[2])));
      case AcslForm::SecondOrder:
        return Add(fmt::format("y{0} = CMPXPL(0.2, p{0}, {1}, {2}, {3})", k, in, Text(n[1]), Text(n[2])));
      default:
        return Add(fmt::format("y{0} = LIMINT({1}, 0.05, {2}, {3})", k, in, Text(-0.1 - std::abs(n[1]) / 4),
                               Text(0.1 + std::abs(n[2]) / 4)));
    }
  }

  // A signal delayed by a constant or by what varies, a state fed back, and an output fed back.
  void Delay(const AcslPart& part) {
    const uint32_t k = part.number;
    const auto& n = part.numbers;
    const std::string in = In(part);
    const std::string early = Text(n[1]);
    const std::string delay = fmt::format("{} + 0.1*p{}", Text(0.05 + std::abs(n[2]) / 3), k);
    switch (static_cast<int>(std::abs(n[3]) * 4)) {
      case 0: return Add(fmt::format("y{0} = p{0}*DELAY({1}, {2}, {3}, 100)", k, in, early, delay));
      case 1:
        return Add(
            fmt::format("y{0} = 1.0 - DELAY({1}, {2}, {3} + 0.03*SIN(4.0*t), 100)", k, in, early, delay));
      case 2:
        Add(fmt::format("x{0} = INTEG({1} - p{0}*DELAY(x{0}, {2}, {3}, 100), {4})", k, in, early, delay,
                        Text(n[4])));
        return Add(fmt::format("y{0} = 2.0*x{0}", k));
      default: return Add(fmt::format("y{0} = {1} + 0.7*DELAY(y{0}, {2}, {3}, 100)", k, in, early, delay));
    }
  }

  // Names that are given new values further down, with integrals and blocks in between.
  void Ordered(const AcslPart& part) {
    const uint32_t k = part.number;
    const auto& n = part.numbers;
    const std::string in = In(part);
    const std::string integral = fmt::format("x{0} = INTEG(a{0} - p{0}*x{0}, {1})\n", k, Text(n[1]));
    std::string body = fmt::format("a{} = {}\n", k, in);
    if (n[2] > 0.3) body += integral;
    if (n[3] > 0)
      body += fmt::format("b{0} = a{0}*a{0} - p{0}\nIF(b{0} .GT. {1}) a{0} = a{0} - 0.5\n", k, Text(n[4]));
    if (n[3] > 0.5)
      body += fmt::format("IF(t .GT. {1}) THEN\na{0} = 2.0*a{0}\nELSE\na{0} = -a{0}\nENDIF\n", k,
                          Text(std::abs(n[5])));
    if (std::abs(n[2]) <= 0.3) body += integral;
    body += fmt::format("a{0} = a{0} + {1}\ny{0} = a{0} - 0.3\n", k, Text(n[5]));
    if (n[2] < -0.3) body += integral;
    // What is sorted reads what the last statement has left.
    if (n[4] > 0) {
      body += fmt::format("y{0} = 0.5*y{0} + a{0}\n", k);
      Add(fmt::format("z{0} = y{0} + x{0}", k));
    }
    const bool is_block = n[1] > 0.5;
    const std::string source = fmt::format("y{}", part.source);
    const bool reads = in.find(source) != std::string::npos;
    const std::string head =
        is_block ? fmt::format("      PROCEDURAL(y{} = {})\n", k, reads ? source : "t") : "      NOSORT\n";
    derivative_.push_back(head + Indented(body) + (is_block ? "      END\n" : kSort));
  }

  void Formula(const AcslPart& part) {
    const uint32_t k = part.number;
    const auto& n = part.numbers;
    const std::string in = In(part);
    switch (part.form) {
      case AcslForm::Switch:
        return Add(fmt::format("y{0} = RSW({1} .GT. {2} .AND. t < {3}, p{0}, {1} - 1.0)", k, in, Text(n[1]),
                               Text(std::abs(n[2]))));
      case AcslForm::Limits:
        return Add(
            fmt::format("y{0} = BOUND({2}, 0.5, {1}) + DEAD(-0.1, p{0}, {1}) - ABS({1}) + AMAX1({1}, {3}) + "
                        "FCNSW({1} + 0.2, 0.3, 0.0, DIM(t, {4}))",
                        k, in, Text(-std::abs(n[1])), Text(n[2]), Text(std::abs(n[3]))));
      case AcslForm::Signals:
        return Add(fmt::format(
            "y{0} = STEP({1}) + 2.0*RAMP({2}) - PULSE({3}, 0.31, 0.1) + HARM({4}, 4.0, p{0}) + {5}", k,
            Text(std::abs(n[1])), Text(std::abs(n[2])), Text(std::abs(n[3])), Text(std::abs(n[4])), in));
      case AcslForm::Table:
        declarations_ += fmt::format("  TABLE tb{0}, 1, 4 / -0.7, 0.1, {1}, 1.3, {2}, {3}, {4}, 1.0 /\n", k,
                                     Plain(0.3 + std::abs(n[1]) / 2), Plain(n[2]), Plain(n[3]), Plain(n[4]));
        return Add(fmt::format("y{0} = p{0}*tb{0}({1})", k, in));
      default:
        declarations_ += fmt::format(
            "  TABLE tb{0}, 2, 3, 2 / -0.5, 0.2, 1.1, 0.0, 0.7, {1}, {2}, {3}, {4}, 0.5, -0.2 /\n", k,
            Plain(n[1]), Plain(n[2]), Plain(n[3]), Plain(n[4]));
        return Add(fmt::format("y{0} = p{0} + tb{0}({1}, t)", k, in));
    }
  }
  static auto Plain(double number) -> std::string { return fmt::format("{:.4f}", number); }

  void Procedural(const AcslPart& part) {
    const uint32_t k = part.number;
    const auto& n = part.numbers;
    std::string body;
    if (part.form == AcslForm::Branches) {
      body = fmt::format(
          "a{0} = {1}\nIF(a{0} .GT. {2}) THEN\ny{0} = p{0}\nELSE IF(a{0} < -0.2) THEN\ny{0} = "
          "a{0}*a{0}\nELSE\ny{0} = "
          "3.0*a{0}\nENDIF\nIF(t .GT. {3}) y{0} = y{0} - 1.0\n",
          k, In(part), Text(n[1]), Text(std::abs(n[2])));
    } else if (part.form == AcslForm::Loop) {
      declarations_ += fmt::format("  INTEGER i{0}, j{0}\n", k);
      body = fmt::format(
          "y{0} = 0.0\nDO {0}0 i{0} = 1, 3\ny{0} = y{0} + {1}/FLOAT(i{0})\nDO {0}0 j{0} = 1, 2\ny{0} = "
          "y{0}*p{0} + "
          "FLOAT(j{0}/2)\n{0}0 CONTINUE\n",
          k, In(part));
    } else if (part.form == AcslForm::JumpsForward) {
      body = fmt::format(
          "a{0} = {1}\nIF(a{0} .LT. {2}) GO TO la{0}\ny{0} = p{0} + a{0}\nGO TO lb{0}\nla{0}: y{0} = a{0} - "
          "1.0\nlb{0}: CONTINUE\n",
          k, In(part), Text(n[1]));
    } else if (part.form == AcslForm::JumpsBack) {
      body = fmt::format(
          "a{0} = 1.0\nb{0} = {1}\ny{0} = 1.0\nla{0}: a{0} = a{0} + 1.0\ny{0} = 0.5*y{0} + "
          "b{0}/a{0}\nIF(a{0} .LT. 6.0) "
          "GO TO la{0}\n",
          k, In(part));
    } else {
      // What is whole is computed once, from whole numbers.
      declarations_ += fmt::format("  INTEGER n{0}, m{0}\n", k);
      const auto whole = static_cast<int>(n[1] * 20);
      initial_ += fmt::format(
          "    n{0} = {1}/3 + 7/2\n    m{0} = MOD(17, 5)*n{0}\n    q{0} = 0.0\n    ll{0}: q{0} = q{0} + "
          "p{0}\n"
          "    IF(q{0} .LT. 2.5) GO TO ll{0}\n",
          k, whole < 0 ? fmt::format("({})", whole) : std::to_string(whole));
      return Add(fmt::format("y{0} = FLOAT(n{0}) + 0.1*m{0} - q{0} + {1}", k, In(part)));
    }
    const std::string source = fmt::format("y{}", part.source);
    const bool reads = In(part).find(source) != std::string::npos;
    derivative_.push_back(
        fmt::format("      PROCEDURAL(y{} = {})\n{}      END\n", k, reads ? source : "t", Indented(body)));
  }

  static auto Indented(const std::string& body) -> std::string {
    std::string lines;
    for (size_t at = 0; at < body.size();) {
      const size_t end = body.find('\n', at);
      lines += "        " + body.substr(at, end - at) + "\n";
      at = end + 1;
    }
    return lines;
  }

  // Sections read states and what they have set themselves.
  void Event(const AcslPart& part) {
    const uint32_t k = part.number;
    const auto& n = part.numbers;
    switch (part.form) {
      case AcslForm::Sampled:
        AddLag(part, fmt::format(" - 0.5*u{}", k));
        return Section(
            fmt::format("s{}", k),
            fmt::format(
                "      INTERVAL ts{0} = {1}\n      u{0} = 0.5*u{0} + x{0} - t\n      IF(u{0} .GT. {2}) "
                "n{0} = n{0} + 1.0\n",
                k, Text(0.07 + std::abs(n[2]) / 4), Text(n[3])));
      case AcslForm::Reset:
        AddLag(part, " + 1.5");
        Add(fmt::format("SCHEDULE s{0} .XP. x{0} - {1}", k, Text(0.3 + std::abs(n[2]) / 2)));
        return Section(fmt::format("s{}", k),
                       fmt::format("      x{0} = {1}*x{0}\n      n{0} = n{0} + 1.0\n", k, Text(n[3] / 2)));
      case AcslForm::BothWays:
        AddLag(part, fmt::format(" + 0.3*u{}", k));
        Add(fmt::format("SCHEDULE s{0} .XZ. x{0} - {1}*SIN(3.0*t)", k, Text(n[2])));
        return Section(fmt::format("s{}", k),
                       fmt::format("      n{0} = n{0} + 1.0\n      u{0} = x{0} - 0.5*u{0}\n", k));
      case AcslForm::ByTime:
        AddLag(part, fmt::format(" + u{}", k));
        initial_ += fmt::format("    SCHEDULE s{} .AT. {}\n", k, Text(0.03 + std::abs(n[2]) / 5));
        return Section(
            fmt::format("s{}", k),
            fmt::format("      u{0} = 0.5*u{0} + x{0}\n      SCHEDULE s{0} .AT. t + {1} + 0.1*p{0}\n", k,
                        Text(0.05 + std::abs(n[3]) / 5)));
      case AcslForm::AtPoints:
        AddLag(part);
        dynamic_ += fmt::format("    c{0} = c{0} + p{0}*x{0}\n", k);
        return;
      default:
        AddLag(part, " + 0.5");
        if (n[3] > 0) dynamic_ += fmt::format("    TERMT(x{} .GT. {})\n", k, Text(0.3 + std::abs(n[2])));
        if (n[3] <= 0) Add(fmt::format("TERMT(x{} .GT. {})", k, Text(0.3 + std::abs(n[2]))));
        return;
    }
  }

  const AcslProgram& program_;
  std::string declarations_;
  std::string initial_;
  std::vector<std::string> derivative_;
  std::string sections_;
  std::string dynamic_;
};

}  // namespace

auto RandomAcsl(Rng& rng) -> AcslProgram {
  AcslProgram program;
  const uint32_t n = 1 + rng.Below(5);
  program.order = rng.Below(1U << 30);
  // No communication point is a number of four digits, at which a condition on time would change.
  program.interval = Digits(rng, 0.08, 0.15) + 0.000037;
  program.stop = Digits(rng, 0.7, 1.2);
  for (uint32_t k = 1; k <= n; ++k) {
    AcslPart part;
    part.number = k;
    part.form = static_cast<AcslForm>(rng.Below(kAcslForms));
    part.source = rng.Below(k);
    part.gain = Digits(rng, -1, 1);
    part.offset = Digits(rng, -1, 1);
    part.frequency = Digits(rng, 0.5, 5);
    part.numbers.push_back(Digits(rng, 0.3, 2));
    for (int i = 0; i < 5; ++i) part.numbers.push_back(Digits(rng, -1, 1));
    program.parts.push_back(std::move(part));
  }
  if (rng.Chance(0.3)) program.given[fmt::format("p{}", 1 + rng.Below(n))] = Digits(rng, 0.3, 2);
  return program;
}

auto TextOf(const AcslProgram& program) -> std::string { return AcslText(program).Run(); }

}  // namespace kerf::torture
