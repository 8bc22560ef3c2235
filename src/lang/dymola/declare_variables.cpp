// Declarations of variables, in order: sizes, values, defaults, shared variables.
#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(DuplicateDeclaration, Error, "`{}` is declared twice", std::string_view);
KERF_NOTE(OtherDeclaration, "the other declaration is here");
KERF_DIAG(TimeRedeclared, Error, "`time` is the independent variable and cannot be declared");
KERF_DIAG(BadArraySize, Error, "the size of an array must be a positive integer, not {}", double);
KERF_DIAG(ArrayTooLarge, Error, "`{}` has more than {} elements, a limit that `--max-size` sets",
          std::string_view, uint32_t);
KERF_DIAG(ValueNotAllowed, Error, "only parameters and constants have values; write an equation for `{}`",
          std::string_view);
KERF_DIAG(ValueShape, Error, "`{}` has the shape {} but its value has the shape {}", std::string_view,
          std::string, std::string);
KERF_DIAG(DefaultOfParameter, Error, "`{}` is a parameter or constant and needs no `default`",
          std::string_view);

}  // namespace

void ClassBuilder::DeclareAll(BlockId block) {
  for (const Item& item : ast_[block]) {
    if (item.kind == ItemKind::Variables) DeclareVariables(ast_.variables[item.index]);
    if (item.kind == ItemKind::Cut) DeclareCut(ast_.cuts[item.index]);
    if (item.kind == ItemKind::Path) DeclarePath(ast_.paths[item.index]);
    if (item.kind != ItemKind::Choice || !ast_.choices[item.index].has_declarations) continue;
    if (const auto chosen = ChooseBranch(item.index)) DeclareAll(*chosen);
  }
}

void ClassBuilder::DeclareVariables(const VariableDecl& decl) {
  for (const Declarator& declarator : decl.declarators) {
    // Structure parameters are there already; only a name given twice is left to find.
    const NameId name = elab_.Name(declarator.name);
    if (decl.kind == VarKind::Structure) {
      const auto found = cls_.var_names.find(name);
      if (found == cls_.var_names.end()) continue;
      const ClassVar& var = cls_.vars[found->second];
      if (var.span != declarator.span) ReportDuplicate(name, declarator.span, var.span);
    } else if (Text(name) == "time") {
      emitter_.Emit(declarator.span, TimeRedeclared);
    } else {
      DeclareVariable(decl.kind, declarator);
    }
  }
}

void ClassBuilder::ReportDuplicate(NameId name, const Span& span, const Span& other) {
  emitter_.Emit(span, DuplicateDeclaration, Text(name)).Note(other, OtherDeclaration);
}

void ClassBuilder::DeclareVariable(VarKind kind, const Declarator& declarator) {
  const NameId name = elab_.Name(declarator.name);
  const auto found = cls_.var_names.find(name);
  uint32_t index = found == cls_.var_names.end() ? kNoIndex : found->second;
  if (index != kNoIndex && !RefineVariable(index, kind, declarator)) return;
  if (index == kNoIndex) {
    const auto dims = EvaluateSizes(name, declarator.sizes);
    const expr::ShapeId shape = dims ? pool_.shapes().Make(*dims) : expr::kScalar;
    VarKind stored = kind == VarKind::Default ? VarKind::Terminal : kind;
    if (kind == VarKind::Internal) stored = VarKind::Local;
    index = AddVar(name, stored, shape, declarator.span);
    // After a wrong size nothing that depends on the shape is worth a message.
    cls_.vars[index].is_broken = !dims;
  }
  if (kind == VarKind::Internal) cls_.vars[index].is_internal = true;
  if (declarator.value.has_value()) GiveValue(index, kind, declarator);
}

