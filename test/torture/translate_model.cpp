// See translate_model.h. Part k has variables with the letter of their meaning and the number k, short enough
// for the names of ACSL: y its output, x and w states, a to h unknowns of loops, p a parameter, q one that
// follows from it.
#include "translate_model.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kerf::torture {

namespace {

// Four digits, so that events of different parts do not meet and texts stay short.
auto Number(Rng& rng, double low, double high) -> double {
  return std::round(rng.Uniform(low, high) * 1e4) / 1e4;
}

struct PartText {
  std::string declarations;
  std::string initial;
  std::string equations;
};

class Writer {
 public:
  explicit Writer(const TranslatedModel& model) : model_(model) {}

  auto Run() -> std::string {
    PartText all;
    for (const TranslatedPart& part : model_.parts) {
      const PartText text = Part(part);
      all.declarations += text.declarations;
      all.initial += text.initial;
      all.equations += text.equations;
    }
    if (model_.is_dymola) {
      const std::string input = model_.has_input ? "  input u\n" : "";
      return "model m\n" + input + all.declarations + all.equations + "end\n";
    }
    const std::string input = model_.has_input ? "  input Real u;\n" : "";
    const std::string initial = all.initial.empty() ? "" : "initial equation\n" + all.initial;
    return "model m\n" + input + all.declarations + initial + "equation\n" + all.equations + "end m;\n";
  }

 private:
  auto In(const TranslatedPart& part) const -> std::string {
    const bool is_there = std::ranges::any_of(
        model_.parts, [&](const TranslatedPart& other) { return other.number == part.source; });
    const std::string source =
        is_there && part.source != part.number ? fmt::format("y{}", part.source) : "time";
    const std::string input = part.reads_input && model_.has_input ? " + 0.5*u" : "";
    return fmt::format("({}*{}{:+} + 0.4*sin({}*time){})", part.gain, source, part.offset, part.frequency,
                       input);
  }

  auto Parameters(const TranslatedPart& part) const -> std::string {
    const double p = part.numbers[0];
    if (model_.is_dymola) return fmt::format("  parameter p{0}={1} q{0}=1 + p{0}/2\n", part.number, p);
    return fmt::format("  parameter Real p{0} = {1}, q{0} = 1 + p{0}/2;\n", part.number, p);
  }

  auto State(const std::string& name, double start) const -> std::string {
    if (model_.is_dymola) return fmt::format("  local {}\n", name);
    return fmt::format("  Real {}(start = {}, fixed = true);\n", name, start);
  }
  auto Unknown(const std::string& name, double start = 0) const -> std::string {
    if (model_.is_dymola) return fmt::format("  local {}\n", name);
    return start == 0 ? fmt::format("  Real {};\n", name)
                      : fmt::format("  Real {}(start = {});\n", name, start);
  }
  auto Equation(const std::string& text) const -> std::string {
    return "  " + text + (model_.is_dymola ? "\n" : ";\n");
  }
  static auto Name(char letter, const TranslatedPart& part) -> std::string {
    return fmt::format("{}{}", letter, part.number);
  }
  auto Power(const std::string& base, int exponent) const -> std::string {
    return fmt::format("{}{}{}", base, model_.is_dymola ? "**" : "^", exponent);
  }

  auto Part(const TranslatedPart& part) const -> PartText {
    PartText out;
    out.declarations = Parameters(part) + Unknown(Name('y', part));
    switch (part.form) {
      case PartForm::Lag:
      case PartForm::Oscillator:    Dynamic(part, out); break;
      case PartForm::LinearLoop:    Linear(part, out); break;
      case PartForm::NonlinearLoop: Nonlinear(part, out); break;
      case PartForm::Choice:
      case PartForm::Limits:        Static(part, out); break;
      case PartForm::Tied:
      case PartForm::Array:
      case PartForm::AtRest:
      case PartForm::SearchedStart: Started(part, out); break;
      default:                      AtEvents(part, out); break;
    }
    return out;
  }

  void Dynamic(const TranslatedPart& part, PartText& out) const {
    const uint32_t k = part.number;
    out.declarations += State(Name('x', part), part.numbers[1]);
    out.equations += Equation(fmt::format("y{0} = q{0}*x{0}", k));
    if (part.form == PartForm::Lag) {
      out.equations += Equation(fmt::format("der(x{0}) = {1} - p{0}*x{0}", k, In(part)));
      return;
    }
    out.declarations += State(Name('w', part), part.numbers[2]);
    out.equations += Equation(fmt::format("der(x{0}) = w{0}", k));
    out.equations += Equation(fmt::format("der(w{0}) = {1} - 3*p{0}*x{0} - 0.5*w{0}", k, In(part)));
  }

