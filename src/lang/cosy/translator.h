// From a program as read to a process program: names, then equations gathered from the system, its modules
// and its processes, then models and routines. One object translates one program.
#pragma once

#include <deque>
#include <map>
#include <set>

#include "lang/cosy/cosy.h"
#include "lang/cosy/symbols.h"
#include "lang/cosy/unit_model.h"

namespace kerf::cosy {

// Under which circumstances an equation holds: in that branch of a CASE, or in the first or second part of an
// IF.
struct Guard {
  const Equation* owner = nullptr;
  uint32_t branch = 0;
  const Scope* scope = nullptr;

  friend auto operator==(const Guard&, const Guard&) -> bool = default;
};

// What a section of statements gives a variable, or its derivative. element: 0 for one that is no array.
struct Derived {
  const Symbol* symbol = nullptr;
  uint32_t element = 0;
  bool is_derivative = false;
  expr::ExprId value;
};

// An equation with where its names are to be looked up.
struct PlacedEquation {
  const Equation* equation = nullptr;
  Scope* scope = nullptr;
  std::vector<Guard> guards;
  // Of an equation that a section of statements gives; null: the one that is written.
  const Derived* derived = nullptr;
};

struct PlacedStatements {
  const std::vector<Statement>* statements = nullptr;
  Scope* scope = nullptr;
};

// All that a continuous part consists of, with its modules.
struct Gathered {
  std::vector<PlacedEquation> equations;
  std::vector<PlacedEquation> fields;
  std::vector<PlacedEquation> conditions;
  std::vector<PlacedEquation> communications;
  std::vector<PlacedEquation> cases;
  std::vector<PlacedEquation> copies;
  std::vector<PlacedStatements> initial;
  std::vector<PlacedStatements> terminal;
  struct PlacedHandler {
    const Handler* handler = nullptr;
    Scope* scope = nullptr;
  };
  std::vector<PlacedHandler> handlers;
};

// What the program does with a variable of a submodel, and where that is in the flat model.
struct SubmodelVar {
  const Symbol* symbol = nullptr;
  expr::VarId var;
  // Of an element of an array.
  std::vector<int32_t> subscripts;
  process::Role role = process::Role::Computed;
  // An initial value is given.
  bool begins = false;
  // An input that no statement sets and an equation may determine.
  bool is_open = false;
};

// Which variables statements set: at events and in experiments, and which initial values are given.
struct SetNames {
  std::set<NameId> at_events;
  std::set<NameId> at_start;
};
auto FindSetNames(const Program& program) -> SetNames;

class Translator {
 public:
  Translator(Program& program, std::unique_ptr<flat::Model> submodels, uint32_t max_size,
             diag::Emitter& emitter)
      : program_(program),
        emitter_(emitter),
        errors_(emitter.n_errors()),
        max_size_(max_size),
        unit_model_(program),
        submodels_(std::move(submodels)) {}

  // translate.cpp
  auto Run() -> std::optional<process::Program>;

  // What the parts of a translation share.
  [[nodiscard]] auto source() -> Program& { return program_; }
  [[nodiscard]] auto out() -> process::Program& { return out_; }
  [[nodiscard]] auto emitter() -> diag::Emitter& { return emitter_; }
  [[nodiscard]] auto Written(NameId name) const -> std::string_view { return program_.names.Written(name); }
  [[nodiscard]] auto Lower(NameId name) const -> std::string_view { return program_.names.lower[name]; }
  [[nodiscard]] auto unit_model() -> UnitModel& { return unit_model_; }
  [[nodiscard]] auto HasFailed() const -> bool { return emitter_.n_errors() != errors_; }

  // symbols.cpp
  auto Resolve(const Scope& scope, NameId name, Span span) -> Symbol*;
  auto AddSymbol(Scope& scope, NameId name, Symbol symbol) -> Symbol*;
  auto NewScope(Scope* parent, std::string prefix) -> Scope*;
  auto NewCells(std::string name, expr::Kind kind, uint32_t size, bool is_array, Span span) -> uint32_t;
  auto AttributeCell(NameId name) -> uint32_t;

  // constants.cpp
  auto TryConstant(NodeId root, const Scope& scope) -> std::optional<double>;
  auto Constant(NodeId root, const Scope& scope) -> double;
  auto WholeConstant(NodeId root, const Scope& scope, double least) -> uint32_t;

  auto AddRoutine(process::Routine routine) -> uint32_t;

  // What equations give, so that statements cannot; and what statements set.
  void NoteComputed(const Symbol& symbol) { computed_.insert(&symbol); }
  void NoteKept(const Symbol& symbol) { computed_.erase(&symbol); }
  void NoteAssigned(const Symbol& symbol, Span span) { assigned_.emplace_back(&symbol, span); }

  // declare.cpp
  void Declare(const Declarations& declarations, Scope& scope);
  // The range of a variable, where it has one.
  void DeclareRange(const cosy::Variable& variable, const Scope& scope, Symbol& symbol);
  // What transactions wait for; it must not change between events.
  void NoteWatched(const Symbol& symbol, Span span) { watched_.emplace_back(&symbol, span); }
  void NoteCommunicated(const Symbol& symbol) { communicated_.insert(&symbol); }
  // attributes.cpp
  // Null if no entry has an attribute of that name.
  [[nodiscard]] auto FindAttribute(NameId name) const -> Symbol*;
  // In which the attributes of a file's entries hide all else.
  auto EntryScope(uint32_t file, const Scope& outer) -> Scope*;

