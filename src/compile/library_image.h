// The library of a model as plain data, and back.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "flat/foreign.h"
#include "flat/library.h"
#include "model/library_image.h"

namespace kerf::compile {

// Whether what is written is read wherever somebody takes it, or on this machine alone, by this user, with
// all files as they are.
enum class Reach : uint8_t { Anywhere, ThisMachine };

// What the model and its problems of the start call and compute, with all functions that these call. Null:
// `why` tells what of it has no form outside of this process.
auto MakeLibraryImage(const model::CompiledModel& model, Reach reach, std::string& why)
    -> std::shared_ptr<const model::LibraryImage>;

// Who compiles and calls functions outside, given what each is part of.
using UnitOfFunction = std::function<flat::CodeUnit(expr::FunctionId function)>;
using ForeignMaker = std::function<std::shared_ptr<flat::ForeignFunctions>(UnitOfFunction unit_of)>;

// Libraries in one World of their own, one for each part of the image. `n_variables`, by part, are those that
// expressions may read. Without `make_foreign` no code that the model brings along is taken. None: `error`
// tells what is wrong with the image, which is not trusted.
auto MakeLibraries(const model::LibraryImage& image, const std::vector<uint32_t>& n_variables,
                   const ForeignMaker& make_foreign, std::string& error)
    -> std::vector<std::shared_ptr<const flat::Library>>;

// The model and its problems of the start, as far as it has them.
inline auto ProblemsOf(const model::CompiledModel& model) -> std::vector<const model::CompiledModel*> {
  std::vector<const model::CompiledModel*> problems = {&model};
  for (const auto* problem : {model.initial.get(), model.homotopy_problem.get()}) {
    if (problem != nullptr) problems.push_back(problem);
  }
  return problems;
}

}  // namespace kerf::compile
