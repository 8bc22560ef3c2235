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
    for (size_t k = 0; k < n; ++k) AddLocal(fmt::format("x{}", k + 1), Kind::Real, flat::Role::Input);
    const ExprId y = AddLocal("y", Kind::Real, flat::Role::Output);
    size_t first = 0;
    for (size_t k = 0; k < n; ++k) {
      Search(k, first);
      first += table_.sizes[k];
    }
    const ExprId values = AddArray("v", first, table_.values.size() - first);
    Assign(body_->statements, y, Interpolate(values, n, pool_.Integer(1)));
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

  auto AddArray(const std::string& name, size_t first, size_t count) -> ExprId {
    std::vector<ExprId> elements;
    for (size_t k = 0; k < count; ++k) elements.push_back(pool_.Real(table_.values[first + k]));
    const ExprId array = pool_.Make(Op::Array, elements);
    AddLocal(name, Kind::Real, flat::Role::Protected);
    flat::Local& local = body_->variables.back();
    local.type = pool_.type(array);
    local.binding = array;
    local.sizes = {pool_.Integer(static_cast<int64_t>(count))};
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
    const ExprId points = AddArray(fmt::format("b{}", k + 1), first, table_.sizes[k]);
    const ExprId index = AddLocal(fmt::format("i{}", k + 1), Kind::Integer, flat::Role::Protected);
    const ExprId weight = AddLocal(fmt::format("w{}", k + 1), Kind::Real, flat::Role::Protected);
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

  // Of the first `n` dimensions; `offset` is the place of their first value.
  auto Interpolate(ExprId values, size_t n, ExprId offset) -> ExprId {
    if (n == 0) return Element(values, offset);
    int64_t stride = 1;
    for (size_t k = 0; k + 1 < n; ++k) stride *= table_.sizes[k];
    const ExprId step = pool_.Integer(stride);
    const ExprId from = pool_.Add(offset, pool_.Mul(pool_.Sub(indices_[n - 1], pool_.Integer(1)), step));
    const ExprId low = Interpolate(values, n - 1, from);
    const ExprId high = Interpolate(values, n - 1, pool_.Add(from, step));
    return pool_.Add(low, pool_.Mul(weights_[n - 1], pool_.Sub(high, low)));
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
    flat::Function function;
    function.name = world.names.Intern(program_.names.Written(table.name));
    function.body = static_cast<uint32_t>(world.bodies.size());
    world.bodies.push_back(TableWriter(world, table, OriginAt(table.span)).Run());
    const flat::FunctionId id = world.functions.Add(function);
    model_.functions.push_back(id);
    tables_.emplace(table.name, id);
  }
}

}  // namespace kerf::acsl
