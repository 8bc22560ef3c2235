// Statements to routines.
#pragma once

#include "lang/cosy/translator.h"

namespace kerf::cosy {

// Where statements stand decides which of them have a meaning.
enum class Place : uint8_t { Experiment, Initial, Event, Process, Copy, Terminal, Communication, Routine };

class Coder {
 public:
  Coder(Translator& translator, std::string name, Place place)
      : translator_(translator),
        program_(translator.source()),
        emitter_(translator.emitter()),
        place_(place) {
    routine_.name = std::move(name);
  }

  void Statements(const std::vector<Statement>& statements, const Scope& scope);
  // Ends the routine and hands it over.
  auto Finish() -> uint32_t;
  // Ends the routine and gives it.
  auto Take() -> process::Routine;

  // code_experiment.cpp
  void FrameItems(const std::vector<FrameItem>& items, const Scope& scope);
  // code_routine.cpp
  // The statements of a function or procedure, with its parameters in `scope`.
  void RoutineBody(const Routine& routine, const std::vector<Symbol*>& references, Scope& scope);
  // Whether each of these has a branch for its selector.
  void CheckCases(const std::vector<PlacedEquation>& cases);

 private:
  using Op = process::Op;

  struct Value {
    uint32_t reg = 0;
    expr::Kind kind = expr::Kind::Real;
    bool is_good = true;
  };

  // coder.cpp
  auto Emit(Op op, uint32_t a = 0, uint32_t b = 0, uint32_t c = 0, uint32_t d = 0, uint8_t what = 0)
      -> uint32_t;
  auto Invoke(process::Service service, uint32_t object, const std::vector<Value>& arguments) -> Value;
  auto NewRegister() -> uint32_t;
  auto Number(double value) -> Value;
  void Land(uint32_t jump);
  [[nodiscard]] auto Here() const -> uint32_t { return static_cast<uint32_t>(routine_.code.size()); }

  // code_expression.cpp
  auto Expression(NodeId root, const Scope& scope) -> Value;
  auto NumberOf(NodeId root, const Scope& scope) -> Value;
  auto Truth(NodeId root, const Scope& scope) -> Value;
  auto NodeValue(NodeId id, const Scope& scope, std::unordered_map<NodeId, Value>& values) -> Value;
  auto NameValue(const Node& node, const Scope& scope) -> Value;
  auto SymbolValue(const Symbol& symbol, Span span) -> Value;
  auto ElementValue(const Node& node, const Scope& scope, const Value& subscript) -> Value;
  auto AttributeValue(const Node& node, const Scope& scope) -> Value;
  auto OperationValue(const Node& node, const Value& a, const Value& b) -> Value;

  // code_call.cpp
  auto CallValue(const Node& node, const Scope& scope, const std::vector<Value>& arguments) -> Value;
  auto StatisticFunction(const Node& node, const Scope& scope, bool is_mean) -> Value;

  // code_question.cpp
  [[nodiscard]] static auto IsQuestion(std::string_view name) -> bool;
  auto Question(const Node& node, const Scope& scope) -> Value;

  // code_wait.cpp
  void SetPatience(const Statement& statement, const Scope& scope);
  // What is done when patience has ended; elsewhere it goes on behind.
  void OnTimeout(const Statement& statement, const Scope& scope);
  // Behind a condition that did not hold: waits, and goes back to look again.
  void LookAgain(const Statement& statement, const Scope& scope, uint32_t top);
  void WaitUntil(const Statement& statement, const Scope& scope);
  void WaitSignal(const Statement& statement, const Scope& scope);
  void Put(const Statement& statement, const Scope& scope);
  // TAKE and REMOVE … WHEN.
  void Take(const Statement& statement, const Scope& scope);
  auto EntryFile(const Statement& statement, const Scope& scope) -> const Symbol*;
  // The condition of WHEN, in which attributes are those of the entry.
  auto EntryCondition(const Statement& statement, const Scope& scope, uint32_t file) -> Value;
  // False if a condition depends on what changes between events, or on chance.
  auto CheckWatched(NodeId root, const Scope& scope) -> bool;

  // code_routine.cpp
  auto RoutineValue(const Node& node, const Routine& routine, const Scope& scope,
                    const std::vector<Value>& arguments) -> Value;
  auto Reference(NodeId actual, const cosy::Variable& formal, const Scope& scope) -> Symbol*;
  void FindReferences(NodeId root, std::set<NodeId>& references) const;
  auto AddLocal(Scope& scope, NameId name, Tok type, Span span) -> Symbol*;

  // code_statement.cpp
  void Body(const std::vector<Statement>& statements, const Scope& scope);
  void One(const Statement& statement, const Scope& scope);
  void Assign(const Statement& statement, const Scope& scope);
  void StoreInto(const Symbol& symbol, const Value& value, Span span, bool checks_range = true);
  void NoteAssigned(const Symbol& symbol, Span span);
  void If(const Statement& statement, const Scope& scope);
  void For(const Statement& statement, const Scope& scope);
  void While(const Statement& statement, const Scope& scope);
  void CallStatement(const Statement& statement, const Scope& scope);
  void Case(const Statement& statement, const Scope& scope);
  auto SkipUnless(const Guard& guard, std::vector<uint32_t>& ends) -> bool;
  void Write(const Statement& statement, const Scope& scope);
  void Observe(const Symbol& symbol, const Value& value);

  // code_command.cpp
  void Command(const Statement& statement, const Scope& scope);
  void Schedule(const Statement& statement, const Scope& scope);
  void Insert(const Statement& statement, const Scope& scope);
  void Generate(const Statement& statement, const Scope& scope);
  void Resource(const Statement& statement, const Scope& scope, process::Service service);
  void Copy(const Statement& statement, const Scope& scope);
  void Gate(const Statement& statement, const Scope& scope);
  void Terminate(const Statement& statement, const Scope& scope);
  void Sample(const Statement& statement, const Scope& scope);
  auto Object(const Statement& statement, const Scope& scope, SymbolKind kind, std::string_view what)
      -> const Symbol*;
  auto Attributes(const Statement& statement, const Scope& scope, bool from_work = true)
      -> std::vector<Value>;
  void NewFields(const Statement& statement, const Scope& scope, const std::vector<std::string>& fields);
  auto InProcess(Span span) -> bool;
  auto InProcess(const Statement& statement) -> bool { return InProcess(statement.span); }

  // code_experiment.cpp
  void FrameItem(const cosy::FrameItem& item, const Scope& scope);
  void Replicate(const cosy::FrameItem& item, const Scope& scope);
  void Lists(const cosy::FrameItem& item, const Scope& scope);
  void Minimize(const cosy::FrameItem& item, const Scope& scope);
  auto LimitsOf(const ValueList& list, const Symbol& symbol, const Scope& scope) -> std::pair<Value, Value>;
  void Simulate(const cosy::FrameItem& item, const Scope& scope);
  void Statistics(const cosy::FrameItem& item, const Scope& scope);
  void RandomVariable(const Description& description, const Scope& scope);
  auto TableNumber(const Setting& setting, const Scope& scope) -> Value;

  // code_integration.cpp
  void Integration(const cosy::FrameItem& item, const Scope& scope);

  Translator& translator_;
  Program& program_;
  diag::Emitter& emitter_;
  Place place_;
  process::Routine routine_;
  Span span_;
  uint32_t next_register_ = 0;
  // Around a WHEN, in whose own scope attributes hide fields of the transaction.
  const Scope* around_when_ = nullptr;
  // The call that is a statement of its own.
  NodeId called_;
};

}  // namespace kerf::cosy
