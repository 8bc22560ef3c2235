// Sections of statements among equations (NOSORT, calls of continuous subroutines): each variable that one
// gives becomes an equation, whose right side is what following the statements in order leads to. Conditions
// stay in it, so that their events are found like those of other equations.
#include <cmath>

#include "lang/cosy/model_builder.h"

namespace kerf::cosy {

namespace {

using expr::Op;
using expr::Pool;

KERF_DIAG(CosySometimesGiven, Error,
          "`{}` is given a value on some paths through these statements alone; on the others it has none",
          std::string);
KERF_DIAG(CosyPassesUnknown, Error,
          "how often the loop is passed must be known at translation: its statements are written out");
KERF_DIAG(CosyManyPasses, Error, "the loop has {} passes, more than can be written out", double);

}  // namespace

// A loop's limits, which are constants; none after a mistake.
auto ModelBuilder::Passes(const Statement& loop, const Scope& scope, bool tells)
    -> std::pair<int64_t, int64_t> {
  constexpr double kMost = 1e6;
  const auto first = translator_.TryConstant(loop.value, scope);
  const auto last = translator_.TryConstant(loop.last, scope);
  if (!first || !last || !std::isfinite(*first) || !std::isfinite(*last) || *first != std::floor(*first)) {
    if (tells) emitter_.Emit(loop.span, CosyPassesUnknown);
    return {1, 0};
  }
  if (*last - *first >= kMost || std::abs(*first) > 1e15) {
    if (tells) emitter_.Emit(loop.span, CosyManyPasses, *last - *first + 1);
    return {1, 0};
  }
  return {static_cast<int64_t>(*first), static_cast<int64_t>(std::floor(*last))};
}

auto ModelBuilder::PassScope(const Statement& loop, Scope& scope, int64_t pass) -> Scope* {
  const auto [found, is_new] = pass_scopes_.try_emplace({&loop, &scope, pass}, nullptr);
  if (!is_new) return found->second;
  found->second = translator_.NewScope(&scope, scope.prefix);
  Symbol index;
  index.kind = SymbolKind::Constant;
  index.type = Tok::Integer;
  index.value = static_cast<double>(pass);
  index.span = loop.span;
  translator_.AddSymbol(*found->second, loop.name, index);
  return found->second;
}

// Derivatives that statements give or read, wherever they stand.
void ModelBuilder::FindStatesIn(const std::vector<Statement>& statements, Scope& scope) {
  for (const Statement& statement : statements) {
    // That there are too many is told when they are followed.
    if (++n_looked_ > kMostFollowed) return;
    for (const NodeId root : {statement.target, statement.value, statement.last}) {
      if (root.has_value()) FindStatesOf(root, scope);
    }
    if (statement.kind == StatementKind::For) {
      const auto [first, last] = Passes(statement, scope, false);
      for (int64_t pass = first; pass <= last; ++pass)
        FindStatesIn(statement.body, *PassScope(statement, scope, pass));
      continue;
    }
    const auto decided =
        statement.kind == StatementKind::If ? translator_.TryConstant(statement.value, scope) : std::nullopt;
    if (!decided || *decided != 0) FindStatesIn(statement.body, scope);
    if (!decided || *decided == 0) FindStatesIn(statement.else_body, scope);
  }
}

auto ModelBuilder::Expand(const std::vector<PlacedEquation>& equations) -> std::vector<PlacedEquation> {
  std::vector<PlacedEquation> expanded;
  for (const PlacedEquation& placed : equations) {
    const Equation& equation = *placed.equation;
    if (equation.kind != EquationKind::NoSort && equation.kind != EquationKind::Call) {
      expanded.push_back(placed);
      continue;
    }
    path_ = Truth(placed.guards);
    if (path_ == Pool::kError) continue;
    is_following_ = true;
    if (equation.kind == EquationKind::NoSort) {
      Follow(equation.statements, *placed.scope);
    } else {
      CallContinuous(placed, *translator_.FindRoutine(equation.name));
    }
    is_following_ = false;
    AddDerived(placed, expanded);
    known_ = {};
    order_.clear();
    noted_.clear();
    read_early_.clear();
    path_ = {};
  }
  return expanded;
}

void ModelBuilder::AddDerived(const PlacedEquation& placed, std::vector<PlacedEquation>& out) {
  for (const Place& place : order_) {
    if (place.symbol->kind == SymbolKind::Local) continue;
    if (known_.partial.contains(place)) {
      emitter_.Emit(placed.equation->span, CosySometimesGiven, place.symbol->name);
      continue;
    }
    derived_.push_back({place.symbol, place.element, place.is_derivative, known_.values.at(place)});
    out.push_back({placed.equation, placed.scope, placed.guards, &derived_.back()});
  }
}

auto ModelBuilder::TargetOf(const Derived& derived, Span span) -> ExprId {
  const Symbol& symbol = *derived.symbol;
  if (symbol.is_of_submodel && copyable_ == nullptr) return LowerSubmodel(symbol);
  const VarId var = VarOf(symbol, span);
  if (!var.has_value()) return Pool::kError;
  const ExprId whole = Ref(var);
  const ExprId target = derived.element > 0 ? ElementOf(whole, pool_.Integer(derived.element)) : whole;
  return derived.is_derivative ? pool_.Typed(Op::Der, pool_.type(target), {target}) : target;
}

auto ModelBuilder::LeftOf(const PlacedEquation& placed) -> ExprId {
  if (placed.derived != nullptr) return TargetOf(*placed.derived, placed.equation->span);
  return LowerReal(placed.equation->left, *placed.scope);
}

auto ModelBuilder::RightOf(const PlacedEquation& placed) -> ExprId {
  if (placed.derived != nullptr) return placed.derived->value;
  return LowerReal(placed.equation->right, *placed.scope);
}

}  // namespace kerf::cosy
