// A combined program in a form of its own, after the language and before the run: variables as cells, objects
// by number, routines; and the flat models of its continuous parts with how their variables meet the cells.
// Plain records.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "flat/model.h"
#include "process/routine.h"
#include "process/table.h"

namespace kerf::process {

inline constexpr uint32_t kNone = 0xFFFF'FFFF;

// A variable, or an array: cells first … first + size - 1.
struct Variable {
  std::string name;
  expr::Kind kind = expr::Kind::Real;
  uint32_t first = 0;
  uint32_t size = 1;
  bool is_array = false;
  std::string unit;
  diag::Span span;
};

// Within which a variable or a field is to stay.
struct Range {
  std::string name;
  double least = 0;
  double most = 0;
};

enum class Ranking : uint8_t { Fifo, Lifo, LowFirst, HighFirst };

// The fields of a file's entries, in the order of its record; of transactions and copies as well.
struct File {
  std::string name;
  std::vector<std::string> fields;
  // Where a field is to be found: among the attributes of entries in general.
  std::vector<uint32_t> attributes;
  Ranking ranking = Ranking::Fifo;
  // What ranks, among the attributes of entries in general and among the fields of this file's own.
  uint32_t ranked_by = 0;
  uint32_t ranked_field = 0;
  uint32_t capacity = 0;
  diag::Span span;
};

struct Event {
  std::string name;
  uint32_t routine = kNone;
  diag::Span span;
};

// A facility, or a storage with another capacity.
struct Resource {
  std::string name;
  uint32_t capacity = 1;
};

// Whose queue a question is about; the argument of the services Length to MeanWait.
enum class QueueOf : uint8_t { File, Resource, Gate, Signal };

// A discrete process. Fields with a meaning of their own are kNone where the record has none.
struct Process {
  std::string name;
  uint32_t routine = kNone;
  std::vector<std::string> fields;
  uint32_t number_field = kNone;
  uint32_t block_field = kNone;
  uint32_t priority_field = kNone;
  uint32_t generated_field = kNone;
  uint32_t mark_field = kNone;
  // Where its transactions are listed, kNone: nowhere.
  uint32_t file = kNone;
  // The most transactions at a time; 0: any number.
  uint32_t capacity = 0;
  diag::Span span;
};

// How a variable of a model meets a cell (of the program, or a field of a copy).
enum class Role : uint8_t {
  // Given by the program, kept by the model between events.
  Given,
  // A state: the program may set it, the model moves it. So is a variable that keeps its value where no
  // branch
  // gives one: what is set is then what it keeps.
  State,
  // Computed by the model.
  Computed,
};

struct Binding {
  uint32_t cell = 0;
  std::string variable;
  Role role = Role::Given;
  // Where the program reads another variable than the one it sets; empty: the same.
  std::string read = {};
};

// A variable of a submodel that the program refers to. A state that the program lets begin somewhere has a
// parameter for that, `begin`; else the name is empty.
struct SubmodelVariable {
  uint32_t cell = 0;
  std::string variable;
  Role role = Role::Computed;
  std::string begin;
  diag::Span span;
};

// A value for a parameter of a submodel, by full name.
struct SubmodelValue {
  std::string name;
  double value = 0;
};

// A field on a line: cells first … first + size - 1 at equal distances, with formulas of so many points.
struct Field {
  std::string name;
  uint32_t first = 0;
  uint32_t size = 0;
  int n_points = 3;
  double lower = 0;
  double upper = 1;
  diag::Span span;
  // Jumps somewhere, so that formulas across that place mean nothing.
  bool is_split = false;
  // Whether its first and second derivatives are taken by formulas that ask for a fine grid.
  std::array<bool, 2> is_differentiated = {};
  // First derivatives are by biased formulas.
  bool is_biased = false;
  // The variable of the system's model that has the largest cell Péclet number; empty: nothing is carried by
  // central formulas.
  std::string peclet = {};
};

enum class Location : uint8_t { Default, Bisection, RegulaFalsi, InverseHermite, Interpolation };

// A state-condition: the Boolean variable of the model becomes true where the event happens, or changes
// either way.
struct Condition {
  std::string variable;
  std::string name;
  uint32_t routine = kNone;
  bool either_way = false;
  // Stands in a branch: happens also if it is true already when the branch is entered.
  bool is_in_branch = false;
  Location location = Location::Default;
  double tolerance = 0;
  diag::Span span;
};

// A continuous part: the system, or a process that is copied.
struct Continuous {
  flat::Model model;
  std::vector<Binding> bindings;
  std::vector<Condition> conditions;
  // A routine that looks whether each CASE has a branch for its selector; kNone: there is no CASE.
  uint32_t check = kNone;
  // Models of other languages that are part of this one; has_submodels: also if nothing refers to them.
  bool has_submodels = false;
  std::vector<SubmodelVariable> submodel_variables;
  std::vector<SubmodelValue> submodel_values;
};

// A continuous process. Its copies have fields; parts of it may be kNone.
struct Copyable {
  std::string name;
  std::vector<std::string> fields;
  uint32_t number_field = kNone;
  uint32_t status_field = kNone;
  uint32_t pointer_field = kNone;
  uint32_t file = kNone;
  uint32_t capacity = 0;
  uint32_t initial = kNone;
  uint32_t terminal = kNone;
  std::unique_ptr<Continuous> part;
  // Inputs: cells of the program by the variable of the model; outputs are summed over the copies.
  // Inputs that vary between events are marked as computed.
  std::vector<Binding> inputs;
  std::vector<Binding> outputs;
  // Variables of the process that are no fields: each copy has its own, in these cells while its statements
  // run.
  std::vector<Binding> locals;
  diag::Span span;
};

// What INTEGRAT may say of the integration beside its method. The last two are asked for by 1.
enum class IntegrationSetting : uint8_t {
  LargestStep,
  RelativeTolerance,
  AbsoluteTolerance,
  Alarms,
  ShortCrossings,
};

enum class DistributionKind : uint8_t {
  Uniform,
  Normal,
  Exponential,
  Erlang,
  Gamma,
  Beta,
  Triangular,
  Lognormal,
  Weibull,
  Poisson,
  Discrete,
  Empirical
};

struct RandomVariable {
  std::string name;
  DistributionKind kind = DistributionKind::Uniform;
  bool is_antithetic = false;
  diag::Span span;
};

// What a statement WRITE prints: texts and places of values in order; a place is kNone.
struct Pattern {
  std::vector<std::string> texts;
  std::vector<bool> is_value;
};

// A list of values that a cell takes in successive runs.
struct List {
  uint32_t cell = 0;
  std::string name;
  // Taken at the beginning of every run, also of those that the program asks for again.
  bool is_initial = false;
};

struct Minimisation {
  uint32_t objective = 0;
  std::vector<uint32_t> cells;
  uint32_t body = kNone;
  std::string name;
  diag::Span span;
};

enum class OutputKind : uint8_t { Graph, Plot, List, Contour, Surface };

// A picture or a list of what was stored; a map is one of an array over the time. run: 0 for the last one;
// across runs: the cross file.
struct Output {
  OutputKind kind = OutputKind::Graph;
  std::string title;
  bool is_across_runs = false;
  uint32_t run = 0;
  // A cell, kNone: time.
  uint32_t versus = kNone;
  std::vector<uint32_t> cells;
  double x_factor = 1;
  double y_factor = 1;
  // From where a surface is seen [degrees].
  double azimuth = 40;
  double elevation = 30;
};

inline auto IsMap(OutputKind kind) -> bool {
  return kind == OutputKind::Contour || kind == OutputKind::Surface;
}

struct Program {
  std::string name;
  // Of the time, where it is declared: a text and its place.
  std::string time_unit;
  diag::Span time_span;
  // The first use of a function that would give something else in a run backwards; empty: there is none.
  std::string forward_only;
  // What statements assign and compare, for the check of units alone; null: no variable has one.
  std::unique_ptr<flat::Model> assignments;
  std::vector<double> constants;
  // Cell 0 is the time, cell 1 the step of the integrator.
  uint32_t n_cells = 2;
  // By their first cells.
  std::vector<Variable> variables;
  std::vector<Range> ranges;
  // Attributes of entries of files and events: cells first_attribute …, with their names.
  uint32_t first_attribute = 0;
  std::vector<std::string> attributes;
  std::vector<Routine> routines;
  std::vector<std::string> texts;
  std::vector<Pattern> patterns;

