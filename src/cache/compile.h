// From a request to a compiled model, by the shortest way.
#pragma once

#include <memory>
#include <vector>

#include "model/compiled_model.h"
#include "model/tuned_start.h"
#include "session/session.h"

namespace kerf::cache {

struct Compiled {
  // Null after errors, which have been told, and where the request is to stop before.
  std::shared_ptr<const model::CompiledModel> model;
  bool ok = false;
  std::vector<session::Phase> phases;
  std::vector<model::SectionRate> sections;
  // Values of the request that the run has to set: the model was compiled without them.
  std::vector<model::VariableValue> tuned;
};

// Keeps what it compiles where the request has a folder for caches.
auto CompileModel(const session::Request& request, source::Buffers& buffers, diag::Emitter& emitter)
    -> Compiled;

// The same, but parameters that a run can set are left to the run, so that the model is that of every such
// value.
auto CompileForRun(const session::Request& request, source::Buffers& buffers, diag::Emitter& emitter)
    -> Compiled;

}  // namespace kerf::cache
