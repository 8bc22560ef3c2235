// Whether the version of a library that is loaded fits those that its users ask for.
#include <algorithm>

#include "lang/modelica/library/program_state.h"
#include "lang/modelica/library/version.h"

namespace kerf::modelica {

KERF_DIAG(LibraryNeedsConversion, Warning,
          "`{}` is written for {} {}; to use {} it must be converted, which is not done automatically",
          std::string, std::string, std::string, std::string);
KERF_DIAG(LibraryVersion, Warning, "`{}` is written for {} {}, but {} is used", std::string, std::string,
          std::string, std::string);
KERF_NOTE(LibraryFoundIn, "{} is in `{}`", std::string, std::string);

namespace {

auto Contains(const std::vector<std::string>& versions, const std::string& version) -> bool {
  const auto is_same = [&](const std::string& v) { return CompareVersions(v, version) == 0; };
  return std::ranges::any_of(versions, is_same);
}

}  // namespace

void Program::State::CheckUse(const KnownUse& known, ClassId library) {
  const VersionInfo& info = versions[library];
  const std::string& wanted = known.use.version;
  if (wanted.empty() || CompareVersions(wanted, info.version) == 0) return;
  if (Contains(info.none_from, wanted)) return;
  const diag::Span span = program.SpanOf(known.use.place);
  const std::string user = program.FullName(known.user);
  const std::string found = info.version.empty() ? "one without version" : info.version;
  const auto& kind = Contains(info.from, wanted) ? LibraryNeedsConversion : LibraryVersion;
  emitter.Emit(span, kind, user, known.use.name, wanted, found)
      .Note({}, LibraryFoundIn, known.use.name, program.FolderOf(library));
}

void Program::State::NoteVersions(ClassId top) {
  const VersionInfo info = ReadVersionInfo(program.Definition(top));
  versions[top] = info;
  const std::string_view name = names[program[top].name];
  for (const KnownUse& known : uses) {
    if (known.use.name == name) CheckUse(known, top);
  }
  for (const LibraryUse& use : info.uses) {
    uses.push_back({top, use});
    const ClassId library = FindKnown(kRoot, names.Intern(use.name));
    if (library.has_value()) CheckUse(uses.back(), library);
  }
}

auto Program::VersionOf(ClassId top) -> std::string {
  const auto found = state_->versions.find(top);
  return found == state_->versions.end() ? "" : found->second.version;
}

}  // namespace kerf::modelica
