// textDocument/signatureHelp: the inputs of the function whose call is being typed.
#include "lsp/describe.h"
#include "lsp/requests.h"
#include "lsp/typing_context.h"

namespace kerf::lsp {

namespace {

struct Signature {
  std::string label;
  Json parameters = Json::array();

  void Add(const std::string& text, const std::string& description) {
    if (!parameters.empty()) label += ", ";
    label += text;
    Json parameter = {{"label", text}};
    if (!description.empty()) parameter["documentation"] = description;
    parameters.push_back(std::move(parameter));
  }
};

void AddInputs(modelica::Inst* function, Snapshot& snapshot, Signature& signature) {
  const bool is_record = snapshot.instances().IsRecord(function->elem);
  snapshot.instances().ForEachComponent(function, [&](modelica::Component* component) {
    if (component->is_protected || (!is_record && !component->Has(modelica::kInput))) return;
    std::string type = TypeText(*component);
    if (type.starts_with("input ")) type.erase(0, 6);
    signature.Add(type + " " + std::string(snapshot.names()[component->name]),
                  DescriptionOf(component->node));
  });
}

}  // namespace

auto SignatureHelp(const Place& place) -> Json {
  const TypingContext context = ContextOf(place);
  const Target& callee = context.callee;
  Signature signature;
  std::string description;
  if (!callee.function.empty()) {
    signature.label = callee.function + "(";
    std::string_view rest = BuiltinParameters(callee.function);
    while (!rest.empty()) {
      const size_t end = std::min(rest.find(' '), rest.size());
      signature.Add(std::string(rest.substr(0, end)), "");
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  } else {
    modelica::Inst* function = Resolver(place.snapshot).InstOf(callee);
    if (function == nullptr || callee.cls == nullptr || !callee.node.has_value()) return nullptr;
    signature.label = std::string(callee.node.token_text()) + "(";
    description = DescriptionOf(callee.node);
    AddInputs(function, place.snapshot, signature);
  }
  signature.label += ")";
  return {{"signatures",
           {{{"label", signature.label},
             {"documentation", description},
             {"parameters", std::move(signature.parameters)}}}},
          {"activeSignature", 0},
          {"activeParameter", context.argument}};
}

}  // namespace kerf::lsp
