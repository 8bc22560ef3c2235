// Systems as text, and the values that they have.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "initial_model.h"

namespace kerf::torture {

namespace {

class SystemWriter {
 public:
  SystemWriter(const PlantedPiece& piece, const PlantedModel& model, const std::vector<PlantedValue>& others)
      : piece_(piece), model_(model), others_(others), system_(piece.system) {
    writer_ = {model.is_dymola, [this](uint32_t k) { return ScaledName(k); },
               [this](const PlantedTerm& term) { return OtherName(term); }};
    point_.time = model.time;
    for (const PlantedUnknown& unknown : system_.unknowns) point_.unknowns.push_back(unknown.plant);
  }

  auto Run() -> PieceText {
    if (system_.is_far) out_.outcome = Outcome::AnySolution;
    if (system_.is_array) DeclareArray();
    for (uint32_t k = 0; k < system_.unknowns.size(); ++k) {
      const PlantedUnknown& unknown = system_.unknowns[k];
      if (unknown.is_gone) continue;
      if (!system_.is_array) Declare(NameOf(k), Attributes(unknown));
      AddValue(k);
      AddStart(k);
      AddEquation(k);
    }
    return std::move(out_);
  }

 private:
  auto NameOf(uint32_t k) const -> std::string {
    if (!system_.is_array) return fmt::format("z{}_{}", piece_.number, k + 1);
    const auto n_gone = std::count_if(system_.unknowns.begin(), system_.unknowns.begin() + k,
                                      [](const PlantedUnknown& unknown) { return unknown.is_gone; });
    return fmt::format("z{}[{}]", piece_.number, k + 1 - n_gone);
  }
  auto PlainName(const char* prefix, uint32_t k) const -> std::string {
    return fmt::format("{}{}_{}", prefix, piece_.number, k + 1);
  }
  auto DerName(uint32_t k) const -> std::string {
    return model_.is_dymola ? "der" + NameOf(k) : fmt::format("der({})", NameOf(k));
  }
  auto DerText(uint32_t k) const -> std::string { return model_.is_dymola ? NameOf(k) + "'" : DerName(k); }
  auto ScaledName(uint32_t k) const -> std::string {
    const PlantedUnknown& unknown = system_.unknowns[k];
    if (unknown.is_gone) return NumberText(unknown.plant);
    if (unknown.scale == 1) return NameOf(k);
    return fmt::format("({}/{})", NameOf(k), unknown.scale);
  }
  auto OtherName(const PlantedTerm& term) const -> std::string {
    const auto found = std::ranges::find(others_, term.name, &PlantedValue::name);
    if (found == others_.end()) return NumberText(term.number);
    return found->scale == 1 ? term.name : fmt::format("({}/{})", term.name, found->scale);
  }
  auto End() const -> const char* { return model_.is_dymola ? "\n" : ";\n"; }

  static auto IsFixed(const PlantedUnknown& unknown) -> bool { return unknown.form == StartForm::Fixed; }
  static auto StartOf(const PlantedUnknown& unknown) -> double {
    const bool is_taken = IsFixed(unknown) || unknown.form == StartForm::Loose;
    return unknown.scale * (is_taken ? unknown.plant : unknown.guess);
  }

  static auto Attributes(const PlantedUnknown& unknown) -> std::string {
    std::vector<std::string> all;
    const bool is_taken = IsFixed(unknown) || unknown.form == StartForm::Loose;
    if (is_taken || unknown.has_guess) all.push_back(fmt::format("start = {}", StartOf(unknown)));
    if (IsFixed(unknown)) all.emplace_back("fixed = true");
    if (unknown.has_nominal) all.push_back(fmt::format("nominal = {}", unknown.scale));
    return all.empty() ? "" : fmt::format("({})", fmt::join(all, ", "));
  }

  void Declare(const std::string& name, const std::string& attributes) {
    out_.declarations += model_.is_dymola ? fmt::format("  local {}\n", name)
                                          : fmt::format("  Real {}{};\n", name, attributes);
  }

