// Options that several commands share: which model, which values, how diagnostics are shown.
#pragma once

#include <memory>
#include <optional>

#include "diag/diag.h"
#include "driver/commands.h"
#include "driver/limits.h"
#include "source/buffers.h"

namespace kerf::dymola {
enum class Dialect : uint8_t;
}
namespace kerf::session {
struct Phase;
struct Request;
class Trust;
}  // namespace kerf::session
namespace kerf::sim {
class Functions;
}
namespace kerf::transform {
struct GivenValue;
}

namespace kerf::driver {

// Source buffers with an emitter that prints to the command's error stream.
class Reporter {
 public:
  explicit Reporter(const Context& context);
  [[nodiscard]] auto emitter() -> diag::Emitter& { return emitter_; }
  [[nodiscard]] auto buffers() -> source::Buffers& { return buffers_; }

 private:
  source::Buffers buffers_;
  std::unique_ptr<diag::Consumer> consumer_;
  diag::Emitter emitter_;
};

struct ModelOptions {
  // Files and the name of a class, in any order.
  std::vector<std::string> targets;
  std::vector<std::string> libraries;
  std::vector<std::string> set;
  std::vector<std::string> init;
  std::vector<std::string> inputs;
  std::vector<std::string> function_libraries;
  // Variables to explain.
  std::vector<std::string> why;
  std::string stop_after;
  std::string dump_after;
  std::string dialect = "auto";
  // me, cs, or empty.
  std::string fmu_type;
  bool mu_modelica = false;
  bool timing = false;
  bool interpret = false;
  bool no_units = false;
  // Names of libraries and paths whose code in C may be compiled and called.
  std::vector<std::string> trust;
  LimitOptions limits;
  // 0: the usual limits.
  uint32_t max_size = 0;
  // The command has to run code that models bring along.
  bool runs_code = false;

  void AddFile(CommandLine& command);
  void AddValues(CommandLine& command);
  void AddPassOptions(CommandLine& command);
  // For commands that run a model; the others compile and call nothing that it brings along.
  void AddFmuType(CommandLine& command);
  void AddTrust(CommandLine& command);
  void AddWhy(CommandLine& command);
};

// The request that the options ask for; nothing after a reported mistake. Tables of inputs go to `functions`.
auto MakeRequest(const ModelOptions& options, const Io& io, sim::Functions& functions, diag::Emitter& emitter)
    -> std::optional<session::Request>;
// Keeps a command within its limits: a watchdog, or nothing to watch. Without value after a reported mistake.
auto WatchLimits(const ModelOptions& options, const Context& context, diag::Emitter& emitter)
    -> std::optional<std::unique_ptr<Watchdog>>;
// Who may bring code along: what the user names, and KERF_TRUST. Without `io` nobody is asked.
auto MakeTrust(const std::vector<std::string>& trusted, const std::string& environment, const Io* io)
    -> std::shared_ptr<session::Trust>;
// "auto", "1978" or "1991".
auto DialectOf(std::string_view text) -> dymola::Dialect;
// Splits at commas; blanks around names do not count. Commas inside brackets belong to subscripts,
// those inside quotes to names.
auto SplitNames(std::string_view list) -> std::vector<std::string>;
// "1 state", "3 states".
auto Counted(size_t n, std::string_view noun) -> std::string;
void PrintTiming(const std::vector<session::Phase>& phases, const Io& io);

}  // namespace kerf::driver
