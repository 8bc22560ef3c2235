// Lists of codes.
#include "lsp/check_filter.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace kerf::lsp {

namespace {

constexpr std::string_view kGivenByUsers[] = {
    "partial-package",         "partial-function", "partial-choice",      "size-not-known",
    "size-of-value-not-known", "size-cycle",       "condition-not-known", "not-known-at-compile-time",
    "constant-without-value",  "range-not-known",  "inner-partial",       "builtin-argument-unknown",
    "constant-needs-value",
};

constexpr std::string_view kAboutNames[] = {
    "undeclared-name", "unknown-member",   "no-such-class",   "no-such-class-in", "base-not-found",
    "missing-library", "type-is-no-type",  "recursive-class", "element-twice",    "modified-twice",
    "final-modified",  "unknown-function", "argument-name",   "argument-twice",   "nothing-to-redeclare",
    "class-as-value",  "not-callable",
};

constexpr std::string_view kLackingInParts[] = {"parameter-takes-start", "missing-inner"};

constexpr std::string_view kOpenChoices[] = {"partial-package", "partial-function", "partial-choice",
                                             "size-not-known",  "size-cycle",       "object-fails"};

auto IsIn(std::span<const std::string_view> codes, const diag::Diagnostic& diagnostic) -> bool {
  return std::ranges::count(codes, diagnostic.code) > 0;
}

}  // namespace

void KeepNames(std::vector<diag::Diagnostic>& all) {
  std::erase_if(all, [](const diag::Diagnostic& diagnostic) { return !IsIn(kAboutNames, diagnostic); });
}

void DropWhatUsersGive(std::vector<diag::Diagnostic>& all) {
  const bool is_incomplete = std::ranges::any_of(
      all, [](const diag::Diagnostic& diagnostic) { return IsIn(kGivenByUsers, diagnostic); });
  if (is_incomplete) KeepNames(all);
}

void DropWhatPartsLack(std::vector<diag::Diagnostic>& all) {
  std::erase_if(all, [](const diag::Diagnostic& diagnostic) { return IsIn(kLackingInParts, diagnostic); });
}

auto HasOpenChoice(const std::vector<diag::Diagnostic>& all) -> bool {
  return std::ranges::any_of(
      all, [](const diag::Diagnostic& diagnostic) { return IsIn(kOpenChoices, diagnostic); });
}

}  // namespace kerf::lsp
