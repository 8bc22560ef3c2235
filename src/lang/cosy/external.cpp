// External processes: each is defined in a text of its own, which is read by itself, as if it had been
// compiled before.

#include <algorithm>
#include <filesystem>
#include <set>

#include "diag/consumers.h"
#include "lang/cosy/cosy.h"
#include "lang/cosy/macros.h"
#include "lang/cosy/parser.h"

namespace kerf::cosy {

namespace {

KERF_DIAG(CosyExternalFile, Error, "there is no file `{}` beside the program or in the libraries",
          std::string);
KERF_DIAG(CosyExternalTwice, Error, "the process `{}` is declared as EXTERNAL and defined here as well",
          std::string_view);
KERF_DIAG(CosyNotInText, Error, "`{}` does not define a process `{}`", std::string, std::string_view);

// The path of its text, empty if there is none.
auto FindText(const Program& program, const External& external, const MacroSources& sources) -> std::string {
  std::vector<std::string> names = {external.file};
  if (external.file.empty())
    names = {std::string(program.names.Written(external.name)) + ".cosy",
             std::string(program.names.lower[external.name]) + ".cosy"};
  for (const std::string& folder : sources.folders) {
    for (const std::string& name : names) {
      const auto path = std::filesystem::path(folder) / name;
      std::error_code error;
      if (std::filesystem::is_regular_file(path, error)) return path.string();
    }
  }
  return {};
}

// With MODELs that share their END, or else with ENDs of their own.
void ReadText(Program& program, source::BufferId buffer, const MacroSources& sources,
              diag::Emitter& emitter) {
  const uint32_t errors = emitter.n_errors();
  const std::vector<Token> raw = Lex(buffer, sources.buffers.text(buffer), program.names, emitter);
  const ExpandedTokens tokens = MacroExpander(program.names, sources, emitter).Run(raw);
  if (emitter.n_errors() != errors) return;
  const size_t n_processes = program.processes.size();
  const size_t n_routines = program.routines.size();
  std::vector<diag::Diagnostic> first_mistakes;
  for (const ModelEnd model_end : {ModelEnd::Shared, ModelEnd::Own}) {
    program.processes.resize(n_processes);
    program.routines.resize(n_routines);
    diag::CollectingConsumer mistakes;
    diag::Emitter own(mistakes);
    Parser(tokens.program, program, model_end, own).RunExternal();
    Parser(tokens.declarations, program, model_end, own).RunDeclarations();
    if (own.n_errors() == 0) return;
    if (first_mistakes.empty()) first_mistakes = std::move(mistakes.all);
  }
  for (const diag::Diagnostic& mistake : first_mistakes) emitter.Take(mistake);
}

}  // namespace

auto ReadExternals(Program& program, const std::vector<std::string>& folders, source::Buffers& buffers,
                   diag::Emitter& emitter) -> bool {
  const MacroSources sources{buffers, folders};
  const uint32_t errors_before = emitter.n_errors();
  // A text may define several processes.
  std::set<std::string> read;
  for (const External& external : program.externals) {
    const std::string_view name = program.names.Written(external.name);
    const auto has_name = [&](const Process& process) { return process.name == external.name; };
    const auto defined = std::ranges::find_if(program.processes, has_name);
    if (defined != program.processes.end() && !defined->is_external) {
      emitter.Emit(external.span, CosyExternalTwice, name);
      continue;
    }
    const std::string path = FindText(program, external, sources);
    if (path.empty()) {
      emitter.Emit(
          external.span, CosyExternalFile,
          external.file.empty() ? std::string(program.names.lower[external.name]) + ".cosy" : external.file);
      continue;
    }
    if (read.insert(path).second) {
      const uint32_t errors = emitter.n_errors();
      const source::BufferId buffer = sources.buffers.Load(path, emitter, external.span);
      if (buffer.has_value()) ReadText(program, buffer, sources, emitter);
      if (emitter.n_errors() != errors) continue;
    }
    if (std::ranges::none_of(program.processes, has_name))
      emitter.Emit(external.span, CosyNotInText, path, name);
  }
  return emitter.n_errors() == errors_before;
}

}  // namespace kerf::cosy