  void DeclareArray() {
    std::vector<double> starts;
    std::vector<double> nominals;
    std::vector<bool> fixed;
    for (const PlantedUnknown& unknown : system_.unknowns) {
      if (unknown.is_gone) continue;
      starts.push_back(StartOf(unknown));
      nominals.push_back(unknown.scale);
      fixed.push_back(IsFixed(unknown));
    }
    if (starts.empty()) return;
    const bool has_fixed = std::ranges::count(fixed, true) > 0;
    const bool has_nominal = std::ranges::any_of(system_.unknowns, &PlantedUnknown::has_nominal);
    Declare(fmt::format("z{}[{}]", piece_.number, starts.size()),
            fmt::format("(start = {{{}}}{}{})", fmt::join(starts, ", "),
                        has_fixed ? fmt::format(", fixed = {{{}}}", fmt::join(fixed, ", ")) : "",
                        has_nominal ? fmt::format(", nominal = {{{}}}", fmt::join(nominals, ", ")) : ""));
  }

  void AddValue(uint32_t k) {
    const PlantedUnknown& unknown = system_.unknowns[k];
    const double size = unknown.scale * std::max(1.0, std::abs(unknown.plant));
    const bool is_state = unknown.form != StartForm::Algebraic;
    const double slope = is_state ? unknown.slope * unknown.scale : NAN;
    out_.values.push_back({NameOf(k), unknown.plant * unknown.scale, size, slope, true});
    // Derivatives are known up to rounding errors of the sums they come from.
    if (is_state) out_.values.push_back({DerName(k), slope, size, NAN, false});
    const bool is_known = unknown.form != StartForm::Algebraic && unknown.form != StartForm::Steady &&
                          unknown.form != StartForm::Moving && unknown.form != StartForm::Observed;
    const double guess = is_known ? unknown.plant : unknown.guess;
    if (is_known || unknown.has_guess) out_.guesses.emplace_back(NameOf(k), guess * unknown.scale);
  }

  void Initial(const std::string& text) {
    if (!model_.is_dymola) out_.initial += "  " + text + ";\n";
  }

  void AddStart(uint32_t k) {
    const PlantedUnknown& unknown = system_.unknowns[k];
    const double value = unknown.plant * unknown.scale;
    switch (unknown.form) {
      case StartForm::Steady:
      case StartForm::Moving:
        Initial(fmt::format("{} = {}", DerText(k), unknown.slope * unknown.scale));
        out_.known.emplace_back(DerName(k), unknown.slope * unknown.scale);
        out_.unknown.push_back(NameOf(k));
        break;
      case StartForm::Given:    Initial(fmt::format("{} = {}", NameOf(k), value)); break;
      case StartForm::Assigned: out_.algorithm += fmt::format("  {} := {};\n", NameOf(k), value); break;
      case StartForm::Implied:
        Initial(fmt::format("{0} + 0.5*{0}^3 = {1}", ScaledName(k),
                            unknown.plant + 0.5 * std::pow(unknown.plant, 3)));
        break;
      case StartForm::Observed: AddObserver(k); break;
      case StartForm::Tuned:    AddParameter(k); break;
      default:                  break;
    }
  }

  void AddObserver(uint32_t k) {
    const PlantedUnknown& unknown = system_.unknowns[k];
    const std::string name = PlainName("o", k);
    const double value = unknown.plant + 0.5 * std::tanh(unknown.plant);
    const bool is_attribute = unknown.style % 2 == 0;
    Declare(name, is_attribute ? fmt::format("(start = {}, fixed = true)", value) : "");
    out_.equations += fmt::format("  {0} = {1} + 0.5*tanh({1}){2}", name, ScaledName(k), End());
    if (!is_attribute) Initial(fmt::format("{} = {}", name, value));
    out_.values.push_back({name, value, std::max(1.0, std::abs(value)), NAN, true});
    out_.known.emplace_back(name, value);
    out_.unknown.push_back(NameOf(k));
  }

