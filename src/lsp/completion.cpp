// textDocument/completion.
#include "lsp/completion_items.h"
#include "lsp/describe.h"
#include "lsp/requests.h"
#include "lsp/typing_context.h"

namespace kerf::lsp {

namespace {

using modelica::Inst;
using Kind = TypingContext::Kind;

void AddNamedArguments(const Target& callee, Snapshot& snapshot, CompletionItems& items) {
  Inst* function = Resolver(snapshot).InstOf(callee);
  if (function == nullptr) return;
  snapshot.instances().ForEachComponent(function, [&](modelica::Component* component) {
    const bool is_input = component->Has(modelica::kInput) || snapshot.instances().IsRecord(function->elem);
    if (component->is_protected || !is_input) return;
    const std::string name(snapshot.names()[component->name]);
    items.Add(name, kVariableItem, TypeText(*component), DescriptionOf(component->node), name + " = ");
  });
}

}  // namespace

auto Completion(const Place& place) -> Json {
  const TypingContext context = ContextOf(place);
  CompletionItems items(place.snapshot);
  switch (context.kind) {
    case Kind::Nothing:  break;
    case Kind::Library:  items.AddLibraries(); break;
    case Kind::Member:   items.AddMembers(context.owner); break;
    case Kind::Modifier: {
      static constexpr std::string_view kWords[] = {"redeclare", "each", "final", "replaceable"};
      items.AddMembers(context.owner, " = ");
      items.AddWords(kWords, kKeywordItem);
      break;
    }
    case Kind::Expression:
      AddNamedArguments(context.callee, place.snapshot, items);
      items.AddVisible(context.scope);
      items.AddKeywords();
      break;
    case Kind::Statement:
      items.AddVisible(context.scope);
      items.AddKeywords();
      break;
  }
  return {{"isIncomplete", false}, {"items", items.Take()}};
}

}  // namespace kerf::lsp
