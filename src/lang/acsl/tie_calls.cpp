// Calls of routines and the routines: which arguments a routine reads and assigns to, and what a call so
// gives values to.
#include <algorithm>
#include <set>
#include <unordered_map>

#include "lang/acsl/parser.h"

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslRoutineArguments, Error, "`{}` has {} arguments, but the call gives {}", std::string_view,
          size_t, size_t);
KERF_DIAG(AcslOutputArgument, Error,
          "the routine assigns to argument {}: the call must give a variable or an element there", size_t);
KERF_DIAG(AcslNotAssigned, Error,
          "the routine does not assign to argument {}, so it cannot stand left of `=`", size_t);
KERF_DIAG(AcslRecursion, Error, "`{}` calls itself, which routines of Fortran cannot do", std::string_view);

class CallTier {
 public:
  CallTier(Program& program, diag::Emitter& emitter) : program_(program), emitter_(emitter) {
    for (size_t k = 0; k < program.routines.size(); ++k) index_.emplace(program.routines[k].name, k);
    states_.resize(program.routines.size());
  }

  void Run() {
    for (size_t k = 0; k < program_.routines.size(); ++k) TieRoutine(k);
    for (Section& section : program_.sections) TieBody(section.statements);
  }

 private:
  enum class State : uint8_t { New, Open, Done };

  // Those that a routine calls come first; they call each other without loops.
  void TieRoutine(size_t k) {
    if (states_[k] == State::Done) return;
    Routine& routine = program_.routines[k];
    if (states_[k] == State::Open) {
      emitter_.Emit(routine.span, AcslRecursion, program_.names.Written(routine.name));
      return;
    }
    states_[k] = State::Open;
    TieCallees(routine.body);
    TieBody(routine.body);
    read_.clear();
    assigned_.clear();
    NoteUses(routine.body);
    for (const NameId dummy : routine.dummies) {
      routine.is_read.push_back(read_.contains(dummy));
      routine.is_assigned.push_back(assigned_.contains(dummy));
    }
    states_[k] = State::Done;
  }

  void TieCallees(const std::vector<Statement>& body) {
    for (const Statement& statement : body) {
      for (const NodeId root : {statement.value, statement.last, statement.step}) {
        if (!root.has_value()) continue;
        for (uint32_t n = program_.nodes[root].first; n <= root.index; ++n) {
          const Node& node = program_.nodes[NodeId{n}];
          const auto found = index_.find(node.name);
          if (node.kind == NodeKind::Call && found != index_.end()) TieRoutine(found->second);
        }
      }
      TieCallees(statement.body);
      TieCallees(statement.else_body);
    }
  }

  void TieBody(std::vector<Statement>& body) {
    for (Statement& statement : body) {
      TieBody(statement.body);
      TieBody(statement.else_body);
      TieCall(statement);
    }
  }

  // `y = s(x)` with a SUBROUTINE s is what the parser makes of `CALL s(y = x)`.
  void TieCall(Statement& statement) {
    const bool has_call = statement.value.has_value() &&
                          program_.nodes[statement.value].kind == NodeKind::Call &&
                          (statement.kind == StatementKind::Call || statement.kind == StatementKind::Assign);
    if (!has_call || !statement.positions.empty()) return;
    const Node& call = program_.nodes[statement.value];
    const auto found = index_.find(call.name);
    if (found == index_.end()) return;
    const Routine& routine = program_.routines[found->second];
    if (routine.is_function && statement.kind == StatementKind::Assign) return;
    const size_t n = statement.targets.size() + call.operands.size();
    if (n != routine.dummies.size() || routine.is_assigned.size() != n) {
      emitter_.Emit(call.span, AcslRoutineArguments, program_.names.Written(routine.name),
                    routine.dummies.size(), n);
      return;
    }
    statement.kind = StatementKind::Call;
    statement.name = call.name;
    statement.n_left = static_cast<uint32_t>(statement.targets.size());
    for (uint32_t k = 0; k < n; ++k) {
      if (k < statement.n_left && !routine.is_assigned[k])
        emitter_.Emit(statement.targets[k].span, AcslNotAssigned, k + 1);
      if (k < statement.n_left || routine.is_assigned[k]) statement.positions.push_back(k);
      if (k >= statement.n_left && routine.is_assigned[k])
        AddTarget(statement, call.operands[k - statement.n_left], k);
    }
  }

  void AddTarget(Statement& statement, NodeId argument, uint32_t k) {
    const Node& node = program_.nodes[argument];
    const bool is_element = node.kind == NodeKind::Call && !index_.contains(node.name);
    if (node.kind != NodeKind::Name && !is_element)
      emitter_.Emit(node.span, AcslOutputArgument, size_t{k} + 1);
    statement.targets.push_back({node.name, node.operands, node.span});
  }

  void NoteUses(const std::vector<Statement>& body) {
    for (const Statement& statement : body) {
      const bool is_call = statement.kind == StatementKind::Call && index_.contains(statement.name);
      if (statement.kind == StatementKind::Assign || is_call) {
        for (const Target& target : statement.targets) {
          assigned_.insert(target.name);
          for (const NodeId subscript : target.subscripts) NoteRead(subscript);
        }
      }
      if (is_call) {
        NoteArguments(statement);
      } else {
        for (const NodeId root : {statement.value, statement.last, statement.step}) {
          if (root.has_value()) NoteRead(root);
        }
      }
      NoteUses(statement.body);
      NoteUses(statement.else_body);
    }
  }

  // What a routine only assigns to is not read by the call. An element makes its array be read.
  void NoteArguments(const Statement& statement) {
    const Routine& callee = program_.routines[index_.at(statement.name)];
    const Node& call = program_.nodes[statement.value];
    for (size_t k = 0; k < call.operands.size(); ++k) {
      const size_t position = k + statement.n_left;
      const bool is_name = program_.nodes[call.operands[k]].kind == NodeKind::Name;
      const bool is_read = position >= callee.is_read.size() || callee.is_read[position];
      if (is_read || !is_name) NoteRead(call.operands[k]);
    }
  }

  void NoteRead(NodeId root) {
    for (uint32_t n = program_.nodes[root].first; n <= root.index; ++n) {
      const Node& node = program_.nodes[NodeId{n}];
      if (node.kind == NodeKind::Name || node.kind == NodeKind::Call) read_.insert(node.name);
    }
  }

  Program& program_;
  diag::Emitter& emitter_;
  std::unordered_map<NameId, size_t> index_;
  std::vector<State> states_;
  std::set<NameId> read_;
  std::set<NameId> assigned_;
};

}  // namespace

void Parser::TieCalls() {
  if (!program_.routines.empty()) CallTier(program_, emitter_).Run();
}

}  // namespace kerf::acsl
