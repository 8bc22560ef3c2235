// Values, start values and inputs of the command line in a flat model.
#include "session/given_values.h"

#include <algorithm>
#include <cmath>

#include "base/next_index.h"
#include "diag/consumers.h"
#include "expr/parse.h"
#include "flat/value.h"

namespace kerf::session {

namespace {

using expr::ExprId;
using expr::Kind;
using expr::Pool;
using expr::VarId;

KERF_DIAG(NotInText, Error, "what is given for `{}` cannot be written as a part of the model: {}",
          std::string, std::string);

class GivenWriter {
 public:
  GivenWriter(flat::Model& model, diag::Emitter& emitter)
      : model_(model), world_(*model.world), pool_(model.world->pool), emitter_(emitter) {}

  void SetValue(const transform::GivenValue& given) {
    const Place place = Find(given.name);
    if (!place.var.has_value()) return;
    flat::Var& var = model_.vars[place.var];
    const ExprId value = With(var.binding, place, LiteralOf(var.type, given.value));
    if (var.variability == flat::Variability::Parameter || var.variability == flat::Variability::Constant) {
      var.binding = place.element < 0 ? Filled(value, var.type) : value;
      return;
    }
    var.causality = flat::Causality::Local;
    AddEquation(place, place.element < 0 ? Filled(value, var.type) : LiteralOf(var.type, given.value));
  }

  void SetStart(const transform::GivenValue& given) {
    const Place place = Find(given.name);
    if (!place.var.has_value()) return;
    flat::Var& var = model_.vars[place.var];
    flat::Attributes attributes =
        var.attributes.has_value() ? model_.attributes[var.attributes] : flat::Attributes{};
    attributes.start = With(attributes.start, place, LiteralOf(var.type, given.value));
    // Attributes may be shared with other variables.
    var.attributes = model_.attributes.Add(attributes);
  }

  void SetText(const std::string& name, const std::string& text) {
    const Place place = Find(name);
    if (!place.var.has_value()) return;
    flat::Var& var = model_.vars[place.var];
    const ExprId value = With(var.binding, place, pool_.Text(world_.names.Intern(text)));
    var.binding = place.element < 0 ? Filled(value, var.type) : value;
  }

  auto TryVar(const std::string& name) -> std::optional<VarId> {
    const Place place = TryFind(name);
    return place.var.has_value() ? std::optional(place.var) : std::nullopt;
  }

  auto SetInput(const transform::GivenInput& input) -> bool {
    if (input.is_table) {
      emitter_.Emit({}, NotInText, input.name, "a table has no text; give an expression of time");
      return false;
    }
    const Place place = Find(input.name);
    if (!place.var.has_value()) return false;
    const auto resolve = [&](std::string_view name) -> ExprId {
      const Place other = TryFind(std::string(name));
      return other.var.has_value() ? Leaf(other) : ExprId{};
    };
    const expr::ParseResult parsed = expr::Parse(pool_, input.text, resolve);
    if (!parsed.message.empty()) {
      emitter_.Emit({}, NotInText, input.name, parsed.message);
      return false;
    }
    flat::Var& var = model_.vars[place.var];
    var.causality = flat::Causality::Local;
    AddEquation(place, place.element < 0 ? Filled(parsed.id, var.type) : parsed.id);
    return true;
  }

 private:
  // A variable, or one element of it (from 0).
  struct Place {
    VarId var;
    int64_t element = -1;
    std::vector<int32_t> index;
  };

  auto LiteralOf(expr::Type type, double value) -> ExprId {
    switch (type.kind) {
      case Kind::Boolean: return pool_.Boolean(value != 0);
      case Kind::Integer: return pool_.Integer(std::llround(value));
      case Kind::Enumeration:
        return flat::ToExpr(flat::Value::Enumeration(type.detail, std::llround(value)), world_);
      default: return pool_.Real(value);
    }
  }

  // A scalar for all elements.
  auto Filled(ExprId value, expr::Type type) -> ExprId {
    if (type.shape == expr::kScalar || pool_[value].shape != expr::kScalar) return value;
    std::vector<ExprId> operands = {value};
    const auto dims = pool_.shapes().dims(type.shape);
    for (const int32_t dim : std::vector<int32_t>(dims.begin(), dims.end()))
      operands.push_back(pool_.Integer(dim));
    return pool_.Typed(expr::Op::Fill, type, operands);
  }

