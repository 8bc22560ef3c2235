// See acsl_interpreter.h. Both ways are pipes with one line of JSON for each program.
#include "acsl_interpreter.h"

#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <nlohmann/json.hpp>

namespace kerf::torture {

AcslInterpreter::AcslInterpreter() {
  int there[2];
  int back[2];
  if (pipe(there) != 0 || pipe(back) != 0) return;
  process_ = fork();
  if (process_ == 0) {
    dup2(there[0], STDIN_FILENO);
    dup2(back[1], STDOUT_FILENO);
    for (const int end : {there[0], there[1], back[0], back[1]}) close(end);
    execlp("python3", "python3", KERF_SOURCE_DIR "/test/torture/acsl_interpreter.py", nullptr);
    _exit(127);
  }
  close(there[0]);
  close(back[1]);
  to_ = fdopen(there[1], "w");
  from_ = fdopen(back[0], "r");
  // A process that has ended is noticed by the answer that does not come.
  std::signal(SIGPIPE, SIG_IGN);
}

AcslInterpreter::~AcslInterpreter() {
  if (to_ != nullptr) std::fclose(to_);
  if (from_ != nullptr) std::fclose(from_);
  if (process_ > 0) waitpid(process_, nullptr, 0);
}

auto AcslInterpreter::Run(const std::string& program, const std::map<std::string, double>& given)
    -> InterpretedRun {
  const std::string request = nlohmann::json{{"text", program}, {"set", given}}.dump() + "\n";
  InterpretedRun run{"the interpreter does not answer", {}};
  if (to_ == nullptr || from_ == nullptr) return run;
  if (std::fputs(request.c_str(), to_) == EOF || std::fflush(to_) != 0) return run;
  std::string answer;
  for (int c = std::fgetc(from_); c != EOF && c != '\n'; c = std::fgetc(from_))
    answer += static_cast<char>(c);
  const auto json = nlohmann::json::parse(answer, nullptr, false);
  if (json.is_discarded()) return run;
  run.error = json.value("error", "");
  if (!run.error.empty()) return run;
  for (const auto& row : json["rows"]) {
    for (size_t k = 0; k < row.size(); ++k)
      run.columns[json["names"][k].get<std::string>()].push_back(row[k].get<double>());
  }
  return run;
}

}  // namespace kerf::torture
