// kerf ratchet: published reference results.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "driver/command_ratchet_model.h"
#include "results/compare.h"
#include "results/read_result.h"
#include "results/signal_list.h"

namespace kerf::driver {

namespace fs = std::filesystem;

auto LoadReference(const ModelJob& job) -> Reference {
  std::string path = job.name;
  std::ranges::replace(path, '.', '/');
  const fs::path folder = fs::path(job.reference) / path;
  const fs::path file = folder / (folder.filename().string() + ".csv");
  const fs::path list = folder / "comparisonSignals.txt";
  Reference reference;
  if (!fs::exists(file)) return reference.error = "no-reference there is no reference result", reference;
  results::Loaded loaded = results::ReadResult(file.string());
  if (!loaded.error.empty()) return reference.error = "bad-reference " + loaded.error, reference;
  reference.table = std::move(loaded.table);
  if (fs::exists(list)) reference.signals = results::ReadSignalList(list.string()).names;
  if (reference.signals.empty()) reference.signals = reference.table.names;
  return reference;
}

auto MatchReference(const results::Table& tested, const Reference& reference) -> std::string {
  if (!reference.error.empty()) return reference.error;
  const auto comparison = results::CompareTables(tested, reference.table, {}, reference.signals);
  if (comparison.pass) return "";
  std::string failed = comparison.error;
  for (const results::SignalVerdict& verdict : comparison.signals) {
    if (verdict.pass) continue;
    const bool is_missing = verdict.missing || verdict.no_reference;
    const std::string how =
        is_missing ? "missing"
                   : fmt::format("by {:.3g} at time {:.6g}", verdict.worst_excess, verdict.worst_time);
    failed += fmt::format("{}{} ({})", failed.empty() ? "" : ", ", verdict.name, how);
  }
  return "differs " + failed;
}

}  // namespace kerf::driver
