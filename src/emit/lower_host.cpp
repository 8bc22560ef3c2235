// What the machine asks while it evaluates expressions of a function's body.
#include <algorithm>

#include "emit/lower_function.h"

namespace kerf::emit {

using expr::Op;

auto FunctionLowering::VarSymbol(expr::VarId /*var*/, Symbol& /*out*/, std::string& error) -> bool {
  error = "variables of the model";
  return false;
}

auto FunctionLowering::Effect(const flat::Statement& /*statement*/, ExprId /*active*/, std::string& error)
    -> bool {
  error = "calls for their effect";
  return false;
}

// As the scalariser does with calls in equations: what is no literal is passed.
auto FunctionLowering::RunTimeCall(FunctionId function, std::span<const Symbol> arguments,
                                   std::vector<Symbol>& outputs, std::string& error) -> bool {
  const uint32_t known = world_.functions[function].body;
  error = "the function `" + std::string(world_.names[world_.functions[function].name]) + "`";
  if (known == flat::Function::kNoBody || world_.bodies[known]->is_impure) return false;
  const flat::FunctionBody& body = *world_.bodies[known];
  std::vector<Symbol> forms;
  if (!machine_.OutputForms(function, arguments, forms)) return false;
  dae::RunTimeFunction call;
  call.function = function;
  std::vector<ExprId> operands = {{}};
  for (size_t k = 0; k < arguments.size(); ++k) {
    const Symbol literals = transform::MapLeaves(arguments[k], [&](ExprId leaf) {
      const bool is_literal = transform::IsLiteral(pool_, leaf);
      call.is_given.push_back(is_literal);
      if (is_literal) return leaf;
      operands.push_back(leaf);
      return pool_[leaf].kind == expr::Kind::Boolean ? pool_.Boolean(false) : pool_.Integer(0);
    });
    call.arguments.push_back(transform::ValueOf(world_, literals, body.variables[k].type));
  }
  std::vector<ExprId> leaves;
  for (const Symbol& form : forms) transform::Flatten(form, leaves);
  call.n_outputs = static_cast<uint32_t>(leaves.size());
  call.scalar = request_(call);
  if (!call.scalar.has_value()) return false;
  operands[0] = pool_.Function(call.scalar);
  const bool is_single = leaves.size() == 1;
  const ExprId made = pool_.Typed(
      Op::Call, {is_single ? pool_[leaves[0]].kind : expr::Kind::Real, expr::kScalar, 0}, operands);
  int64_t next = 0;
  for (const Symbol& form : forms) {
    outputs.push_back(transform::MapLeaves(form, [&](ExprId leaf) {
      if (is_single) return made;
      return pool_.Typed(Op::Output, {pool_[leaf].kind, expr::kScalar, 0}, {made, pool_.Integer(next++)});
    }));
  }
  return true;
}

// Literals become a table; other arrays must be vectors already.
auto FunctionLowering::AsVector(const Symbol& array, Symbol& cells) -> bool {
  cells = array;
  std::vector<ExprId> leaves;
  transform::Flatten(array, leaves);
  if (leaves.empty()) return false;
  if (!std::ranges::all_of(leaves, [&](ExprId leaf) { return transform::IsLiteral(pool_, leaf); }))
    return true;
  std::vector<double> values;
  for (const ExprId leaf : leaves) {
    if (pool_[leaf].kind == expr::Kind::Text) return false;
    values.push_back(pool_.op(leaf) == Op::Boolean ? (pool_.boolean(leaf) ? 1 : 0) : pool_.number(leaf));
  }
  const auto same = std::ranges::find(out_->variables, values, &ScalarVariable::values);
  auto variable = static_cast<uint32_t>(same - out_->variables.begin());
  if (same == out_->variables.end()) {
    variable = AddVariable("kerf_table", Storage::Table, static_cast<uint32_t>(values.size()));
    out_->variables[variable].values = values;
  }
  uint32_t number = 0;
  cells =
      transform::MapLeaves(array, [&](ExprId leaf) { return Cell(variable, ++number, pool_[leaf].kind); });
  return true;
}

// The leaves are elements c, c + 1, … of one vector.
auto FunctionLowering::IsContiguous(std::span<const ExprId> leaves) -> bool {
  const auto is_cell = [&](ExprId leaf) {
    return pool_.op(leaf) == Op::Subscript && pool_.op(pool_.operand(leaf, 1)) == Op::Integer;
  };
  if (!std::ranges::all_of(leaves, is_cell)) return false;
  const auto vector = [&](ExprId leaf) { return pool_.position(pool_.operand(leaf, 0)); };
  int64_t next = pool_.integer(pool_.operand(leaves[0], 1));
  return std::ranges::all_of(leaves, [&](ExprId leaf) {
    return vector(leaf) == vector(leaves[0]) && pool_.integer(pool_.operand(leaf, 1)) == next++;
  });
}

// One subscript: what is known of it as an index, what varies as a term of the sum. False: it cannot be used.
auto FunctionLowering::TakeSubscript(const Symbol& subscript, int64_t stride, flat::Index& index,
                                     Shift& shift) -> bool {
  if (!transform::IsLeaf(subscript)) {
    index.form = flat::Index::Form::Many;
    if (!transform::IsLiteral(pool_, subscript)) return false;
    for (const Symbol& one : subscript.elements())
      index.many.push_back(pool_.integer(transform::ExprOf(one)));
    return true;
  }
  const ExprId value = transform::ExprOf(subscript);
  if (pool_.op(value) == Op::Colon) return true;
  if (pool_[value].kind == expr::Kind::Boolean) return false;
  index.form = flat::Index::Form::One;
  index.one = 1;
  if (pool_.op(value) == Op::Integer) {
    index.one = pool_.integer(value);
    return true;
  }
  const ExprId term = stride == 1 ? value : pool_.Mul(pool_.Integer(stride), value);
  shift.varying = shift.varying.has_value() ? pool_.Add(shift.varying, term) : term;
  shift.offset -= stride;
  return true;
}

// A varying subscript of what stands in one vector is a sum.
auto FunctionLowering::VaryingElements(const Symbol& array, std::span<const Symbol> subscripts, Symbol& out)
    -> bool {
  Symbol cells;
  if (!AsVector(array, cells)) return false;
  std::vector<ExprId> leaves;
  transform::Flatten(cells, leaves);
  if (!IsContiguous(leaves)) return false;
  std::vector<flat::Index> indices(subscripts.size());
  Shift shift;
  for (size_t d = 0; d < subscripts.size(); ++d) {
    auto stride = static_cast<int64_t>(leaves.size() / cells.elements().size());
    for (size_t j = d + 1; j < cells.dims().size(); ++j) stride *= cells.dims()[j];
    if (!TakeSubscript(subscripts[d], stride, indices[d], shift)) return false;
  }
  flat::Selection selection;
  std::string error;
  if (!flat::Select(cells.dims(), indices, selection, error)) return false;
  out = transform::MapLeaves(flat::Gathered(cells, selection), [&](ExprId leaf) {
    const int64_t number = pool_.integer(pool_.operand(leaf, 1)) + shift.offset;
    const ExprId index = number > 0   ? pool_.Add(shift.varying, pool_.Integer(number))
                         : number < 0 ? pool_.Sub(shift.varying, pool_.Integer(-number))
                                      : shift.varying;
    return pool_.Typed(Op::Subscript, pool_.type(leaf), {pool_.operand(leaf, 0), index});
  });
  return true;
}

}  // namespace kerf::emit
