// The DYMOLA front end: texts to a program of model types and models, and from there to a flat model (IR 1).
// The language is that of Elmqvist's thesis (Lund, 1978) with its sketched parts (section 3.8) filled in; see
// README.md.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diag/diag.h"
#include "flat/model.h"
#include "lang/dymola/program.h"
#include "source/buffers.h"

namespace kerf::dymola {

// Reads a text into the program. Several texts may follow each other: model types accumulate. A line `@add
// file` or `@file` between models reads that file, relative to the one it stands in or from one of the
// program's folders; a combined program (.cosy) is noted only. False if something was wrong; all
// mistakes are reported.
auto Parse(source::BufferId buffer, source::Buffers& buffers, diag::Emitter& emitter, Program& program)
    -> bool;

struct FlattenOptions {
  // Values for structure parameters of the top model, by name.
  std::vector<std::pair<std::string, double>> structure;
  // Values that the user gives, by full name: a parameter of 1991 that is zero takes its terms away.
  std::vector<std::pair<std::string, double>> values;
  // Functions in the spelling of Fortran stay calls, for listings.
  bool keeps_calls = false;
  // The world that the flat model belongs to; null: one of its own.
  std::shared_ptr<flat::World> world;
  // Limits that keep a small text from asking for a huge model.
  uint32_t max_instances = 1U << 22;
  uint32_t max_array_elements = 10'000'000;
  uint32_t max_unrolled = 1U << 22;
};

// The flat model of the model or model type called `name`; without a name, of the last model outside of
// others. All mistakes in model types and in that model are reported; with any, there is no result.
auto Flatten(const Program& program, std::string_view name, const FlattenOptions& options,
             diag::Emitter& emitter) -> std::optional<flat::Model>;

// True if the model that Flatten would take for `name` has a structure parameter of that name.
auto HasStructureParameter(const Program& program, std::string_view name, std::string_view parameter) -> bool;

// How far a text typed at a prompt has come: inside a model or a continued line; at most types; or a model is
// complete.
enum class TextState : uint8_t { Incomplete, TypesOnly, CompleteModel };
auto ModelTextState(std::string_view text) -> TextState;

}  // namespace kerf::dymola
