// Combined programs from files and texts.
#include "api/program.h"

#include "api/model.h"
#include "api/structs.h"
#include "session/find_process.h"
#include "session/named_paths.h"
#include "session/read_cosy.h"

namespace kerf::api {

namespace {

KERF_DIAG(NotAProgram, Error,
          "`{}` is neither a combined program nor a model with a process: kerf_load takes it", std::string);
KERF_DIAG(OptionsOfModel, Error,
          "`{}` is a program of its own, to which values, starts, inputs and the name of a class say nothing",
          std::string);

auto KindOf(expr::Kind kind) -> kerf_type {
  if (kind == expr::Kind::Boolean) return KERF_BOOLEAN;
  return kind == expr::Kind::Integer ? KERF_INTEGER : KERF_REAL;
}

auto SignalOf(const process::Program& program, uint32_t cell, const process::Variable& variable)
    -> ProgramSignal {
  return {process::CellName(program, cell), variable.unit, KindOf(variable.kind)};
}

// The model that the file or class names, and the process that it names itself. False after messages.
auto FindParts(Program& program, const std::string& target, const kerf_load_options& options,
               diag::Emitter& emitter, source::Buffers& buffers) -> bool {
  program.request = StandardRequest(program.setup);
  if (target.ends_with(".cosy")) {
    program.request.file = target;
    const bool has_options = options.n_values + options.n_starts + options.n_inputs > 0;
    if (!has_options && options.model == nullptr) return true;
    emitter.Emit({}, OptionsOfModel, target);
    return false;
  }
  session::Request main = StandardRequest(program.setup);
  (session::IsFile(target) ? main.file : main.model) = target;
  if (!TakeOptions(options, main, emitter)) return false;
  const auto process = session::FindProcess(main, buffers, emitter);
  if (process && process->empty()) emitter.Emit({}, NotAProgram, target);
  if (!process || process->empty()) return false;
  program.request.file = *process;
  program.main = std::move(main);
  return true;
}

void ListCells(const process::Program& made, Program& program) {
  program.name = made.name;
  for (const process::Variable& variable : made.variables) {
    for (uint32_t cell = variable.first; cell < variable.first + variable.size; ++cell) {
      program.cells.push_back(cell);
      program.variables.push_back(SignalOf(made, cell, variable));
    }
  }
}

// find(program, emitter, buffers) says what is to be read. Null after messages.
template <typename Find>
auto LoadProgram(const kerf_session* session, Failure& failure, const Find& find) -> kerf_program* {
  if (!IsGiven(session, "session", failure)) return nullptr;
  if (session->setup.is_incomplete) throw std::bad_alloc();
  auto program = std::make_shared<Program>();
  program->setup = session->setup;
  source::Buffers buffers;
  Report report(failure.messages, program->setup.listener, &buffers);
  diag::Emitter& emitter = report.emitter();
  if (!session::CheckLibraries(program->setup.libraries, emitter) ||
      !session::CheckTrusted(program->setup.trusted, emitter) || !find(*program, emitter, buffers))
    return nullptr;
  const auto made = TryReadProgram(*program, buffers, emitter);
  if (!made) return nullptr;
  ListCells(*made, *program);
  return new kerf_program{std::move(program)};
}

}  // namespace

auto TryReadProgram(const Program& program, source::Buffers& buffers, diag::Emitter& emitter)
    -> std::optional<process::Program> {
  // Who is trusted is remembered in a request.
  session::Request request = program.request;
  request.trust = StandardRequest(program.setup).trust;
  std::optional<session::Request> main = program.main;
  if (main) main->trust = request.trust;
  return session::ReadCosy(request, main ? &*main : nullptr, buffers, emitter);
}

auto LayoutOf(const process::Program& program) -> RowLayout {
  if (program.stored.empty()) return LayoutOfAll(program);
  RowLayout layout;
  for (uint32_t k = 0; k < program.stored.size(); ++k) {
    const uint32_t cell = program.stored[k];
    const process::Variable* variable = process::FindVariable(program, cell);
    if (variable == nullptr) continue;
    layout.signals.push_back(SignalOf(program, cell, *variable));
    layout.columns.push_back(k + 1);
  }
  return layout;
}

auto LayoutOfAll(const process::Program& program) -> RowLayout {
  RowLayout layout;
  for (uint32_t cell = 1; cell < program.n_cells; ++cell) {
    // Cells without a variable are those of attributes and the step of the integrator.
    const process::Variable* variable = process::FindVariable(program, cell);
    if (variable == nullptr) continue;
    layout.signals.push_back(SignalOf(program, cell, *variable));
    layout.columns.push_back(cell);
  }
  return layout;
}

}  // namespace kerf::api

using kerf::api::Failure;

kerf_program* kerf_program_load(const kerf_session* session, const char* file_or_class,
                                const kerf_load_options* given, kerf_error** error) {
  return kerf::api::Guarded(error, [&](Failure& failure) -> kerf_program* {
    if (!kerf::api::IsGiven(file_or_class, "file_or_class", failure)) return nullptr;
    const auto options = kerf::api::TryFill(given, kerf_load_options_init, failure);
    if (!options) return nullptr;
    return kerf::api::LoadProgram(
        session, failure,
        [&](kerf::api::Program& program, kerf::diag::Emitter& emitter, kerf::source::Buffers& buffers) {
          return kerf::api::FindParts(program, file_or_class, *options, emitter, buffers);
        });
  });
}

kerf_program* kerf_program_load_text(const kerf_session* session, const char* text, const char* name,
                                     kerf_error** error) {
  return kerf::api::Guarded(error, [&](Failure& failure) -> kerf_program* {
    if (!kerf::api::IsGiven(text, "text", failure)) return nullptr;
    return kerf::api::LoadProgram(
        session, failure, [&](kerf::api::Program& program, kerf::diag::Emitter&, kerf::source::Buffers&) {
          const std::string shown = name == nullptr ? "<text>" : name;
          program.request = kerf::api::StandardRequest(program.setup);
          program.request.text = {shown, text};
          program.request.file = shown + ".cosy";
          return true;
        });
  });
}

void kerf_program_free(kerf_program* program) { delete program; }

const char* kerf_program_name(const kerf_program* program) {
  return program == nullptr ? "" : program->program->name.c_str();
}

size_t kerf_program_variable_count(const kerf_program* program) {
  return program == nullptr ? 0 : program->program->variables.size();
}

kerf_signal kerf_program_variable(const kerf_program* program, size_t index) {
  if (index >= kerf_program_variable_count(program)) return {"", "", "", KERF_REAL, false};
  const kerf::api::ProgramSignal& signal = program->program->variables[index];
  return {signal.name.c_str(), "", signal.unit.c_str(), signal.type, false};
}
