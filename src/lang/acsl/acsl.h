// The ACSL front end: the text of a program to a flat model (IR 1), and run-time command files to commands.
// The language is that of Mitchell and Gauthier's ACSL, a dialect of the CSSL standard of 1967; docs/acsl.md
// says what is read and where Kerf decides for itself.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "flat/model.h"
#include "lang/acsl/program.h"
#include "source/buffers.h"

namespace kerf::acsl {

// Loads the text that `INCLUDE 'name'` at the span asks for; nothing after a mistake, which is emitted.
using IncludeLoader = std::function<source::BufferId(const std::string& name, const diag::Span& from)>;

// At a time a variable gets a value: the run-time command ACTION.
struct Action {
  double time = 0;
  std::string name;
  double value = 0;
};

// What a run is to do that the program does not say.
struct RunSetup {
  // A run after the first one: TERMINAL has gone to this label, from 1, of those in INITIAL that it jumps to,
  // and variables have these values then. 0: INITIAL begins at its begin.
  uint32_t entry = 0;
  std::vector<std::pair<std::string, double>> values;
  std::vector<Action> actions;
};

// The variable that tells at the end of a run with which entry to run again. No program can have that name.
inline constexpr std::string_view kRunAgain = "run again";

// Reads a program from the last of the texts; those before it hold macros. Nothing after mistakes, all of
// which are emitted.
auto Parse(std::span<const source::BufferId> texts, const source::Buffers& buffers, diag::Emitter& emitter,
           const IncludeLoader& loader = {}, const RunSetup& setup = {}) -> std::optional<Program>;

// What becomes of DERIVATIVE sections that ask for different algorithms or steps. Not told: the model is not
// integrated. Together: it is integrated as a whole, which is told. Apart: each section by its own method and
// step, if these are fixed, and otherwise as Together.
enum class SectionUse : uint8_t { NotTold, Together, Apart };

struct FlattenOptions {
  // Values given from outside for constants and for what the program calls its communication interval and the
  // like, by name: they decide where the run ends.
  std::vector<std::pair<std::string, double>> values;
  SectionUse sections = SectionUse::NotTold;
  // Elements of all arrays together.
  uint64_t max_size = 10'000'000;
  // The model becomes a text that people go on with: one run, tables that share one function, nothing about
  // the steps of the old tool.
  bool is_for_readers = false;
};

// A DERIVATIVE section that is integrated apart from others.
struct SectionRate {
  // 1, 2 or 4: Euler's method and those of Runge and Kutta.
  int order = 0;
  double step = 0;
  // Names of its states, and of states that stand in other sections for what this one computes: their
  // derivative is its present value (runtime/multirate.h).
  std::vector<std::string> states;
  std::vector<std::string> held;
};

struct FlattenNotes {
  // The indices of values from outside that stand in the model now: those of constants that change during the
  // run.
  std::vector<size_t> taken;
  // Where sections are integrated apart.
  std::vector<SectionRate> sections;
};

auto Flatten(Program& program, const FlattenOptions& options, diag::Emitter& emitter,
             FlattenNotes* notes = nullptr) -> std::optional<flat::Model>;

// How a program wants to be integrated.
struct RunWishes {
  // The solver of Kerf that ALGORITHM names; empty: none is named.
  std::string solver;
  // Sections have fixed steps of their own.
  bool has_sections_apart = false;
  // Step of a method with fixed steps, largest step, relative and absolute error [s, s, 1, that of the
  // states].
  std::optional<double> step;
  std::optional<double> max_step;
  std::optional<double> tolerance;
  std::optional<double> absolute_tolerance;
  // The variable of ERRTAG; empty: there is none.
  std::string error_tag = {};
};

auto WishesOf(Program& program, const FlattenOptions& options, diag::Emitter& emitter) -> RunWishes;

}  // namespace kerf::acsl
