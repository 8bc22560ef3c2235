// The table of built-in functions, and how the arguments of a call find their parameters.
#include "lang/modelica/inst/builtins.h"

#include <algorithm>
#include <array>

#include "base/check.h"

namespace kerf::modelica {

using expr::Op;
using expr::Pool;

namespace {

KERF_DIAG(BuiltinArgumentCount, Error, "`{}` takes {}, not {}", std::string_view, std::string, size_t);
KERF_DIAG(BuiltinArgumentName, Error, "`{}` has no parameter named `{}`", std::string_view, std::string_view);
KERF_DIAG(BuiltinArgumentTwice, Error, "parameter `{}` of `{}` is given twice", std::string_view,
          std::string_view);
KERF_DIAG(BuiltinArgumentMissing, Error, "parameter `{}` of `{}` is not given", std::string_view,
          std::string_view);

constexpr auto kRows = std::to_array<BuiltinRow>({
#define KERF_BUILTIN(name, Handler, op, n_required, parameters) \
  {#name, &BuiltinCall::Handler, Op::op, n_required, parameters},
#include "lang/modelica/inst/builtins.def"
});

auto Words(std::string_view text) -> std::vector<std::string_view> {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

auto CountText(size_t least, size_t most) -> std::string {
  const auto noun = [](size_t n) { return n == 1 ? "argument" : "arguments"; };
  if (most == SIZE_MAX) return fmt::format("at least {} {}", least, noun(least));
  if (least == most) return fmt::format("{} {}", most, noun(most));
  return fmt::format("{} to {} {}", least, most, noun(most));
}

}  // namespace

auto FindBuiltin(std::string_view name) -> const BuiltinRow* {
  const auto row = std::ranges::find(kRows, name, &BuiltinRow::name);
  return row == kRows.end() ? nullptr : &*row;
}

auto Typing::IsBuiltin(std::string_view name) -> bool { return FindBuiltin(name) != nullptr; }

auto Typing::Builtin(std::string_view name, const CallArguments& arguments) -> ExprId {
  const BuiltinRow* row = FindBuiltin(name);
  KERF_CHECK(row != nullptr);
  return BuiltinCall(*this, *row, arguments).Run();
}

auto BuiltinCall::Run() -> ExprId {
  if (!Bind() || typing_.HasError(args_)) return Pool::kError;
  return (this->*row_.handler)();
}

auto BuiltinCall::Bind() -> bool {
  args_ = given_.positional;
  spans_ = given_.positional_spans;
  spans_.resize(args_.size(), given_.span);
  // The parameters of a Clock depend on what it is made of.
  if (row_.parameters == "*") return true;
  std::vector<std::string_view> parameters = Words(row_.parameters);
  const bool is_open = !parameters.empty() && parameters.back() == "...";
  if (is_open) parameters.pop_back();
  const size_t n_most = is_open ? SIZE_MAX : parameters.size();
  const bool has_names = !given_.named.empty();
  if (args_.size() > n_most || (!has_names && args_.size() < row_.n_required)) return RejectCount(n_most);
  args_.resize(std::max(args_.size(), parameters.size()));
  spans_.resize(args_.size(), given_.span);
  for (const NamedValue& named : given_.named) {
    if (!BindNamed(named, parameters)) return false;
  }
  for (size_t k = 0; k < row_.n_required; ++k) {
    if (args_[k].has_value()) continue;
    typing_.emitter_.Emit(given_.span, BuiltinArgumentMissing, parameters[k], row_.name);
    return false;
  }
  return true;
}

auto BuiltinCall::RejectCount(size_t n_most) -> bool {
  typing_.emitter_.Emit(given_.span, BuiltinArgumentCount, row_.name, CountText(row_.n_required, n_most),
                        args_.size());
  return false;
}

auto BuiltinCall::BindNamed(const NamedValue& named, const std::vector<std::string_view>& parameters)
    -> bool {
  const std::string_view name = typing_.world_.names[named.name];
  const auto at = std::ranges::find(parameters, name);
  if (at == parameters.end()) {
    typing_.emitter_.Emit(named.span, BuiltinArgumentName, row_.name, name);
    return false;
  }
  const auto k = static_cast<size_t>(at - parameters.begin());
  if (args_[k].has_value()) {
    typing_.emitter_.Emit(named.span, BuiltinArgumentTwice, name, row_.name);
    return false;
  }
  args_[k] = named.value;
  spans_[k] = named.span;
  return true;
}

auto BuiltinCall::Make(const Type& type) -> ExprId {
  std::vector<ExprId> operands;
  std::ranges::copy_if(args_, std::back_inserter(operands), &ExprId::has_value);
  return pool_.Typed(row_.op, type, operands);
}

}  // namespace kerf::modelica