  // What copies read of the system between events.
  void NoteRead(const Symbol& symbol) { read_.insert(&symbol); }
  [[nodiscard]] auto IsRead(const Symbol& symbol) const -> bool { return read_.contains(&symbol); }

  // routines.cpp
  [[nodiscard]] auto FindRoutine(NameId name) const -> const Routine*;
  // The number of its code, with these symbols for the parameters that are not passed by value.
  auto InstanceOf(const Routine& routine, const std::vector<Symbol*>& references, Span span) -> uint32_t;
  // What is known everywhere: constants, tables, events, processes and routines, but no variables but those
  // of submodels.
  // is_external: without what the program declares.
  auto SharedScope(std::string prefix, bool is_external = false) -> Scope*;
  // Constants, tables and arrays of a routine; the other variables are left to the caller.
  void DeclareStatic(const Routine& routine, Scope& scope);
  [[nodiscard]] auto submodel_variables() const -> const std::vector<SubmodelVar>& {
    return submodel_variables_;
  }

 private:
  // declare.cpp
  void DeclareVariable(const cosy::Variable& variable, Scope& scope);
  void DeclareTime(const cosy::Variable& variable, const Scope& scope);
  void DeclareFile(const cosy::Variable& variable, Scope& scope);
  void DeclareProcess(const cosy::Variable& variable, Scope& scope);
  [[nodiscard]] auto FindProcess(NameId name) const -> const Process*;

  // translate.cpp
  void DeclareStandard();
  // routines.cpp
  void DeclareRoutines();

  // submodels.cpp
  auto CheckSubscripts() -> bool;
  void DeclareSubmodels();
  void DeclareSubmodelVar(const SubmodelUse& use);
  auto FindSubmodelVar(const SubmodelUse& use, SubmodelVar& found) -> bool;
  void ChooseRole(const SubmodelUse& use, SubmodelVar& var);

  // gather.cpp
  void Gather(const std::vector<Equation>& equations, Scope& scope, std::vector<Guard>& guards,
              Gathered& into);
  void GatherParts(const Parts& parts, Scope& scope, std::vector<Guard>& guards, Gathered& into);
  void GatherCase(const Equation& equation, Scope& scope, std::vector<Guard>& guards, Gathered& into);
  void GatherFor(const Equation& equation, Scope& scope, std::vector<Guard>& guards, Gathered& into);
  void GatherIf(const Equation& equation, Scope& scope, std::vector<Guard>& guards, Gathered& into);
  void GatherCall(const Equation& equation, Scope& scope, std::vector<Guard>& guards, Gathered& into);
  auto BindFormals(const Module& module, const Equation& call, const Scope& outer, Scope& inner) -> bool;

  // discrete_process.cpp
  void TranslateProcesses();
  void TranslateProcess(const Process& process, const Equation& call);
  // What a process is told to have inside against what it has.
  struct Inside {
    size_t n_states = 0;
    size_t n_difference_states = 0;
    size_t n_histories = 0;
  };
  void CheckExternal(const Process& process, Inside inside);
  auto ProcessScope(const Process& process, const Equation& call) -> Scope*;
  void DeclareFields(const Process& process, uint32_t own_file, Scope& scope,
                     std::vector<std::string>& names);

  // continuous_process.cpp
  void TranslateCopyables(const Gathered& gathered);
  void TranslateCopyable(const Process& process, const Equation& call);

  // system.cpp
  void TranslateSystem();
  void TranslateHandlers(const Gathered& gathered);
  auto StatementsRoutine(std::string name, const std::vector<PlacedStatements>& all) -> uint32_t;
  void TranslateCommunications(const Gathered& gathered);

  void CheckAssigned();
  void CheckWatched();
  void ShowAttributes(const Process& process, Scope& scope);

  // experiment.cpp
  void DeclareStatistics();
  void DeclareStatisticsOf(const std::vector<FrameItem>& items);
  void TranslateFrames();

  // outputs.cpp
  void TranslateOutputs();
  void AddMaps(const OutputItem& item, const process::Output& common);
  auto CellOf(NameId name, Span span) -> uint32_t;

  Program& program_;
  diag::Emitter& emitter_;
  uint32_t errors_;
  uint32_t max_size_;
  bool has_told_size_ = false;
  process::Program out_;
  UnitModel unit_model_;
  std::deque<Symbol> symbols_;
  std::deque<Scope> scopes_;
  Scope* global_ = nullptr;
  std::unordered_map<NameId, uint32_t> attribute_cells_;
  std::vector<NameId> attribute_names_;
  std::unordered_map<NameId, Symbol*> attributes_;
  std::unordered_map<NameId, uint32_t> module_uses_;
  int module_depth_ = 0;
  std::unordered_map<NameId, const Routine*> routines_;
  std::map<std::pair<const Routine*, std::vector<Symbol*>>, uint32_t> instances_;
  int routine_depth_ = 0;
  // What copies give to the system, and what they read of it between events.
  std::set<const Symbol*> fed_, read_;
  std::set<const Symbol*> computed_;
  std::vector<std::pair<const Symbol*, Span>> assigned_, watched_;
  // What the statements of COMMUNIC set.
  std::set<const Symbol*> communicated_;
  // Null if there are none, and once the system's model has taken them over.
  std::unique_ptr<flat::Model> submodels_;
  std::vector<SubmodelVar> submodel_variables_;
  // Variables of the submodels by their names in lower case, and those that may be states.
  std::unordered_map<std::string, std::vector<expr::VarId>> submodel_names_;
  std::set<expr::VarId> submodel_states_;
  SetNames set_names_;
};

}  // namespace kerf::cosy