  // Row i: u[i] + sum over j of s[i, j]*u[j] = right side.
  void Linear(const TranslatedPart& part, PartText& out) const {
    const uint32_t n = part.size;
    const auto unknown = [&](uint32_t i) { return Name(static_cast<char>('a' + i), part); };
    for (uint32_t i = 0; i < n; ++i) out.declarations += Unknown(unknown(i));
    for (uint32_t row = 0; row < n; ++row) {
      const uint32_t i = (row + static_cast<uint32_t>(part.numbers[1])) % n;
      std::string text = unknown(i);
      for (uint32_t j = 0; j < n; ++j) {
        const std::string factor = i == j ? "" : Entry(part, std::min(i, j), std::max(i, j));
        if (!factor.empty()) text += (i < j ? " + " : " - ") + factor + "*" + unknown(j);
      }
      out.equations += Equation(fmt::format("{} = {}*{}", text, i + 1, In(part)));
    }
    out.equations += Equation(fmt::format("y{} = {} - 0.3*{}", part.number, unknown(0), unknown(n - 1)));
  }

  // Numbers, parameters, and what is 0 at some time.
  auto Entry(const TranslatedPart& part, uint32_t i, uint32_t j) const -> std::string {
    const double number = part.numbers[2 + (i * 3 + j) % (part.numbers.size() - 2)];
    const auto kind = static_cast<int>(std::abs(number) * 1e4) % 6;
    if (kind == 0 && part.size > 2) return "";
    if (kind == 1) return fmt::format("p{}", part.number);
    if (kind == 2) return "time";
    if (kind == 3) return fmt::format("sin({}*time)", std::abs(number) + 1);
    if (kind == 4) return fmt::format("(time - {})", std::abs(number));
    return fmt::format("{}", std::abs(number));
  }

  void Nonlinear(const TranslatedPart& part, PartText& out) const {
    const uint32_t k = part.number;
    out.declarations += Unknown(Name('a', part), 0.5);
    if (part.size == 2) {
      out.equations +=
          Equation(fmt::format("a{0} + 0.3*p{0}*{1} = {2}", k, Power(Name('a', part), 3), In(part)));
      out.equations += Equation(fmt::format("y{0} = 2*a{0}", k));
      return;
    }
    out.declarations += Unknown(Name('b', part), 0.5);
    out.equations += Equation(fmt::format("a{0} + 0.3*sin(b{0}) = {1}", k, In(part)));
    out.equations +=
        Equation(fmt::format("b{0} + 0.1*{1} - 0.3*cos(a{0}) = q{0}", k, Power(Name('b', part), 3)));
    out.equations += Equation(fmt::format("y{0} = a{0} - b{0}", k));
  }

  void Static(const TranslatedPart& part, PartText& out) const {
    const uint32_t k = part.number;
    if (part.form == PartForm::Choice) {
      const std::string what = part.size == 2 ? In(part) : "time";
      out.equations += Equation(
          fmt::format("y{0} = if {1} > {2} then p{0} else {3} - 1", k, what, part.numbers[1], In(part)));
      return;
    }
    out.equations += Equation(
        fmt::format("y{0} = abs({1}{2:+}) + max(p{0}, {1}) - min({1}, 0.5)", k, In(part), part.numbers[1]));
  }

  void Started(const TranslatedPart& part, PartText& out) const {
    const uint32_t k = part.number;
    if (part.form == PartForm::Array) {
      out.declarations +=
          fmt::format("  Real v{}[{}](each start = {}, each fixed = true);\n", k, part.size, part.numbers[1]);
      out.equations +=
          fmt::format("  for i in 1:{1} loop\n    der(v{0}[i]) = {2} - i*p{0}*v{0}[i];\n  end for;\n", k,
                      part.size, In(part));
      out.equations += Equation(fmt::format("y{0} = sum(v{0})", k));
      return;
    }
    if (part.form == PartForm::Tied) {
      out.declarations +=
          State(Name('x', part), part.numbers[1]) + Unknown(Name('w', part)) + Unknown(Name('a', part));
      out.equations += Equation(fmt::format("der(x{0}) = {1} - a{0}", k, In(part)));
      out.equations += Equation(fmt::format("p{0}*der(w{0}) = a{0} - w{0}", k));
      out.equations += Equation(fmt::format("x{0} = q{0}*w{0}", k));
      out.equations += Equation(fmt::format("y{0} = 2*a{0}", k));
      return;
    }
    out.declarations += fmt::format("  Real x{}(start = {});\n", k, part.numbers[1]);
    out.initial += part.form == PartForm::AtRest
                       ? fmt::format("  der(x{}) = 0;\n", k)
                       : fmt::format("  x{0}^3 + x{0} = p{0}{1:+};\n", k, part.numbers[2]);
    out.equations += Equation(fmt::format("der(x{0}) = {1} - q{0}*x{0}", k, In(part)));
    out.equations += Equation(fmt::format("y{0} = 2*x{0}", k));
  }

