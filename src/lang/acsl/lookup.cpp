// TABLE for people who go on with the model: an array in the form of Modelica's tables (CombiTable1D, 2D),
// and one function for all tables of as many inputs that looks it up. The values are those of tables.cpp.
#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

using expr::Kind;
using expr::Op;
using FlatKind = flat::StatementKind;

constexpr expr::Type kReal{Kind::Real, expr::kScalar, 0};
constexpr expr::Type kInteger{Kind::Integer, expr::kScalar, 0};

// Makes the body of a function.
class BodyWriter {
 public:
  explicit BodyWriter(flat::World& world) : world_(world), pool_(world.pool) {}

  auto Add(const std::string& name, expr::Type type, flat::Role role, std::vector<ExprId> sizes = {})
      -> ExprId {
    flat::Local local;
    local.name = world_.names.Intern(name);
    local.type = type;
    local.sizes = std::move(sizes);
    local.role = role;
    if (role == flat::Role::Input) ++body_->n_inputs;
    if (role == flat::Role::Output) ++body_->n_outputs;
    body_->variables.push_back(local);
    return pool_.Local(static_cast<uint32_t>(body_->variables.size() - 1), type);
  }
  static auto Assignment(ExprId target, ExprId value) -> flat::Statement {
    flat::Statement statement;
    statement.kind = FlatKind::Assignment;
    statement.target = target;
    statement.value = value;
    return statement;
  }
  void Assign(ExprId target, ExprId value) { body_->statements.push_back(Assignment(target, value)); }
  auto At(ExprId table, ExprId row, ExprId column) -> ExprId {
    return pool_.Make(Op::Subscript, {table, row, column});
  }
  auto Next(ExprId index) -> ExprId { return pool_.Add(index, pool_.Integer(1)); }

  // index := first; for k in first + 1:size(table, dimension) - 1 loop if x >= (breakpoint k) then …
  template <typename Breakpoint>
  void Search(ExprId index, ExprId x, int64_t first, ExprId table, int64_t dimension, Breakpoint breakpoint) {
    Assign(index, pool_.Integer(first));
    flat::Statement loop;
    loop.kind = FlatKind::For;
    loop.target = pool_.Iterator(0, world_.names.Intern("k"));
    const std::vector<int32_t> unknown = {expr::kUnknownSize};
    const ExprId last =
        pool_.Sub(pool_.Typed(Op::Size, kInteger, {table, pool_.Integer(dimension)}), pool_.Integer(1));
    loop.value = pool_.Typed(Op::Range, {Kind::Integer, pool_.shapes().Make(unknown), 0},
                             {pool_.Integer(first + 1), pool_.Integer(1), last});
    flat::Statement choice;
    choice.kind = FlatKind::If;
    choice.branches.push_back({pool_.Binary(Op::GreaterEqual, x, breakpoint(loop.target)), {}});
    choice.branches[0].body.push_back(Assignment(index, loop.target));
    loop.branches.push_back({{}, {std::move(choice)}});
    body_->statements.push_back(std::move(loop));
  }
  // How far x is from one breakpoint to the next.
  auto Part(ExprId x, ExprId left, ExprId right) -> ExprId {
    return pool_.Div(pool_.Sub(x, left), pool_.Sub(right, left));
  }
  auto Between(ExprId low, ExprId high, ExprId part) -> ExprId {
    return pool_.Add(low, pool_.Mul(part, pool_.Sub(high, low)));
  }
  auto Take() -> std::unique_ptr<flat::FunctionBody> {
    body_->is_complete = true;
    return std::move(body_);
  }

 private:
  flat::World& world_;
  expr::Pool& pool_;
  std::unique_ptr<flat::FunctionBody> body_ = std::make_unique<flat::FunctionBody>();
};

// Rows of a breakpoint and its value.
auto Lookup1(flat::World& world) -> std::unique_ptr<flat::FunctionBody> {
  expr::Pool& pool = world.pool;
  const std::vector<int32_t> dims = {expr::kUnknownSize, 2};
  BodyWriter w(world);
  const ExprId table = w.Add("table", {Kind::Real, pool.shapes().Make(dims), 0}, flat::Role::Input,
                             {ExprId{}, pool.Integer(2)});
  const ExprId x = w.Add("x", kReal, flat::Role::Input);
  const ExprId y = w.Add("y", kReal, flat::Role::Output);
  const ExprId i = w.Add("i", kInteger, flat::Role::Protected);
  const ExprId part = w.Add("w", kReal, flat::Role::Protected);
  const ExprId one = pool.Integer(1);
  const ExprId two = pool.Integer(2);
  w.Search(i, x, 1, table, 1, [&](ExprId k) { return w.At(table, k, one); });
  w.Assign(part, w.Part(x, w.At(table, i, one), w.At(table, w.Next(i), one)));
  w.Assign(y, w.Between(w.At(table, i, two), w.At(table, w.Next(i), two), part));
  return w.Take();
}

