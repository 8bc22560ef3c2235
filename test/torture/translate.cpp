// Each model is simulated, and translated to ACSL (in both layouts) and Modelica, which Kerf runs itself.
// Some are also translated to a language whose compiler has to be started.
#include "translate.h"

#include <cctype>
#include <fstream>

#include <fmt/format.h>

#include "run_program.h"
#include "translate_model.h"

namespace kerf::torture {

namespace {

using targets_test::ReadTable;
using targets_test::Table;
using targets_test::Tool;
using targets_test::Workplace;

constexpr double kTranslateTolerance = 2e-5;
constexpr int kIntervals = 8;

// Names without what ACSL has no letters for, in small letters. Logical values, such as ACSL's flags, are no
// part of models.
auto PlainNames(const Table& table) -> Table {
  Table plain;
  for (const auto& [name, values] : table.columns) {
    std::string key;
    for (const unsigned char c : name) {
      if (std::isalnum(c) != 0) key += static_cast<char>(std::tolower(c));
    }
    plain.columns[key] = values;
  }
  return plain;
}

// Tools are started for one model in so many.
constexpr uint32_t kEveryC = 20;
constexpr uint32_t kEveryFortran = 40;
constexpr uint32_t kEveryOctave = 150;

class Translate : public Kind {
 public:
  [[nodiscard]] auto Name() const -> std::string override { return "translate"; }
  [[nodiscard]] auto Summary() const -> std::string override {
    return fmt::format(", {} translations run, {} of them by tools, {} refused, {} models not judged", n_run_,
                       n_tools_, n_refused_, n_skipped_);
  }

  auto RunOne(Rng& rng) -> std::optional<Disagreement> override {
    const TranslatedModel model = RandomTranslated(rng);
    tools_.clear();
    for (const Tool& tool : targets_test::Tools()) {
      const uint32_t every = tool.target == "c"                   ? kEveryC
                             : tool.target.starts_with("fortran") ? kEveryFortran
                                                                  : kEveryOctave;
      if (rng.Below(every) == 0 && targets_test::IsThere(tool)) tools_.push_back(tool);
    }
    if (ProblemOf(model, true).empty()) return std::nullopt;
    TranslatedModel smaller = model;
    smaller.parts = Minimise<TranslatedPart>(model.parts, [&](const std::vector<TranslatedPart>& parts) {
      TranslatedModel fewer = model;
      fewer.parts = parts;
      return !ProblemOf(fewer, false).empty();
    });
    return Disagreement{{TextOf(smaller)}, ProblemOf(smaller, false)};
  }

 private:
  static auto Joined(const std::vector<std::string>& words) -> std::string {
    std::string text;
    for (const std::string& word : words)
      text += (word.find(' ') == std::string::npos ? " " + word : " '" + word + "'");
    return text;
  }

  auto ProblemOf(const TranslatedModel& model, bool is_counted) -> std::string {
    if (model.parts.empty()) return "";
    Workplace workplace;
    const ModelText text = TextOf(model);
    std::ofstream(workplace.Path(text.name)) << text.text;
    std::vector<std::string> run = {workplace.Path(text.name), "--stop", fmt::format("{}", model.stop),
                                    "--intervals", std::to_string(kIntervals)};
    const std::vector<std::string> options = OptionsOf(model);
    run.insert(run.end(), options.begin(), options.end());
    Table wanted;
    if (const std::string error = Simulate(workplace, run, "cvode", wanted); !error.empty())
      return "simulate:" + Joined(run) + "\n" + error;
    std::string problem;
    for (const char* layout : {"", "--procedural"}) {
      if (problem.empty()) problem = ByKerf(workplace, run, wanted, model, "acsl", layout, is_counted);
    }
    if (problem.empty()) problem = ByKerf(workplace, run, wanted, model, "modelica", "", is_counted);
    for (const Tool& tool : tools_) {
      if (problem.empty()) problem = ByTool(workplace, run, wanted, model, tool, is_counted);
    }
    if (problem.empty()) return "";
    // An event that another method finds elsewhere is not for this kind to judge.
    Table other;
    const bool is_sure = Simulate(workplace, run, "radau", other).empty() &&
                         Differences(wanted, other, model.stop, kIntervals, kTranslateTolerance).empty();
    if (is_counted && !is_sure) ++n_skipped_;
    return is_sure ? problem : "";
  }

