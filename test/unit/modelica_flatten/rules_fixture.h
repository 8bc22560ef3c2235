// Flattens the class M of a text and tells the codes of its errors.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "diag/consumers.h"
#include "lang/modelica/flatten/flatten.h"

namespace kerf::modelica::test {

// The codes separated by blanks; empty if the model was flattened without error.
inline auto Errors(const std::string& text) -> std::string {
  source::Buffers buffers;
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  auto world = std::make_shared<flat::World>();
  Program program({}, world->names, buffers, emitter);
  program.AddText("t", text);
  const bool is_flat = Flatten(program, world, {"M", false}, emitter).has_value();
  std::string codes;
  for (const diag::Diagnostic& diagnostic : consumer.all) {
    if (diagnostic.level != diag::Level::Error) continue;
    codes += codes.empty() ? "" : " ";
    codes += diagnostic.code;
  }
  EXPECT_EQ(is_flat, codes.empty());
  return codes;
}

}  // namespace kerf::modelica::test
