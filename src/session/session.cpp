// Reading, flattening and running the passes, with the time of each phase.
#include "session/session.h"

#include <chrono>
#include <filesystem>

#include "base/phase.h"
#include "diag/consumers.h"
#include "external/external.h"
#include "fmihost/host.h"
#include "lang/dymola/dymola.h"
#include "lang/modelica/flatten/flatten.h"
#include "lang/modelica/library/program.h"
#include "session/fits_size.h"
#include "session/given_kinds.h"
#include "session/read_acsl.h"
#include "session/read_cosy.h"
#include "session/read_fmu.h"
#include "session/trust.h"
#include "units/check.h"

namespace kerf::session {

namespace {

using Clock = std::chrono::steady_clock;

KERF_DIAG(
    UnknownFileType, Error,
    "`{}` has no known ending: DYMOLA models are files .dym, Modelica models .mo, ACSL programs .csl, COSY "
    "programs .cosy, FMUs .fmu",
    std::string);
KERF_DIAG(NoEquations, Error, "the program `{}` has no equations; `kerf simulate` runs it", std::string);
KERF_DIAG(
    WhyOfDymola, Error,
    "--why explains Modelica models; models of other languages say their values where they are declared");
KERF_DIAG(NoClassToTake, Error, "no class is named, and the file defines none");

class PhaseTimer {
 public:
  explicit PhaseTimer(std::vector<Phase>& phases) : phases_(phases) {}
  void End(std::string name) {
    const auto now = Clock::now();
    phases_.push_back({std::move(name), std::chrono::duration<double>(now - begin_).count()});
    begin_ = now;
  }

