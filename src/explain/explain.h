// From a request to the explanation of what the compiler does with it.
#pragma once

#include <optional>

#include "explain/report.h"
#include "session/session.h"

namespace kerf::explain {

// How much is told; a page that lists a million equations helps nobody.
struct Limits {
  // Equations solved one by one, in all.
  size_t explicit_equations = 1000;
  // Blocks, and equations of each.
  size_t blocks = 200;
  size_t block_equations = 200;
  // Rows of other tables.
  size_t rows = 500;
};

// Nothing after mistakes that prevent an order of solution; they are reported. What goes wrong later (a
// missing value, a start that is not determined) is told on the page.
auto Explain(session::Request request, const Limits& limits, source::Buffers& buffers, diag::Emitter& emitter)
    -> std::optional<Report>;

}  // namespace kerf::explain
