// The work of flattening one model, in phases: the tree of instances, the connections, the equations, the
// variables. Each phase stands in a file of its own.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/disjoint_sets.h"
#include "expr/walk.h"
#include "flat/model.h"
#include "lang/modelica/flatten/connection_sets.h"
#include "lang/modelica/flatten/flatten.h"
#include "lang/modelica/flatten/overconstrained.h"
#include "lang/modelica/inst/elaborate.h"

namespace kerf::modelica {

class Flattener : private ConnectionFacts {
 public:
  Flattener(Program& program, std::shared_ptr<flat::World> world, const FlattenOptions& options,
            diag::Emitter& emitter);

  // False after errors; TakeModel gives the model otherwise.
  auto Run() -> bool;
  auto TakeModel() -> flat::Model { return std::move(model_); }
  // For Explain: before Run.
  void KeepHistory() { instances_.mods().KeepHistory(); }
  // Also after errors, as far as there are instances. explain.cpp
  auto Explain(const std::vector<std::string>& names) -> std::vector<flat::Explanation>;

 private:
  auto NearestClass(std::string_view name) -> std::string;
  void CheckClocks();
  // called_functions.cpp
  void AddCalledFunctions();

  // instance_tree.cpp: all components in order.
  void VisitInst(Inst* inst);
  void VisitComponent(Component* component);
  void CheckModifiers(Inst* inst);
  void CheckExtends(Inst* part);
  void CheckAttributes(Component* component);
  void CheckEach(Component* component);
  auto IsStructuralIf(NodeRef node, Scope& scope, NodeRef& taken, bool report) -> bool;

  // collect_connections.cpp
  void CollectConnections(Inst* inst);
  void CollectFrom(NodeRef node, Scope& scope);
  void CollectConnect(NodeRef node, Scope& scope);
  void CollectGraphCall(NodeRef node, Scope& scope);
  struct End {
    Component* component = nullptr;
    std::vector<int32_t> subscripts;
    bool is_outside = false;
  };
  struct Pair {
    End a;
    End b;
    NodeRef node;
    flat::OriginId origin;
  };
  auto TryConnect(NodeRef node, Scope& scope) -> bool;
  static auto IsRemoved(NodeRef node, const Inst* inst) -> bool;
  void CheckDepth(const Elaborator::Targets& targets, NodeRef ref, const Scope& scope);
  auto CheckVariables(Component* a, Component* b, NodeRef node) -> bool;
  void ConnectPair(const Pair& pair);
  void ConnectComponents(Component* a, Component* b, bool a_outside, bool b_outside, NodeRef node,
                         flat::OriginId origin);
  auto IsOverconstrained(Component* component) -> bool;
  auto GraphNode(Component* component) -> uint32_t;
  auto IsOutside(Component* first, Inst* scope) -> bool;
  void FinishGraph();

  // expandable.cpp
  auto Expand(const Elaborator::Targets& bus, const Elaborator::Targets& other, Scope& scope) -> bool;
  auto Fit(Elaborator::Targets& left, Elaborator::Targets& right) -> bool;
  auto IsInExpandable(const Component* component) -> bool;
  void NotePair(const Pair& pair);
  void ExpandConnectors();
  auto Augment(Component* a, Component* b) -> bool;
  void ConnectExpandable(Inst* left, Inst* right, bool left_outside, bool right_outside, NodeRef node,
                         flat::OriginId origin);
  void VisitExpandables();

  // connection_equations.cpp
  void AddConnectionEquations();
  void AddSet(const ConnectionSets::Set& set);
  void CheckSources(const ConnectionSets::Set& set, flat::OriginId origin);
  void AddFlowSet(const ConnectionSets::Set& set, flat::OriginId origin);
  void AddUnconnectedFlows();
  auto IsIdleInBus(Component* variable) -> bool;
  auto IsInConnector(const Component* variable) -> bool;
  void AddBrokenConnections();
  auto ValueOf(const Member& member) -> ExprId;
  auto Zero(const Type& type) -> ExprId;

  // bus_sources.cpp
  auto TakeGroupFromOutside(const std::vector<ConnectionSets::Set>& sets, base::DisjointSets& groups,
                            uint32_t leader) -> bool;
  void CheckBusSources(const std::vector<ConnectionSets::Set>& sets);

