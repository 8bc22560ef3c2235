// What the forms of one model share: names, paths, expressions, functions and the origins of equations.
#pragma once

#include <string>

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
};

struct World {
  base::Interner names;
  base::PathStore paths{names};
  expr::Pool pool;
  base::Store<OriginId, Origin> origins;
  base::Store<FunctionId, Function> functions;

  // The function of that name, made on first use.
  auto FunctionNamed(NameId name, uint32_t n_outputs = 1) -> FunctionId;
};

}  // namespace kerf::flat