 private:
  std::vector<Phase>& phases_;
  Clock::time_point begin_ = Clock::now();
};

// A value for a structure parameter decides sizes, so it goes to the front end; the others are set after
// flattening.
auto SplitStructure(const dymola::Program& program, const Request& request, transform::Options& options)
    -> dymola::FlattenOptions {
  dymola::FlattenOptions flatten;
  flatten.keeps_calls = request.keeps_calls;
  flatten.world = request.world;
  if (request.max_size > 0) {
    flatten.max_instances = request.max_size;
    flatten.max_array_elements = request.max_size;
    flatten.max_unrolled = request.max_size;
  }
  std::vector<transform::GivenValue> others;
  for (const transform::GivenValue& given : options.values) {
    flatten.values.emplace_back(given.name, given.value);
    if (dymola::HasStructureParameter(program, request.model, given.name)) {
      flatten.structure.emplace_back(given.name, given.value);
    } else {
      others.push_back(given);
    }
  }
  options.values = std::move(others);
  return flatten;
}

auto MakeDymola(const Request& request, transform::Options& options, source::Buffers& buffers,
                diag::Emitter& emitter, PhaseTimer& timer) -> std::optional<flat::Model> {
  // Mistakes of grammar and of meaning are told together, from top to bottom.
  diag::ForwardingConsumer forward(emitter);
  diag::SortingConsumer sorted(forward);
  diag::Emitter front(sorted);
  dymola::Program program;
  program.dialect = request.dialect;
  bool good = true;
  std::vector<std::string> files;
  for (const std::string& library : request.libraries)
    (std::filesystem::is_directory(library) ? program.folders : files).push_back(library);
  program.folders.insert(program.folders.end(), request.dymola_path.begin(), request.dymola_path.end());
  program.trace = request.trace.get();
  files.push_back(request.file);
  for (const std::string& file : files) {
    if (!file.ends_with(".dym")) {
      front.Emit({}, UnknownFileType, file);
      return std::nullopt;
    }
    const source::BufferId buffer = LoadFile(request, file, buffers, front);
    if (!buffer.has_value()) return std::nullopt;
    good = dymola::Parse(buffer, buffers, front, program) && good;
  }
  timer.End("parse");
  // After mistakes in the grammar the rest is still looked at, so that all mistakes are told at once.
  auto flat = dymola::Flatten(program, request.model, SplitStructure(program, request, options), front);
  sorted.Flush();
  timer.End("flatten");
  return good ? std::move(flat) : std::nullopt;
}

// Names of constants in values from outside count without regard to case, as in the program.
void TakeSpelling(const acsl::Program& program, std::vector<transform::GivenValue>& values) {
  for (transform::GivenValue& given : values) {
    const base::NameId name = program.names.Find(given.name);
    if (name.has_value()) given.name = program.names.Written(name);
  }
}

auto MakeAcsl(const Request& request, transform::Options& options, source::Buffers& buffers,
              diag::Emitter& emitter, PhaseTimer& timer, std::vector<model::SectionRate>* sections)
    -> std::optional<flat::Model> {
  auto program = ReadAcsl(request, buffers, emitter);
  timer.End("parse");
  if (!program) return std::nullopt;
  TakeSpelling(*program, options.values);
  TakeSpelling(*program, options.starts);
  acsl::FlattenOptions flatten;
  for (const transform::GivenValue& given : options.values)
    flatten.values.emplace_back(given.name, given.value);
  for (const transform::GivenValue& given : request.run_settings)
    flatten.values.emplace_back(given.name, given.value);
  flatten.sections = static_cast<acsl::SectionUse>(request.sections);
  flatten.is_for_readers = request.is_for_readers;
  if (request.max_size > 0) flatten.max_size = request.max_size;
  acsl::FlattenNotes notes;
  auto flat = acsl::Flatten(*program, flatten, emitter, &notes);
  for (size_t k = notes.taken.size(); k-- > 0;) {
    if (notes.taken[k] < options.values.size())
      options.values.erase(options.values.begin() + static_cast<ptrdiff_t>(notes.taken[k]));
  }
  for (acsl::SectionRate& rate : notes.sections) {
    if (sections != nullptr)
      sections->push_back({rate.order, rate.step, std::move(rate.states), std::move(rate.held)});
  }
  timer.End("flatten");
  return flat;
}

// The continuous part of a combined program.
auto MakeCosy(const Request& request, source::Buffers& buffers, diag::Emitter& emitter, PhaseTimer& timer)
    -> std::optional<flat::Model> {
  auto program = ReadCosy(request, nullptr, buffers, emitter);
  timer.End("parse");
  if (!program) return std::nullopt;
  if (program->system != nullptr) return std::move(program->system->model);
  emitter.Emit({}, NoEquations, program->name);
  return std::nullopt;
}

// A program with the request's files read, and the class that is to be taken.
struct ModelicaInput {
  ModelicaInput(const Request& request, source::Buffers& buffers, diag::Emitter& emitter);

