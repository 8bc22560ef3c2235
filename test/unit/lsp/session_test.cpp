// The whole server in a process of its own, over pipes: session.txt, and an editor that goes away.
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>

#include "lsp/run.h"
#include "lsp/streams.h"
#include "lsp/transport.h"

namespace kerf::lsp {
namespace {

// Longer than any answer should take, also under sanitizers [ms].
constexpr int kPatience = 30000;

class Process {
 public:
  Process() {
    std::array<int, 2> to{};
    std::array<int, 2> from{};
    EXPECT_EQ(pipe(to.data()), 0);
    EXPECT_EQ(pipe(from.data()), 0);
    child_ = fork();
    if (child_ == 0) {
      close(to[1]);
      close(from[0]);
      RunOptions options;
      options.pause = 20;
      _exit(Run(to[0], from[1], options));
    }
    close(to[0]);
    close(from[1]);
    in_ = to[1];
    out_ = from[0];
  }
  ~Process() { close(out_); }

  void Send(const std::string& content) const { EXPECT_TRUE(WriteAll(in_, Framed(content))); }
  auto Receive() -> Json {
    while (true) {
      if (const auto content = reader_.Next()) return Json::parse(*content, nullptr, false);
      pollfd waiting{out_, POLLIN, 0};
      if (poll(&waiting, 1, kPatience) <= 0) return "nothing came";
      std::array<char, 4096> bytes{};
      const ssize_t n = read(out_, bytes.data(), bytes.size());
      if (n <= 0) return "the server is gone";
      reader_.Feed({bytes.data(), static_cast<size_t>(n)});
    }
  }
  // Closes the input and gives the exit code.
  auto Finish() const -> int {
    close(in_);
    int status = 0;
    waitpid(child_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t child_ = -1;
  int in_ = -1;
  int out_ = -1;
  MessageReader reader_;
};

auto Fits(const Json& actual, const Json& expected) -> bool {
  if (expected.is_object()) {
    for (const auto& [name, value] : expected.items()) {
      if (!actual.is_object() || !actual.contains(name) || !Fits(actual[name], value)) return false;
    }
    return true;
  }
  if (!expected.is_array()) return actual == expected;
  if (!actual.is_array() || actual.size() != expected.size()) return false;
  for (size_t k = 0; k < expected.size(); ++k) {
    if (!Fits(actual[k], expected[k])) return false;
  }
  return true;
}

TEST(Session, AsWritten) {
  std::ifstream script(KERF_SOURCE_DIR "/test/unit/lsp/session.txt");
  ASSERT_TRUE(script);
  Process process;
  std::string line;
  while (std::getline(script, line)) {
    if (line.starts_with("> ")) process.Send(line.substr(2));
    if (!line.starts_with("< ")) continue;
    const Json actual = process.Receive();
    ASSERT_TRUE(Fits(actual, Json::parse(line.substr(2))))
        << "expected " << line << "\ngot " << actual.dump();
  }
  EXPECT_EQ(process.Finish(), 0);
}

TEST(Session, EndsWithItsInput) {
  Process process;
  process.Send(R"({"id":1,"method":"initialize","params":{}})");
  EXPECT_EQ(process.Receive()["id"], 1);
  EXPECT_EQ(process.Finish(), 1);
}

TEST(Session, ARequestIsAnsweredWhileACheckRuns) {
  Process process;
  process.Send(R"({"id":1,"method":"initialize","params":{}})");
  EXPECT_EQ(process.Receive()["id"], 1);
  // A constant that takes long to find out.
  const std::string text =
      "function f input Integer n; output Integer y; algorithm y := 0; for i in 1:n loop for k in 1:n loop "
      "y := mod(y + i*k, 7); end for; end for; end f; model M parameter Integer n = f(20000); Real x[n]; "
      "equation x = zeros(n); end M;";
  process.Send(Json{{"method", "textDocument/didOpen"},
                    {"params", {{"textDocument", {{"uri", "untitled:L"}, {"version", 1}, {"text", text}}}}}}
                   .dump());
  usleep(200000);
  process.Send(
      R"({"id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"untitled:L"},"position":{"line":0,"character":9}}})");
  EXPECT_EQ(process.Receive()["id"], 2);
  process.Send(R"({"id":3,"method":"shutdown"})");
  EXPECT_EQ(process.Receive()["id"], 3);
  process.Send(R"({"method":"exit"})");
  EXPECT_EQ(process.Finish(), 0);
}

}  // namespace
}  // namespace kerf::lsp
