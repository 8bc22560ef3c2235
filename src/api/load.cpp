// From files, classes and texts to models.
#include <cstring>

#include "api/model.h"
#include "api/structs.h"
#include "cache/compile.h"
#include "compile/model_file.h"
#include "compile/store.h"
#include "model/file.h"
#include "session/assignments.h"
#include "session/find_process.h"
#include "session/named_paths.h"

namespace kerf::api {

namespace {

KERF_DIAG(CombinedProgram, Error, "`{}` is a combined program, not a model: kerf_program_load takes it",
          std::string);
KERF_DIAG(ModelWithProcess, Error,
          "the model has a process that acts on it, `{}`: kerf_program_load takes both", std::string);
KERF_DIAG(OptionsOfSource, Error, "`{}` is compiled: {} need the source of the model", std::string,
          std::string);
KERF_DIAG(InputFromFile, Error, "the input `{}`: give tables to the run, in kerf_settings", std::string);
KERF_DIAG(ModelOfProgram, Error,
          "`{}` cannot be written to a file yet: a program says more about its runs than a compiled model "
          "holds",
          std::string);
KERF_DIAG(VariantNeedsSource, Error, "`{}` came compiled, without its source; {}", std::string, std::string);

auto Texts(const char* const* texts, size_t n) -> std::vector<std::string> {
  return n == 0 ? std::vector<std::string>() : std::vector<std::string>(texts, texts + n);
}

}  // namespace

auto TakeOptions(const kerf_load_options& options, session::Request& request, diag::Emitter& emitter)
    -> bool {
  if (options.model != nullptr) request.model = options.model;
  transform::Options& passes = request.options;
  bool good = session::ParseAssignments(Texts(options.values, options.n_values), "values", passes.values,
                                        request.value_texts, emitter);
  good = session::ParseAssignments(Texts(options.starts, options.n_starts), "starts", passes.starts,
                                   request.start_texts, emitter) &&
         good;
  for (const std::string& text : Texts(options.inputs, options.n_inputs)) {
    const auto input = session::TryParseInput(text, "inputs", emitter);
    good = good && input && !input->is_table;
    if (input && input->is_table) emitter.Emit({}, InputFromFile, input->name);
    if (input) passes.inputs.push_back(*input);
  }
  return good;
}

namespace {

auto IsModel(const session::Request& request, source::Buffers& buffers, diag::Emitter& emitter) -> bool {
  if (request.file.ends_with(".cosy")) {
    emitter.Emit({}, CombinedProgram, request.file);
    return false;
  }
  const auto process = session::FindProcess(request, buffers, emitter);
  if (process && !process->empty()) emitter.Emit({}, ModelWithProcess, *process);
  return process && process->empty();
}

auto LoadCompiled(const std::string& path, const kerf_load_options& options, Model& model, Failure& failure)
    -> bool {
  auto buffers = std::make_shared<source::Buffers>();
  Report report(failure.messages, model.setup.listener, buffers.get());
  const bool has_options = options.n_values > 0 || options.n_starts > 0 || options.n_inputs > 0;
  if (has_options || options.model != nullptr) {
    report.emitter().Emit({}, OptionsOfSource, path, "values, starts, inputs and the name of a class");
    return false;
  }
  auto compiled = compile::TryReadModel(path, *buffers, report.emitter());
  if (!compiled) return false;
  model.base = std::make_shared<Variant>(std::move(compiled));
  model.base->buffers = std::move(buffers);
  return true;
}

}  // namespace

auto CompileVariant(const session::Request& given, const Needs& needs, Listener listener, Failure& failure)
    -> std::shared_ptr<Variant> {
  session::Request request = given;
  transform::Options& options = request.options;
  for (const auto& [name, value] : needs.values) {
    std::erase_if(options.values, [&](const transform::GivenValue& old) { return old.name == name; });
    options.values.push_back({name, value});
  }
  for (const auto& [name, value] : needs.starts) options.starts.push_back({name, value});
  options.implicit_form = options.implicit_form || needs.has_implicit_form;
  request.sections = needs.is_together ? session::SectionUse::Together : session::SectionUse::Apart;
  auto buffers = std::make_shared<source::Buffers>();
  Report report(failure.messages, listener, buffers.get());
  cache::Compiled compiled = cache::CompileModel(request, *buffers, report.emitter());
  if (!compiled.model) return nullptr;
  auto variant = std::make_shared<Variant>(std::move(compiled.model));
  variant->buffers = std::move(buffers);
  variant->sections = std::move(compiled.sections);
  return variant;
}

auto Model::Request() const -> session::Request {
  session::Request fresh = *request;
  fresh.trust = StandardRequest(setup).trust;
  return fresh;
}

auto Model::VariantFor(const Needs& needs, Failure& failure) const -> std::shared_ptr<Variant> {
  const bool is_base = needs == Needs{} || (needs.values.empty() && needs.starts.empty() &&
                                            (!needs.has_implicit_form || base->HasImplicitForm()) &&
                                            (!needs.is_together || base->sections.empty()));
  if (is_base) return base;
  const std::scoped_lock lock(mutex_);
  if (const auto found = variants_.find(needs); found != variants_.end()) return found->second;
  if (!request) {
    const char* why = needs.has_implicit_form && needs.values.empty() && needs.starts.empty()
                          ? "the solver `ida` needs the implicit form, which it does not have"
                          : "these values need another compilation";
    Report(failure.messages, setup.listener)
        .emitter()
        .Emit({}, VariantNeedsSource, base->compiled().name, why);
    return nullptr;
  }
  auto variant = CompileVariant(Request(), needs, {}, failure);
  // Whoever gives other values to each of a thousand runs keeps the last ones only.
  constexpr size_t kMaxVariants = 16;
  if (variants_.size() >= kMaxVariants) variants_.clear();
  if (variant) variants_[needs] = variant;
  return variant;
}

namespace {

// Compiles the request, which takes the place of a file or class.
auto LoadRequest(session::Request request, const kerf_load_options& options, Model& model, Failure& failure)
    -> bool {
  source::Buffers buffers;
  Report report(failure.messages, model.setup.listener, &buffers);
  diag::Emitter& emitter = report.emitter();
  const bool good = TakeOptions(options, request, emitter);
  request.options.inputs.push_back({std::string(transform::kAllInputs), "", true});
  request.options.implicit_form = options.has_implicit_form;
  request.options.reduce_index = true;
  if (!session::CheckLibraries(model.setup.libraries, emitter) ||
      !session::CheckTrusted(model.setup.trusted, emitter) || !good || !IsModel(request, buffers, emitter))
    return false;
  model.wishes = session::WishesOf(request, buffers);
  model.request = std::move(request);
  model.base = CompileVariant(*model.request, {}, model.setup.listener, failure);
  return model.base != nullptr;
}

auto Load(const kerf_session* session, const kerf_load_options* given, Failure& failure, const auto& load)
    -> kerf_model* {
  if (!IsGiven(session, "session", failure)) return nullptr;
  if (session->setup.is_incomplete) throw std::bad_alloc();
  const auto options = TryFill(given, kerf_load_options_init, failure);
  if (!options) return nullptr;
  auto model = std::make_shared<Model>();
  model->setup = session->setup;
  if (!load(*options, *model)) return nullptr;
  ListVariables(*model);
  return new kerf_model{std::move(model)};
}

// The settings that a program has for its runs do not stand in a compiled model.
auto CanBeWritten(const Model& model, diag::Emitter& emitter) -> bool {
  const bool is_program = model.request && model.request->file.ends_with(".csl");
  if (is_program) emitter.Emit({}, ModelOfProgram, model.base->compiled().name);
  return !is_program;
}

auto EndingOf(kerf_language language) -> const char* {
  switch (language) {
    case KERF_MODELICA: return ".mo";
    case KERF_DYMOLA:   return ".dym";
    case KERF_ACSL:     return ".csl";
  }
  return "";
}

}  // namespace

}  // namespace kerf::api

