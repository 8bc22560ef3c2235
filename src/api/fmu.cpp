// Models as FMUs.
#include "api/model.h"
#include "pack/write_fmu.h"

namespace kerf::api {

namespace {

KERF_DIAG(FmuNeedsSource, Error, "`{}` came compiled, without its source, from which an FMU is made",
          std::string);
KERF_DIAG(NoSuchFmi, Error, "there is no FMI {}; there are 2 and 3", int);
KERF_DIAG(FmuWithoutType, Error, "an FMU needs model exchange, co-simulation or both");

auto WriteFmu(const Model& model, const pack::FmuOptions& options, int version, Failure& failure) -> bool {
  auto buffers = std::make_shared<source::Buffers>();
  Report report(failure.messages, model.setup.listener, buffers.get());
  const bool is_version = version == 2 || version == 3;
  const bool has_type = options.has_model_exchange || options.has_co_simulation;
  if (!is_version) report.emitter().Emit({}, NoSuchFmi, version);
  if (!has_type) report.emitter().Emit({}, FmuWithoutType);
  if (!model.request) report.emitter().Emit({}, FmuNeedsSource, model.base->compiled().name);
  if (!is_version || !has_type || !model.request) return false;
  session::Request request = model.Request();
  // Runs ask for their inputs, those of an FMU are set.
  std::erase_if(request.options.inputs,
                [](const transform::GivenInput& input) { return input.name == transform::kAllInputs; });
  request.options.implicit_form = false;
  return !pack::WriteFmu(std::move(request), options, *buffers, report.emitter()).path.empty();
}

}  // namespace

}  // namespace kerf::api

bool kerf_model_write_fmu(const kerf_model* model, const char* path, int version, bool has_model_exchange,
                          bool has_co_simulation, kerf_error** error) {
  return kerf::api::Guarded(error, [&](kerf::api::Failure& failure) {
    if (!kerf::api::IsGiven(model, "model", failure) || !kerf::api::IsGiven(path, "path", failure))
      return false;
    const kerf::pack::FmuOptions options = {path, version == 3, has_model_exchange, has_co_simulation};
    return kerf::api::WriteFmu(*model->model, options, version, failure);
  });
}