  static auto Simulate(const Workplace& workplace, std::vector<std::string> arguments,
                       const std::string& solver, Table& table) -> std::string {
    const std::string result = workplace.Path("result.csv");
    arguments.insert(arguments.begin(), "simulate");
    arguments.insert(arguments.end(),
                     {"--interpret", "--tolerance", "1e-9", "--solver", solver, "--output", result});
    if (std::string error = Workplace::Kerf(arguments); !error.empty()) return error;
    table = ReadTable(result);
    return "";
  }

  // What a refusal says is read by people; that a refused model has no wrong numbers is enough here.
  auto IsRefused(const std::string& error, bool is_counted) -> bool {
    const bool is_refused =
        error.find("[acsl-") != std::string::npos || error.find("[target-lacks") != std::string::npos;
    n_refused_ += is_refused && is_counted ? 1 : 0;
    return is_refused;
  }

  auto ByKerf(const Workplace& workplace, std::vector<std::string> arguments, const Table& wanted,
              const TranslatedModel& model, const std::string& target, const std::string& layout,
              bool is_counted) -> std::string {
    const std::string program = workplace.Path(target == "acsl" ? "p.csl" : "p.mo");
    arguments.insert(arguments.begin(), "translate");
    arguments.insert(arguments.end(), {"--to", target, "-o", program});
    if (!layout.empty()) arguments.push_back(layout);
    const std::string command = "kerf" + Joined(arguments) + "\n";
    if (const std::string error = Workplace::Kerf(arguments); !error.empty())
      return IsRefused(error, is_counted) ? "" : command + error;
    Table actual;
    if (const std::string error = Simulate(workplace, {program}, "cvode", actual); !error.empty())
      return command + error;
    n_run_ += is_counted ? 1 : 0;
    const Table expected = PlainNames(wanted);
    Table plain = PlainNames(actual);
    std::erase_if(plain.columns,
                  [&](const auto& column) { return !expected.columns.contains(column.first); });
    for (const TranslatedPart& part : model.parts) {
      if (!plain.columns.contains(fmt::format("y{}", part.number)))
        return command + fmt::format("y{} is not among the results", part.number);
    }
    const std::string differences = Differences(expected, plain, model.stop, kIntervals, kTranslateTolerance);
    return differences.empty() ? "" : command + differences;
  }

  auto ByTool(Workplace& workplace, const std::vector<std::string>& arguments, const Table& wanted,
              const TranslatedModel& model, const Tool& tool, bool is_counted) -> std::string {
    Table actual;
    std::vector<std::string> translate = arguments;
    translate.insert(translate.end(), {"--tolerance", "1e-9"});
    const std::string error = workplace.Run(tool, translate, actual);
    const std::string command =
        "kerf translate" + Joined(arguments) + " --tolerance 1e-9 --to " + tool.target + "\n";
    if (!error.empty()) return IsRefused(error, is_counted) ? "" : command + error;
    n_run_ += is_counted ? 1 : 0;
    n_tools_ += is_counted ? 1 : 0;
    const std::string differences = Differences(wanted, actual, model.stop, kIntervals, kTranslateTolerance);
    return differences.empty() ? "" : command + differences;
  }

  std::vector<Tool> tools_;
  uint64_t n_run_ = 0;
  uint64_t n_tools_ = 0;
  uint64_t n_refused_ = 0;
  uint64_t n_skipped_ = 0;
};

}  // namespace

auto MakeTranslate() -> std::unique_ptr<Kind> { return std::make_unique<Translate>(); }

}  // namespace kerf::torture
