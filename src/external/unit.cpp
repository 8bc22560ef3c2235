// Looking for sources and libraries in the folders of a Modelica library.
#include "external/unit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/whole_file.h"

namespace kerf::external {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPlatform = "linux64";
// Where the linker of Debian looks by itself.
constexpr auto kSystemFolders = std::to_array<std::string_view>(
    {"/usr/local/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/lib", "/usr/lib"});

auto IsFile(const std::string& path) -> bool {
  std::error_code failure;
  return fs::is_regular_file(path, failure);
}

auto IsFolder(const std::string& path) -> bool {
  std::error_code failure;
  return fs::is_directory(path, failure);
}

void AddOnce(std::vector<std::string>& list, std::string text) {
  if (std::ranges::find(list, text) == list.end()) list.push_back(std::move(text));
}

auto SourcesIn(const std::string& folder) -> std::vector<std::string> {
  std::vector<std::string> sources;
  std::error_code failure;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
    if (entry.path().extension() == ".c") sources.push_back(entry.path().string());
  }
  std::ranges::sort(sources);
  return sources;
}

auto TextOf(const std::string& path) -> std::string {
  std::ifstream file(path, std::ios::binary);
  return base::ReadWhole(file);
}

auto UpperCase(std::string text) -> std::string {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

// The names of headers in lines #include "NAME.h", without their ending.
auto IncludedHeaders(const std::string& text) -> std::vector<std::string> {
  std::vector<std::string> names;
  constexpr std::string_view kInclude = "#include";
  for (size_t at = text.find(kInclude); at != std::string::npos; at = text.find(kInclude, at + 1)) {
    const size_t open = text.find_first_not_of(" \t", at + kInclude.size());
    if (open == std::string::npos || text[open] != '"') continue;
    const size_t close = text.find('"', open + 1);
    if (close == std::string::npos) break;
    const std::string name = text.substr(open + 1, close - open - 1);
    if (name.ends_with(".h")) names.push_back(name.substr(0, name.size() - 2));
  }
  return names;
}

class UnitFinder {
 public:
  UnitFinder(const flat::World& world, flat::FunctionId function, Unit& unit)
      : world_(world),
        call_(*world.bodies[world.functions[function].body]->external),
        unit_(unit),
        library_(world.names[world.functions[function].name]) {
    library_ = library_.substr(0, library_.find('.'));
    include_folders_ = Folders(call_.include_directories, {"Include"});
    source_folders_ = Folders(call_.source_directories, {"Source", "C-Sources"});
    source_folders_.insert(source_folders_.end(), include_folders_.begin(), include_folders_.end());
    for (const std::string& folder : Folders(call_.library_directories, {"Library"})) {
      library_folders_.push_back(fmt::format("{}/{}", folder, kPlatform));
      library_folders_.push_back(folder);
    }
  }

  void Run() {
    unit_.includes = call_.includes;
    for (const std::string& folder : include_folders_) {
      if (IsFolder(folder)) AddOnce(unit_.include_folders, folder);
    }
    AddSourcesOfHeaders();
    const bool has_sources_of_headers = !unit_.sources.empty();
    for (const std::string& name : call_.libraries) {
      if (AddSources(name) || AddArchive(name) || AddSystemLibrary(name) || has_sources_of_headers) continue;
      if (unit_.missing.empty())
        unit_.missing = fmt::format(
            "the library `{}` was found neither as {}.c in {} nor as lib{}.a or lib{}.so in {}", name, name,
            fmt::join(source_folders_, ", "), name, name, fmt::join(library_folders_, ", "));
    }
    // How sources ask for a C library of that standard.
    if (!unit_.sources.empty()) AddOnce(unit_.macros, "STDC99");
  }

  // Where files are looked for.
  [[nodiscard]] auto AllFolders() const -> std::vector<std::string> {
    std::vector<std::string> all = include_folders_;
    all.insert(all.end(), source_folders_.begin(), source_folders_.end());
    all.insert(all.end(), library_folders_.begin(), library_folders_.end());
    for (const std::string& folder : source_folders_) {
      for (const std::string& name : call_.libraries) all.push_back(fmt::format("{}/{}", folder, name));
    }
    return all;
  }

 private:
  [[nodiscard]] auto Folders(const std::vector<std::string>& given,
                             std::initializer_list<std::string_view> usual) const
      -> std::vector<std::string> {
    std::vector<std::string> folders;
    for (const std::string& uri : given) AddOnce(folders, world_.FileOfUri(uri));
    if (!given.empty()) return folders;
    for (const std::string_view name : usual)
      AddOnce(folders, world_.FileOfUri(fmt::format("modelica://{}/Resources/{}", library_, name)));
    return folders;
  }

  // Sources found so may include headers with sources in turn.
  void AddSourcesOfHeaders() {
    for (const std::string& text : call_.includes) AddSourcesBeside(text, include_folders_);
    for (size_t k = 0; k < unit_.sources.size(); ++k) {
      AddSourcesBeside(TextOf(unit_.sources[k]), {fs::path(unit_.sources[k]).parent_path().string()});
    }
  }

  void AddSourcesBeside(const std::string& text, const std::vector<std::string>& folders) {
    for (const std::string& name : IncludedHeaders(text)) {
      for (const std::string& folder : folders) {
        const std::string stem = fmt::format("{}/{}", folder, name);
        if (IsFile(stem + ".h") && IsFile(stem + ".c")) AddOnce(unit_.sources, stem + ".c");
      }
    }
  }

  auto AddSources(const std::string& name) -> bool {
    for (const std::string& folder : source_folders_) {
      const std::string stem = fmt::format("{}/{}", folder, name);
      if (IsFile(stem + ".c")) {
        AddOnce(unit_.sources, stem + ".c");
        AddOnce(unit_.include_folders, folder);
        return true;
      }
      const std::vector<std::string> sources = SourcesIn(stem);
      if (sources.empty()) continue;
      for (const std::string& source : sources) AddOnce(unit_.sources, source);
      AddOnce(unit_.include_folders, stem);
      // As configure scripts tell other sources that the library is there.
      AddOnce(unit_.macros, "HAVE_" + UpperCase(name));
      return true;
    }
    return false;
  }

  auto AddArchive(const std::string& name) -> bool {
    for (const std::string& folder : library_folders_) {
      for (const std::string_view ending : {".a", ".so"}) {
        const std::string file = fmt::format("{}/lib{}{}", folder, name, ending);
        if (!IsFile(file)) continue;
        AddOnce(unit_.archives, file);
        return true;
      }
    }
    return false;
  }

  auto AddSystemLibrary(const std::string& name) -> bool {
    for (const std::string_view folder : kSystemFolders) {
      for (const std::string_view ending : {".so", ".a"}) {
        if (!IsFile(fmt::format("{}/lib{}{}", folder, name, ending))) continue;
        AddOnce(unit_.system_libraries, name);
        return true;
      }
    }
    return false;
  }

  const flat::World& world_;
  const flat::ExternalCall& call_;
  Unit& unit_;
  // The top-level class that the function belongs to.
  std::string library_;
  std::vector<std::string> include_folders_;
  std::vector<std::string> source_folders_;
  std::vector<std::string> library_folders_;
};

}  // namespace

