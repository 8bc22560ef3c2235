// Deep nesting, long lines and lists, and numbers beyond every range.
#include "large_inputs.h"

#include <fmt/format.h>

namespace kerf::fuzz {

namespace {

constexpr int kMany = 10'000;

auto Repeat(const std::string& part, int count) -> std::string {
  std::string text;
  text.reserve(part.size() * static_cast<size_t>(count));
  for (int k = 0; k < count; ++k) text += part;
  return text;
}

auto Model(const std::string& body) -> std::string { return "model m\n" + body + "\nend\n"; }

}  // namespace

auto LargeInputs() -> std::vector<std::string> {
  std::string chain;
  for (int k = 1; k < kMany; ++k) chain += fmt::format("local x{0}\nx{0} = x{1}\n", k, k - 1);
  return {
      Model("local y\ny = " + Repeat("(", kMany) + "1" + Repeat(")", kMany)),
      Model("local y\ny = " + Repeat("-(", kMany)),
      Model("local y\ny = " + Repeat("if y > 0 then 1 else ", kMany) + "2"),
      Model("local y\ny = 0" + Repeat(" + time", kMany)),
      Model("local y\ny = 1" + Repeat("**y", kMany)),
      Model("local y\ny = " + Repeat("sin(", kMany) + "y" + Repeat(")", kMany)),
      Model("local y\ny" + Repeat("'", kMany) + " = 1"),
      Model("local y\ny = " + Repeat("9", kMany)),
      Model("local y\ny = 1E" + Repeat("9", kMany)),
      Model("local " + Repeat("long", kMany)),
      Model("local " + Repeat("a ", kMany)),
      Model("connect " + Repeat("(", kMany)),
      Model("cut c " + Repeat("[", kMany)),
      Model(Repeat("if 1 > 0 then begin\n", kMany)),
      Model(Repeat("for i:=1 to 2 do begin\n", kMany)),
      Model("local y\n" + Repeat("for i:=1 to 9 do ", 12) + "y = 1"),
      Model("local x0\nx0 = 1\n" + chain),
      Model("{" + Repeat("comment ", kMany)),
      Repeat("model m\n", kMany),
      Repeat("model type m\n", kMany) + Repeat("end\n", kMany),
      Repeat("end\n", kMany),
      Repeat(";", kMany),
      Repeat("(", kMany),
      Repeat("1,", kMany),
      Repeat("\"", kMany),
      Repeat("time\n1\n", kMany),
      Repeat(std::string(1, '\0'), kMany),
      Repeat("\xff\xfe", kMany),
      "1" + Repeat("+1", kMany),
      Repeat("not ", kMany) + "1",
      Repeat("if ", kMany),
  };
}

}  // namespace kerf::fuzz
