// Places of messages for diagnostics.
#pragma once

#include "diag/diag.h"
#include "model/messages.h"

namespace kerf::sim {

// Files have the numbers of the buffers that they were read into.
inline auto SpanOf(const model::Place& place) -> diag::Span {
  if (place.file == model::Place::kNoFile) return {};
  return {diag::BufferId{place.file}, place.begin, place.end};
}

}  // namespace kerf::sim
