// Columns from the variables of the DAE, declarations from those of the flat model.
#include "compile/make_variables.h"

#include <map>
#include <set>
#include <tuple>

namespace kerf::compile {

namespace {

using expr::Kind;
using model::VariableFlag;

auto KindOf(dae::VarKind kind) -> model::VariableKind {
  switch (kind) {
    case dae::VarKind::Constant:  return model::VariableKind::Constant;
    case dae::VarKind::Parameter: return model::VariableKind::Parameter;
    case dae::VarKind::Input:     return model::VariableKind::Input;
    case dae::VarKind::State:     return model::VariableKind::State;
    case dae::VarKind::Algebraic: return model::VariableKind::Algebraic;
    case dae::VarKind::Event:     return model::VariableKind::Event;
  }
  return model::VariableKind::Algebraic;
}

auto TypeOf(Kind kind) -> model::ScalarType {
  if (kind == Kind::Real) return model::ScalarType::Real;
  return kind == Kind::Boolean ? model::ScalarType::Boolean : model::ScalarType::Integer;
}

// By parent and name of their paths, which elements of an array have from it.
class ProtectedVars {
 public:
  explicit ProtectedVars(const transform::Work& work) : work_(work), paths_(work.dae.world->paths) {
    for (const auto id : work.flat.vars.ids()) {
      if (work.flat.vars[id].is_protected) names_.insert(KeyOf(work.flat.vars[id].path));
    }
  }
  // The derivative of a variable is as visible as the variable.
  [[nodiscard]] auto Has(expr::VarId id) const -> bool {
    if (names_.empty()) return false;
    while (work_.dae.vars[id].derivative_of.has_value()) id = work_.dae.vars[id].derivative_of;
    return names_.contains(KeyOf(work_.dae.vars[id].path));
  }

 private:
  [[nodiscard]] auto KeyOf(base::PathId path) const -> std::pair<uint32_t, uint32_t> {
    const base::PathNode node = paths_[path];
    return {node.parent.index, node.name.index};
  }

  const transform::Work& work_;
  const base::PathStore& paths_;
  std::set<std::pair<uint32_t, uint32_t>> names_;
};

auto FlagsOf(const transform::Work& work, expr::VarId id) -> uint8_t {
  const dae::Var& var = work.dae.vars[id];
  uint32_t flags = 0;
  if (var.is_output) flags |= VariableFlag::kOutput;
  if (var.is_internal) flags |= VariableFlag::kInternal;
  if (var.is_discrete) flags |= VariableFlag::kDiscrete;
  if (var.is_fixed) flags |= VariableFlag::kFixed;
  if (var.is_free) flags |= VariableFlag::kFree;
  if (var.derivative_of.has_value()) flags |= VariableFlag::kDerivative;
  if (work.aliases.representative[id.index] == id) flags |= VariableFlag::kRepresentative;
  return static_cast<uint8_t>(flags);
}

class DeclarationBuilder {
 public:
  DeclarationBuilder(const flat::Model& flat, model::Variables& out)
      : flat_(flat), pool_(flat.world->pool), out_(out) {}

  // Scalars of the DAE stand in the order of the variables of the flat model.
  void Run() {
    FindPorts();
    uint32_t first = 0;
    for (const expr::VarId id : flat_.vars.ids()) {
      const flat::Var& var = flat_.vars[id];
      if (!HasScalars(var.type.kind)) continue;
      const uint32_t count = pool_.shapes().count(var.type.shape);
      const auto dims = pool_.shapes().dims(var.type.shape);
      out_.declarations.push_back({first, count, AttributesOf(var), static_cast<uint32_t>(out_.dims.size()),
                                   static_cast<uint8_t>(dims.size()), Flags(id), EnumerationOf(var)});
      out_.dims.insert(out_.dims.end(), dims.begin(), dims.end());
      first += count;
    }
  }

 private:
  static auto HasScalars(Kind kind) -> bool {
    return kind == Kind::Real || kind == Kind::Integer || kind == Kind::Boolean || kind == Kind::Enumeration;
  }

