// A Modelica library from cold, with a cache being made, and from that cache, beside reading the same files:
// bench_library FOLDER. Ends with 1 if a target is missed.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "diag/consumers.h"
#include "lang/modelica/library/cache_build.h"
#include "lang/modelica/library/program.h"

namespace kerf::bench {

namespace {

namespace fs = std::filesystem;

constexpr int kRepetitions = 5;
// [s]
constexpr double kMaxCold = 1.0;
constexpr double kMaxStart = 0.15;

// The least of several runs [s].
auto Measure(const std::function<void()>& prepare, const std::function<void()>& run) -> double {
  double least = 1e9;
  for (int k = 0; k < kRepetitions; ++k) {
    prepare();
    const auto begin = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    least = std::min(least, taken.count());
  }
  return least;
}

struct Opened {
  Opened(const std::string& folder, const std::string& cache_folder)
      : emitter(consumer),
        program({{}, cache_folder, {}}, names, buffers, emitter),
        tops(program.AddFile(folder)) {}

  // Reads every class, and gives how many there are.
  auto ReadAll() -> size_t {
    std::vector<modelica::ClassId> open(tops);
    for (size_t k = 0; k < open.size(); ++k) {
      const auto children = program.Children(open[k]);
      open.insert(open.end(), children.begin(), children.end());
    }
    return open.size();
  }

  base::Interner names;
  source::Buffers buffers;
  diag::CollectingConsumer consumer;
  diag::Emitter emitter;
  modelica::Program program;
  std::vector<modelica::ClassId> tops;
};

auto ReadFiles(const std::string& folder) -> size_t {
  size_t n_bytes = 0;
  for (const std::string& file : modelica::ListLibraryFiles(folder)) {
    std::ifstream in(folder + file, std::ios::binary);
    std::string text(fs::file_size(folder + file), '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    n_bytes += text.size();
  }
  return n_bytes;
}

auto Report(const char* what, double seconds, double limit) -> bool {
  const bool is_met = limit <= 0 || seconds <= limit;
  fmt::print("{:<44}{:>10.1f} ms", what, seconds * 1e3);
  if (limit > 0) fmt::print("   at most {:.0f} ms: {}", limit * 1e3, is_met ? "met" : "MISSED");
  fmt::print("\n");
  return is_met;
}

auto Run(const std::string& folder) -> bool {
  const std::string cache = fmt::format("{}/kerf-bench-{}", fs::temp_directory_path().string(), getpid());
  const auto nothing = [] {};
  const auto clear = [&] { fs::remove_all(cache); };
  size_t n_classes = 0;
  bool is_good = true;
  const double read = Measure(nothing, [&] { ReadFiles(folder); });
  const double cold = Measure(clear, [&] { Opened(folder, cache); });
  const double start =
      Measure(nothing, [&] { Opened(folder, cache).program.Children(modelica::Program::kRoot); });
  const double all = Measure(nothing, [&] {
    Opened opened(folder, cache);
    n_classes = opened.ReadAll();
    is_good = opened.consumer.all.empty();
  });
  const double lazy = Measure(nothing, [&] { Opened(folder, ""); });
  uint64_t cache_size = 0;
  for (const auto& entry : fs::directory_iterator(cache)) cache_size += entry.file_size();
  clear();
  fmt::print("{}: {} files, {:.1f} MB, {} classes; cache {:.1f} MB{}\n", folder,
             modelica::ListLibraryFiles(folder).size(), static_cast<double>(ReadFiles(folder)) / 1e6,
             n_classes, static_cast<double>(cache_size) / 1e6, is_good ? "" : "; with messages");
  Report("reading all files", read, 0);
  bool is_met = Report("cold: parse all, write the cache", cold, kMaxCold);
  is_met &= Report("start from cache", start, kMaxStart);
  is_met &= Report("start from cache and touch every class", all, kMaxStart);
  Report("start without cache (lazy)", lazy, 0);
  return is_met && is_good;
}

}  // namespace

}  // namespace kerf::bench

auto main(int argc, char** argv) -> int {
  if (argc != 2) {
    fmt::print(stderr, "usage: bench_library FOLDER\n");
    return 2;
  }
  return kerf::bench::Run(argv[1]) ? 0 : 1;
}