  void AtEvents(const TranslatedPart& part, PartText& out) const {
    const uint32_t k = part.number;
    if (part.form == PartForm::Delayed) {
      out.declarations += State(Name('x', part), part.numbers[1]);
      out.equations += Equation(fmt::format("der(x{0}) = {1} - p{0}*delay(x{0}, {2})", k, In(part),
                                            0.1 + std::abs(part.numbers[2]) / 4));
      out.equations += Equation(fmt::format("y{0} = 2*x{0}", k));
      return;
    }
    if (part.form == PartForm::Bounce) {
      out.declarations += State(Name('x', part), 0);
      out.equations += Equation(fmt::format("der(x{0}) = 1.5 + 0.5*sin({1})", k, In(part)));
      out.equations += fmt::format("  when x{0} > q{0}/2 then\n    reinit(x{0}, {1});\n  end when;\n", k,
                                   0.1 * part.numbers[1]);
      out.equations += Equation(fmt::format("y{0} = 2*x{0}", k));
      return;
    }
    out.declarations += fmt::format(
        "  discrete Real d{0}(start = {1}, fixed = true);\n  Integer n{0}(start = 0, fixed = true);\n", k,
        part.numbers[1]);
    const std::string condition = part.form == PartForm::Sampled
                                      ? fmt::format("sample({}, {})", part.size == 2 ? 0.0 : 0.0313,
                                                    0.1 + std::abs(part.numbers[2]) / 5)
                                      : fmt::format("{} > {}", In(part), part.numbers[2]);
    out.equations += fmt::format(
        "  when {1} then\n    d{0} = 0.5*pre(d{0}) + {2};\n    n{0} = pre(n{0}) + 1;\n  end when;\n", k,
        condition, In(part));
    out.equations += Equation(fmt::format("y{0} = d{0} + 0.1*n{0}", k));
  }

  const TranslatedModel& model_;
};

}  // namespace

auto RandomTranslated(Rng& rng) -> TranslatedModel {
  TranslatedModel model;
  model.is_dymola = rng.Chance(0.3);
  model.has_input = rng.Chance(0.3);
  model.stop = Number(rng, 0.8, 2);
  const uint32_t n = 1 + rng.Below(5);
  for (uint32_t k = 1; k <= n; ++k) {
    TranslatedPart part;
    part.number = k;
    part.form = static_cast<PartForm>(rng.Below(model.is_dymola ? kDymolaForms : kForms));
    part.source = rng.Below(k);
    part.gain = Number(rng, -1, 1);
    part.offset = Number(rng, -1, 1);
    part.frequency = Number(rng, 0.5, 6);
    part.reads_input = rng.Chance(0.4);
    part.numbers.push_back(Number(rng, 0.3, 2));
    for (int i = 0; i < 8; ++i) part.numbers.push_back(Number(rng, -1, 1));
    part.size = part.form == PartForm::LinearLoop ? 2 + rng.Below(7) : 2 + rng.Below(2);
    if (part.form == PartForm::LinearLoop) part.numbers[1] = rng.Below(part.size);
    if (rng.Chance(0.15)) model.options.push_back(fmt::format("--set=p{}={}", k, Number(rng, 0.3, 2)));
    model.parts.push_back(std::move(part));
  }
  if (rng.Chance(0.3))
    model.options.push_back(fmt::format("--init=x{}={}", 1 + rng.Below(n), Number(rng, -1, 1)));
  return model;
}

auto TextOf(const TranslatedModel& model) -> ModelText {
  return {model.is_dymola ? "m.dym" : "m.mo", Writer(model).Run()};
}

auto OptionsOf(const TranslatedModel& model) -> std::vector<std::string> {
  std::vector<std::string> options;
  if (model.has_input) options.insert(options.end(), {"--input", "u=cos(3*time)"});
  const auto is_there = [&](uint32_t number, bool is_state) {
    return std::ranges::any_of(model.parts, [&](const TranslatedPart& part) {
      const bool has_state = part.form == PartForm::Lag || part.form == PartForm::Oscillator ||
                             part.form == PartForm::Delayed || part.form == PartForm::Tied;
      return part.number == number && (!is_state || has_state);
    });
  };
  std::vector<uint32_t> given;
  for (const std::string& option : model.options) {
    const size_t equals = option.find('=');
    const auto number = static_cast<uint32_t>(option[equals + 2] - '0');
    const bool is_init = option.starts_with("--init");
    if (!is_there(number, is_init)) continue;
    options.insert(options.end(), {option.substr(0, equals), option.substr(equals + 1)});
    if (is_init) given.push_back(number);
  }
  // A DYMOLA text has no start values.
  for (const TranslatedPart& part : model.is_dymola ? model.parts : std::vector<TranslatedPart>()) {
    const auto give = [&](char letter, double value) {
      options.insert(options.end(), {"--init", fmt::format("{}{}={}", letter, part.number, value)});
    };
    if (is_there(part.number, true) && std::ranges::count(given, part.number) == 0)
      give('x', part.numbers[1]);
    if (part.form == PartForm::Oscillator) give('w', part.numbers[2]);
    if (part.form == PartForm::NonlinearLoop) give('a', 0.5);
    if (part.form == PartForm::NonlinearLoop && part.size == 3) give('b', 0.5);
  }
  return options;
}

}  // namespace kerf::torture
