// What the forms of one model share: names, paths, expressions, functions and the origins of equations.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/file_trace.h"
#include "base/interner.h"
#include "base/paths.h"
#include "base/store.h"
#include "diag/diag.h"
#include "expr/pool.h"

namespace kerf::flat {

using base::NameId;
using base::PathId;
using expr::ExprId;
using expr::FunctionId;
using expr::VarId;
using OriginId = base::Id<struct OriginTag>;

struct FunctionBody;
class ForeignFunctions;

// Who made an equation or a variable.
enum class MadeBy : uint8_t { Source, Connection, Alias, Derivative, Default, Scalarise, Input, Command };

// Where something comes from. Instances of one class share the origins of the class; the owner's path tells
// them apart.
struct Origin {
  diag::Span span;
  MadeBy made_by = MadeBy::Source;
  // What it was derived from, if not written by the user.
  OriginId parent;
};

// A function that expressions call. Without a definition it is known by name alone and resolved when the
// model is run.
struct Function {
  NameId name;
  uint32_t n_outputs = 1;
  // Index into World::bodies, or kNoBody.
  uint32_t body = kNoBody;
  static constexpr uint32_t kNoBody = 0xFFFF'FFFF;
};

// An enumeration type; literals count from 1. Type::detail is its index in World::enumerations.
struct Enumeration {
  // Full name of the class.
  NameId name;
  std::vector<NameId> literals;
};

struct RecordField {
  NameId name;
  expr::Type type;
};

// A record type. Type::detail is its index in World::records. Two uses of one class with different sizes are
// two records.
struct Record {
  NameId name;
  std::vector<RecordField> fields;
};

struct World {
  base::Interner names;
  base::PathStore paths{names};
  expr::Pool pool;
  base::Store<OriginId, Origin> origins;
  base::Store<FunctionId, Function> functions;
  // Definitions of functions (function.h); held by pointer because functions may call each other while they
  // are made.
  std::vector<std::unique_ptr<FunctionBody>> bodies;
  std::vector<Enumeration> enumerations;
  std::vector<Record> records;
  // Names of classes of external objects, by Type::detail.
  std::vector<NameId> object_classes;
  // Where a text names a constant that has a unit and was replaced by a plain number: `s*one_newton` is `s`
  // in the expression, so units cannot be followed there.
  std::set<std::pair<diag::BufferId, uint32_t>> unit_constants;
  // The folder of a library, which URIs modelica://… start from; "" if it is not known. May be empty.
  std::function<std::string(std::string_view library)> library_folder;
  // Calls functions in C and Fortran. Null: none can be called.
  std::shared_ptr<ForeignFunctions> foreign;
  // Takes note of what calls of functions outside may look at; null once the model is made.
  std::shared_ptr<base::FileTrace> trace;

  World();
  ~World();
  // The name of the file or folder that a URI modelica:// or file:// means; another text is itself.
  [[nodiscard]] auto FileOfUri(const std::string& uri) const -> std::string;
  // The function of that name, made on first use.
  auto FunctionNamed(NameId name, uint32_t n_outputs = 1) -> FunctionId;
};

}  // namespace kerf::flat
