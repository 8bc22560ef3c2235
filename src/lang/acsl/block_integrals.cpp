// See block_integrals.h.
#include "lang/acsl/block_integrals.h"

#include <fmt/format.h>

#include <algorithm>

#include "lang/acsl/operator_names.h"

namespace kerf::acsl {

KERF_DIAG(AcslIntegralOfArray, Error,
          "array `{}` gets new values after this integral of it in the same block; integrate a copy",
          std::string_view);

namespace {

class IntegralsOfBlock {
 public:
  IntegralsOfBlock(Program& program, uint32_t& n_statements, diag::Emitter& emitter)
      : program_(program), n_statements_(n_statements), emitter_(emitter) {}

  // Leaves the block without integrals, which are returned.
  auto Run(Statement& block) -> std::vector<Statement> {
    std::vector<Statement> integrals;
    const bool jumps = Jumps(block.body);
    for (size_t k = 0; k < block.body.size(); ++k) {
      Statement& statement = block.body[k];
      if (!IsIntegral(program_, statement)) {
        rest_.push_back(std::move(statement));
        continue;
      }
      // Where statements are repeated, each may follow.
      NameSet later;
      if (jumps) {
        for (const Statement& before : rest_) AddAssigned(before, later);
      }
      for (size_t j = k + 1; j < block.body.size(); ++j) AddAssigned(block.body[j], later);
      KeepInputs(statement, later);
      integrals.push_back(std::move(statement));
    }
    block.body = std::move(rest_);
    return integrals;
  }

 private:
  void KeepInputs(const Statement& integral, const NameSet& later) {
    // By value: nodes are added.
    const std::vector<NodeId> arguments = program_.nodes[integral.value].operands;
    for (const NodeId argument : arguments) {
      bool changes = false;
      for (uint32_t k = program_.nodes[argument].first; k <= argument.index; ++k) {
        const Node& node = program_.nodes[NodeId{k}];
        const bool is_name = node.kind == NodeKind::Name || node.kind == NodeKind::Call;
        if (!is_name || !later.contains(node.name)) continue;
        changes = true;
        if (node.kind == NodeKind::Name && IsArray(node.name)) {
          emitter_.Emit(node.span, AcslIntegralOfArray, program_.names.Written(node.name));
          return;
        }
      }
      if (changes) KeepInput(integral, argument);
    }
  }

  auto IsArray(NameId name) const -> bool {
    return std::ranges::find(program_.arrays, name, &ArrayDeclaration::name) != program_.arrays.end();
  }

  void KeepInput(const Statement& integral, NodeId argument) {
    Statement kept;
    kept.kind = StatementKind::Assign;
    kept.serial = n_statements_++;
    kept.span = program_.nodes[argument].span;
    kept.targets.push_back({NewName(integral.targets[0].name), {}, kept.span});
    kept.value = Moved(argument);
    Node& node = program_.nodes[argument];
    node.kind = NodeKind::Name;
    node.name = kept.targets[0].name;
    node.operands.clear();
    rest_.push_back(std::move(kept));
  }

  auto NewName(NameId of) -> NameId {
    const std::string first = fmt::format("{}_input", program_.names.Written(of));
    std::string name = first;
    for (int k = 2; program_.names.Find(name).has_value(); ++k) name = fmt::format("{}{}", first, k);
    return program_.names.Intern(name);
  }

  // A copy of an expression; in its old place nothing is left to be read.
  auto Moved(NodeId root) -> NodeId {
    const uint32_t first = program_.nodes[root].first;
    const uint32_t shift = program_.nodes.size() - first;
    NodeId copied;
    for (uint32_t k = first; k <= root.index; ++k) {
      Node node = program_.nodes[NodeId{k}];
      node.first += shift;
      for (NodeId& operand : node.operands) operand = NodeId{operand.index + shift};
      copied = program_.nodes.Add(std::move(node));
      if (k == root.index) break;
      Node& old = program_.nodes[NodeId{k}];
      old.kind = NodeKind::Number;
      old.value = 0;
      old.name = program_.names.lower.Intern("0.0");
      old.operands.clear();
    }
    return copied;
  }

  Program& program_;
  uint32_t& n_statements_;
  diag::Emitter& emitter_;
  std::vector<Statement> rest_;
};

}  // namespace

void AddAssigned(const Statement& statement, NameSet& names) {
  for (const Target& target : statement.targets) names.insert(target.name);
  if (statement.kind == StatementKind::Do) names.insert(statement.name);
  for (const auto* body : {&statement.body, &statement.else_body}) {
    for (const Statement& inner : *body) AddAssigned(inner, names);
  }
}

auto Jumps(const std::vector<Statement>& body) -> bool {
  return std::ranges::any_of(body, [](const Statement& statement) {
    return statement.kind == StatementKind::GoTo || Jumps(statement.body) || Jumps(statement.else_body);
  });
}

auto IsIntegral(const Program& program, const Statement& statement) -> bool {
  if (statement.kind != StatementKind::Assign || statement.label.has_value()) return false;
  const Node& node = program.nodes[statement.value];
  return node.kind == NodeKind::Call && IsStateOperator(program.names.lower[node.name]);
}

auto TakeOutIntegrals(Program& program, std::vector<Statement> statements, uint32_t& n_statements,
                      diag::Emitter& emitter) -> std::vector<Statement> {
  std::vector<Statement> out;
  for (Statement& statement : statements) {
    std::vector<Statement> integrals;
    if (statement.kind == StatementKind::Procedural)
      integrals = IntegralsOfBlock(program, n_statements, emitter).Run(statement);
    out.push_back(std::move(statement));
    for (Statement& integral : integrals) out.push_back(std::move(integral));
  }
  return out;
}

}  // namespace kerf::acsl
