// Checks that come to a bad end, and servers that do.
#include "lsp/background.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <new>
#include <stdexcept>

#include "client.h"

namespace kerf::lsp {
namespace {

const Json kRange = {{"start", {{"line", 3}, {"character", 0}}}, {"end", {{"line", 4}, {"character", 5}}}};

// What the editor is shown by a check that tells one warning, begins a class, and then does `deed`.
auto After(const std::function<void()>& deed, BackgroundLimits limits = {}) -> Json {
  BackgroundCheck check(limits, [&](const CheckJob&, const CheckSinks& sinks) {
    sinks.take(Json::array({{{"message", "a warning"}}}));
    sinks.begin({{"class", "Shaky"}, {"range", kRange}});
    deed();
  });
  EXPECT_TRUE(check.Start({}));
  std::optional<Json> result;
  while (!result) result = check.TryFinish();
  EXPECT_FALSE(check.is_running());
  return *result;
}

void ExpectFailure(const Json& result, const std::string& text) {
  ASSERT_EQ(result.size(), 2U) << result.dump();
  EXPECT_EQ(result[0]["message"], "a warning");
  EXPECT_EQ(result[1]["severity"], 1);
  EXPECT_EQ(result[1]["code"], "check-failed");
  EXPECT_EQ(result[1]["range"], kRange);
  EXPECT_EQ(result[1]["message"], "the check of `Shaky` " + text + "; the rest of the text is not checked");
}

TEST(Background, GoodChecksSayNothingMore) {
  EXPECT_EQ(After([] {}).size(), 1U);
}

TEST(Background, CrashesAreTold) {
  ExpectFailure(After([] { raise(SIGSEGV); }), "crashed (Segmentation fault)");
  ExpectFailure(After([] { raise(SIGFPE); }), "crashed (Floating point exception)");
  ExpectFailure(After([] { std::abort(); }), "crashed (Aborted)");
  ExpectFailure(After([] { raise(SIGKILL); }), "was killed by the system, perhaps because memory ran out");
  ExpectFailure(After([] { throw std::bad_alloc(); }), "ran out of memory");
  // The texts of libraries stay inside.
  ExpectFailure(After([] { throw std::runtime_error("[json.exception.type_error.302]"); }),
                "ended with an internal error");
  ExpectFailure(After([] { _exit(77); }), "ended with an internal error");
}

#if !defined(__SANITIZE_ADDRESS__)
TEST(Background, MemoryIsLimited) {
  const auto fill = [] {
    std::vector<std::vector<char>> all;
    while (true) all.emplace_back(size_t{1} << 24, 'x');
  };
  ExpectFailure(After(fill, {std::chrono::seconds(60), uint64_t{1} << 29}), "ran out of memory");
}
#endif

TEST(Background, LateChecksAreStoppedAndTold) {
  BackgroundCheck check({std::chrono::seconds(0), 0}, [](const CheckJob&, const CheckSinks&) { pause(); });
  ASSERT_TRUE(check.Start({}));
  ASSERT_TRUE(check.IsLate());
  const auto result = check.TryFinish();
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(
      (*result)[0]["message"],
      "the check of this text took longer than 0 s and was stopped; the rest of the text is not checked");
  EXPECT_EQ((*result)[0]["range"]["start"]["line"], 0);
  EXPECT_FALSE(check.is_running());
}

// The server is killed while its check hangs; the check is then a child of this process, and dies.
TEST(Background, ChecksEndWithTheirServer) {
  ASSERT_EQ(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t server = fork();
  ASSERT_GE(server, 0);
  if (server == 0) {
    BackgroundCheck check({}, [&](const CheckJob&, const CheckSinks&) {
      const pid_t self = getpid();
      if (write(ends[1], &self, sizeof self) == sizeof self) pause();
    });
    check.Start({});
    while (true) pause();
  }
  pid_t child = 0;
  ASSERT_EQ(read(ends[0], &child, sizeof child), static_cast<ssize_t>(sizeof child));
  ASSERT_EQ(kill(server, SIGKILL), 0);
  ASSERT_EQ(waitpid(server, nullptr, 0), server);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
  close(ends[0]);
  close(ends[1]);
  prctl(PR_SET_CHILD_SUBREAPER, 0);
}

// Classes that contain, extend or import themselves come to an end; where a word is given, with a message
// that has it.
TEST(Background, EndlessClassesAreToldByTheCheckItself) {
  const std::vector<std::pair<const char*, const char*>> texts = {
      {"class A\n  extends A;\n  extends A;\nend A;\n", "extend"},
      {"model A\n  extends B;\nend A;\nmodel B\n  extends A;\nend B;\n", "extend"},
      {"model A\n  A a;\nend A;\n", "contain"},
      {"model A\n  A a;\n  Real x = a.a.a.x;\nend A;\n", "contain"},
      {"model A\n  B b[2];\nend A;\nmodel B\n  A a;\nend B;\n", "contain"},
      {"package P\n  import P.*;\n  model M\n    X x;\n  end M;\nend P;\n", "X"},
      {"model A = A;\n", nullptr},
      {"model A = B;\nmodel B = A;\n", nullptr},
      {"model A\n  redeclare model extends A end A;\nend A;\n", ""},
      {"model M\n  parameter Integer n = n;\n  Real x[n] = ones(n);\nend M;\n", nullptr},
      {"model M\n  Real x[100000, 100000];\nequation\n  x = x;\nend M;\n", ""},
      {"model M\n  Real x;\nequation\n  for i in 1:1000000000 loop\n    x = i;\n  end for;\nend M;\n",
       nullptr},
  };
  for (const auto& [text, word] : texts) {
    Client client;
    client.Open(text);
    auto job = client.server.TryNextCheck();
    if (!job) {
      EXPECT_FALSE(client.Diagnostics().empty()) << text;
      continue;
    }
    BackgroundCheck check;
    ASSERT_TRUE(check.Start(*job));
    std::optional<Json> result;
    while (!result) result = check.TryFinish();
    bool has_word = word == nullptr;
    for (const Json& diagnostic : *result) {
      EXPECT_NE(diagnostic.value("code", ""), "check-failed") << text << diagnostic.dump();
      has_word |= word != nullptr && diagnostic.value("message", "").find(word) != std::string::npos;
    }
    EXPECT_TRUE(has_word) << text << result->dump();
  }
}

}  // namespace
}  // namespace kerf::lsp