  auto TryFind(const std::string& name) -> Place {
    for (const VarId id : model_.vars.ids()) {
      const flat::Var& var = model_.vars[id];
      const std::string full = world_.paths.Render(var.path);
      if (full == name) return {id, -1, {}};
      const auto dims = pool_.shapes().dims(var.type.shape);
      if (dims.empty() || !name.starts_with(full + "[")) continue;
      std::vector<int32_t> index(dims.size(), 1);
      const uint32_t count = pool_.shapes().count(var.type.shape);
      const base::PathNode node = world_.paths[var.path];
      for (uint32_t k = 0; k < count; ++k) {
        if (world_.paths.Render(world_.paths.Child(node.parent, node.name, index)) == name)
          return {id, k, index};
        base::NextIndex(index, dims);
      }
    }
    return {};
  }

  auto Find(const std::string& name) -> Place {
    Place place = TryFind(name);
    if (!place.var.has_value()) emitter_.Emit({}, NotInText, name, "the flat model has no such variable");
    return place;
  }

  auto Leaf(const Place& place) -> ExprId {
    const ExprId whole = pool_.Var(place.var, model_.vars[place.var].type);
    return place.element < 0 ? whole : Element(whole, place.index);
  }

  auto Element(ExprId array, const std::vector<int32_t>& index) -> ExprId {
    size_t d = 0;
    while (d < index.size() && pool_.op(array) == expr::Op::Array)
      array = pool_.operand(array, static_cast<size_t>(index[d++] - 1));
    if (d == index.size()) return array;
    std::vector<ExprId> operands = {array};
    for (; d < index.size(); ++d) operands.push_back(pool_.Integer(index[d]));
    return pool_.Typed(expr::Op::Subscript, {pool_[array].kind, expr::kScalar, pool_[array].detail},
                       operands);
  }

  // The old value with the new one at the place; the whole is the new one.
  auto With(ExprId old, const Place& place, ExprId literal) -> ExprId {
    const expr::Type type = model_.vars[place.var].type;
    if (place.element < 0) return literal;
    const auto dims = pool_.shapes().dims(type.shape);
    std::vector<int32_t> index(dims.size(), 1);
    const std::vector<int32_t> sizes(dims.begin(), dims.end());
    return Stack(old, place, literal, type, sizes, 0, index);
  }

  auto Stack(ExprId old, const Place& place, ExprId literal, expr::Type type,
             const std::vector<int32_t>& sizes, size_t d, std::vector<int32_t>& index) -> ExprId {
    if (d == sizes.size()) {
      if (index == place.index) return literal;
      if (!old.has_value())
        return type.kind == Kind::Text ? pool_.Text(world_.names.Intern("")) : LiteralOf(type, 0);
      return pool_[old].shape == expr::kScalar ? old : Element(old, index);
    }
    std::vector<ExprId> elements;
    for (index[d] = 1; index[d] <= sizes[d]; ++index[d])
      elements.push_back(Stack(old, place, literal, type, sizes, d + 1, index));
    index[d] = 1;
    const std::vector<int32_t> rest(sizes.begin() + static_cast<ptrdiff_t>(d), sizes.end());
    return pool_.Typed(expr::Op::Array, {type.kind, pool_.shapes().Make(rest), type.detail}, elements);
  }

  void AddEquation(const Place& place, ExprId value) {
    const flat::Var& var = model_.vars[place.var];
    const flat::OriginId origin = world_.origins.Add({{}, flat::MadeBy::Input, var.origin});
    model_.equations.Add({Leaf(place), value, world_.paths[var.path].parent, origin, {}});
  }

  flat::Model& model_;
  flat::World& world_;
  Pool& pool_;
  diag::Emitter& emitter_;
};

}  // namespace

auto TryFindGiven(flat::Model& model, const std::string& name) -> std::optional<flat::VarId> {
  diag::CollectingConsumer unused;
  diag::Emitter emitter(unused);
  return GivenWriter(model, emitter).TryVar(name);
}

void SetStart(flat::Model& model, const transform::GivenValue& given, diag::Emitter& emitter) {
  GivenWriter(model, emitter).SetStart(given);
}

void SetText(flat::Model& model, const std::string& name, const std::string& text, diag::Emitter& emitter) {
  GivenWriter(model, emitter).SetText(name, text);
}

auto PutIn(flat::Model& model, const transform::Options& options, diag::Emitter& emitter) -> bool {
  const uint32_t errors = emitter.n_errors();
  GivenWriter writer(model, emitter);
  for (const transform::GivenValue& given : options.values) writer.SetValue(given);
  for (const transform::GivenValue& given : options.starts) writer.SetStart(given);
  for (const transform::GivenInput& input : options.inputs) {
    if (!writer.SetInput(input)) break;
  }
  return emitter.n_errors() == errors;
}

}  // namespace kerf::session