  [[nodiscard]] auto Flags(expr::VarId id) const -> uint8_t {
    const flat::Var& var = flat_.vars[id];
    uint32_t flags = 0;
    if (var.is_structural) flags |= model::Declaration::kStructural;
    if (var.is_protected) flags |= model::Declaration::kProtected;
    if (var.is_final) flags |= model::Declaration::kFinal;
    if (var.role != flat::ConnectorRole::None && ports_.contains(PartOf(var)))
      flags |= model::Declaration::kOfPort;
    if (var.role == flat::ConnectorRole::Flow) flags |= model::Declaration::kFlow;
    return static_cast<uint8_t>(flags);
  }

  // The part of the model that the variable belongs to.
  [[nodiscard]] auto PartOf(const flat::Var& var) const -> uint32_t {
    const base::PathStore& paths = flat_.world->paths;
    base::PathId at = var.path;
    while (paths[at].parent != base::PathStore::kRoot) at = paths[at].parent;
    return at.index;
  }

  // Only connectors of the model itself have variables that are known as potentials.
  void FindPorts() {
    for (const expr::VarId id : flat_.vars.ids()) {
      const flat::Var& var = flat_.vars[id];
      if (var.role == flat::ConnectorRole::Potential) ports_.insert(PartOf(var));
    }
  }

  auto EnumerationOf(const flat::Var& var) -> uint32_t {
    if (var.type.kind != Kind::Enumeration) return model::kNone;
    const auto [at, is_new] =
        enumerations_.try_emplace(var.type.detail, static_cast<uint32_t>(out_.enumerations.size()));
    const flat::Enumeration& type = flat_.world->enumerations[var.type.detail];
    if (is_new) out_.enumerations.push_back({type.name, type.literals});
    return at->second;
  }

  [[nodiscard]] auto Literal(expr::ExprId id, double otherwise) const -> double {
    if (!id.has_value()) return otherwise;
    if (pool_.op(id) == expr::Op::Neg) return -Literal(pool_.operand(id, 0), -otherwise);
    return pool_.IsNumber(id) ? pool_.number(id) : otherwise;
  }

  // Variables of one class share a row.
  auto AttributesOf(const flat::Var& var) -> uint32_t {
    if (!var.attributes.has_value()) return model::kNone;
    const flat::Attributes& given = flat_.attributes[var.attributes];
    model::Attributes row;
    row.unit = given.unit;
    row.display_unit = given.display_unit;
    row.quantity = given.quantity;
    row.description = given.description;
    row.min = Literal(given.min, row.min);
    row.max = Literal(given.max, row.max);
    row.nominal = Literal(given.nominal, row.nominal);
    const Key key(row.unit.index, row.display_unit.index, row.quantity.index, row.description.index, row.min,
                  row.max, row.nominal);
    const auto [at, is_new] = rows_.try_emplace(key, static_cast<uint32_t>(out_.attributes.size()));
    if (is_new) out_.attributes.push_back(row);
    return at->second;
  }

  using Key = std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, double, double, double>;
  const flat::Model& flat_;
  const expr::Pool& pool_;
  model::Variables& out_;
  std::map<Key, uint32_t> rows_;
  std::set<uint32_t> ports_;
  std::map<uint32_t, uint32_t> enumerations_;
};

}  // namespace

auto MakeVariables(const transform::Work& work) -> model::Variables {
  model::Variables out;
  const uint32_t n = work.dae.vars.size();
  out.slot = work.simcode.slot_of_var;
  out.path.reserve(n);
  out.kind.reserve(n);
  out.type.reserve(n);
  out.flags.reserve(n);
  const ProtectedVars hidden(work);
  for (const expr::VarId id : work.dae.vars.ids()) {
    const dae::Var& var = work.dae.vars[id];
    out.path.push_back(var.path);
    out.kind.push_back(KindOf(var.kind));
    out.type.push_back(TypeOf(var.type));
    const uint32_t is_protected = hidden.Has(id) ? VariableFlag::kProtected : 0;
    out.flags.push_back(static_cast<uint8_t>(FlagsOf(work, id) | is_protected));
    if (var.pre_of.has_value()) out.previous.push_back({id.index, var.pre_of.index});
  }
  DeclarationBuilder(work.flat, out).Run();
  return out;
}

}  // namespace kerf::compile
