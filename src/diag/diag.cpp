// Counting and forwarding of diagnostics.
#include "diag/diag.h"

#include <algorithm>

namespace kerf::diag {

auto Cover(const Span& a, const Span& b) -> Span {
  if (!a.has_value()) return b;
  if (!b.has_value() || a.buffer != b.buffer) return a;
  return {a.buffer, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

void Emitter::Take(const Diagnostic& diagnostic) {
  if (diagnostic.level == Level::Error) ++n_errors_;
  if (diagnostic.level == Level::Warning) ++n_warnings_;
  consumer_->Take(diagnostic);
}

}  // namespace kerf::diag