  std::vector<Event> events;
  std::vector<File> files;
  std::vector<Resource> resources;
  std::vector<std::string> gates;
  std::vector<std::string> signals;
  // Signals for which a transaction waits together.
  std::vector<std::vector<uint32_t>> signal_lists;
  std::vector<Process> processes;
  std::vector<Copyable> copyables;
  std::vector<RandomVariable> random_variables;
  std::vector<Table> tables;
  std::vector<std::string> collects;
  std::vector<std::string> time_values;
  std::vector<std::string> histograms;
  std::vector<List> lists;
  std::vector<Minimisation> minimisations;
  // Pairs: the cell that is sampled, and the one that its equation gives.
  std::vector<std::vector<std::pair<uint32_t, uint32_t>>> samples;

  // Null if there are no equations.
  std::unique_ptr<Continuous> system;
  // Routines of the system, kNone where there is none.
  uint32_t initial = kNone;
  uint32_t terminal = kNone;
  std::vector<uint32_t> communication;
  std::vector<Field> fields;
  // One for each frame.
  std::vector<uint32_t> frames;
  // Cells that are stored at communication points; empty: all.
  std::vector<uint32_t> stored;
  std::vector<Output> outputs;
};

// The variable that a cell belongs to; null for the time, the step and attributes.
auto FindVariable(const Program& program, uint32_t cell) -> const Variable*;
// The name of a cell: a variable, an element of an array; what is no variable's is the time.
auto CellName(const Program& program, uint32_t cell) -> std::string;

}  // namespace kerf::process
