// Paths are compared without links.
#include "session/trust.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "flat/function.h"
#include "lang/modelica/library/library_place.h"
#include "lang/modelica/library/program.h"
#include "session/code_effects.h"
#include "session/code_question.h"
#include "session/known_code.h"

namespace kerf::session {

namespace {

namespace fs = std::filesystem;

auto Real(const std::string& path) -> std::string {
  std::error_code failure;
  fs::path real = fs::weakly_canonical(fs::absolute(path, failure), failure);
  if (failure) return path;
  if (real.has_relative_path() && !real.has_filename()) real = real.parent_path();
  return real.filename() == "package.mo" ? real.parent_path().string() : real.string();
}

auto IsBelow(const std::string& path, const std::string& folder) -> bool {
  if (path == folder) return true;
  return path.starts_with(folder.ends_with('/') ? folder : folder + "/");
}

// The name of a library, not a path.
auto IsName(std::string_view text) -> bool {
  return !text.empty() && text.find_first_of("/.") == std::string_view::npos;
}

auto ExternalOf(const CodeRequest& request) -> const flat::ExternalCall& {
  return *request.world.bodies[request.world.functions[request.function].body]->external;
}

auto SpanOf(const CodeRequest& request, flat::OriginId origin) -> diag::Span {
  return origin.has_value() ? request.world.origins[origin].span : diag::Span{};
}

// The files that say what is called: that of the clause, and that of the function, which may inherit it.
auto SpansOf(const CodeRequest& request) -> std::vector<diag::Span> {
  const flat::FunctionBody& body = *request.world.bodies[request.world.functions[request.function].body];
  return {SpanOf(request, body.external->origin), SpanOf(request, body.origin)};
}

}  // namespace

void Trust::AddPart(Part part) {
  has_resolved_ = false;
  const auto same = [&](const Part& other) { return other.path == part.path && other.name == part.name; };
  if (std::ranges::none_of(parts_, same)) parts_.push_back(std::move(part));
}

void Trust::Add(modelica::Program& program, const std::vector<std::string>& files,
                const std::vector<std::string>& folders, const source::Buffers& buffers) {
  for (const std::string& folder : folders) {
    if (std::ranges::count(folders_, folder) == 0) folders_.push_back(folder);
  }
  std::vector<std::string> named;
  for (const std::string& file : files) named.push_back(Real(file));
  for (const modelica::ClassId id : program.Children(modelica::Program::kRoot)) {
    const modelica::NodeRef definition = program.Definition(id);
    if (!definition.has_value()) continue;
    const std::string path = Real(buffers.file_name(program.SpanOf(definition).buffer));
    const bool is_named = std::ranges::count(named, path) > 0;
    AddPart({program.FullName(id), path, !is_named});
  }
  // A file may add to a library of another place, by `within`.
  for (const std::string& path : named) {
    const bool is_there = std::ranges::count(parts_, path, &Part::path) > 0;
    if (!is_there) AddPart({"", path, false});
  }
}

void Trust::ResolveNames() {
  if (has_resolved_) return;
  has_resolved_ = true;
  trusted_paths_ = answered_paths_;
  for (const std::string& folder : options_.own_folders) trusted_paths_.push_back(Real(folder));
  for (const std::string& text : options_.trusted) {
    if (!IsName(text)) {
      trusted_paths_.push_back(Real(text));
      continue;
    }
    bool is_on_path = false;
    for (const std::string& folder : folders_) {
      for (const modelica::LibraryPlace& place : modelica::FindPlaces(folder)) {
        if (place.name != text) continue;
        is_on_path = true;
        trusted_paths_.push_back(Real(place.path));
      }
    }
    for (const Part& part : parts_) {
      if (!is_on_path && part.name == text) trusted_paths_.push_back(part.path);
    }
  }
}

auto Trust::IsTrustedPath(const std::string& path) -> bool {
  ResolveNames();
  const std::string real = Real(path);
  return std::ranges::any_of(trusted_paths_, [&](const std::string& root) { return IsBelow(real, root); });
}

auto Trust::Cached(const std::string& key, const std::function<bool()>& find) -> bool {
  const auto found = known_.find(key);
  return found != known_.end() ? found->second : known_.emplace(key, find()).first->second;
}

auto Trust::IsTrustedPart(const Part& part) -> bool {
  if (IsTrustedPath(part.path)) return true;
  return !part.name.empty() &&
         Cached("library " + part.path, [&] { return IsKnownLibrary(part.path, part.name); });
}

// Object files are not known, but what they are made of is.
auto Trust::IsKnown(const CodeRequest& request) -> bool {
  for (const diag::Span& span : SpansOf(request)) {
    if (!span.has_value()) return false;
    const std::string_view text = request.buffers.text(span.buffer);
    if (!Cached(fmt::format("text {}", static_cast<const void*>(text.data())),
                [&] { return IsKnownText(text); }))
      return false;
  }
  const auto is_file = [&](const std::string& path) {
    return Cached(path, [&] { return IsKnownFile(path); });
  };
  const auto is_folder = [&](const std::string& path) {
    return Cached(path, [&] { return IsKnownFolder(path); });
  };
  if (!std::ranges::all_of(request.unit.sources, is_file) ||
      !std::ranges::all_of(request.unit.include_folders, is_folder))
    return false;
  std::erase_if(request.unit.archives, [&](const std::string& path) { return !is_file(path); });
  return true;
}

auto Trust::PartAround(const std::string& file) const -> const Part* {
  const std::string real = Real(file);
  const auto found = std::ranges::find_if(parts_, [&](const Part& part) { return IsBelow(real, part.path); });
  return found == parts_.end() ? nullptr : &*found;
}

auto Trust::OptionFor(const std::string& file) const -> std::string {
  const Part* part = PartAround(file);
  return part != nullptr && part->is_on_path ? part->name : file;
}

auto Trust::AskFor(const CodeRequest& request, const std::string& file) -> bool {
  if (!options_.ask) return false;
  if (request.trace != nullptr) request.trace->NoteOther();
  if (!options_.ask(CodeQuestion(request))) return false;
  const Part* part = PartAround(file);
  answered_paths_.push_back(part != nullptr ? part->path : Real(file));
  has_resolved_ = false;
  return true;
}

auto Trust::MayAct(const CodeRequest& request, std::string& why) -> bool {
  if (request.trace != nullptr) request.trace->NoteOther();
  for (const Part& part : std::vector<Part>(parts_)) {
    if (IsTrustedPart(part)) continue;
    const std::string option = part.is_on_path ? part.name : part.path;
    const std::string action = ActionText(request);
    if (options_.ask && options_.ask(ActionQuestion(request, action, option))) {
      answered_paths_.push_back(part.path);
      has_resolved_ = false;
      continue;
    }
    why = fmt::format("{} {}, and `{}`, a part of the model, is not trusted (--trust {} lets it run)",
                      FunctionText(request), action, option, option);
    return false;
  }
  return true;
}

auto Trust::AllowsFmu(const std::string& file, base::FileTrace* trace, std::string& why) -> bool {
  if (IsTrustedPath(file)) return true;
  if (options_.ask) {
    if (trace != nullptr) trace->NoteOther();
    if (options_.ask(FmuQuestion(file))) {
      answered_paths_.push_back(Real(file));
      has_resolved_ = false;
      return true;
    }
  }
  why = fmt::format("the FMU `{0}` brings code that is not trusted (--trust {0} lets it run)", file);
  return false;
}

auto Trust::Allows(const CodeRequest& request, std::string& why) -> bool {
  const bool is_known = IsKnown(request);
  for (const diag::Span& span : SpansOf(request)) {
    if (is_known) break;
    const std::string file = span.has_value() ? request.buffers.file_name(span.buffer) : "";
    if (!file.empty() && IsTrustedPath(file)) continue;
    if (!file.empty() && AskFor(request, file)) continue;
    why = fmt::format("{} brings code that is not trusted (--trust {} lets it run)", FunctionText(request),
                      OptionFor(file));
    return false;
  }
  const bool acts = is_known ? !IsHarmless(ExternalOf(request)) : IsActing(ExternalOf(request));
  return (!acts && !ExternalOf(request).has_computed_texts) || MayAct(request, why);
}

}  // namespace kerf::session
