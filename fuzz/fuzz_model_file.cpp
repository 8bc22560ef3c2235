// Any bytes as a compiled model: as they are, and with a header whose checksum fits. What is read is printed,
// its code runs, and its functions are put together.
#include "base/check.h"
#include "compile/store.h"
#include "model/file.h"
#include "model/interpret.h"
#include "model/print.h"
#include "target.h"
#include "texts.h"

namespace {

void RunAllCode(const kerf::model::CompiledModel& problem) {
  const auto call = [](void* /*context*/, const double* /*in*/, double* out) { out[0] = 1; };
  std::vector<kerf::model::ExternalFunction> functions;
  for (const kerf::model::FunctionUse& use : problem.functions)
    functions.push_back({call, nullptr, use.n_arguments, use.n_outputs});
  std::vector<double> w(size_t{2} * problem.programs->n_slots + 1, 0.5);
  for (const kerf::model::CodeId code : problem.tape->codes.ids())
    kerf::model::Interpret(*problem.tape, code, functions, w.data());
}

}  // namespace

auto LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) -> int {
  const std::string payload = kerf::fuzz::TextOf(data, size);
  std::string error;
  if (kerf::model::Read(payload, error) == nullptr) KERF_CHECK(!error.empty());
  const auto read = kerf::model::Read(kerf::model::Seal(payload), error);
  KERF_CHECK(read != nullptr || !error.empty());
  if (!read) return 0;
  KERF_CHECK(!kerf::model::Print(*read).empty());
  for (const auto* problem : {read.get(), read->initial.get(), read->homotopy_problem.get()}) {
    if (problem != nullptr) RunAllCode(*problem);
  }
  kerf::source::Buffers buffers;
  const auto opened = kerf::compile::Open(*read, buffers, {}, error);
  KERF_CHECK(opened != nullptr || !error.empty());
  return 0;
}
