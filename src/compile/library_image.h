// The library of a model as plain data, and back.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "flat/library.h"
#include "model/library_image.h"

namespace kerf::compile {

// What the model and its problems of the start call and compute, with all functions that these call. Null:
// `why` tells what of it has no form outside of this process.
auto MakeLibraryImage(const model::CompiledModel& model, std::string& why)
    -> std::shared_ptr<const model::LibraryImage>;

// Libraries in one World of their own, one for each part of the image. `n_variables`, by part, are those that
// expressions may read. None: `error` tells what is wrong with the image, which is not trusted.
auto MakeLibraries(const model::LibraryImage& image, const std::vector<uint32_t>& n_variables,
                   std::string& error) -> std::vector<std::shared_ptr<const flat::Library>>;

// The model and its problems of the start, as far as it has them.
inline auto ProblemsOf(const model::CompiledModel& model) -> std::vector<const model::CompiledModel*> {
  std::vector<const model::CompiledModel*> problems = {&model};
  for (const auto* problem : {model.initial.get(), model.homotopy_problem.get()}) {
    if (problem != nullptr) problems.push_back(problem);
  }
  return problems;
}

}  // namespace kerf::compile