// The breakpoints of x1 are in the first column, those of x2 in the first row.
auto Lookup2(flat::World& world) -> std::unique_ptr<flat::FunctionBody> {
  expr::Pool& pool = world.pool;
  const std::vector<int32_t> dims = {expr::kUnknownSize, expr::kUnknownSize};
  BodyWriter w(world);
  const ExprId table =
      w.Add("table", {Kind::Real, pool.shapes().Make(dims), 0}, flat::Role::Input, {ExprId{}, ExprId{}});
  const ExprId x1 = w.Add("x1", kReal, flat::Role::Input);
  const ExprId x2 = w.Add("x2", kReal, flat::Role::Input);
  const ExprId y = w.Add("y", kReal, flat::Role::Output);
  const ExprId i = w.Add("i", kInteger, flat::Role::Protected);
  const ExprId j = w.Add("j", kInteger, flat::Role::Protected);
  const ExprId w1 = w.Add("w1", kReal, flat::Role::Protected);
  const ExprId w2 = w.Add("w2", kReal, flat::Role::Protected);
  const ExprId low = w.Add("low", kReal, flat::Role::Protected);
  const ExprId high = w.Add("high", kReal, flat::Role::Protected);
  const ExprId one = pool.Integer(1);
  w.Search(i, x1, 2, table, 1, [&](ExprId k) { return w.At(table, k, one); });
  w.Search(j, x2, 2, table, 2, [&](ExprId k) { return w.At(table, one, k); });
  w.Assign(w1, w.Part(x1, w.At(table, i, one), w.At(table, w.Next(i), one)));
  w.Assign(w2, w.Part(x2, w.At(table, one, j), w.At(table, one, w.Next(j))));
  w.Assign(low, w.Between(w.At(table, i, j), w.At(table, w.Next(i), j), w1));
  w.Assign(high, w.Between(w.At(table, i, w.Next(j)), w.At(table, w.Next(i), w.Next(j)), w1));
  w.Assign(y, w.Between(low, high, w2));
  return w.Take();
}

auto RowsOf(const Table& table) -> std::vector<std::vector<double>> {
  std::vector<std::vector<double>> rows;
  const size_t n = table.sizes[0];
  if (table.sizes.size() == 1) {
    for (size_t k = 0; k < n; ++k) rows.push_back({table.values[k], table.values[n + k]});
    return rows;
  }
  const size_t m = table.sizes[1];
  rows.push_back({0.0});
  for (size_t k = 0; k < m; ++k) rows[0].push_back(table.values[n + k]);
  for (size_t k = 0; k < n; ++k) {
    rows.push_back({table.values[k]});
    for (size_t j = 0; j < m; ++j) rows.back().push_back(table.values[n + m + j * n + k]);
  }
  return rows;
}

}  // namespace

auto Flattener::Lookup(size_t n_inputs) -> flat::FunctionId {
  flat::FunctionId& known = lookups_[n_inputs - 1];
  if (known.has_value()) return known;
  flat::World& world = *model_.world;
  flat::Function function;
  function.name =
      world.names.Intern(program_.names.Written(Hidden(n_inputs == 1 ? "lookup" : "lookup2", program_.span)));
  function.body = static_cast<uint32_t>(world.bodies.size());
  world.bodies.push_back(n_inputs == 1 ? Lookup1(world) : Lookup2(world));
  return known = world.functions.Add(function);
}

auto Flattener::TableByLookup(const Table& table) -> std::unique_ptr<flat::FunctionBody> {
  const flat::FunctionId lookup = Lookup(table.sizes.size());
  std::vector<ExprId> rows;
  for (const std::vector<double>& row : RowsOf(table)) {
    std::vector<ExprId> elements;
    for (const double value : row) elements.push_back(pool_.Real(value));
    rows.push_back(pool_.Make(Op::Array, elements));
  }
  const ExprId array = pool_.Make(Op::Array, rows);
  BodyWriter w(*model_.world);
  const bool is_plane = table.sizes.size() == 2;
  std::vector<ExprId> arguments = {pool_.Function(lookup), ExprId{}};
  arguments.push_back(w.Add(is_plane ? "x1" : "x", kReal, flat::Role::Input));
  if (is_plane) arguments.push_back(w.Add("x2", kReal, flat::Role::Input));
  const ExprId y = w.Add("y", kReal, flat::Role::Output);
  std::vector<ExprId> sizes;
  for (const int32_t size : pool_.shapes().dims(pool_.type(array).shape))
    sizes.push_back(pool_.Integer(size));
  arguments[1] = w.Add("table", pool_.type(array), flat::Role::Protected, sizes);
  w.Assign(y, pool_.Typed(Op::Call, kReal, arguments));
  auto body = w.Take();
  body->variables.back().binding = array;
  body->origin = OriginAt(table.span);
  return body;
}

}  // namespace kerf::acsl
