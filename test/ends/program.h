// The program `kerf` as a process of its own: to be killed, to run out of disk, to call functions that crash.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace kerf::ends {

struct Ended {
  // -1 if a signal ended it, which is then in `signal`.
  int exit_code = -1;
  int signal = 0;
  // Both output streams.
  std::string output;
};

// A folder of the test's own, also the home of the programs that are started in it; it goes at the end.
class Folder {
 public:
  Folder();
  Folder(const Folder&) = delete;
  auto operator=(const Folder&) -> Folder& = delete;
  ~Folder();

  [[nodiscard]] auto Path(const std::string& name) const -> std::string { return (path_ / name).string(); }
  void Write(const std::string& name, const std::string& text) const;
  [[nodiscard]] auto Read(const std::string& name) const -> std::string;
  // 0 if there is no such file.
  [[nodiscard]] auto SizeOf(const std::string& name) const -> uint64_t;

 private:
  std::filesystem::path path_;
};

class Program {
 public:
  // `kerf words…` in the folder. `prepare` runs in the child before it becomes the program.
  Program(const Folder& folder, const std::vector<std::string>& words,
          const std::function<void()>& prepare = {});
  Program(const Program&) = delete;
  auto operator=(const Program&) -> Program& = delete;
  ~Program();

  void Send(int signal) const;
  [[nodiscard]] auto IsRunning() -> bool;
  auto Wait() -> Ended;

 private:
  void TakeStatus(int status);

  pid_t child_ = -1;
  std::string output_file_;
  bool has_ended_ = false;
  Ended ended_;
};

auto RunKerf(const Folder& folder, const std::vector<std::string>& words,
             const std::function<void()>& prepare = {}) -> Ended;

}  // namespace kerf::ends
