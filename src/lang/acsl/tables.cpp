// TABLE as a function: linear between the breakpoints, and beyond them as between the last two.
#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

using expr::Kind;
using expr::Op;
using FlatKind = flat::StatementKind;

// Makes the body of one table's function.
class TableWriter {
 public:
  TableWriter(flat::World& world, const Table& table, flat::OriginId origin)
      : world_(world), pool_(world.pool), table_(table), origin_(origin) {}

  auto Run() -> std::unique_ptr<flat::FunctionBody> {
    const size_t n = table_.sizes.size();
    body_->n_inputs = static_cast<uint32_t>(n);
    body_->n_outputs = 1;
    body_->origin = origin_;
    for (size_t k = 0; k < n; ++k) AddLocal(Name("x", k), Kind::Real, flat::Role::Input);
    const ExprId y = AddLocal("y", Kind::Real, flat::Role::Output);
    size_t first = 0;
    for (size_t k = 0; k < n; ++k) {
      Search(k, first);
      first += table_.sizes[k];
    }
    const ExprId values = AddArray("v", Values(first));
    if (n == 1) {
      Assign(body_->statements, y, Interpolate(values, n, {}));
    } else {
      // The two curves, or surfaces, between which the value lies.
      const ExprId low = AddLocal("low", Kind::Real, flat::Role::Protected);
      const ExprId high = AddLocal("high", Kind::Real, flat::Role::Protected);
      Assign(body_->statements, low, Interpolate(values, n - 1, {indices_[n - 1]}));
      Assign(body_->statements, high, Interpolate(values, n - 1, {Next(indices_[n - 1])}));
      Assign(body_->statements, y, Between(low, high, weights_[n - 1]));
    }
    body_->is_complete = true;
    return std::move(body_);
  }

 private:
  auto AddLocal(const std::string& name, Kind kind, flat::Role role) -> ExprId {
    flat::Local local;
    local.name = world_.names.Intern(name);
    local.type = {kind, expr::kScalar, 0};
    local.role = role;
    local.origin = origin_;
    body_->variables.push_back(local);
    return pool_.Local(static_cast<uint32_t>(body_->variables.size() - 1), local.type);
  }

  // Names have numbers where there are several inputs.
  [[nodiscard]] auto Name(std::string_view name, size_t k) const -> std::string {
    return table_.sizes.size() == 1 ? std::string(name) : fmt::format("{}{}", name, k + 1);
  }

  auto Numbers(size_t first, size_t count) -> ExprId {
    std::vector<ExprId> elements;
    for (size_t k = 0; k < count; ++k) elements.push_back(pool_.Real(table_.values[first + k]));
    return pool_.Make(Op::Array, elements);
  }

  // The values as rows, rows of rows; the last subscript is that of the first input.
  auto Values(size_t first) -> ExprId {
    std::vector<ExprId> level;
    for (size_t at = first; at < table_.values.size(); at += table_.sizes[0])
      level.push_back(Numbers(at, table_.sizes[0]));
    for (size_t d = 1; d < table_.sizes.size(); ++d) {
      std::vector<ExprId> outer;
      for (size_t k = 0; k < level.size(); k += table_.sizes[d])
        outer.push_back(pool_.Make(Op::Array, std::span(level).subspan(k, table_.sizes[d])));
      level = std::move(outer);
    }
    return level[0];
  }

  auto AddArray(const std::string& name, ExprId array) -> ExprId {
    AddLocal(name, Kind::Real, flat::Role::Protected);
    flat::Local& local = body_->variables.back();
    local.type = pool_.type(array);
    local.binding = array;
    for (const int32_t size : pool_.shapes().dims(local.type.shape))
      local.sizes.push_back(pool_.Integer(size));
    return pool_.Local(static_cast<uint32_t>(body_->variables.size() - 1), local.type);
  }

  void Assign(std::vector<flat::Statement>& out, ExprId target, ExprId value) {
    flat::Statement statement;
    statement.kind = FlatKind::Assignment;
    statement.target = target;
    statement.value = value;
    statement.origin = origin_;
    out.push_back(std::move(statement));
  }