auto FindUnit(const flat::World& world, flat::FunctionId function) -> Unit {
  Unit unit;
  UnitFinder(world, function, unit).Run();
  return unit;
}

void NoteFiles(const flat::World& world, flat::FunctionId function, const Unit& unit,
               base::FileTrace& trace) {
  Unit other;
  for (const std::string& folder : UnitFinder(world, function, other).AllFolders()) trace.Note(folder);
  for (const std::string& folder : unit.include_folders) trace.NoteTree(folder);
  for (const auto* files : {&unit.sources, &unit.archives}) {
    for (const std::string& file : *files) trace.Note(file);
  }
}

auto CompilerWords(const Unit& unit) -> std::vector<std::string> {
  std::vector<std::string> words;
  for (const std::string& macro : unit.macros) words.push_back(fmt::format("-D{}=1", macro));
  for (const std::string& folder : unit.include_folders) words.push_back("-I" + folder);
  words.insert(words.end(), unit.sources.begin(), unit.sources.end());
  words.insert(words.end(), unit.archives.begin(), unit.archives.end());
  for (const std::string& library : unit.system_libraries) words.push_back("-l" + library);
  return words;
}

auto Mentions(const Unit& unit, std::string_view word) -> bool {
  const auto has_word = [&](const std::string& text) { return text.find(word) != std::string::npos; };
  for (const std::string& include : unit.includes) {
    if (has_word(include)) return true;
    for (const std::string& header : IncludedHeaders(include)) {
      for (const std::string& folder : unit.include_folders) {
        if (has_word(TextOf(fmt::format("{}/{}.h", folder, header)))) return true;
      }
    }
  }
  return std::ranges::any_of(unit.sources, [&](const std::string& file) { return has_word(TextOf(file)); });
}

}  // namespace kerf::external