  std::shared_ptr<flat::World> world;
  diag::ForwardingConsumer forward;
  diag::Emitter front{forward};
  std::vector<std::string> files;
  // Where libraries are looked for.
  std::vector<std::string> folders;
  modelica::Program program;
  modelica::FlattenOptions flatten;
};

auto SplitLibraries(const Request& request, std::vector<std::string>& files,
                    std::vector<std::string>& folders) -> modelica::ProgramOptions {
  modelica::ProgramOptions options;
  for (const std::string& library : request.libraries) {
    if (library.ends_with(".mo")) {
      files.push_back(library);
    } else {
      options.library_path.push_back(library);
    }
  }
  options.library_path.insert(options.library_path.end(), request.library_path.begin(),
                              request.library_path.end());
  folders = options.library_path;
  options.cache_folder = request.cache_folder;
  options.parse.mu_modelica = request.mu_modelica;
  options.trace = request.trace.get();
  if (!request.file.empty()) files.push_back(request.file);
  return options;
}

ModelicaInput::ModelicaInput(const Request& request, source::Buffers& buffers, diag::Emitter& emitter)
    : world(request.world != nullptr ? request.world : std::make_shared<flat::World>()),
      forward(emitter),
      program(SplitLibraries(request, files, folders), world->names, buffers, front) {
  world->trace = request.trace;
  flatten.class_name = request.model;
  flatten.component = request.component.get();
  flatten.max_elements = request.max_size;
  flatten.max_parts = request.max_size;
  for (size_t k = 0; k < request.options.values.size(); ++k) {
    const transform::GivenValue& given = request.options.values[k];
    flatten.values[given.name] = {TextOfValue(request.value_texts, k), given.value};
  }
}

auto AddTo(modelica::Program& program, const Request& request, const std::string& file)
    -> std::vector<modelica::ClassId> {
  if (!request.text || file != request.file) return program.AddFile(file);
  return program.AddText(request.text->name, request.text->text);
}

// False after errors.
auto ReadModelica(const Request& request, ModelicaInput& input) -> bool {
  const bool takes_last = input.flatten.class_name.empty();
  for (const std::string& file : input.files) {
    const std::vector<modelica::ClassId> classes = AddTo(input.program, request, file);
    if (input.front.n_errors() > 0) return false;
    if (takes_last && !classes.empty()) input.flatten.class_name = input.program.FullName(classes.back());
  }
  if (!input.flatten.class_name.empty()) return true;
  input.front.Emit({}, NoClassToTake);
  return false;
}

auto MakeModelica(const Request& request, source::Buffers& buffers, diag::Emitter& emitter, PhaseTimer& timer)
    -> std::optional<flat::Model> {
  ModelicaInput input(request, buffers, emitter);
  if (!ReadModelica(request, input)) return std::nullopt;
  timer.End("parse");
  auto flat = modelica::Flatten(input.program, input.world, input.flatten, input.front);
  timer.End("flatten");
  if (input.front.n_errors() > 0) return std::nullopt;
  if (flat && request.checks_units) {
    units::CheckUnits(*flat, input.front);
    timer.End("check_units");
  }
  // Flattening alone runs no foreign code.
  if (request.trust != nullptr) request.trust->Add(input.program, input.files, input.folders, buffers);
  if (input.world->foreign == nullptr) {
    external::Options options;
    options.cache_folder = request.cache_folder;
    options.own = fmihost::MakeOwnFunctions(
        [trust = request.trust, trace = request.trace](const std::string& file, std::string& why) {
          if (trace != nullptr) trace->Note(file);
          return trust != nullptr && trust->AllowsFmu(file, trace.get(), why);
        });
    if (request.trust != nullptr) {
      options.may_call = [trust = request.trust, trace = request.trace, &buffers](
                             const flat::World& world, flat::FunctionId function, external::Unit& unit,
                             std::string& why) {
        if (trace != nullptr) external::NoteFiles(world, function, unit, *trace);
        return trust->Allows({world, function, unit, buffers, trace.get()}, why);
      };
    }
    input.world->foreign = external::MakeForeignFunctions(std::move(options));
  }
  return flat;
}

auto MakeFmu(const Request& given, transform::Options& options, source::Buffers& buffers,
             diag::Emitter& emitter, PhaseTimer& timer) -> std::optional<flat::Model> {
  const auto request = TryModelicaRequest(given, emitter);
  if (!request) return std::nullopt;
  timer.End("read_description");
  options.values = request->options.values;
  options.inputs = request->options.inputs;
  auto flat = MakeModelica(*request, buffers, emitter, timer);
  if (!flat) return std::nullopt;
  TakeFmuNames(*flat);
  for (size_t k = 0; k < options.values.size() && k < given.options.values.size(); ++k)
    options.values[k].name = given.options.values[k].name;
  return ResolveGiven(given, *flat, options, emitter) ? std::move(flat) : std::nullopt;
}

auto MakeFlatOfAnySize(const Request& request, transform::Options& options, source::Buffers& buffers,
                       diag::Emitter& emitter, PhaseTimer& timer, std::vector<model::SectionRate>* sections)
    -> std::optional<flat::Model> {
  const bool is_dymola = request.file.ends_with(".dym");
  const bool is_modelica =
      request.file.empty() || request.file.ends_with(".mo") || std::filesystem::is_directory(request.file);
  const bool is_typed = (is_modelica || IsFmu(request)) && !is_dymola && !request.file.ends_with(".csl");
  if (!is_typed && !HasNumbersOnly(request, emitter)) return std::nullopt;
  if (is_dymola) return MakeDymola(request, options, buffers, emitter, timer);
  // What their texts include is not traced.
  if (!is_modelica && request.trace != nullptr) request.trace->NoteOther();
  if (IsFmu(request)) return MakeFmu(request, options, buffers, emitter, timer);
  if (request.file.ends_with(".csl")) return MakeAcsl(request, options, buffers, emitter, timer, sections);
  if (request.file.ends_with(".cosy")) return MakeCosy(request, buffers, emitter, timer);
  if (is_modelica) {
    auto flat = MakeModelica(request, buffers, emitter, timer);
    return flat && ResolveGiven(request, *flat, options, emitter) ? std::move(flat) : std::nullopt;
  }
  emitter.Emit({}, UnknownFileType, request.file);
  return std::nullopt;
}

}  // namespace

auto RunPasses(transform::Work& work, const transform::Options& options, const pipeline::RunOptions& run,
               source::Buffers& buffers, diag::Emitter& emitter) -> pipeline::RunResult {
  pipeline::Runner runner;
  transform::PassContext context{emitter, buffers, options, runner};
  const transform::Status status = runner.RunAll(work, context, run);
  return {status, runner.times()};
}

auto LoadFile(const Request& request, const std::string& file, source::Buffers& buffers,
              diag::Emitter& emitter) -> source::BufferId {
  const bool is_text = request.text && file == request.file;
  if (!is_text && request.trace != nullptr) request.trace->Note(file);
  return is_text ? buffers.Add(request.text->name, request.text->text) : buffers.Load(file, emitter);
}

auto MakeFlat(const Request& request, transform::Options& options, source::Buffers& buffers,
              diag::Emitter& emitter, std::vector<Phase>& phases, std::vector<model::SectionRate>* sections)
    -> std::optional<flat::Model> {
  PhaseTimer timer(phases);
  const base::PhaseScope phase("flatten");
  auto flat = MakeFlatOfAnySize(request, options, buffers, emitter, timer, sections);
  return flat && FitsSize(*flat, request, emitter) ? std::move(flat) : std::nullopt;
}
auto Explain(const Request& request, const std::vector<std::string>& names, source::Buffers& buffers,
             diag::Emitter& emitter) -> std::vector<flat::Explanation> {
  if (request.file.ends_with(".dym") || request.file.ends_with(".csl") || request.file.ends_with(".cosy")) {
    emitter.Emit({}, WhyOfDymola);
    return {};
  }
  ModelicaInput input(request, buffers, emitter);
  if (!ReadModelica(request, input)) return {};
  return modelica::Explain(input.program, input.world, input.flatten, names, input.front);
}

auto Compile(const Request& request, source::Buffers& buffers, diag::Emitter& emitter) -> Compilation {
  Compilation result;
  transform::Options options = request.options;
  auto flat = MakeFlat(request, options, buffers, emitter, result.phases, &result.sections);
  if (!flat) return result;
  result.work = std::make_unique<transform::Work>();
  result.work->flat = std::move(*flat);
  if (request.start_time) result.work->flat.start_time = request.start_time;
  pipeline::RunOptions passes = request.run;
  if (request.component != nullptr) {
    // What extends a partial class decides on its structure, what is connected on the blocks of a part.
    if (request.component->is_partial) {
      result.status = transform::Status::Ok;
      return result;
    }
    if (passes.stop_after.empty())
      passes.stop_after = request.component->n_outside > 0 ? "check_structure" : "tear_blocks";
  }
  const pipeline::RunResult run = RunPasses(*result.work, options, passes, buffers, emitter);
  for (const pipeline::PassTime& time : run.times)
    result.phases.push_back({std::string(time.name), time.seconds, time.depth});
  result.status = run.status;
  result.options = std::move(options);
  result.work->flat.world->trace = nullptr;
  return result;
}

}  // namespace kerf::session
