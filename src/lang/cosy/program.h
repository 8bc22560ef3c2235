// A whole program as it was read, macros expanded.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "lang/cosy/ast.h"

namespace kerf::cosy {

// A constant, its value known at translation.
struct Constant {
  NameId name;
  Tok type = Tok::Real;
  NodeId value;
  Span span;
};

enum class Ranking : uint8_t { Fifo, Lifo, LowFirst, HighFirst };

// A variable of any type. One of a record is a field of its entries.
struct Variable {
  NameId name;
  // Tok::File for files, Tok::Process for processes.
  Tok type = Tok::Real;
  Span span;
  // Of an array its size, of a file the most entries it may hold, of a storage its capacity.
  NodeId size;
  // Of a file: the record of its entries and how they are ranked; of a process: the file of its copies.
  NameId record;
  NameId file;
  Ranking ranking = Ranking::Fifo;
  NameId ranking_field;
  NameId unit;
  NodeId least;
  NodeId most;
  // Of formals: what is gathered of it.
  bool is_collected = false;
  bool is_histogram = false;
  bool is_time_persistent = false;
  bool is_output = false;
  // Of a parameter of a routine: what is assigned to it is assigned to the actual one.
  bool is_reference = false;
};

struct Record {
  NameId name;
  Span span;
  std::vector<Variable> fields;
};

struct Table {
  NameId name;
  Span span;
  bool is_spline = false;
  std::vector<double> x;
  std::vector<double> y;
};

// EVENT: statements END.
struct Handler {
  NameId name;
  Span span;
  std::vector<Statement> body;
};

struct Declarations {
  std::vector<Constant> constants;
  std::vector<Record> records;
  std::vector<Variable> variables;
  std::vector<Table> tables;
};

// The four parts of a system, a module and a continuous process.
struct Parts {
  Span span;
  std::vector<Statement> initial;
  std::vector<Equation> continuous;
  std::vector<Handler> handlers;
  // Of DISCRETE PROCESSES: the calls.
  std::vector<Equation> processes;
  std::vector<Statement> terminal;
};

struct Module {
  NameId name;
  Span span;
  std::vector<NameId> formals;
  Declarations declarations;
  Parts parts;
};

struct Process {
  NameId name;
  Span span;
  bool is_continuous = false;
  // Read from a text of its own: it knows nothing of the program but what its parameters tell.
  bool is_external = false;
  std::vector<Variable> formals;
  Declarations declarations;
  // Of a discrete one.
  std::vector<Statement> body;
  // Of a continuous one.
  Parts parts;
};

// FUNCTION, PROCEDURE or SUBROUTINE.
struct Routine {
  NameId name;
  Span span;
  bool is_function = false;
  bool is_external = false;
  // CONTINUOUS: equations use it as if its statements stood there, with the events of its conditions.
  bool is_continuous = false;
  // Of the result.
  Tok type = Tok::Real;
  std::vector<Variable> formals;
  Declarations declarations;
  std::vector<Statement> body;
};

// EXTERNAL PROCESS: defined in a text of its own. How many differential equations, difference equations and
// functions with memory it has inside; without value: none.
struct External {
  NameId name;
  Span span;
  // Empty: the one called like the process.
  std::string file;
  NodeId states;
  NodeId difference_states;
  NodeId histories;
};

enum class FrameKind : uint8_t {
  // PARAMETER and INITCOND: lists.
  Parameter,
  InitialCondition,
  // INTEGRAT METHOD name settings.
  Integrate,
  // REPLICATE from [ANTITHETIC] [UNTIL name WITHIN tolerance [RELATIVE] [MAX = to]].
  Replicate,
  Simulate,
  Histogram,
  Collect,
  TimePersistent,
  Random,
  // MINIMIZE name: lists; TOL = value; items.
  Minimize,
  Statement,
};

// A value in a list, repeated `count` times, each time with `increment` more.
struct ListItem {
  NodeId value;
  NodeId count;
  NodeId increment;
};

struct ValueList {
  NameId name;
  Span span;
  std::vector<ListItem> items;
  // Of MINIMIZE: within which the variable stays.
  NodeId least;
  NodeId most;
};

// What HISTOGRAM, TIMEPERS and RANDOMGEN say about one variable.
struct Description {
  NameId name;
  Span span;
  // The distribution.
  NameId kind;
  std::vector<Setting> settings;
};

struct FrameItem {
  FrameKind kind = FrameKind::Statement;
  Span span;
  // METHOD name, without value where INTEGRAT names none; the variable of MINIMIZE.
  NameId name;
  std::vector<ValueList> lists;
  std::vector<Description> descriptions;
  // SIMULATE FROM from TO to (FINISH: without value) COMINT = interval.
  NodeId from;
  NodeId to;
  NodeId interval;
  NodeId tolerance;
  bool is_antithetic = false;
  // Of INTEGRAT; one without value is a word alone.
  std::vector<Setting> settings;
  bool is_relative = false;
  Statement statement;
  std::vector<FrameItem> items;
};

struct Frame {
  Span span;
  std::vector<FrameItem> items;
};

enum class OutputKind : uint8_t { Title, Factor, Graph, Plot, List, Contour, Surface };

struct OutputItem {
  OutputKind kind = OutputKind::Title;
  Span span;
  NameId text;
  // The file (TIMEF, CROSSF) or the number of the run, where given.
  NameId file;
  NodeId run;
  NameId versus;
  std::vector<NameId> names;
  NodeId x_factor;
  NodeId y_factor;
  // From where a surface is seen.
  NodeId azimuth;
  NodeId elevation;
};

// NAME = value in parentheses behind a submodel: a parameter of its own.
struct SubmodelSetting {
  std::string name;
  double value = 0;
  Span span;
};

// A continuous model of another language, known by its name. Without file it is a class of a library, and
// without class it is given from outside.
struct Submodel {
  NameId name;
  std::string file;
  std::string class_name;
  std::vector<SubmodelSetting> settings;
  Span span;
};

// A variable of a submodel that the program names: the whole path without regard to case, and as it was first
// written.
struct SubmodelUse {
  NameId name;
  std::string spelling;
  Span span;
  // Stands in an equation, which may determine it.
  bool is_in_equation = false;
  // Elsewhere it is written differently.
  bool is_spelled_twice = false;
};

// In the path of a variable of a submodel: a name that is no constant, or (without name) no whole number.
struct SubscriptMistake {
  Span span;
  NameId name;
};

struct Program {
  Names names;
  base::Store<NodeId, Node> nodes;
  NameId name;
  Span span;
  std::vector<Module> modules;
  Declarations declarations;
  std::vector<Submodel> submodels;
  std::vector<SubmodelUse> submodel_uses;
  std::vector<SubscriptMistake> subscript_mistakes;
  std::vector<NameId> stored;
  std::vector<Process> processes;
  std::vector<External> externals;
  std::vector<Routine> routines;
  std::vector<Frame> frames;
  Parts system;
  std::vector<OutputItem> outputs;
};

}  // namespace kerf::cosy
