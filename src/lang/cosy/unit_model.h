// What statements assign and compare as equations and conditions of a model of its own, which nothing but the
// check of units looks at. What it does not follow (calls of routines, questions about files) has no unit.
#pragma once

#include <map>
#include <memory>

#include "flat/model.h"
#include "lang/cosy/symbols.h"

namespace kerf::cosy {

class UnitModel {
 public:
  explicit UnitModel(Program& program) : program_(program), model_(std::make_unique<flat::Model>()) {}

  // target := value, both well typed, with names of that scope.
  void Assign(const Symbol& target, NodeId value, const Scope& scope, Span span);
  void Condition(NodeId condition, const Scope& scope, Span span);
  // Null if no variable has a unit.
  auto Take() -> std::unique_ptr<flat::Model>;

 private:
  using ExprId = expr::ExprId;

  auto Lower(NodeId root, const Scope& scope) -> ExprId;
  auto LowerNode(const Node& node, const Scope& scope) -> ExprId;
  auto LowerCall(const Node& node, const Scope& scope) -> ExprId;
  auto LowerOperation(const Node& node) -> ExprId;
  auto Of(const Symbol& symbol) -> ExprId;
  // A quantity that may be anything.
  auto Open(bool is_truth) -> ExprId;
  auto AddVar(std::string_view name, NameId unit, bool is_truth, Span span) -> ExprId;
  auto OriginAt(Span span) -> flat::OriginId;

  Program& program_;
  std::unique_ptr<flat::Model> model_;
  std::map<const Symbol*, ExprId> symbols_;
  std::map<bool, ExprId> open_;
  std::unordered_map<NodeId, ExprId> lowered_;
  bool has_units_ = false;
};

}  // namespace kerf::cosy
