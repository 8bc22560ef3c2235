// Printing with an explicit stack of pending words and operands.
#include "expr/print_code.h"

#include <cmath>
#include <vector>

#include "base/number_text.h"
#include "expr/walk.h"

namespace kerf::expr {

namespace {

// A sign may stand only in front of a sum, which all languages allow; the operands of a power are atoms,
// because languages disagree about the order of powers.
auto CodePriority(Op op) -> Priority {
  switch (op) {
    case Op::Pow:          return {2, 1, 1};
    case Op::Mul:
    case Op::Div:          return {4, 4, 3};
    case Op::Neg:          return {6, 5, 0};
    case Op::Add:
    case Op::Sub:          return {6, 6, 5};
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
    case Op::Equal:
    case Op::NotEqual:     return {8, 7, 7};
    case Op::Not:          return {10, kAtom, 0};
    case Op::And:          return {11, 11, 10};
    case Op::Or:           return {12, 12, 10};
    default:               return {kAtom, kNoDemand, kNoDemand};
  }
}

class CodePrinter {
 public:
  CodePrinter(const Pool& pool, const Namer& namer, const CodeDialect& dialect)
      : pool_(pool), namer_(namer), dialect_(dialect) {}

  auto Run(ExprId root) -> std::string {
    root_ = root;
    Push(root, kNoDemand);
    while (!stack_.empty()) {
      const Pending pending = std::move(stack_.back());
      stack_.pop_back();
      if (pending.id.has_value()) {
        Open(pending.id, pending.demand);
      } else {
        text_ += pending.text;
      }
    }
    return std::move(text_);
  }

 private:
  struct Pending {
    std::string text;
    ExprId id;
    int demand = kNoDemand;
  };

  void Push(std::string_view text) { stack_.push_back({std::string(text), {}, 0}); }
  void Push(ExprId id, int demand) { stack_.push_back({{}, id, demand}); }

  // The stack wants the last piece first.
  void Open(ExprId id, int demand) {
    const Op op = pool_.op(id);
    if (group_of(op) == Group::Leaf) return OpenLeaf(id, demand);
    if (op == Op::If) return OpenIf(id);
    if (op == Op::Call) return OpenList(namer_.FunctionName(pool_.function(pool_.operand(id, 0))), id, 1);
    if (op == Op::Output) return OpenOutput(id);
    if (op == Op::Subscript) return OpenElement(id);
    const CodeOperator spelled = dialect_.operator_of(op);
    if (!spelled.is_infix) return OpenList(spelled.text, id, 0);
    const Priority priority = CodePriority(op);
    const bool is_enclosed = demand < priority.own;
    if (is_enclosed) Push(")");
    if (arity_of(op) == 1) {
      Push(pool_.operand(id, 0), priority.left);
    } else {
      OpenExponent(op, pool_.operand(id, 1), priority.right);
    }
    Push(spelled.text);
    if (arity_of(op) == 2) OpenLeft(op, pool_.operand(id, 0), priority);
    if (is_enclosed) Push("(");
  }

  // Compilers warn where readers stumble.
  void OpenLeft(Op op, ExprId operand, const Priority& priority) {
    const bool is_mixed = op == Op::Or && pool_.op(operand) == Op::And;
    Push(operand, is_mixed ? priority.right : priority.left);
  }

  void OpenExponent(Op op, ExprId operand, int demand) {
    const bool is_whole = op == Op::Pow && dialect_.has_integer_powers && pool_.IsNumber(operand) &&
                          pool_.number(operand) == std::floor(pool_.number(operand)) &&
                          std::abs(pool_.number(operand)) < 1000;
    if (!is_whole) return Push(operand, demand);
    const auto whole = static_cast<int>(pool_.number(operand));
    Push(whole < 0 ? "(" + std::to_string(whole) + ")" : std::to_string(whole));
  }

  void OpenOutput(ExprId id) {
    const ExprId call = pool_.operand(id, 0);
    const int64_t number = pool_.integer(pool_.operand(id, 1)) + dialect_.first_index;
    OpenList(namer_.FunctionName(pool_.function(pool_.operand(call, 0))), call, 1, std::to_string(number));
  }