  // streams.cpp
  struct StreamSet {
    std::vector<Member> members;
    std::vector<Component*> flows;
  };
  void CollectStreams(const ConnectionSets::Set& set);
  auto FlowOf(Component* stream) -> Component*;
  auto PositiveFlow(Component* flow, bool is_outside) -> ExprId;
  auto CanLeave(Component* flow, bool is_outside) -> bool;
  auto Mixture(const StreamSet& set, size_t k) -> ExprId;
  auto InStreamOf(ExprId argument) -> ExprId;
  auto ReplaceStream(ExprId node, expr::Op op, flat::OriginId origin) -> ExprId;
  auto WithoutStreams(ExprId id, flat::OriginId origin) -> ExprId;
  void ReplaceStreams();
  void ReplaceStreams(flat::Statement& statement);

  // equations.cpp
  void AddSections(Inst* inst);
  void AddEquations(NodeRef section, Scope& scope, bool is_initial);
  void AddEquation(NodeRef node, Scope& scope, bool is_initial);
  void AddEquality(NodeRef node, Scope& scope, bool is_initial);
  void AddFor(NodeRef node, Scope& scope, bool is_initial);
  void AddIf(NodeRef node, Scope& scope, bool is_initial);
  void AddCallClause(NodeRef node, Scope& scope, bool is_initial);
  void AddAlgorithm(NodeRef section, Scope& scope, bool is_initial);
  void AddStatementClause(NodeRef node, Scope& scope, bool is_initial);
  auto AsIfExpressions(const flat::Statement& statement, bool is_initial) -> bool;
  auto CountEquations(const std::vector<flat::Statement>& body) -> size_t;
  auto CheckBranches(const flat::Statement& statement) -> bool;
  void NestedIfs(flat::Statement& statement);
  void TruncateEquations(uint32_t n);
  auto IsStatedAgain(ExprId lhs, ExprId rhs, bool is_initial) -> bool;
  void Emit(ExprId lhs, ExprId rhs, flat::OriginId origin, bool is_initial);

  // variables.cpp
  void AddVariables();
  void AddVariable(Component* component);
  void AddAttributes(Component* component, flat::Var& var);
  auto FittingAttribute(Component* component, std::string_view name, const Type& type) -> ExprId;
  void AddExperiment();

  // balance.cpp
  void CheckBalance();
  void ReportPart(diag::Emitter::Builder& builder, const Inst* inst, int64_t excess);
  void WarnOfParts(const std::map<PathId, int64_t>& excess);

  // count_equations.cpp
  auto ScalarsOf(const Type& type) -> int64_t;
  auto ScalarsOf(ExprId target) -> int64_t;
  auto PointsOf(flat::DomainId domain) -> int64_t;
  void CollectTargets(const flat::Statement& statement, std::set<ExprId>& targets);
  auto EquationsOf(const flat::Clause& clause) -> int64_t;
  auto EquationsOf(const flat::Algorithm& algorithm) -> int64_t;
  auto IsUnknown(const flat::Var& var) -> bool;

  // balance_parts.cpp
  struct Place {
    // The nearest component that is no record or connector; null for the model itself.
    Component* part = nullptr;
    // A connector of that part that others may connect.
    bool is_port = false;
  };
  auto IsHidden(Component* component) -> bool;
  auto PlaceOf(Component* variable) -> Place;
  static auto PathOf(const Component* part) -> PathId;
  auto Around(Component* part) -> Component*;
  auto ExcessOfParts() -> std::map<PathId, int64_t>;
  void CountVariables(std::map<PathId, int64_t>& excess);
  void CountStatements(std::map<PathId, int64_t>& excess);
  void CountSets(std::map<PathId, int64_t>& excess);
  void CountTrees(std::map<PathId, int64_t>& excess);
  auto IsOwnEquation(Component* input, const Place& place) -> bool;
  auto ScopeOf(Component* variable, bool is_outside) -> Component*;
  auto IsInBus(Component* variable) -> bool;
  auto OverconstrainedAround(Component* variable) -> Component*;
  auto SurplusOf(Component* overconstrained) -> int64_t;

  // outside.cpp
  void FindOutside();
  auto IsOpen(Component* variable) -> bool;
  auto IsSignal(Component* variable) -> bool;
  auto IsOpenConnector(Component* connector) -> bool;
  auto DefaultRootOf(uint32_t node) -> uint32_t;
  auto IsOpenTree(uint32_t root) -> bool;
  void RelateOutside(const std::vector<ExprId>& terms, int64_t n);
  void AddSurplusOutside();
  auto GiveInput(Component* input, const Type& type) -> bool;
  void RelateInputs();
  auto TakeFromOutside(Component* signal) -> bool;
  void AddOutside();
  void TermsOf(Component* variable, std::vector<ExprId>& terms);
  auto KnownOutside(const Type& type) -> ExprId;

