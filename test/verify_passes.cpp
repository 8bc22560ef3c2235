// Test programs check all forms of a model after every pass.
#include "pipeline/verify.h"

namespace {

// Before any test begins.
[[maybe_unused]] const bool kWasFull = kerf::pipeline::SetFullVerification(true);

}  // namespace
