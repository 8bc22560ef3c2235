// FMUs by libkerf; what is in them is tested in test/fmi.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "../../own_path.h"
#include "models.h"

namespace kerf::api_test {

namespace {

auto CodeOfFmu(const Model& model, int version, bool has_exchange, bool has_steps) -> std::string {
  try {
    model.WriteFmu(OwnPath("refused.fmu"), version, has_exchange, has_steps);
  } catch (const Error& error) {
    return error.messages().at(0).code;
  }
  return "nothing failed";
}

auto BytesOf(const std::string& path) -> std::string {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

TEST(ApiFmu, ModelsAreWrittenTheSameEachTime) {
  const Model model = Load(kRc);
  for (const int version : {2, 3}) {
    const std::string path = OwnPath("rc" + std::to_string(version) + ".fmu");
    model.WriteFmu(path, version);
    const std::string first = BytesOf(path);
    EXPECT_EQ(first.substr(0, 2), "PK");
    // Of a model that has been run as well.
    (void)model.Simulate({.stop = 1});
    model.WriteFmu(path, version);
    EXPECT_EQ(first, BytesOf(path));
  }
}

TEST(ApiFmu, WhatCannotBeWrittenIsTold) {
  const Model model = Load(kBall);
  EXPECT_EQ(CodeOfFmu(model, 1, true, true), "no-such-fmi");
  EXPECT_EQ(CodeOfFmu(model, 2, false, false), "fmu-without-type");
  const std::string path = OwnPath("ball.kerf");
  model.Write(path);
  const Session session;
  const Model compiled = session.Load(path);
  EXPECT_EQ(CodeOfFmu(compiled, 2, true, true), "fmu-needs-source");
}

}  // namespace

}  // namespace kerf::api_test
