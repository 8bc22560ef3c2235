// Expressions of constants, evaluated at translation.
#include <cmath>

#include "lang/cosy/functions.h"
#include "lang/cosy/translator.h"
#include "process/interpret.h"

namespace kerf::cosy {

namespace {

KERF_DIAG(CosyNotConstant, Error, "this must be known at translation: numbers and constants only");
KERF_DIAG(CosyNotWhole, Error, "this must be a whole number not below {}, and is {}", double, double);

}  // namespace

auto Translator::TryConstant(NodeId root, const Scope& scope) -> std::optional<double> {
  const Node& top = program_.nodes[root];
  std::unordered_map<NodeId, double> values;
  for (uint32_t k = top.first; k <= root.index; ++k) {
    const Node& node = program_.nodes[NodeId{k}];
    std::vector<double> operands;
    for (const NodeId operand : node.operands) {
      const auto found = values.find(operand);
      if (found == values.end()) return std::nullopt;
      operands.push_back(found->second);
    }
    switch (node.kind) {
      case NodeKind::Number:
      case NodeKind::Logical: values[NodeId{k}] = node.value; break;
      case NodeKind::Name:    {
        const Symbol* symbol = scope.Find(node.name);
        if (symbol == nullptr || symbol->kind != SymbolKind::Constant) return std::nullopt;
        values[NodeId{k}] = symbol->value;
        break;
      }
      case NodeKind::Operation:
        values[NodeId{k}] = operands.size() == 1 ? process::Apply(node.op, operands[0])
                                                 : process::Apply(node.op, operands[0], operands[1]);
        break;
      case NodeKind::Call: {
        const Intrinsic* intrinsic = FindIntrinsic(Lower(node.name));
        if (intrinsic == nullptr || operands.size() != intrinsic->n_arguments ||
            intrinsic->op == expr::Op::Error)
          return std::nullopt;
        values[NodeId{k}] = operands.size() == 1 ? process::Apply(intrinsic->op, operands[0])
                                                 : process::Apply(intrinsic->op, operands[0], operands[1]);
        break;
      }
      case NodeKind::Text:
      case NodeKind::Element:
      case NodeKind::Derivative:
      case NodeKind::Attribute:  return std::nullopt;
    }
  }
  return values[root];
}

auto Translator::Constant(NodeId root, const Scope& scope) -> double {
  const auto value = TryConstant(root, scope);
  if (!value) emitter_.Emit(program_.nodes[root].span, CosyNotConstant);
  return value.value_or(0);
}

auto Translator::WholeConstant(NodeId root, const Scope& scope, double least) -> uint32_t {
  constexpr double kLargest = 1e8;
  const auto value = TryConstant(root, scope);
  if (!value) {
    emitter_.Emit(program_.nodes[root].span, CosyNotConstant);
    return 1;
  }
  if (*value == std::floor(*value) && *value >= least && *value <= kLargest)
    return static_cast<uint32_t>(*value);
  emitter_.Emit(program_.nodes[root].span, CosyNotWhole, least, *value);
  return 1;
}

}  // namespace kerf::cosy
