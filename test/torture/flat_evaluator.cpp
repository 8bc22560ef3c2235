// Leaves, operators and reductions.
#include "flat_evaluator.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "flat/function.h"

namespace kerf::torture {

using expr::ExprId;
using expr::Op;
using expr::VarId;

TablePoint::TablePoint(const results::Table& table) : table_(table) {
  for (size_t k = 0; k < table.names.size(); ++k) columns_[results::WithoutBlanks(table.names[k])] = k;
}

auto TablePoint::TryNumber(const std::string& name) const -> std::optional<double> {
  const auto found = columns_.find(results::WithoutBlanks(name));
  if (found == columns_.end()) return std::nullopt;
  return table_.columns[found->second].at(row);
}

namespace {

auto SortOfKind(expr::Kind kind) -> Sort {
  switch (kind) {
    case expr::Kind::Integer:     return Sort::Integer;
    case expr::Kind::Boolean:     return Sort::Boolean;
    case expr::Kind::Text:        return Sort::Text;
    case expr::Kind::Enumeration: return Sort::Enumeration;
    case expr::Kind::Record:      return Sort::Record;
    case expr::Kind::Function:    return Sort::Function;
    default:                      return Sort::Real;
  }
}

// The names of operators as value.h knows them, where they differ from those of ops.def.
auto PlainName(Op op) -> std::string {
  static const std::map<Op, std::string> names = {
      {Op::Pow, "^"},     {Op::Equal, "=="},     {Op::Asin, "asin"},   {Op::Acos, "acos"},
      {Op::Atan, "atan"}, {Op::Log, "log"},      {Op::Floor, "floor"}, {Op::Atan2, "atan2"},
      {Op::Array, "{}"},  {Op::Concatenate, "+"}};
  const auto found = names.find(op);
  return found != names.end() ? found->second : std::string(expr::text_of(op));
}

}  // namespace

auto FlatEvaluator::NameOf(VarId var) const -> std::string {
  return model_.world->paths.Render(model_.vars[var].path);
}

auto FlatEvaluator::Elements(const std::string& prefix, const std::string& suffix, VarId var) -> Val {
  const flat::Var& declared = model_.vars[var];
  const auto dims = model_.world->pool.shapes().dims(declared.type.shape);
  const Sort sort = SortOfKind(declared.type.kind);
  const auto number = [&](const std::string& index) {
    const auto value = point_.TryNumber(prefix + NameOf(var) + index + suffix);
    if (!value) throw NoValue{"not in the table"};
    Val result = RealVal(*value);
    result.sort = sort;
    result.is_exact = sort != Sort::Real || declared.variability <= flat::Variability::Parameter;
    return result;
  };
  if (dims.empty()) return number("");
  std::vector<int> sizes(dims.begin(), dims.end());
  std::vector<Val> parts;
  std::vector<int> at(sizes.size(), 1);
  for (int k = 0; k < CountOf(sizes); ++k) {
    parts.push_back(number(fmt::format("[{}]", fmt::join(at, ","))));
    for (size_t d = at.size(); d-- > 0;) {
      if (++at[d] <= sizes[d]) break;
      at[d] = 1;
    }
  }
  return ArrayVal(sizes, std::move(parts), sort);
}

auto FlatEvaluator::ValueOf(VarId var) -> Val {
  const auto found = assigned.find(var.index);
  if (found != assigned.end()) return found->second;
  const flat::Var& declared = model_.vars[var];
  // Texts are not in the table.
  if (declared.type.kind == expr::Kind::Text && declared.binding.has_value()) return Run(declared.binding);
  return Elements("", "", var);
}

auto FlatEvaluator::Derivative(ExprId id) -> Val {
  const expr::Pool& pool = model_.world->pool;
  if (pool.op(id) == Op::Var) return Elements("der(", ")", pool.var(id));
  if (pool.op(id) == Op::Subscript) return Subscripted(Derivative(pool.operand(id, 0)), Operands(id, 1));
  if (pool.op(id) != Op::Array) throw NoValue{"the derivative of an expression"};
  std::vector<Val> parts;
  for (const ExprId part : pool.operands(id)) parts.push_back(Derivative(part));
  return Stacked(parts, Sort::Real);
}

auto FlatEvaluator::Operands(ExprId id, size_t from) -> std::vector<Val> {
  std::vector<Val> values;
  const auto operands = model_.world->pool.operands(id);
  for (size_t k = from; k < operands.size(); ++k) values.push_back(Run(operands[k]));
  return values;
}

auto FlatEvaluator::Iterated(ExprId id) -> Val {
  const expr::Pool& pool = model_.world->pool;
  for (size_t k = iterators_.size(); k-- > 0;) {
    if (iterators_[k].position == pool.position(id) && iterators_[k].name == pool.name(id).index)
      return iterators_[k].value;
  }
  throw NoValue{"an iterator without value"};
}

auto FlatEvaluator::Run(ExprId id) -> Val {
  const expr::Pool& pool = model_.world->pool;
  const Op op = pool.op(id);
  if (++n_steps_ > 2'000'000) throw NoValue{"too long"};
  switch (op) {
    case Op::Real:
    case Op::Spelled: return RealVal(pool.number(id));
    case Op::Integer: {
      Val value = IntegerVal(static_cast<double>(pool.integer(id)));
      if (pool.type(id).kind == expr::Kind::Enumeration) value.sort = Sort::Enumeration;
      return value;
    }
    case Op::Boolean: return BooleanVal(pool.boolean(id));
    case Op::Text:    return TextVal(std::string(model_.world->names[pool.name(id)]));
    case Op::Var:     return ValueOf(pool.var(id));
    case Op::Time:    {
      Val value = RealVal(point_.TryNumber("time").value_or(0));
      value.is_exact = false;
      return value;
    }
    case Op::Iterator: return Iterated(id);
    case Op::Colon:    {
      Val colon;
      colon.sort = Sort::Colon;
      return colon;
    }
    default: return Special(id, op);
  }
}

auto FlatEvaluator::Special(ExprId id, Op op) -> Val {
  const expr::Pool& pool = model_.world->pool;
  const auto operands = pool.operands(id);
  switch (op) {
    case Op::Local: {
      const uint32_t position = pool.position(id);
      if (locals_ == nullptr || !locals_->at(position)) throw NoValue{"a variable without value"};
      return *(*locals_)[position];
    }
    case Op::Der: return Derivative(operands[0]);
    case Op::And:
    case Op::Or:  {
      const Val first = Run(operands[0]);
      return (first.number != 0) == (op == Op::Or) ? first : Run(operands[1]);
    }
    case Op::If:        return Run(operands[Run(operands[0]).number != 0 ? 1 : 2]);
    case Op::Subscript: return Subscripted(Run(operands[0]), Operands(id, 1));
    case Op::Call:      return Outputs(id).at(0);
    case Op::Output:    return Outputs(operands[0]).at(static_cast<size_t>(pool.integer(operands[1])));
    case Op::ArrayOf:
    case Op::SumOf:
    case Op::ProductOf:
    case Op::MinOf:
    case Op::MaxOf:     return Reduction(id);
    case Op::ToText:    return Text(id);
    default:            return Typed(id, op);
  }
}

auto FlatEvaluator::Typed(ExprId id, Op op) -> Val {
  const expr::Pool& pool = model_.world->pool;
  const auto operands = pool.operands(id);
  switch (op) {
    // Between events.
    case Op::Pre:
      if (point_.is_start) throw NoValue{"before the start"};
      return Run(operands[0]);
    case Op::NoEvent:
    case Op::Homotopy: return Run(operands[0]);
    case Op::Smooth:   return Run(operands[1]);
    case Op::Edge:
    case Op::Change:
    case Op::Initial:
    case Op::Terminal:
    case Op::Sample:
      if (point_.is_start) throw NoValue{"at the start"};
      return BooleanVal(false);
    case Op::SemiLinear:
      return Apply("*", {Run(operands[0]), Run(operands[Run(operands[0]).number >= 0 ? 1 : 2])});
    case Op::ToReal:        return AsReal(Run(operands[0]));
    case Op::ToEnumeration: {
      Val value = Run(operands[0]);
      value.sort = Sort::Enumeration;
      return value;
    }
    case Op::Record: {
      Val record;
      record.sort = Sort::Record;
      record.parts = Operands(id);
      if (!pool.shapes().dims(pool.type(id).shape).empty()) throw NoValue{"an array of records"};
      return record;
    }
    case Op::Field: {
      const Val record = Run(operands[0]);
      if (!record.is_scalar()) throw NoValue{"an array of records"};
      return record.parts.at(static_cast<size_t>(pool.integer(operands[1])));
    }
    default: {
      Val value = Apply(PlainName(op), Operands(id));
      // An array of nothing has the sizes that its type tells.
      const auto dims = pool.shapes().dims(pool.type(id).shape);
      if (!value.is_scalar() && value.parts.empty() && dims.size() > value.rank())
        value.dims.assign(dims.begin(), dims.end());
      return value;
    }
  }
}

// (body, iterator, range, …): the first iterator is the innermost.
auto FlatEvaluator::Nested(ExprId id, size_t n_iterators) -> Val {
  const expr::Pool& pool = model_.world->pool;
  const auto operands = pool.operands(id);
  if (n_iterators == 0) return Run(operands[0]);
  const ExprId iterator = operands[2 * n_iterators - 1];
  std::vector<Val> values;
  const Val range = Run(operands[2 * n_iterators]);
  for (const Val& element : range.parts) {
    iterators_.push_back({pool.position(iterator), pool.name(iterator).index, element});
    values.push_back(Nested(id, n_iterators - 1));
    iterators_.pop_back();
  }
  return Stacked(values, SortOfKind(pool.type(id).kind));
}

auto FlatEvaluator::Reduction(ExprId id) -> Val {
  const expr::Pool& pool = model_.world->pool;
  Val all = Nested(id, (pool.operands(id).size() - 1) / 2);
  const auto dims = pool.shapes().dims(pool.type(id).shape);
  if (all.parts.empty() && !dims.empty()) all.dims.assign(dims.begin(), dims.end());
  if (pool.op(id) == Op::ArrayOf) return all;
  return Apply(std::string(expr::text_of(pool.op(id))), {all});
}

auto FlatEvaluator::Text(ExprId id) -> Val {
  const std::vector<Val> operands = Operands(id);
  const expr::Pool& pool = model_.world->pool;
  std::vector<std::string> literals;
  if (operands[0].sort == Sort::Enumeration) {
    for (const auto name : model_.world->enumerations.at(pool.type(pool.operand(id, 0)).detail).literals)
      literals.emplace_back(model_.world->names[name]);
  }
  if (operands.size() == 1) return TextVal(TextOf(operands[0], literals, 6, 0, true));
  if (operands.size() == 2) return TextVal(FormattedText(operands[0], operands[1].text));
  return TextVal(
      TextOf(operands[0], literals, IndexOf(operands[1]), IndexOf(operands[2]), operands[3].number != 0));
}

auto FlatEvaluator::Default(expr::Type type, const std::vector<ExprId>& sizes) -> Val {
  Val value = RealVal(0);
  value.sort = SortOfKind(type.kind);
  if (value.sort == Sort::Enumeration) value.number = 1;
  if (value.sort == Sort::Record) {
    for (const flat::RecordField& field : model_.world->records.at(type.detail).fields)
      value.parts.push_back(Default(field.type, {}));
  }
  const auto dims = model_.world->pool.shapes().dims(type.shape);
  if (dims.empty()) return value;
  std::vector<int> known;
  for (size_t k = 0; k < dims.size(); ++k) {
    const bool is_open = dims[k] == expr::kUnknownSize;
    if (is_open && (k >= sizes.size() || !sizes[k].has_value())) throw NoValue{"an open size"};
    known.push_back(is_open ? IndexOf(Run(sizes[k])) : dims[k]);
  }
  return ArrayVal(known, std::vector<Val>(static_cast<size_t>(CountOf(known)), value), value.sort);
}

}  // namespace kerf::torture
