// Functions outside that can be called at compile time.
#include <filesystem>
#include <fstream>

#include "../../own_path.h"
#include "fixture.h"

namespace kerf::flat {

namespace {

class ExternalTest : public InterpretTest {
 protected:
  // A function with the arguments as inputs and outputs of these kinds; the first output is the result if
  // `has_result`, the others stand behind the inputs.
  auto External(std::string_view name, std::vector<Kind> inputs, std::vector<Kind> outputs, bool has_result)
      -> FunctionId {
    const FunctionId f = NewFunction(name);
    ExternalCall call;
    call.language = "C";
    call.name = name;
    for (size_t k = 0; k < inputs.size(); ++k) {
      call.arguments.push_back(Variable(f, Role::Input, "u" + std::to_string(k), TypeOf(inputs[k])));
    }
    for (size_t k = 0; k < outputs.size(); ++k) {
      const ExprId y = Variable(f, Role::Output, "y" + std::to_string(k), TypeOf(outputs[k]));
      if (has_result && k == 0) call.result = y;
      if (!has_result || k > 0) call.arguments.push_back(y);
    }
    Body(f).external = std::move(call);
    return f;
  }
  static auto Text(const char* text) -> Value { return Value::Text(text); }
};

TEST_F(ExternalTest, ElementaryFunctions) {
  EXPECT_EQ(ShowCall(External("cos", {Kind::Real}, {Kind::Real}, true), {Value::Real(0)}), "1");
  EXPECT_EQ(ShowCall(External("atan2", {Kind::Real, Kind::Real}, {Kind::Real}, true),
                     {Value::Real(0), Value::Real(1)}),
            "0");
  EXPECT_EQ(ShowCall(External("pow", {Kind::Real, Kind::Real}, {Kind::Real}, true),
                     {Value::Real(2), Value::Real(10)}),
            "1024");
}

TEST_F(ExternalTest, UnknownFunctionsAreNamed) {
  EXPECT_EQ(ShowCall(External("dgesv", {Kind::Real}, {Kind::Real}, true), {Value::Real(0)}),
            "unknown: the external function dgesv cannot be called at compile time");
}

TEST_F(ExternalTest, LengthAndSubstring) {
  EXPECT_EQ(ShowCall(External("ModelicaStrings_length", {Kind::Text}, {Kind::Integer}, true), {Text("four")}),
            "4");
  const FunctionId substring =
      External("ModelicaStrings_substring", {Kind::Text, Kind::Integer, Kind::Integer}, {Kind::Text}, true);
  const auto part = [&](int64_t from, int64_t to) {
    return ShowCall(substring, {Text("This is line 111"), Value::Integer(from), Value::Integer(to)});
  };
  EXPECT_EQ(part(9, 12), "\"line\"");
  EXPECT_EQ(part(9, 0), "\"\"");
  EXPECT_EQ(part(14, 99), "\"111\"");
  EXPECT_EQ(part(1, -1), "\"T\"");
  EXPECT_EQ(part(50, 60), "\"\"");
}

TEST_F(ExternalTest, CompareGivesAnEnumeration) {
  world.enumerations.push_back(
      {world.names.Intern("Compare"),
       {world.names.Intern("Less"), world.names.Intern("Equal"), world.names.Intern("Greater")}});
  const FunctionId compare =
      External("ModelicaStrings_compare", {Kind::Text, Kind::Text, Kind::Boolean}, {Kind::Enumeration}, true);
  EXPECT_EQ(ShowCall(compare, {Text("a"), Text("b"), Value::Boolean(true)}), "Compare.Less");
  EXPECT_EQ(ShowCall(compare, {Text("a"), Text("A"), Value::Boolean(false)}), "Compare.Equal");
  EXPECT_EQ(ShowCall(compare, {Text("a"), Text("A"), Value::Boolean(true)}), "Compare.Greater");
}

// The values are those of the library's documentation.
TEST_F(ExternalTest, HashString) {
  const FunctionId hash = External("ModelicaStrings_hashString", {Kind::Text}, {Kind::Integer}, true);
  EXPECT_EQ(ShowCall(hash, {Text("this is a test")}), "1827717433");
  EXPECT_EQ(ShowCall(hash, {Text("Controller.noise1")}), "-1025762750");
}

TEST_F(ExternalTest, Scanning) {
  const std::vector<Kind> inputs = {Kind::Text, Kind::Integer, Kind::Boolean};
  const FunctionId scan_real =
      External("ModelicaStrings_scanReal", inputs, {Kind::Integer, Kind::Real}, false);
  const auto number = [&](const char* text, bool is_unsigned = false) {
    return ShowCall(scan_real, {Text(text), Value::Integer(1), Value::Boolean(is_unsigned)});
  };
  EXPECT_EQ(number("  -1.5e3, x"), "9; -1500");
  EXPECT_EQ(number("+2."), "4; 2");
  EXPECT_EQ(number("-1", true), "1; 0");
  EXPECT_EQ(number("abc"), "1; 0");
  const FunctionId scan_integer =
      External("ModelicaStrings_scanInteger", inputs, {Kind::Integer, Kind::Integer}, false);
  EXPECT_EQ(ShowCall(scan_integer, {Text("x = -42;"), Value::Integer(4), Value::Boolean(false)}), "8; -42");
  EXPECT_EQ(ShowCall(scan_integer, {Text("123.4"), Value::Integer(1), Value::Boolean(false)}), "1; 0");
  const FunctionId scan_string =
      External("ModelicaStrings_scanString", {Kind::Text, Kind::Integer}, {Kind::Integer, Kind::Text}, false);
  EXPECT_EQ(ShowCall(scan_string, {Text(" \"ab\" c"), Value::Integer(1)}), "6; \"ab\"");
  EXPECT_EQ(ShowCall(scan_string, {Text("\"ab"), Value::Integer(1)}), "1; \"\"");
  const FunctionId scan_identifier = External("ModelicaStrings_scanIdentifier", {Kind::Text, Kind::Integer},
                                              {Kind::Integer, Kind::Text}, false);
  EXPECT_EQ(ShowCall(scan_identifier, {Text("  a_1+b"), Value::Integer(1)}), "6; \"a_1\"");
  EXPECT_EQ(ShowCall(scan_identifier, {Text("1a"), Value::Integer(1)}), "1; \"\"");
  const FunctionId skip =
      External("ModelicaStrings_skipWhiteSpace", {Kind::Text, Kind::Integer}, {Kind::Integer}, true);
  EXPECT_EQ(ShowCall(skip, {Text("a \t\nb"), Value::Integer(2)}), "5");
}

TEST_F(ExternalTest, Files) {
  const std::string name = OwnPath("lines.txt");
  std::ofstream(name) << "one\r\ntwo\n";
  const FunctionId count = External("ModelicaInternal_countLines", {Kind::Text}, {Kind::Integer}, true);
  EXPECT_EQ(ShowCall(count, {Value::Text(name)}), "2");
  const FunctionId read =
      External("ModelicaInternal_readLine", {Kind::Text, Kind::Integer}, {Kind::Text, Kind::Boolean}, true);
  EXPECT_EQ(ShowCall(read, {Value::Text(name), Value::Integer(1)}), "\"one\"; false");
  EXPECT_EQ(ShowCall(read, {Value::Text(name), Value::Integer(3)}), "\"\"; true");
  EXPECT_EQ(ShowCall(read, {Text("/no/such/file"), Value::Integer(3)}),
            "error: file /no/such/file cannot be read");
  const FunctionId stat = External("ModelicaInternal_stat", {Kind::Text}, {Kind::Integer}, true);
  EXPECT_EQ(ShowCall(stat, {Value::Text(name)}), "2");
  EXPECT_EQ(ShowCall(stat, {Value::Text(testing::TempDir())}), "3");
  std::filesystem::remove(name);
  EXPECT_EQ(ShowCall(stat, {Value::Text(name)}), "1");
}

TEST_F(ExternalTest, PrintedTextIsCollected) {
  const FunctionId print = External("ModelicaInternal_print", {Kind::Text, Kind::Text}, {}, false);
  EXPECT_EQ(ShowCall(print, {Text("hello"), Text("")}), "");
  EXPECT_EQ(interpreter.TakeMessages(), std::vector<std::string>{"hello"});
}

}  // namespace

}  // namespace kerf::flat