  // check_reference.cpp
  void CheckReference();

  // check_discrete.cpp
  void CheckDiscrete();
  void CollectWhenTargets(const flat::Statement& statement, bool is_inside, std::set<VarId>& vars);
  auto FindContinuous(ExprId root, const std::set<VarId>& when_targets) -> std::string;

  // check_variables.cpp
  void CheckBindings();
  void CheckVariability();
  auto VariabilityOf(ExprId id) -> flat::Variability;
  void CheckConnectors();
  void CountResidue(Component* part, int64_t& potentials);
  auto CountConnector(Inst* inst, int64_t& potentials, int64_t& flows, int64_t& streams) -> bool;

  auto Cardinality(Component* connector) -> std::optional<int64_t> override;
  auto IsRoot(Component* connector) -> std::optional<bool> override;
  auto Rooted(Component* connector) -> std::optional<bool> override;

  Program& program_;
  std::shared_ptr<flat::World> shared_world_;
  flat::World& world_;
  const FlattenOptions& options_;
  diag::Emitter& target_;
  CaptureConsumer capture_;
  diag::Emitter emitter_;
  Instances instances_;
  Elaborator elaborator_;
  flat::Model model_;

  Inst* root_ = nullptr;
  std::unordered_set<const Shape*> checked_extends_;
  // In the order of declaration.
  std::vector<Inst*> insts_;
  std::vector<Component*> variables_;

  struct Pending {
    NodeRef node;
    Scope scope;
  };
  std::vector<Pending> pending_;
  std::vector<Pair> pairs_;
  // The class is partial, and only looked at.
  bool is_partial_ = false;
  // The model is looked at as a part of others.
  bool is_component_ = false;
  // Scalars of inputs that what is outside determines together with outputs.
  std::vector<ExprId> related_inputs_;
  // Equations that give a declared variable its value.
  std::vector<std::pair<flat::EquationId, Component*>> bindings_;
  // Flows that nothing is connected to, with their scalars.
  std::vector<std::pair<Component*, int64_t>> zero_flows_;
  // Parts whose balance is not judged by itself.
  std::set<PathId> unjudged_;
  // By overconstrained component: scalars beyond those of its equalityConstraint.
  std::unordered_map<Component*, int64_t> surplus_;
  // The parts with the statements Connections.branch, and with root and potentialRoot of a node.
  std::vector<Component*> branch_owners_;
  std::vector<std::pair<uint32_t, Component*>> root_owners_;
  // Nothing else will tell the sizes of the arrays of expandable connectors.
  bool has_settled_ = false;
  // Expandable connectors in the order they were met.
  std::vector<Component*> expandables_;
  ConnectionSets sets_;
  std::unordered_map<const Component*, int64_t> cardinality_;
  bool knows_connections_ = false;
  ConnectionGraph graph_;
  std::unordered_map<const Component*, uint32_t> graph_nodes_;
  std::vector<Component*> graph_components_;
  struct GraphConnection {
    Component* a = nullptr;
    Component* b = nullptr;
    bool a_outside = false;
    bool b_outside = false;
    flat::OriginId origin;
    NodeRef node;
  };
  std::vector<GraphConnection> graph_connections_;
  // By branch of the graph.
  std::vector<NodeRef> branch_nodes_;
  SpanningTrees trees_;

  // Where equations go while they are elaborated: the owner, and the loops around.
  PathId owner_;
  // The part of the instance whose sections are added, and the equation outside of loops that is.
  Inst* part_ = nullptr;
  NodeRef equality_;
  // Equations of the instance so far, with their words.
  struct Stated {
    Inst* part = nullptr;
    NodeRef place;
  };
  std::map<std::tuple<std::string, ExprId, ExprId, bool>, Stated> stated_;
  std::vector<flat::Iteration> loops_;
  std::vector<StreamSet> stream_sets_;
  // By stream variable and side.
  std::map<std::pair<const Component*, bool>, size_t> stream_set_of_;
  expr::Rewriter stream_rewriter_;
  expr::Walker walker_;
};

}  // namespace kerf::modelica