// `default` and `internal` add to an earlier declaration; others may name once what was only mentioned in a
// cut.
auto ClassBuilder::RefineVariable(uint32_t index, VarKind kind, const Declarator& declarator) -> bool {
  ClassVar& var = cls_.vars[index];
  const bool adds = kind == VarKind::Default || kind == VarKind::Internal;
  if (adds && var.kind != VarKind::External && declarator.sizes.empty()) return true;
  if (!var.is_implicit || kind == VarKind::External || !declarator.sizes.empty()) {
    ReportDuplicate(var.name, declarator.span, var.span);
    return false;
  }
  var.is_implicit = false;
  var.kind = kind;
  var.span = declarator.span;
  return true;
}

void ClassBuilder::GiveValue(uint32_t index, VarKind kind, const Declarator& declarator) {
  const Value value = Evaluate(declarator.value, Use::Known);
  ClassVar& var = cls_.vars[index];
  const bool is_known = kind == VarKind::Parameter || kind == VarKind::Constant;
  const bool is_shared = kind == VarKind::Internal || kind == VarKind::External;
  if (!is_known && kind != VarKind::Default && (is_shared || !Is1991(elab_.program))) {
    emitter_.Emit(declarator.span, ValueNotAllowed, Text(var.name));
    return;
  }
  if (value.expr == expr::Pool::kError || var.is_broken || !IsNumeric(value.expr, declarator.span)) return;
  const expr::ShapeId shape = pool_.type(value.expr).shape;
  if (shape != var.shape) {
    emitter_.Emit(declarator.span, ValueShape, Text(var.name), ShapeText(var.shape), ShapeText(shape));
    return;
  }
  // A terminal that nothing outside gives has its value for good, any other variable begins with it. Nothing
  // outside can give a local one.
  const bool is_start = kind == VarKind::Default ? var.kind == VarKind::Local : kind != VarKind::Terminal;
  if (!is_known && is_start) {
    var.start = value.expr;
    return;
  }
  if (kind == VarKind::Default || kind == VarKind::Terminal) {
    if (var.kind == VarKind::Parameter || var.kind == VarKind::Constant || var.kind == VarKind::Structure) {
      emitter_.Emit(declarator.span, DefaultOfParameter, Text(var.name));
      return;
    }
    var.default_value = value.expr;
    var.default_origin = elab_.MakeOrigin(declarator.span, flat::MadeBy::Default);
    return;
  }
  var.binding = value.expr;
  var.is_fixed = kind == VarKind::Constant && value.is_fixed;
  var.number = value.number;
}

auto ClassBuilder::AddVar(NameId name, VarKind kind, expr::ShapeId shape, const Span& span) -> uint32_t {
  ClassVar var;
  var.name = name;
  var.kind = kind;
  var.shape = shape;
  var.span = span;
  const bool is_derivative = kind == VarKind::Derivative;
  var.origin = elab_.MakeOrigin(span, is_derivative ? flat::MadeBy::Derivative : flat::MadeBy::Source);
  const auto index = static_cast<uint32_t>(cls_.vars.size());
  cls_.vars.push_back(var);
  cls_.var_names.emplace(name, index);
  return index;
}

auto ClassBuilder::EvaluateSizes(NameId name, const std::vector<Expr>& sizes)
    -> std::optional<std::vector<int32_t>> {
  std::vector<int32_t> dims;
  uint64_t count = 1;
  for (const Expr& size : sizes) {
    const auto number = TryFixed(size);
    if (!number) return std::nullopt;
    const Span span = ast_[size.root].span;
    if (!(*number >= 1) || *number != static_cast<double>(static_cast<int64_t>(std::min(*number, 1e15)))) {
      emitter_.Emit(span, BadArraySize, *number);
      return std::nullopt;
    }
    count = *number > 1e9 ? uint64_t{1} << 40 : count * static_cast<uint64_t>(*number);
    if (count > elab_.options.max_array_elements) {
      emitter_.Emit(span, ArrayTooLarge, Text(name), elab_.options.max_array_elements);
      return std::nullopt;
    }
    dims.push_back(static_cast<int32_t>(*number));
  }
  return dims;
}

}  // namespace kerf::dymola
