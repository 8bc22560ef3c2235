// One thread waits for the editor and for the check in the background:
//
//   read what has come; handle one message; when none is waiting, tell syntax errors; after a pause, start
//   the next check. An edit stops the check of its text; a request never waits for one.
#include "lsp/run.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "lsp/background.h"
#include "lsp/streams.h"
#include "lsp/transport.h"

namespace kerf::lsp {

namespace {

// How often a running check is looked at [ms].
constexpr int kWatch = 1000;

class Loop {
 public:
  Loop(int in, int out, const RunOptions& options)
      : in_(in), out_(out), pause_(options.pause), server_(options.server, [this](const Json& json) {
          const std::string content = json.dump(-1, ' ', false, Json::error_handler_t::replace);
          is_open_ = WriteAll(out_, Framed(content)) && is_open_;
        }) {}

  auto Run() -> int {
    while (!server_.is_finished() && is_open_) {
      Wait();
      if (server_.HasWork()) server_.HandleNext();
      if (check_.is_running() && !server_.IsCurrent(check_.job())) check_.Stop();
      if (!server_.HasWork()) server_.PublishSyntax();
    }
    check_.Stop();
    return server_.exit_code();
  }

 private:
  [[nodiscard]] auto Timeout() const -> int {
    if (server_.HasWork()) return 0;
    if (check_.is_running()) return kWatch;
    return server_.NeedsCheck() ? pause_ : -1;
  }

  void Wait() {
    std::array<pollfd, 2> waiting{{{in_, POLLIN, 0}, {check_.descriptor(), POLLIN, 0}}};
    const int n = poll(waiting.data(), waiting.size(), Timeout());
    if (n < 0) {
      is_open_ = errno == EINTR;
      return;
    }
    if (waiting[0].revents != 0) Read();
    if (waiting[1].revents != 0 || check_.IsLate()) {
      if (const auto result = check_.TryFinish()) server_.PublishCheck(check_.job(), *result);
    }
    if (n == 0 && !server_.HasWork() && !check_.is_running()) StartCheck();
  }

  void Read() {
    std::array<char, 65536> bytes{};
    const ssize_t n = read(in_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) return;
    if (n <= 0) {
      is_open_ = false;
      return;
    }
    reader_.Feed({bytes.data(), static_cast<size_t>(n)});
    while (auto content = reader_.Next()) server_.Receive(*content);
    for (const std::string& fault : reader_.TakeFaults()) server_.ReportFault(fault);
  }

  void StartCheck() {
    auto job = server_.TryNextCheck();
    if (job && !check_.Start(*job)) server_.PublishCheck(*job, BackgroundCheck::NotStarted());
  }

  int in_;
  int out_;
  int pause_;
  bool is_open_ = true;
  MessageReader reader_;
  Server server_;
  BackgroundCheck check_;
};

}  // namespace

auto Run(int in, int out, const RunOptions& options) -> int {
  // An editor that is gone shows when writing fails.
  std::signal(SIGPIPE, SIG_IGN);
  return Loop(in, out, options).Run();
}

}  // namespace kerf::lsp