  void OpenElement(ExprId id) {
    const ExprId vector = pool_.operand(id, 0);
    const ExprId index = pool_.operand(id, 1);
    Push(dialect_.element_close);
    if (pool_.op(index) == Op::Integer) {
      Push(std::to_string(pool_.integer(index) - 1 + dialect_.first_index));
    } else {
      Push(")");
      Push(std::to_string(pool_.shapes().count(pool_[vector].shape)));
      Push(dialect_.list_separator);
      Push(index, kNoDemand);
      Push("(");
      Push(dialect_.index);
    }
    Push(dialect_.element_open);
    Push(namer_.LocalName(pool_.position(vector)));
  }

  // `leading` is an argument in front of the operands.
  void OpenList(std::string_view name, ExprId id, size_t first, std::string_view leading = "") {
    const auto operands = pool_.operands(id);
    Push(")");
    for (size_t k = operands.size(); k-- > first;) {
      Push(operands[k], kNoDemand);
      if (k > first || !leading.empty()) Push(dialect_.list_separator);
    }
    Push(leading);
    Push("(");
    Push(name);
  }

  void OpenIf(ExprId id) {
    const bool is_enclosed = dialect_.has_bare_if && id != root_;
    if (is_enclosed) Push(")");
    Push(dialect_.if_close);
    Push(pool_.operand(id, 2), kNoDemand);
    Push(dialect_.if_else);
    Push(pool_.operand(id, 1), kNoDemand);
    Push(dialect_.if_then);
    Push(pool_.operand(id, 0), kNoDemand);
    Push(dialect_.if_open);
    if (is_enclosed) Push("(");
  }

  void OpenLeaf(ExprId id, int demand) {
    const std::string text = LeafText(id);
    const bool is_enclosed = text.starts_with('-') && demand < CodePriority(Op::Neg).own;
    text_ += is_enclosed ? "(" + text + ")" : text;
  }

  auto LeafText(ExprId id) -> std::string {
    if (pool_.IsNumber(id)) return CodeNumber(pool_.number(id), dialect_);
    switch (pool_.op(id)) {
      case Op::Boolean: return std::string(pool_.boolean(id) ? dialect_.true_text : dialect_.false_text);
      case Op::Time:    return std::string(dialect_.time);
      case Op::Local:   return namer_.LocalName(pool_.position(id));
      default:          return namer_.VarName(pool_.var(id));
    }
  }

  const Pool& pool_;
  const Namer& namer_;
  const CodeDialect& dialect_;
  ExprId root_;
  std::vector<Pending> stack_;
  std::string text_;
};

}  // namespace

auto CodeNumber(double value, const CodeDialect& dialect) -> std::string {
  if (std::isnan(value)) return std::string(dialect.not_a_number);
  if (std::isinf(value)) return (value < 0 ? "-" : "") + std::string(dialect.infinity);
  std::string text = base::NumberText(value);
  const size_t exponent = text.find('e');
  if (exponent != std::string::npos) {
    text[exponent] = dialect.exponent;
    if (text[exponent + 1] == '+') text.erase(exponent + 1, 1);
    return text;
  }
  if (dialect.has_point && text.find('.') == std::string::npos) text += ".0";
  if (dialect.has_exponent_always) text.append({dialect.exponent, '0'});
  return text;
}

auto FindInexpressible(const Pool& pool, ExprId root, const CodeDialect& dialect,
                       const std::function<bool(FunctionId)>& has_function) -> ExprId {
  Walker walker(pool);
  for (const ExprId id : walker.Postorder(root)) {
    const Op op = pool.op(id);
    if (group_of(op) == Group::Leaf) continue;
    if (op == Op::Call || op == Op::Output) {
      const ExprId call = op == Op::Output ? pool.operand(id, 0) : id;
      if (!has_function || !has_function(pool.function(pool.operand(call, 0)))) return call;
      continue;
    }
    if (op == Op::Subscript && pool.op(pool.operand(id, 0)) == Op::Local && !dialect.element_open.empty())
      continue;
    if (op == Op::If ? dialect.if_open.empty() : dialect.operator_of(op).text.empty()) return id;
  }
  return {};
}

auto PrintCode(const Pool& pool, ExprId root, const Namer& namer, const CodeDialect& dialect) -> std::string {
  return CodePrinter(pool, namer, dialect).Run(root);
}

}  // namespace kerf::expr
