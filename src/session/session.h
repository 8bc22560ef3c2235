// The façade of the compiler: from files to a model that has gone through the passes. Tools call this, not
// the passes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file_trace.h"
#include "diag/diag.h"
#include "flat/explanation.h"
#include "lang/dymola/program.h"
#include "model/section_rate.h"
#include "pipeline/pipeline.h"
#include "source/buffers.h"

namespace kerf::modelica {
struct ComponentReport;
}

namespace kerf::session {

// What a run of an ACSL program is to do that the program does not say (lang/acsl/acsl.h): go on at a label
// of INITIAL with values of variables, because TERMINAL has asked for it, and change variables at times.
struct Rerun {
  struct Action {
    double time = 0;
    std::string name;
    double value = 0;
  };
  uint32_t entry = 0;
  std::vector<std::pair<std::string, double>> values;
  std::vector<Action> actions;
};

// What becomes of DERIVATIVE sections with algorithms or steps of their own (lang/acsl/acsl.h).
enum class SectionUse : uint8_t { NotTold, Together, Apart };

// What of an FMU is taken; model exchange where it has both.
enum class FmuUse : uint8_t { Any, ModelExchange, CoSimulation };

class Trust;

// A text in place of a file; `name` stands for the file in messages.
struct SourceText {
  std::string name;
  std::string text;
};

struct Request {
  // A DYMOLA or Modelica file, or an FMU; empty for a Modelica class that a library has.
  std::string file;
  // What would stand in the file, of which only the ending counts then.
  std::optional<SourceText> text;
  // Name of the model or model type; empty: the last model in the file.
  std::string model;
  // Files read before `file`, and folders that hold Modelica libraries.
  std::vector<std::string> libraries;
  // Where Modelica libraries are looked for after those, and the folder for their caches.
  std::vector<std::string> library_path;
  std::string cache_folder;
  // Where files that DYMOLA texts add are looked for after those.
  std::vector<std::string> dymola_path;
  dymola::Dialect dialect = dymola::Dialect::ByUse;
  // Functions that DYMOLA texts spell as Fortran does stay calls.
  bool keeps_calls = false;
  // Read Modelica texts as the μModelica compiler did.
  bool mu_modelica = false;
  // Look at a Modelica class as a part of other models, and tell what it is here; null: as a whole.
  std::shared_ptr<modelica::ComponentReport> component;
  // How many parts, and scalar variables or equations, a model may have; 0: the usual limits.
  uint32_t max_size = 0;
  // Warn of units that do not fit together.
  bool checks_units = true;
  // Who may bring code in C that is compiled and called; null: nothing is, the model is only looked at.
  std::shared_ptr<Trust> trust;
  // Takes note of all that the compilation depends on besides this request; null: nobody asks.
  std::shared_ptr<base::FileTrace> trace;
  // The world that a flat model belongs to which is to become part of another; null: one of its own.
  std::shared_ptr<flat::World> world;
  Rerun rerun;
  SectionUse sections = SectionUse::NotTold;
  // When the run begins, and with it periodic clocks; without value: when the model says.
  std::optional<double> start_time;
  // The flat model of an ACSL program is printed for people who go on with it (lang/acsl/acsl.h).
  bool is_for_readers = false;
  FmuUse fmu_use = FmuUse::Any;
  // Of an ACSL program: values for settings of the run, such as the number of ALGORITHM, that need not stand
  // in the model.
  std::vector<transform::GivenValue> run_settings;
  transform::Options options;
  // The values and starts of the options as they were written, in the same order: those that are words have
  // no number, but a meaning by the type of the variable. Shorter where values came as numbers.
  std::vector<std::string> value_texts;
  std::vector<std::string> start_texts;
  pipeline::RunOptions run;
};

struct Phase {
  std::string name;
  double seconds = 0;
  // Phases around it; their times include its own.
  uint32_t depth = 0;
};

struct Compilation {
  // Null if the files could not be turned into a flat model. Shared with the compiled model that is made of
  // it (compile/make_model.h), after which nobody changes it.
  std::shared_ptr<transform::Work> work;
  transform::Status status = transform::Status::Failed;
  // Those of the request without what the front end has taken care of: for running further passes.
  transform::Options options;
  std::vector<Phase> phases;
  // Where the request is for sections apart, and the program has such.
  std::vector<model::SectionRate> sections;
};

// The text of the request's file or of one of its libraries. Without value after a reported mistake.
auto LoadFile(const Request& request, const std::string& file, source::Buffers& buffers,
              diag::Emitter& emitter) -> source::BufferId;
// The flat model of a request, of either language; nothing after errors. `options` loses what the front end
// has taken care of. Phases are added to `phases`, and `sections` gets those that are integrated apart.
auto MakeFlat(const Request& request, transform::Options& options, source::Buffers& buffers,
              diag::Emitter& emitter, std::vector<Phase>& phases,
              std::vector<model::SectionRate>* sections = nullptr) -> std::optional<flat::Model>;
// Where variables of a Modelica model have their values from; a variable that does not exist is emitted. The
// answers that are possible are given also after errors.
auto Explain(const Request& request, const std::vector<std::string>& names, source::Buffers& buffers,
             diag::Emitter& emitter) -> std::vector<flat::Explanation>;
auto Compile(const Request& request, source::Buffers& buffers, diag::Emitter& emitter) -> Compilation;
// The passes on a model that is flat already: what the command processor does again and again.
auto RunPasses(transform::Work& work, const transform::Options& options, const pipeline::RunOptions& run,
               source::Buffers& buffers, diag::Emitter& emitter) -> pipeline::RunResult;

}  // namespace kerf::session