  auto Element(ExprId array, ExprId index) -> ExprId { return pool_.Make(Op::Subscript, {array, index}); }

  // The interval of input k, from 1, and how far into it the input is.
  void Search(size_t k, size_t first) {
    const ExprId x = pool_.Local(static_cast<uint32_t>(k), {Kind::Real, expr::kScalar, 0});
    const ExprId points = AddArray(Name("b", k), Numbers(first, table_.sizes[k]));
    const ExprId index = AddLocal(Name("i", k), Kind::Integer, flat::Role::Protected);
    const ExprId weight = AddLocal(Name("w", k), Kind::Real, flat::Role::Protected);
    const ExprId one = pool_.Integer(1);
    Assign(body_->statements, index, one);
    if (table_.sizes[k] > 2) {
      flat::Statement loop;
      loop.kind = FlatKind::For;
      loop.origin = origin_;
      loop.target = pool_.Iterator(0, world_.names.Intern("k"));
      const std::vector<int32_t> dims = {static_cast<int32_t>(table_.sizes[k]) - 2};
      loop.value = pool_.Typed(Op::Range, {Kind::Integer, pool_.shapes().Make(dims), 0},
                               {pool_.Integer(2), one, pool_.Integer(table_.sizes[k] - 1)});
      flat::Statement choice;
      choice.kind = FlatKind::If;
      choice.origin = origin_;
      choice.branches.push_back({pool_.Binary(Op::GreaterEqual, x, Element(points, loop.target)), {}});
      Assign(choice.branches[0].body, index, loop.target);
      loop.branches.push_back({{}, {std::move(choice)}});
      body_->statements.push_back(std::move(loop));
    }
    const ExprId left = Element(points, index);
    const ExprId right = Element(points, pool_.Add(index, one));
    Assign(body_->statements, weight, pool_.Div(pool_.Sub(x, left), pool_.Sub(right, left)));
    indices_.push_back(index);
    weights_.push_back(weight);
  }

  auto Next(ExprId index) -> ExprId { return pool_.Add(index, pool_.Integer(1)); }

  auto Between(ExprId low, ExprId high, ExprId weight) -> ExprId {
    return pool_.Add(low, pool_.Mul(weight, pool_.Sub(high, low)));
  }

  // By the first `n` inputs; the subscripts of the others are given.
  auto Interpolate(ExprId values, size_t n, const std::vector<ExprId>& others) -> ExprId {
    if (n == 0) {
      std::vector<ExprId> parts = {values};
      parts.insert(parts.end(), others.begin(), others.end());
      return pool_.Make(Op::Subscript, parts);
    }
    const auto at = [&](ExprId index) {
      std::vector<ExprId> subscripts = others;
      subscripts.push_back(index);
      return Interpolate(values, n - 1, subscripts);
    };
    const ExprId low = at(indices_[n - 1]);
    return Between(low, at(Next(indices_[n - 1])), weights_[n - 1]);
  }

  flat::World& world_;
  expr::Pool& pool_;
  const Table& table_;
  flat::OriginId origin_;
  std::unique_ptr<flat::FunctionBody> body_ = std::make_unique<flat::FunctionBody>();
  std::vector<ExprId> indices_;
  std::vector<ExprId> weights_;
};

}  // namespace

void Flattener::AddTables() {
  flat::World& world = *model_.world;
  for (const Table& table : program_.tables) {
    const bool is_shared = options_.is_for_readers && table.sizes.size() <= 2;
    auto body = is_shared ? TableByLookup(table) : TableWriter(world, table, OriginAt(table.span)).Run();
    flat::Function function;
    function.name = world.names.Intern(program_.names.Written(table.name));
    function.body = static_cast<uint32_t>(world.bodies.size());
    world.bodies.push_back(std::move(body));
    const flat::FunctionId id = world.functions.Add(function);
    model_.functions.push_back(id);
    tables_.emplace(table.name, id);
  }
}

}  // namespace kerf::acsl
