// See write_fmu.h.
#include "pack/write_fmu.h"

#include <filesystem>
#include <optional>

#include "compile/bundle.h"
#include "compile/make_model.h"
#include "compile/store.h"
#include "fmi/package.h"
#include "model/file.h"
#include "pack/fmu_sources.h"
#include "session/find_process.h"
#include "session/installation.h"

namespace kerf::pack {

namespace {

KERF_DIAG(ProcessFmu, Error,
          "the model cannot become an FMU: its process `{}` acts on it, which FMI does not know",
          std::string);
KERF_DIAG(
    SectionsFmu, Error,
    "`{}` cannot become an FMU: its DERIVATIVE sections are integrated apart, each by a method of its own",
    std::string);
KERF_DIAG(TableFmu, Error, "the table for the input `{}` cannot become part of an FMU yet; an expression can",
          std::string);
KERF_DIAG(CannotBeFmu, Error, "`{}` cannot become an FMU: {}", std::string, std::string);
KERF_DIAG(CannotWriteFmu, Error, "cannot write `{}`: {}", std::string, std::string);
KERF_DIAG(NoRunTime, Error, "the code of FMUs is missing: there is no `{}`", std::string);

auto TryPackageOptions(const FmuOptions& options, diag::Emitter& emitter)
    -> std::optional<fmi::PackageOptions> {
  fmi::PackageOptions package;
  package.tool = "Kerf";
  package.library = session::FmuLibraryFile();
  package.version = options.is_version_3 ? fmi::Version::Three : fmi::Version::Two;
  package.has_model_exchange = options.has_model_exchange;
  package.has_co_simulation = options.has_co_simulation;
  if (options.is_source || std::filesystem::is_regular_file(package.library)) return package;
  emitter.Emit({}, NoRunTime, package.library);
  return std::nullopt;
}

// What an FMU would not do as the source does is refused.
auto CanBecomeFmu(const session::Request& request, source::Buffers& buffers, diag::Emitter& emitter) -> bool {
  for (const transform::GivenInput& input : request.options.inputs) {
    if (!input.is_table) continue;
    emitter.Emit({}, TableFmu, input.name);
    return false;
  }
  const auto process = session::FindProcess(request, buffers, emitter);
  if (process && !process->empty()) emitter.Emit({}, ProcessFmu, *process);
  return process && process->empty();
}

// Null after a reported mistake.
auto CompileForFmu(session::Request& request, source::Buffers& buffers, diag::Emitter& emitter,
                   std::vector<session::Phase>& phases) -> std::shared_ptr<const model::CompiledModel> {
  request.options.reduce_index = true;
  request.options.has_fed_inputs = true;
  request.options.has_directions = true;
  request.sections = session::SectionUse::Apart;
  session::Compilation compilation = session::Compile(request, buffers, emitter);
  phases = std::move(compilation.phases);
  if (!compilation.work || compilation.status != transform::Status::Ok) return nullptr;
  auto compiled = compile::MakeModel(compilation.work);
  if (compilation.sections.empty()) return compiled;
  emitter.Emit({}, SectionsFmu, compiled->name);
  return nullptr;
}

// The model as it stands in the FMU, and in `package` what it needs beside. Null: `why` tells what of it does
// not fit into an FMU.
auto TryStore(const model::CompiledModel& compiled, const source::Buffers& buffers,
              fmi::PackageOptions& package, std::string& why) -> std::shared_ptr<const model::CompiledModel> {
  if (compiled.implicit.is_only) {
    why = "its equations have no state form";
    return nullptr;
  }
  auto storable = compile::MakeStorable(compiled, buffers, compile::Reach::Anywhere, why);
  if (storable) return storable;
  std::string elsewhere;
  storable = compile::MakeStorable(compiled, buffers, compile::Reach::ThisMachine, elsewhere);
  if (!storable || !compile::CallsForeign(*storable)) return nullptr;
  std::vector<compile::BundledFile> files;
  why.clear();
  storable = compile::Bundle(compiled, *storable, files, why);
  for (const compile::BundledFile& file : files) package.files.emplace_back(file.name, file.path);
  package.has_states = false;
  return storable;
}

}  // namespace

auto WriteFmu(session::Request request, const FmuOptions& options, source::Buffers& buffers,
              diag::Emitter& emitter) -> WrittenFmu {
  WrittenFmu written;
  auto package = TryPackageOptions(options, emitter);
  if (!package || !CanBecomeFmu(request, buffers, emitter)) return written;
  const auto compiled = CompileForFmu(request, buffers, emitter, written.phases);
  if (!compiled) return written;
  package->interface = fmi::MakeInterface(*compiled);
  std::string why;
  std::string stored;
  if (options.is_source) {
    auto source =
        TryFmuSource(request, *compiled, options.is_version_3, package->interface, buffers, emitter, why);
    package->source = std::move(source).value_or("");
  } else if (const auto storable = TryStore(*compiled, buffers, *package, why)) {
    stored = model::Write(*storable);
  }
  if (stored.empty() && package->source.empty()) {
    if (!why.empty()) emitter.Emit({}, CannotBeFmu, compiled->name, why);
    return written;
  }
  const std::string path = options.path.empty() ? compiled->name + ".fmu" : options.path;
  const std::string error = fmi::WritePackage(*compiled, stored, *package, path);
  if (error.empty()) {
    written.path = path;
  } else {
    emitter.Emit({}, CannotWriteFmu, path, error);
  }
  return written;
}

}  // namespace kerf::pack
