// Compiling in a folder of its own, then renaming.
#include "external/build.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "external/content_hash.h"
#include "external/process.h"
#include "external/utilities.h"

namespace kerf::external {

namespace {

namespace fs = std::filesystem;

// Lines of the compiler that a message shows.
constexpr size_t kMaxLines = 6;

// A folder that goes when this does.
class WorkFolder {
 public:
  explicit WorkFolder(const std::string& parent) : name_(parent + "/work-XXXXXX") {
    is_made_ = mkdtemp(name_.data()) != nullptr;
  }
  WorkFolder(const WorkFolder&) = delete;
  auto operator=(const WorkFolder&) -> WorkFolder& = delete;
  ~WorkFolder() {
    std::error_code failure;
    if (is_made_) fs::remove_all(name_, failure);
  }
  [[nodiscard]] auto is_made() const -> bool { return is_made_; }
  [[nodiscard]] auto File(std::string_view name) const -> std::string {
    return fmt::format("{}/{}", name_, name);
  }
  [[nodiscard]] auto name() const -> const std::string& { return name_; }

 private:
  std::string name_;
  bool is_made_ = false;
};

auto WriteText(const std::string& path, std::string_view text) -> bool {
  std::ofstream file(path, std::ios::binary);
  file << text;
  return static_cast<bool>(file.flush());
}

auto UnitSource(const BuildRequest& request) -> std::string {
  std::string text;
  for (const std::string& include : request.unit.includes) text += include + "\n";
  if (request.accessed.empty()) return text;
  return text + fmt::format("void* {}(void) {{ return (void*)&{}; }}\n", kAccess, request.accessed);
}

// Without the files that stand in the folder where it is compiled.
auto CompilerOptions(const BuildRequest& request) -> std::vector<std::string> {
  // Old sources are full of what compilers warn of today, and the user cannot change them.
  std::vector<std::string> words = {"-O1", "-shared", "-fPIC", "-w"};
  for (const std::string& macro : request.unit.macros) words.push_back("-D" + macro + "=1");
  for (const std::string& folder : request.unit.include_folders) words.push_back("-I" + folder);
  // What is missing is told here and not when the function is called; each object uses its own functions.
  words.insert(words.end(), {"-Wl,-z,defs", "-Wl,-Bsymbolic", "-Wl,--no-as-needed"});
  // A function that ends the program ends its call.
  for (const char* name : {"exit", "_exit", "_Exit", "quick_exit"})
    words.push_back(fmt::format("-Wl,--wrap={}", name));
  return words;
}

auto InputsOf(const Unit& unit) -> std::vector<std::string> {
  std::vector<std::string> words = unit.sources;
  words.insert(words.end(), unit.archives.begin(), unit.archives.end());
  for (const std::string& library : unit.system_libraries) words.push_back("-l" + library);
  words.emplace_back("-lm");
  return words;
}

auto KeyOf(const BuildRequest& request) -> uint64_t {
  uint64_t key = HashCompiler(request.compiler);
  for (const std::string& word : CompilerOptions(request)) key = HashText(word, key);
  for (const std::string& word : InputsOf(request.unit)) key = HashText(word, key);
  for (const std::string_view text : {UtilitiesSource(), UtilitiesHeader()}) key = HashText(text, key);
  key = HashText(UnitSource(request), key);
  for (const std::string& folder : request.unit.include_folders) key = HashFolder(folder, key);
  for (const std::string& file : request.unit.sources) key = HashFile(file, key);
  for (const std::string& file : request.unit.archives) key = HashFile(file, key);
  return key;
}

auto FirstLines(const std::string& text) -> std::string {
  size_t end = 0;
  for (size_t k = 0; k < kMaxLines && end != std::string::npos; ++k) end = text.find('\n', end + 1);
  std::string lines = text.substr(0, end);
  while (lines.ends_with('\n')) lines.pop_back();
  return lines;
}

auto Compile(const BuildRequest& request, const WorkFolder& work, std::string& error) -> bool {
  std::vector<std::string> words = CompilerOptions(request);
  words.insert(words.begin(), request.compiler);
  words.insert(words.end(), {"-idirafter", work.name(), "-o", work.File("unit.so"), work.File("unit.c"),
                             work.File("utilities.c")});
  for (std::string& word : InputsOf(request.unit)) words.push_back(std::move(word));
  const bool is_written = WriteText(work.File("unit.c"), UnitSource(request)) &&
                          WriteText(work.File("utilities.c"), UtilitiesSource()) &&
                          WriteText(work.File("ModelicaUtilities.h"), UtilitiesHeader());
  if (!is_written) {
    error = fmt::format("cannot write into the folder {}", work.name());
    return false;
  }
  const ProcessResult result = RunProcess(words);
  if (!result.has_started) {
    error = fmt::format("the C compiler `{}` cannot be started", request.compiler);
    return false;
  }
  if (result.exit_code == 0) return true;
  std::string output = result.output;
  for (size_t at = output.find(work.name()); at != std::string::npos; at = output.find(work.name()))
    output.erase(at, std::min(work.name().size() + 1, output.size() - at));
  error = fmt::format("the C compiler says: {}", FirstLines(output));
  return false;
}

// The checksum in the file beside the shared object is that of its content.
auto IsWhole(const std::string& file) -> bool {
  std::ifstream beside(file + ".sum");
  uint64_t sum = 0;
  return static_cast<bool>(beside >> std::hex >> sum) && sum == HashFile(file, 0);
}

auto Keep(const WorkFolder& work, const std::string& file) -> bool {
  const std::string made = work.File("unit.so");
  if (!WriteText(work.File("sum"), fmt::format("{:x}\n", HashFile(made, 0)))) return false;
  std::error_code failure;
  fs::rename(made, file, failure);
  if (!failure) fs::rename(work.File("sum"), file + ".sum", failure);
  return !failure;
}

// A process that was ended while it compiled has left its folder behind; none compiles for a day.
void RemoveAbandoned(const std::string& folder) {
  std::error_code failure;
  const auto day_ago = fs::file_time_type::clock::now() - std::chrono::hours(24);
  std::vector<fs::path> abandoned;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
    const bool is_work = entry.path().filename().string().starts_with("work-");
    if (is_work && entry.last_write_time(failure) < day_ago && !failure) abandoned.push_back(entry.path());
  }
  for (const fs::path& path : abandoned) fs::remove_all(path, failure);
}

}  // namespace

auto Build(const BuildRequest& request, std::string& error) -> std::string {
  const std::string name = fmt::format("{:016x}.so", KeyOf(request));
  for (const std::string& folder : request.folders) {
    if (std::string file = fmt::format("{}/{}", folder, name); IsWhole(file)) return file;
  }
  for (const std::string& folder : request.folders) {
    std::error_code failure;
    fs::create_directories(folder, failure);
    RemoveAbandoned(folder);
    const WorkFolder work(folder);
    error = fmt::format("cannot write into the folder {}", folder);
    if (!work.is_made()) continue;
    if (!Compile(request, work, error)) return "";
    const std::string file = fmt::format("{}/{}", folder, name);
    if (Keep(work, file)) {
      error.clear();
      return file;
    }
    error = fmt::format("cannot write the file {}", file);
  }
  return "";
}

}  // namespace kerf::external
