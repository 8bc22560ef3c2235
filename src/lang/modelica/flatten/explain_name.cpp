// From a name such as a.b[2].x to the component it means.
#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/nearest.h"
#include "lang/modelica/flatten/explain.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(NothingToExplain, Error, "the model has no variable `{}`", std::string);
KERF_NOTE(NearestVariable, "did you mean `{}`?", std::string);
KERF_DIAG(ExplainedSubscripts, Error, "`{}`: `{}` has the sizes [{}]", std::string, std::string, std::string);

// Where the identifier that begins at `at` ends; a quoted one may hold dots and brackets.
auto EndOfIdentifier(std::string_view name, size_t at) -> size_t {
  const bool is_quoted = at < name.size() && name[at] == '\'';
  if (is_quoted) {
    for (++at; at < name.size() && name[at] != '\''; ++at) {
      if (name[at] == '\\') ++at;
    }
    return std::min(at + 1, name.size());
  }
  return std::min(name.find_first_of(".[", at), name.size());
}

// The place of an element, row by row; nothing outside the array.
auto OffsetOf(const std::vector<int32_t>& subscripts, const std::vector<int32_t>& dims)
    -> std::optional<size_t> {
  if (subscripts.size() != dims.size()) return std::nullopt;
  size_t offset = 0;
  for (size_t k = 0; k < dims.size(); ++k) {
    if (subscripts[k] < 1 || subscripts[k] > dims[k]) return std::nullopt;
    offset = offset * static_cast<size_t>(dims[k]) + static_cast<size_t>(subscripts[k] - 1);
  }
  return offset;
}

}  // namespace

auto Explainer::Split(std::string_view name) -> std::vector<NameStep> {
  std::vector<NameStep> steps;
  for (size_t at = 0; at < name.size();) {
    NameStep step;
    const size_t end = EndOfIdentifier(name, at);
    step.name = name.substr(at, end - at);
    at = end;
    if (at < name.size() && name[at] == '[') {
      const size_t close = std::min(name.find(']', at), name.size());
      for (++at; at < close; ++at) {
        while (at < close && name[at] == ' ') ++at;
        int32_t value = 0;
        const auto read = std::from_chars(name.data() + at, name.data() + close, value);
        step.subscripts.push_back(read.ec == std::errc{} ? value : 0);
        at = std::min(name.find(',', at), close);
      }
      at = std::min(close + 1, name.size());
    }
    step.rest = name.substr(end);
    steps.push_back(std::move(step));
    if (at < name.size()) ++at;
  }
  return steps;
}

void Explainer::ReportMissing(std::string_view name, const Subject& subject, Inst* scope,
                              const NameStep& step) {
  std::vector<std::string> known;
  if (scope != nullptr) {
    instances_.ForEachComponent(
        scope, [&](Component* component) { known.emplace_back(world_.names[component->name]); });
  }
  auto builder = context_.emitter.Emit({}, NothingToExplain, std::string(name));
  const std::string nearest = base::Nearest(step.name, known);
  if (nearest.empty() || step.name.empty()) return;
  const std::string owner = subject.path.empty() ? "" : instances_.NameOf(subject.path.back()) + ".";
  builder.Note({}, NearestVariable, owner + nearest + std::string(step.rest));
}

auto Explainer::ReportSubscripts(std::string_view name, const Component* component) -> bool {
  context_.emitter.Emit({}, ExplainedSubscripts, std::string(name), instances_.NameOf(component),
                        fmt::format("{}", fmt::join(component->dims, ", ")));
  return false;
}

// Takes the element that the subscripts mean. False after an error.
auto Explainer::Enter(const NameStep& step, Component*& component, Subject& subject, std::string_view name)
    -> bool {
  if (!instances_.ResolveType(component) || !elaborator_.EnsureDims(component)) return true;
  if (step.subscripts.empty()) {
    const bool has_more = step.rest.starts_with('.') && step.rest.size() > 1;
    return component->dims.empty() || !has_more || ReportSubscripts(name, component);
  }
  const auto offset = OffsetOf(step.subscripts, component->dims);
  if (!offset) return ReportSubscripts(name, component);
  if (component->builtin != nullptr) {
    subject.subscripts = step.subscripts;
    return true;
  }
  component = elaborator_.Elements(component)[*offset];
  return true;
}

auto Explainer::Find(std::string_view name) -> std::optional<Subject> {
  Subject subject;
  Inst* scope = context_.root;
  const std::vector<NameStep> steps = Split(name);
  for (const NameStep& step : steps) {
    const Found found =
        scope != nullptr ? instances_.FindInInst(scope, world_.names.Intern(step.name)) : Found{};
    if (found.component == nullptr) {
      ReportMissing(name, subject, scope, step);
      return std::nullopt;
    }
    Component* component = instances_.Resolved(found.component);
    subject.path.push_back(component);
    if (!elaborator_.IsPresent(component)) {
      subject.is_absent = true;
      return subject;
    }
    if (!Enter(step, component, subject, name)) return std::nullopt;
    subject.path.back() = component;
    scope = component->dims.empty() ? instances_.InstOf(component) : nullptr;
  }
  if (!subject.path.empty()) return subject;
  ReportMissing(name, subject, scope, {});
  return std::nullopt;
}

}  // namespace kerf::modelica
