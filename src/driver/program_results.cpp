// See program_results.h.
#include "driver/program_results.h"

#include <algorithm>
#include <fstream>

#include "base/caseless_names.h"
#include "base/nearest.h"
#include "driver/model_options.h"
#include "events/report.h"
#include "results/extension.h"
#include "results/writer.h"

namespace kerf::driver {

namespace {

KERF_DIAG(RunNotWritten, Error, "the result file `{}` cannot be written: {}", std::string, std::string);
KERF_DIAG(NothingStored, Warning, "the program stores nothing, so there is nothing to write to `{}`",
          std::string);
KERF_DIAG(ReportKind, Error, "the report `{}` is to end with .html, .json or .txt", std::string);
KERF_DIAG(ReportNotWritten, Error, "the report `{}` cannot be written", std::string);
KERF_DIAG(ProgramLacksVariable, Error, "the program has no variable `{}`{}", std::string, std::string);

auto Signals(const process::Program& program) -> results::Layout {
  results::Layout layout;
  const auto add = [&](uint32_t cell) {
    const process::Variable* variable = process::FindVariable(program, cell);
    // Cells without a variable are those of attributes and the step of the integrator.
    if (variable != nullptr)
      layout.signals.push_back({process::CellName(program, cell), "", variable->unit, layout.n_columns});
    ++layout.n_columns;
  };
  for (const uint32_t cell : program.stored) add(cell);
  for (uint32_t cell = 1; program.stored.empty() && cell < program.n_cells; ++cell) add(cell);
  return layout;
}

auto FileOf(const std::string& file, size_t number) -> std::string {
  if (number == 1) return file;
  const size_t point = file.size() - results::LowerExtension(file).size();
  return fmt::format("{}-{}{}", file.substr(0, point), number, file.substr(point));
}

auto CommaSeparated(const std::string& text) -> std::vector<std::string> {
  std::vector<std::string> words;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    std::string word = text.substr(begin, end - begin);
    std::erase(word, ' ');
    if (!word.empty()) words.push_back(std::move(word));
    begin = end + 1;
  }
  return words;
}

// The cell of X or U[3], kNone if there is none. Case does not count.
auto CellNamed(const process::Program& program, const std::string& name) -> uint32_t {
  for (const process::Variable& variable : program.variables) {
    for (uint32_t k = 0; k < variable.size; ++k) {
      const std::string full =
          variable.is_array ? fmt::format("{}[{}]", variable.name, k + 1) : variable.name;
      if (base::LowerCase(full) == base::LowerCase(name)) return variable.first + k;
    }
  }
  return process::kNone;
}

auto TextOf(const std::string& file, const events::World& world, const events::ReportOptions& options)
    -> std::string {
  const std::string kind = results::LowerExtension(file);
  if (kind == ".html") return events::ReportHtml(world, options);
  return kind == ".json" ? events::ReportJson(world, options) : events::ReportText(world, options);
}

}  // namespace

void ProgramResults::Take(const combined::RunRecord& run, size_t number) {
  if (run.rows.empty()) return;
  ++n_runs_;
  n_rows_ += run.rows.size();
  for (const std::string& file : files_) {
    const std::string path = FileOf(file, number);
    const auto writer = results::OpenWriter(path, Signals(program_));
    for (const std::vector<double>& row : run.rows) {
      if (!writer->error().empty() || !writer->Append(row)) break;
    }
    const bool is_complete = writer->error().empty() && writer->Finish();
    if (!is_complete && is_good_) emitter_.Emit({}, RunNotWritten, path, writer->error());
    is_good_ = is_good_ && is_complete;
  }
}

auto ProgramResults::Finish(const Io& io) -> bool {
  for (const std::string& file : files_) {
    if (n_runs_ == 0) emitter_.Emit({}, NothingStored, file);
    if (n_runs_ > 0 && is_good_)
      io.out(fmt::format("results: {} ({} of {})\n", file, Counted(n_rows_, "row"), Counted(n_runs_, "run")));
  }
  return is_good_;
}

auto AddPanels(process::Program& program, const std::vector<std::string>& panels, diag::Emitter& emitter)
    -> bool {
  bool is_good = true;
  for (const std::string& panel : panels) {
    process::Output output;
    for (const std::string& name : CommaSeparated(panel)) {
      const uint32_t cell = CellNamed(program, name);
      if (cell != process::kNone) {
        output.cells.push_back(cell);
        continue;
      }
      std::vector<std::string> known;
      for (const process::Variable& variable : program.variables) known.push_back(variable.name);
      const std::string near = base::Nearest(name, known);
      emitter.Emit({}, ProgramLacksVariable, name, near.empty() ? "" : fmt::format("; is `{}` meant?", near));
      is_good = false;
    }
    // What is drawn must have been stored.
    for (const uint32_t cell : output.cells) {
      if (!program.stored.empty() && std::ranges::find(program.stored, cell) == program.stored.end())
        program.stored.push_back(cell);
    }
    program.outputs.push_back(std::move(output));
  }
  return is_good;
}

auto CheckReportFiles(const std::vector<std::string>& files, diag::Emitter& emitter) -> bool {
  bool is_good = true;
  for (const std::string& file : files) {
    const std::string kind = results::LowerExtension(file);
    if (kind == ".html" || kind == ".json" || kind == ".txt") continue;
    emitter.Emit({}, ReportKind, file);
    is_good = false;
  }
  return is_good;
}

auto WriteReports(const process::Program& program, const combined::Engine& engine,
                  const std::vector<std::string>& files, const Io& io, diag::Emitter& emitter) -> bool {
  events::Replications replications;
  for (const combined::ReplicatedMean& mean : engine.estimates()) {
    replications.estimates.push_back({mean.FullName(), mean.values, mean.interval});
    replications.n_done = std::max(replications.n_done, static_cast<uint32_t>(mean.values.n));
  }
  events::ReportOptions options;
  options.title = program.name;
  if (!replications.estimates.empty()) options.replications = &replications;
  bool is_good = true;
  for (const std::string& file : files) {
    std::ofstream stream(file);
    stream << TextOf(file, engine.world(), options);
    stream.close();
    if (stream.fail()) emitter.Emit({}, ReportNotWritten, file);
    is_good = is_good && !stream.fail();
    if (!stream.fail()) io.out(fmt::format("report: {}\n", file));
  }
  return is_good;
}

}  // namespace kerf::driver
