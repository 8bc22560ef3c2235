// Equations as text, and what has no better place.
#include <cstdlib>
#include <cstring>

#include "api/model.h"
#include "api/structs.h"
#include "explain/explain.h"
#include "session/listing.h"

namespace kerf::api {

namespace {

KERF_DIAG(EquationsNeedSource, Error, "`{}` came compiled: its equations are no longer known", std::string);
KERF_DIAG(SizeNotSet, Error, "a structure has the size 0: set it up by its _init function first");

auto Equations(const Model& model, bool is_solved, Failure& failure) -> char* {
  source::Buffers buffers;
  Report report(failure.messages, model.setup.listener, &buffers);
  if (!model.request) {
    report.emitter().Emit({}, EquationsNeedSource, model.base->compiled().name);
    return nullptr;
  }
  session::Request request = model.Request();
  std::erase_if(request.options.inputs,
                [](const transform::GivenInput& input) { return input.name == transform::kAllInputs; });
  request.options.reduce_index = false;
  request.options.implicit_form = false;
  request.run.stop_after = is_solved ? "solve_blocks" : "eliminate_aliases";
  const session::Compilation compilation = session::Compile(request, buffers, report.emitter());
  if (!compilation.work || compilation.status != transform::Status::Ok) return nullptr;
  session::EquationListing listing(*compilation.work);
  const std::string text = is_solved ? listing.Blocks(true) : listing.Equations();
  return CopyOf(text);
}

auto ExplainModel(const Model& model, kerf_format format, Failure& failure) -> char* {
  source::Buffers buffers;
  Report report(failure.messages, model.setup.listener, &buffers);
  if (!model.request) {
    report.emitter().Emit({}, EquationsNeedSource, model.base->compiled().name);
    return nullptr;
  }
  session::Request request = model.Request();
  std::erase_if(request.options.inputs,
                [](const transform::GivenInput& input) { return input.name == transform::kAllInputs; });
  request.options.implicit_form = false;
  const auto explanation = explain::Explain(std::move(request), {}, buffers, report.emitter());
  if (!explanation) return nullptr;
  return CopyOf(format == KERF_HTML ? explain::HtmlOf(*explanation) : explain::TextOf(*explanation));
}

}  // namespace

auto CopyOf(const std::string& text) -> char* {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

auto HasSize(size_t size, Failure& failure) -> bool {
  if (size == 0) Report(failure.messages, {}).emitter().Emit({}, SizeNotSet);
  return size != 0;
}

}  // namespace kerf::api

char* kerf_model_equations(const kerf_model* model, bool is_solved, kerf_error** error) {
  return kerf::api::Guarded(error, [&](kerf::api::Failure& failure) -> char* {
    if (!kerf::api::IsGiven(model, "model", failure)) return nullptr;
    return kerf::api::Equations(*model->model, is_solved, failure);
  });
}

char* kerf_model_explain(const kerf_model* model, kerf_format format, kerf_error** error) {
  return kerf::api::Guarded(error, [&](kerf::api::Failure& failure) -> char* {
    if (!kerf::api::IsGiven(model, "model", failure)) return nullptr;
    return kerf::api::ExplainModel(*model->model, format, failure);
  });
}

void kerf_text_free(char* text) { std::free(text); }

const char* kerf_version(void) {
#define KERF_TEXT_OF(x) #x
#define KERF_TEXT(x) KERF_TEXT_OF(x)
  return KERF_TEXT(KERF_VERSION_MAJOR) "." KERF_TEXT(KERF_VERSION_MINOR) "." KERF_TEXT(KERF_VERSION_PATCH);
#undef KERF_TEXT
#undef KERF_TEXT_OF
}
