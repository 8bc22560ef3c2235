// The ACSL front end: the text of a program to a flat model (IR 1), and run-time command files to commands.
// The language is that of Mitchell and Gauthier's ACSL, a dialect of the CSSL standard of 1967; docs/acsl.md
// says what is read and where Kerf decides for itself.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "flat/model.h"
#include "lang/acsl/program.h"
#include "source/buffers.h"

namespace kerf::acsl {

// Reads a program from the last of the texts; those before it hold macros. Nothing after mistakes, all of
// which are emitted.
auto Parse(std::span<const source::BufferId> texts, const source::Buffers& buffers, diag::Emitter& emitter)
    -> std::optional<Program>;

struct FlattenOptions {
  // Values given from outside for constants and for what the program calls its communication interval and the
  // like, by name: they decide where the run ends.
  std::vector<std::pair<std::string, double>> values;
};

auto Flatten(Program& program, const FlattenOptions& options, diag::Emitter& emitter)
    -> std::optional<flat::Model>;

// How a program wants to be integrated.
struct RunWishes {
  // The solver of Kerf that ALGORITHM names; empty: none is named.
  std::string solver;
  // Step of a method with fixed steps, largest step, relative and absolute error [s, s, 1, that of the
  // states].
  std::optional<double> step;
  std::optional<double> max_step;
  std::optional<double> tolerance;
  std::optional<double> absolute_tolerance;
};

auto WishesOf(Program& program, const FlattenOptions& options, diag::Emitter& emitter) -> RunWishes;

}  // namespace kerf::acsl
