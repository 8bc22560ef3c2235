// torture --kind K --seed S --count N [--out FOLDER]: random models of one kind, or of all. Model number k
// has the seed S + k of its own, so that one alone can be run again.
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "kind.h"

namespace {

using kerf::torture::Disagreement;
using kerf::torture::Kind;

struct Arguments {
  std::string kind = "all";
  uint64_t seed = 1;
  uint64_t count = 100;
  std::string out = {};
  bool ok = true;
};

auto Parse(int argc, char** argv) -> Arguments {
  Arguments arguments;
  for (int k = 1; k < argc; k += 2) {
    const std::string option = argv[k];
    if (k + 1 == argc) return {.ok = false};
    const std::string value = argv[k + 1];
    const auto number = [&](uint64_t& to) {
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), to);
      arguments.ok = arguments.ok && error == std::errc{} && end == value.data() + value.size();
    };
    if (option == "--kind")
      arguments.kind = value;
    else if (option == "--seed")
      number(arguments.seed);
    else if (option == "--count")
      number(arguments.count);
    else if (option == "--out")
      arguments.out = value;
    else
      arguments.ok = false;
  }
  return arguments;
}

// Which model is being run, for a handler that may not format anything.
char now[128];

// A model that ends the program is a finding, too.
void TellAbort(int signal) {
  (void)!write(STDERR_FILENO, now, strlen(now));
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void Tell(const Kind& kind, uint64_t seed, const Disagreement& found, const std::string& out) {
  fmt::print("--- {} --seed {} --count 1\n{}\n", kind.Name(), seed, found.explanation);
  for (const auto& model : found.models) {
    fmt::print("--- {}\n{}", model.name, model.text);
    if (out.empty()) continue;
    const auto folder = std::filesystem::path(out) / fmt::format("{}_{}", kind.Name(), seed);
    std::filesystem::create_directories(folder);
    std::ofstream(folder / model.name) << model.text;
  }
  std::fflush(stdout);
}

// The number of disagreements.
auto RunKind(Kind& kind, const Arguments& arguments) -> uint64_t {
  uint64_t n_found = 0;
  for (uint64_t k = 0; k < arguments.count; ++k) {
    const uint64_t seed = arguments.seed + k;
    *fmt::format_to_n(now, sizeof now - 1, "\nended by torture --kind {} --seed {} --count 1\n", kind.Name(),
                      seed)
         .out = '\0';
    kerf::torture::Rng rng(seed);
    const auto found = kind.RunOne(rng);
    if (!found) continue;
    ++n_found;
    Tell(kind, seed, *found, arguments.out);
  }
  fmt::print("{}: {} models, {} disagreements{}\n", kind.Name(), arguments.count, n_found, kind.Summary());
  return n_found;
}

}  // namespace

auto main(int argc, char** argv) -> int {
  const Arguments arguments = Parse(argc, argv);
  const auto kinds = kerf::torture::MakeKinds();
  std::string names;
  uint64_t n_found = 0;
  bool is_known = false;
  std::signal(SIGABRT, TellAbort);
  std::signal(SIGSEGV, TellAbort);
  for (const auto& kind : kinds) {
    names += " " + kind->Name();
    if (!arguments.ok || (arguments.kind != "all" && arguments.kind != kind->Name())) continue;
    is_known = true;
    n_found += RunKind(*kind, arguments);
  }
  if (!is_known) {
    fmt::print(stderr, "usage: torture [--kind K] [--seed S] [--count N] [--out FOLDER]\nkinds:{}\n", names);
    return 2;
  }
  return n_found > 0 ? 1 : 0;
}
