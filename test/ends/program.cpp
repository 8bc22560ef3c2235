// fork and exec, with output to a file.
#include "program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace kerf::ends {

namespace fs = std::filesystem;

Folder::Folder() {
  std::string name = (fs::temp_directory_path() / "kerf-ends-XXXXXX").string();
  if (mkdtemp(name.data()) != nullptr) path_ = name;
}

Folder::~Folder() {
  std::error_code failure;
  if (!path_.empty()) fs::remove_all(path_, failure);
}

void Folder::Write(const std::string& name, const std::string& text) const {
  fs::create_directories(fs::path(Path(name)).parent_path());
  std::ofstream(Path(name), std::ios::binary) << text;
}

auto Folder::Read(const std::string& name) const -> std::string {
  std::ifstream file(Path(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

auto Folder::SizeOf(const std::string& name) const -> uint64_t {
  std::error_code failure;
  const auto size = fs::file_size(Path(name), failure);
  return failure ? 0 : size;
}

Program::Program(const Folder& folder, const std::vector<std::string>& words,
                 const std::function<void()>& prepare) {
  static std::atomic<int> n_started = 0;
  output_file_ = folder.Path("output-" + std::to_string(++n_started));
  std::vector<std::string> all = {KERF_PROGRAM};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : all) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const std::string home = folder.Path("");
  child_ = fork();
  if (child_ != 0) return;
  const int output = open(output_file_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  setenv("HOME", home.c_str(), 1);
  setenv("XDG_CACHE_HOME", (home + "cache").c_str(), 1);
  unsetenv("MODELICAPATH");
  if (chdir(home.c_str()) != 0) _exit(126);
  if (prepare) prepare();
  execv(arguments[0], arguments.data());
  _exit(127);
}

Program::~Program() {
  if (child_ <= 0 || has_ended_) return;
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

void Program::Send(int signal) const { kill(child_, signal); }

void Program::TakeStatus(int status) {
  has_ended_ = true;
  if (WIFEXITED(status)) ended_.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ended_.signal = WTERMSIG(status);
  std::ifstream file(output_file_, std::ios::binary);
  ended_.output = {std::istreambuf_iterator<char>(file), {}};
}

auto Program::IsRunning() -> bool {
  int status = 0;
  if (!has_ended_ && waitpid(child_, &status, WNOHANG) == child_) TakeStatus(status);
  return !has_ended_;
}

auto Program::Wait() -> Ended {
  int status = 0;
  if (!has_ended_ && waitpid(child_, &status, 0) == child_) TakeStatus(status);
  return ended_;
}

auto RunKerf(const Folder& folder, const std::vector<std::string>& words,
             const std::function<void()>& prepare) -> Ended {
  return Program(folder, words, prepare).Wait();
}

}  // namespace kerf::ends
