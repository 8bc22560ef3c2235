// See compile.h.
#include "cache/compile.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "cache/folder.h"
#include "cache/key.h"
#include "compile/make_model.h"
#include "compile/store.h"
#include "diag/consumers.h"
#include "external/external.h"
#include "fmihost/host.h"
#include "model/file.h"
#include "session/trust.h"

namespace kerf::cache {

namespace {

using Clock = std::chrono::steady_clock;

// Passes on what it takes, and keeps it.
class KeepingConsumer : public diag::Consumer {
 public:
  explicit KeepingConsumer(diag::Emitter& next) : next_(next) {}
  void Take(const diag::Diagnostic& diagnostic) override {
    all.push_back(diagnostic);
    next_.Take(diagnostic);
  }
  std::vector<diag::Diagnostic> all;

 private:
  diag::Emitter& next_;
};

// Functions outside are compiled and called where that was decided when the entry was made: nothing that the
// decision depends on has changed.
auto ForeignMakerFor(const session::Request& request) -> compile::ForeignMaker {
  return [folder = request.cache_folder, trust = request.trust](compile::UnitOfFunction unit_of) {
    external::Options options;
    options.own = fmihost::MakeOwnFunctions([trust](const std::string& file, std::string& why) {
      return trust != nullptr && trust->AllowsFmu(file, nullptr, why);
    });
    options.cache_folder = folder;
    options.find_unit = std::move(unit_of);
    options.may_call = [](const flat::World&, flat::FunctionId, external::Unit&, std::string&) {
      return true;
    };
    return external::MakeForeignFunctions(std::move(options));
  };
}

auto TryOpen(const Entry& entry, const session::Request& request, source::Buffers& buffers)
    -> std::shared_ptr<const model::CompiledModel> {
  std::string error;
  const auto read = model::Read(entry.model, error);
  return read ? compile::Open(*read, buffers, ForeignMakerFor(request), error) : nullptr;
}

void KeepCompiled(const std::string& key, const session::Request& request, const model::CompiledModel& model,
                  const std::vector<diag::Diagnostic>& diagnostics, const source::Buffers& buffers) {
  Entry entry;
  entry.key = key;
  std::string why;
  if (!request.trace->is_complete() || !request.trace->TryFinish(entry.dependencies)) return;
  const auto storable = compile::MakeStorable(model, buffers, compile::Reach::ThisMachine, why);
  if (!storable) return;
  Store(diagnostics, buffers, entry);
  entry.model = model::Write(*storable);
  Keep(request.cache_folder, entry);
}

auto CompileAnew(const session::Request& request, source::Buffers& buffers, diag::Emitter& emitter)
    -> Compiled {
  session::Compilation compilation = session::Compile(request, buffers, emitter);
  Compiled compiled;
  compiled.ok = compilation.work && compilation.status == transform::Status::Ok;
  compiled.phases = std::move(compilation.phases);
  compiled.sections = std::move(compilation.sections);
  if (compiled.ok && request.run.stop_after.empty()) compiled.model = compile::MakeModel(compilation.work);
  return compiled;
}

// Whether a message is about one of the values: without it the message might not be there.
auto AreAbout(const std::vector<diag::Diagnostic>& diagnostics,
              const std::vector<transform::GivenValue>& values) -> bool {
  return std::ranges::any_of(diagnostics, [&](const diag::Diagnostic& diagnostic) {
    return std::ranges::any_of(values, [&](const transform::GivenValue& given) {
      return diagnostic.text.find("`" + given.name + "`") != std::string::npos;
    });
  });
}

}  // namespace

auto CompileModel(const session::Request& given, source::Buffers& buffers, diag::Emitter& emitter)
    -> Compiled {
  const auto key = TryKeyOf(given);
  if (!key) return CompileAnew(given, buffers, emitter);
  const auto begin = Clock::now();
  if (const auto entry = TryFind(given.cache_folder, *key)) {
    if (auto model = TryOpen(*entry, given, buffers)) {
      Tell(*entry, buffers, emitter);
      const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
      return {std::move(model), true, {{"from cache", seconds, 0}}, {}, {}};
    }
  }
  session::Request request = given;
  request.trace = std::make_shared<base::FileTrace>();
  request.trace->Note(CompilerFile());
  KeepingConsumer told(emitter);
  diag::Emitter forward(told);
  Compiled compiled = CompileAnew(request, buffers, forward);
  if (compiled.model && forward.n_errors() == 0 && compiled.sections.empty())
    KeepCompiled(*key, request, *compiled.model, told.all, buffers);
  return compiled;
}

auto CompileForRun(const session::Request& request, source::Buffers& buffers, diag::Emitter& emitter)
    -> Compiled {
  session::Request without = request;
  without.options.values.clear();
  without.value_texts.clear();
  const bool has_words = std::ranges::any_of(
      request.options.values, [](const transform::GivenValue& given) { return !std::isfinite(given.value); });
  if (request.options.values.empty() || has_words || !TryKeyOf(without))
    return CompileModel(request, buffers, emitter);
  diag::CollectingConsumer told;
  diag::Emitter collector(told);
  Compiled compiled = CompileModel(without, buffers, collector);
  bool can_tune = compiled.model != nullptr && !AreAbout(told.all, request.options.values);
  for (const transform::GivenValue& given : request.options.values) {
    const uint32_t variable = can_tune ? FindVariable(*compiled.model, given.name) : model::kNone;
    can_tune = can_tune && variable != model::kNone && model::CanBeTuned(*compiled.model, variable);
    if (can_tune) compiled.tuned.push_back({variable, given.value});
  }
  can_tune = can_tune && model::IsWithinRanges(*compiled.model, compiled.tuned);
  if (!can_tune) {
    // External objects of a model that is not run end before those of the model that is begin.
    compiled = {};
    return CompileModel(request, buffers, emitter);
  }
  for (const diag::Diagnostic& diagnostic : told.all) emitter.Take(diagnostic);
  return compiled;
}

}  // namespace kerf::cache