  // The value that is sought.
  static auto Tuned(const PlantedUnknown& unknown) -> double { return 2 - unknown.time_constant; }
  static auto TunedTerm(const PlantedUnknown& unknown) -> double {
    const double p = Tuned(unknown);
    return unknown.style % 2 == 0 ? p : p + 0.5 * p * p * p;
  }
  void AddParameter(uint32_t k) {
    const PlantedUnknown& unknown = system_.unknowns[k];
    const std::string name = PlainName("p", k);
    const double guess = Tuned(unknown) + unknown.guess - unknown.plant;
    out_.declarations += model_.is_dymola
                             ? fmt::format("  parameter {}={}\n", name, guess)
                             : fmt::format("  parameter Real {}(fixed = false, start = {});\n", name, guess);
    Initial(fmt::format("{} = {}", NameOf(k), unknown.plant * unknown.scale));
    Initial(fmt::format("{} = 0", DerText(k)));
    out_.values.push_back({name, Tuned(unknown), 1, 0, true});
    out_.known.emplace_back(DerName(k), 0);
    out_.unknown.push_back(name);
    out_.guesses.emplace_back(name, guess);
  }

  void AddEquation(uint32_t k) {
    const PlantedUnknown& unknown = system_.unknowns[k];
    double constant = ValueOf(unknown.first, point_);
    std::string first = TextOf(unknown.first, writer_);
    std::string others;
    double sum = 0;
    for (const PlantedTerm& term : unknown.others) {
      others += (others.empty() ? "" : " + ") + TextOf(term, writer_);
      sum += ValueOf(term, point_);
    }
    if (others.empty()) others = "0";
    if (unknown.style == 3) {
      const std::string name = PlainName("w", k);
      Declare(name, "");
      out_.equations += fmt::format("  {} = {}{}", name, others, End());
      out_.values.push_back({name, sum, std::max(1.0, std::abs(sum)), NAN, true});
      others = name;
    }
    constant += sum;
    if (unknown.form == StartForm::Algebraic) {
      AddStatic(unknown, constant, first, others);
      return;
    }
    if (unknown.form == StartForm::Tuned) {
      constant -= TunedTerm(unknown);
      const std::string name = PlainName("p", k);
      others += unknown.style % 2 == 0 ? " - " + name : fmt::format(" - ({0} + 0.5*{0}*{0}*{0})", name);
    }
    constant += unknown.time_constant * unknown.slope;
    AddDynamic(k, constant, first, others);
  }

  void AddStatic(const PlantedUnknown& unknown, double constant, const std::string& first,
                 const std::string& others) {
    const std::string c = NumberText(constant);
    switch (unknown.style) {
      case 1:  out_.equations += fmt::format("  0 = {} - {} - ({})", c, first, others); break;
      case 2:  out_.equations += fmt::format("  {} = {} - ({})", first, c, others); break;
      case 4:  out_.equations += fmt::format("  {} = {} + {}", c, first, others); break;
      default: out_.equations += fmt::format("  {} + {} = {}", first, others, c); break;
    }
    out_.equations += End();
  }

  void AddDynamic(uint32_t k, double constant, const std::string& first, const std::string& others) {
    const PlantedUnknown& unknown = system_.unknowns[k];
    const std::string c = NumberText(constant);
    const std::string inertia = fmt::format("{}*{}/{}", unknown.time_constant, DerText(k), unknown.scale);
    switch (unknown.style) {
      case 1: out_.equations += fmt::format("  {} + {} + ({}) = {}", inertia, first, others, c); break;
      case 2: out_.equations += fmt::format("  0 = {} - ({}) - {} - {}", c, others, first, inertia); break;
      case 4:
        out_.equations += fmt::format("  {} = {}*({} - {} - ({}))/{}", DerText(k), unknown.scale, c, first,
                                      others, unknown.time_constant);
        break;
      default: out_.equations += fmt::format("  {} = {} - {} - ({})", inertia, c, first, others); break;
    }
    out_.equations += End();
  }

  const PlantedPiece& piece_;
  const PlantedModel& model_;
  const std::vector<PlantedValue>& others_;
  const PlantedSystem& system_;
  TermWriter writer_;
  TermPoint point_;
  PieceText out_;
};

}  // namespace

auto SystemText(const PlantedPiece& piece, const PlantedModel& model, const std::vector<PlantedValue>& others)
    -> PieceText {
  return SystemWriter(piece, model, others).Run();
}

}  // namespace kerf::torture
