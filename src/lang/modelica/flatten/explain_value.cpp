// Where a value and the attributes come from: the modifiers from the winning one down to the declaration.
#include <algorithm>

#include <fmt/format.h>

#include "base/number_text.h"
#include "flat/value.h"
#include "lang/modelica/flatten/explain.h"

namespace kerf::modelica {

namespace {

// Longer values are cut off in titles.
constexpr size_t kMaxValueText = 120;

auto WithoutBlanks(std::string text) -> std::string {
  std::erase(text, ' ');
  return text;
}

auto GivenTextOf(const flat::GivenText& given) -> std::string {
  return given.text.empty() ? base::NumberText(given.number) : given.text;
}

}  // namespace

auto Explainer::NameOf(const Subject& subject) -> std::string {
  std::string name = instances_.NameOf(subject.path.back());
  if (!subject.subscripts.empty()) name += fmt::format("[{}]", fmt::join(subject.subscripts, ","));
  return name;
}

auto Explainer::Absent(const Subject& subject) -> flat::Explanation {
  const Component* component = subject.path.back();
  flat::Explanation explanation;
  explanation.title = NameOf(subject) + " is switched off";
  explanation.steps.push_back(Quote("because of", component->condition, component->condition_scope));
  return explanation;
}

// "2*a = 20": as it is written and what that gives, if it is known.
auto Explainer::ExprText(ExprId id) -> std::string {
  std::string text = expr::Print(world_.pool, id, names_, {.max_length = kMaxValueText});
  if (world_.pool.operands(id).empty() && world_.pool.op(id) != expr::Op::Var) return text;
  const auto value = elaborator_.IsParameterExpression(id) ? elaborator_.TryEvaluate(id) : std::nullopt;
  if (!value) return text;
  const std::string known = flat::ValueText(*value, world_);
  return WithoutBlanks(known) == WithoutBlanks(text) || known.size() > kMaxValueText ? text
                                                                                     : text + " = " + known;
}

auto Explainer::ValueText(const Subject& subject) -> std::string {
  Component* component = subject.path.back();
  const auto given = context_.given.find(instances_.NameOf(component));
  if (given != context_.given.end()) return GivenTextOf(given->second);
  if (component->mod == nullptr || !component->mod->has_value()) return "";
  if (component->builtin == nullptr) {
    const NodeRef value = component->mod->expr;
    return LineOf(value.tree(), value.node().begin, value.node().end);
  }
  ExprId value = elaborator_.Binding(component);
  if (!value.has_value() || value == expr::Pool::kError) return "";
  if (!subject.subscripts.empty()) {
    std::vector<ExprId> subscripts;
    for (const int32_t k : subject.subscripts) subscripts.push_back(world_.pool.Integer(k));
    value = elaborator_.typing().Subscript(value, subscripts, {});
  }
  return ExprText(value);
}

auto Explainer::Title(const Subject& subject) -> std::string {
  const Component* component = subject.path.back();
  const std::string name = NameOf(subject);
  const std::string value = ValueText(subject);
  if (!value.empty()) return name + " = " + value;
  if (component->builtin == nullptr && component->type != nullptr)
    return name + " is of class " + ClassText(component->type);
  return component->Has(kParameter | kConstant) ? name + " has no value" : name + " follows from equations";
}

// The places that give this value, the winning one first; each once.
auto Explainer::ModSteps(const Mod* mod) -> std::vector<flat::ExplanationStep> {
  std::vector<flat::ExplanationStep> steps;
  std::vector<NodeRef> places;
  for (const Mod* source : instances_.mods().Sources(mod)) {
    if (!source->has_value() && !source->is_break) continue;
    if (std::ranges::count(places, source->place) > 0) continue;
    places.push_back(source->place);
    steps.push_back(Quote(steps.empty() ? "set by" : "over", source->place, source->scope));
  }
  return steps;
}

auto Explainer::ValueSteps(const Subject& subject) -> std::vector<flat::ExplanationStep> {
  const Component* component = subject.path.back();
  std::vector<flat::ExplanationStep> steps = ModSteps(component->mod);
  const auto given = context_.given.find(instances_.NameOf(component));
  if (given != context_.given.end()) {
    if (!steps.empty()) steps.front().role = "over";
    const std::string text = fmt::format("--set {}={}", given->first, GivenTextOf(given->second));
    steps.insert(steps.begin(), {"set by", text, {}, ""});
  }
  const diag::Span declared = program_.SpanOf(component->node);
  const auto is_declaration = [&](const flat::ExplanationStep& step) { return step.span == declared; };
  const auto found = std::ranges::find_if(steps, is_declaration);
  if (found != steps.end()) {
    found->where += " (declaration)";
    return steps;
  }
  flat::ExplanationStep step = Quote("declared", component->node, component->parent);
  step.text = DeclarationText(component->clause, component->node);
  steps.push_back(std::move(step));
  return steps;
}

void Explainer::AddAttributes(const Subject& subject, flat::Explanation& explanation) {
  Component* component = subject.path.back();
  if (component->mod == nullptr) return;
  for (const auto& [name, mod] : component->mod->children) {
    if (!mod->has_value()) continue;
    const ExprId value = elaborator_.Attribute(component, world_.names[name]);
    if (!value.has_value() || value == expr::Pool::kError) continue;
    explanation.parts.push_back(
        {fmt::format("{} = {}", world_.names[name], ExprText(value)), ModSteps(mod), {}});
  }
}

}  // namespace kerf::modelica
