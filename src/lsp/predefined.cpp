// Attributes of the predefined types and the names of the built-in functions.
#include <algorithm>
#include <array>

#include "lsp/resolve.h"

namespace kerf::lsp {

namespace {

struct Function {
  std::string_view name;
  const char* parameters;
};

constexpr auto kFunctions = std::to_array<Function>({
#define KERF_BUILTIN(name, Handler, op, n_required, parameters) {#name, parameters},
#include "lang/modelica/inst/builtins.def"
});

}  // namespace

auto AttributesOf(const modelica::BuiltinType& type) -> std::vector<std::string_view> {
  using modelica::BuiltinKind;
  switch (type.kind) {
    case BuiltinKind::Real:
      return {"quantity", "unit",  "displayUnit", "min",       "max",
              "start",    "fixed", "nominal",     "unbounded", "stateSelect"};
    case BuiltinKind::Integer:
    case BuiltinKind::Enumeration: return {"quantity", "min", "max", "start", "fixed"};
    case BuiltinKind::Boolean:
    case BuiltinKind::String:      return {"quantity", "start", "fixed"};
    case BuiltinKind::Clock:
    case BuiltinKind::Object:      return {};
  }
  return {};
}

auto BuiltinParameters(std::string_view name) -> const char* {
  const auto at = std::ranges::find(kFunctions, name, &Function::name);
  return at == kFunctions.end() ? nullptr : at->parameters;
}

auto BuiltinFunctions() -> std::vector<std::string_view> {
  std::vector<std::string_view> names;
  for (const Function& function : kFunctions) names.push_back(function.name);
  return names;
}

}  // namespace kerf::lsp
