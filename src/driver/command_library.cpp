// kerf library: the libraries that are found, and the user's library folder.
#include <algorithm>

#include "driver/model_options.h"
#include "lang/modelica/library/installed.h"
#include "lang/modelica/library/search_path.h"

namespace kerf::driver {

namespace {

KERF_DIAG(NoUserFolder, Error, "there is no folder for libraries: neither HOME nor XDG_DATA_HOME is set");

struct LibraryOptions {
  std::string path;
  std::string name;
};

void List(Context& context) {
  const modelica::Environment environment = modelica::ReadEnvironment();
  const auto libraries =
      modelica::ListLibraries(modelica::LibraryPath({}, environment), modelica::UserCacheFolder(environment));
  if (libraries.empty()) {
    context.io.out("No libraries. `kerf library path` prints where they are looked for.\n");
    return;
  }
  size_t name_width = 0;
  size_t version_width = 0;
  for (const modelica::InstalledLibrary& library : libraries) {
    name_width = std::max(name_width, library.place.name.size());
    version_width = std::max(version_width, library.version.size());
  }
  for (const modelica::InstalledLibrary& library : libraries) {
    context.io.out(fmt::format("{:<{}}  {:<{}}  {:>12}  {:<10}  {}\n", library.place.name, name_width,
                               library.version, version_width, Counted(library.n_files, "file"),
                               library.is_cached ? "cached" : "not cached", library.place.path));
  }
}

void PrintPath(Context& context) {
  for (const std::string& folder : modelica::LibraryPath({}, modelica::ReadEnvironment())) {
    context.io.out(folder + "\n");
  }
}

// Runs `change` on the user's library folder and says what became of it.
template <typename Change>
void ChangeUserFolder(Context& context, std::string_view what, const Change& change) {
  Reporter reporter(context);
  const modelica::Environment environment = modelica::ReadEnvironment();
  const std::string folder = modelica::UserLibraryFolder(environment);
  context.exit_code = 1;
  if (folder.empty()) {
    reporter.emitter().Emit({}, NoUserFolder);
    return;
  }
  const std::string path = change(folder, modelica::UserCacheFolder(environment), reporter);
  if (path.empty()) return;
  context.io.out(fmt::format("{} {}\n", what, path));
  context.exit_code = 0;
}

void Add(const LibraryOptions& options, Context& context) {
  ChangeUserFolder(
      context, "added", [&](const std::string& folder, const std::string& /*cache*/, Reporter& reporter) {
        return modelica::InstallLibrary(options.path, folder, reporter.buffers(), reporter.emitter());
      });
}

void Remove(const LibraryOptions& options, Context& context) {
  ChangeUserFolder(context, "removed",
                   [&](const std::string& folder, const std::string& cache, Reporter& reporter) {
                     return modelica::RemoveLibrary(options.name, folder, cache, reporter.emitter());
                   });
}

}  // namespace

void AddLibrary(CommandLine& app, Context& context) {
  CommandLine& command = app.AddCommand("library", "List, add and remove Modelica libraries");
  command.RequireCommands(1, 1);
  auto options = std::make_shared<LibraryOptions>();
  CommandLine& list = command.AddCommand("list", "Name, version, number of files, cache and folder of each");
  list.OnRun([&context] { List(context); });
  CommandLine& add = command.AddCommand(
      "add", "Link a library's folder, or copy its single file, into the user's library folder");
  add.AddOption("PATH", options->path, "A folder with a package.mo, or a file", {.is_required = true});
  add.OnRun([options, &context] { Add(*options, context); });
  CommandLine& remove = command.AddCommand("remove", "Take a library out of the user's library folder");
  remove.AddOption("NAME", options->name, "Its name, with the version if there are several",
                   {.is_required = true});
  remove.OnRun([options, &context] { Remove(*options, context); });
  CommandLine& path = command.AddCommand("path", "The folders in which libraries are looked for");
  path.OnRun([&context] { PrintPath(context); });
}

}  // namespace kerf::driver
