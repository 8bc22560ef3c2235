// MINIMIZE: the variables with their starts and limits, and the body that is run for each trial.
#include <algorithm>
#include <cmath>
#include <utility>

#include "lang/cosy/coder.h"

namespace kerf::cosy {

namespace {

using process::Service;

KERF_DIAG(CosyNotMinimized, Error, "`{}` is no variable that can be given a value", std::string);
KERF_DIAG(CosyMinimizedTwice, Error, "`{}` stands here twice", std::string);

}  // namespace

void Coder::Minimize(const cosy::FrameItem& item, const Scope& scope) {
  process::Minimisation minimisation;
  minimisation.span = item.span;
  const Symbol* objective = translator_.Resolve(scope, item.name, item.span);
  if (objective == nullptr) return;
  const auto is_variable = [&](const Symbol& symbol, Span span) {
    if (symbol.kind == SymbolKind::Variable && !symbol.is_array) return true;
    emitter_.Emit(span, CosyNotMinimized, symbol.name);
    return false;
  };
  if (!is_variable(*objective, item.span)) return;
  minimisation.objective = objective->index;
  minimisation.name = objective->name;
  std::vector<Value> starts, limits;
  for (const ValueList& list : item.lists) {
    const Symbol* symbol = translator_.Resolve(scope, list.name, list.span);
    if (symbol == nullptr || !is_variable(*symbol, list.span)) return;
    if (std::ranges::find(minimisation.cells, symbol->index) != minimisation.cells.end()) {
      emitter_.Emit(list.span, CosyMinimizedTwice, symbol->name);
      return;
    }
    translator_.NoteAssigned(*symbol, list.span);
    minimisation.cells.push_back(symbol->index);
    starts.push_back(NumberOf(list.items[0].value, scope));
    const auto [least, most] = LimitsOf(list, *symbol, scope);
    limits.push_back(least);
    limits.push_back(most);
  }
  std::vector<Value> arguments = {item.tolerance.has_value() ? NumberOf(item.tolerance, scope)
                                                             : Number(1e-4)};
  arguments.insert(arguments.end(), starts.begin(), starts.end());
  arguments.insert(arguments.end(), limits.begin(), limits.end());
  for (const Value& argument : arguments) {
    if (!argument.is_good) return;
  }
  Coder body(translator_, fmt::format("minimise {}", minimisation.name), Place::Experiment);
  body.FrameItems(item.items, scope);
  minimisation.body = body.Finish();
  auto& all = translator_.out().minimisations;
  all.push_back(std::move(minimisation));
  Invoke(Service::Minimize, static_cast<uint32_t>(all.size() - 1), arguments);
}

// Those of MINIMIZE, else those with which the variable was declared.
auto Coder::LimitsOf(const ValueList& list, const Symbol& symbol, const Scope& scope)
    -> std::pair<Value, Value> {
  if (list.least.has_value()) {
    const Value least = NumberOf(list.least, scope);
    return {least, NumberOf(list.most, scope)};
  }
  process::Range range{"", -HUGE_VAL, HUGE_VAL};
  if (symbol.range != process::kNone) range = translator_.out().ranges[symbol.range];
  const Value least = Number(range.least);
  return {least, Number(range.most)};
}

}  // namespace kerf::cosy