using kerf::api::Failure;

void kerf_load_options_init(kerf_load_options* options) {
  if (options == nullptr) return;
  *options = {};
  options->size = sizeof *options;
}

kerf_model* kerf_load(const kerf_session* session, const char* file_or_class, const kerf_load_options* given,
                      kerf_error** error) {
  return kerf::api::Guarded(error, [&](Failure& failure) -> kerf_model* {
    if (!kerf::api::IsGiven(file_or_class, "file_or_class", failure)) return nullptr;
    const std::string target = file_or_class;
    return kerf::api::Load(session, given, failure,
                           [&](const kerf_load_options& options, kerf::api::Model& model) {
                             if (target.ends_with(".kerf"))
                               return kerf::api::LoadCompiled(target, options, model, failure);
                             auto request = kerf::api::StandardRequest(model.setup);
                             (kerf::session::IsFile(target) ? request.file : request.model) = target;
                             return kerf::api::LoadRequest(std::move(request), options, model, failure);
                           });
  });
}

kerf_model* kerf_load_text(const kerf_session* session, const char* text, kerf_language language,
                           const char* name, const kerf_load_options* given, kerf_error** error) {
  return kerf::api::Guarded(error, [&](Failure& failure) -> kerf_model* {
    if (!kerf::api::IsGiven(text, "text", failure)) return nullptr;
    return kerf::api::Load(session, given, failure,
                           [&](const kerf_load_options& options, kerf::api::Model& model) {
                             auto request = kerf::api::StandardRequest(model.setup);
                             const std::string shown = name == nullptr ? "<text>" : name;
                             request.text = {shown, text};
                             request.file = shown + kerf::api::EndingOf(language);
                             return kerf::api::LoadRequest(std::move(request), options, model, failure);
                           });
  });
}

void kerf_model_free(kerf_model* model) { delete model; }

bool kerf_model_write(const kerf_model* model, const char* path, kerf_error** error) {
  return kerf::api::Guarded(error, [&](Failure& failure) {
    if (!kerf::api::IsGiven(model, "model", failure) || !kerf::api::IsGiven(path, "path", failure))
      return false;
    const kerf::api::Variant& base = *model->model->base;
    kerf::api::Report report(failure.messages, model->model->setup.listener, base.buffers.get());
    if (!kerf::api::CanBeWritten(*model->model, report.emitter())) return false;
    return kerf::compile::WriteModel(base.compiled(), path, *base.buffers, report.emitter());
  });
}
