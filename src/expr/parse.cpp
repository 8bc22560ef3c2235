// Recursive descent with an explicit limit on depth.
#include "expr/parse.h"

#include <array>
#include <cctype>

#include <fmt/format.h>

#include "base/number_text.h"
#include "expr/functions.h"

namespace kerf::expr {

namespace {

constexpr int kMaxDepth = 200;

class Parser {
 public:
  Parser(Pool& pool, std::string_view text, const std::function<ExprId(std::string_view)>& resolve)
      : pool_(pool), text_(text), resolve_(resolve) {}

  auto Run() -> ParseResult {
    const ExprId id = Expression(0);
    Skip();
    if (message_.empty() && at_ < text_.size()) Fail("this is not part of an expression");
    if (!message_.empty()) return {Pool::kError, message_, error_at_};
    return {id, "", 0};
  }

 private:
  auto Fail(std::string message) -> ExprId {
    if (message_.empty()) {
      message_ = std::move(message);
      error_at_ = at_;
    }
    return Pool::kError;
  }

  void Skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  // Takes a sign if it comes next.
  auto Accept(std::string_view sign) -> bool {
    Skip();
    if (text_.substr(at_, sign.size()) != sign) return false;
    at_ += sign.size();
    return true;
  }

  static auto IsWordChar(char c) -> bool {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  }

  auto AcceptWord(std::string_view word) -> bool {
    Skip();
    if (text_.substr(at_, word.size()) != word) return false;
    if (at_ + word.size() < text_.size() && IsWordChar(text_[at_ + word.size()])) return false;
    at_ += word.size();
    return true;
  }

  auto Expression(int depth) -> ExprId {
    if (depth > kMaxDepth) return Fail("the expression is nested too deeply");
    if (!AcceptWord("if")) return Or(depth);
    const ExprId condition = Or(depth + 1);
    if (!AcceptWord("then")) return Fail("`then` is missing");
    const ExprId yes = Expression(depth + 1);
    if (!AcceptWord("else")) return Fail("`else` is missing");
    return Make(Op::If, {condition, yes, Expression(depth + 1)});
  }

  auto Make(Op op, std::initializer_list<ExprId> operands) -> ExprId { return pool_.Make(op, operands); }

  auto Or(int depth) -> ExprId {
    ExprId x = And(depth);
    while (message_.empty() && AcceptWord("or")) x = Make(Op::Or, {x, And(depth)});
    return x;
  }

  auto And(int depth) -> ExprId {
    ExprId x = Not(depth);
    while (message_.empty() && AcceptWord("and")) x = Make(Op::And, {x, Not(depth)});
    return x;
  }

  auto Not(int depth) -> ExprId {
    if (depth > kMaxDepth) return Fail("the expression is nested too deeply");
    return AcceptWord("not") ? Make(Op::Not, {Not(depth + 1)}) : Relation(depth);
  }

  auto Relation(int depth) -> ExprId {
    const ExprId x = Sum(depth);
    static constexpr std::array<std::pair<std::string_view, Op>, 8> kRelations = {{{"<=", Op::LessEqual},
                                                                                   {">=", Op::GreaterEqual},
                                                                                   {"<>", Op::NotEqual},
                                                                                   {"!=", Op::NotEqual},
                                                                                   {"==", Op::Equal},
                                                                                   {"<", Op::Less},
                                                                                   {">", Op::Greater},
                                                                                   {"=", Op::Equal}}};
    for (const auto& [sign, op] : kRelations) {
      if (Accept(sign)) return Make(op, {x, Sum(depth)});
    }
    return x;
  }

  auto Sum(int depth) -> ExprId {
    ExprId x = Accept("-") ? pool_.Neg(Product(depth)) : (Accept("+"), Product(depth));
    while (message_.empty()) {
      if (Accept("+")) {
        x = pool_.Add(x, Product(depth));
      } else if (Accept("-")) {
        x = pool_.Sub(x, Product(depth));
      } else {
        break;
      }
    }
    return x;
  }

  auto Product(int depth) -> ExprId {
    ExprId x = Power(depth);
    while (message_.empty()) {
      Skip();
      if (text_.substr(at_, 2) != "**" && Accept("*")) {
        x = pool_.Mul(x, Power(depth));
      } else if (Accept("/")) {
        x = pool_.Div(x, Power(depth));
      } else {
        break;
      }
    }
    return x;
  }

  auto Power(int depth) -> ExprId {
    ExprId x = Primary(depth);
    while (message_.empty() && (Accept("**") || Accept("^"))) {
      x = pool_.Pow(x, Accept("-") ? pool_.Neg(Primary(depth)) : Primary(depth));
    }
    return x;
  }

  auto Primary(int depth) -> ExprId {
    if (depth > kMaxDepth) return Fail("the expression is nested too deeply");
    Skip();
    if (at_ >= text_.size()) return Fail("the expression ends too early");
    if (Accept("(")) {
      const ExprId x = Expression(depth + 1);
      return Accept(")") ? x : Fail("`)` is missing");
    }
    const char c = text_[at_];
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.') return Number();
    if (std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_') return Word(depth);
    return Fail("a number, a name or `(` is expected");
  }

  auto Number() -> ExprId {
    size_t end = at_;
    while (end < text_.size() &&
           (IsWordChar(text_[end]) || text_[end] == '.' ||
            ((text_[end] == '-' || text_[end] == '+') && (text_[end - 1] == 'e' || text_[end - 1] == 'E')))) {
      ++end;
    }
    const std::string_view digits = text_.substr(at_, end - at_);
    const auto value = base::TryParseNumber(digits);
    if (!value) return Fail(fmt::format("`{}` is not a number", digits));
    at_ = end;
    return pool_.Spelled(*value, digits);
  }

  auto Word(int depth) -> ExprId {
    const size_t begin = at_;
    // Dots, double colons and subscripts belong to the names of variables in submodels.
    while (at_ < text_.size() && (IsWordChar(text_[at_]) || text_[at_] == '.' || text_[at_] == ':')) ++at_;
    if (at_ < text_.size() && text_[at_] == '[') {
      const size_t close = text_.find(']', at_);
      if (close == std::string_view::npos) return Fail("`]` is missing");
      at_ = close + 1;
    }
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name == "time") return pool_.Time();
    if (name == "true" || name == "false") return pool_.Boolean(name == "true");
    if (name == "pi") return pool_.Spelled(3.141592653589793, "pi");
    if (Accept("(")) return Call(name, depth);
    const ExprId id = resolve_(name);
    if (id.has_value()) return id;
    at_ = begin;
    return Fail(fmt::format("there is no `{}` here", name));
  }

  auto Call(std::string_view name, int depth) -> ExprId {
    std::vector<ExprId> arguments;
    do {
      arguments.push_back(Expression(depth + 1));
    } while (message_.empty() && Accept(","));
    if (!Accept(")")) return Fail("`)` is missing");
    const auto op = TryFunctionOp(name);
    if (!op || arity_of(*op) != static_cast<int>(arguments.size()))
      return Fail(fmt::format("there is no function `{}` with {} arguments", name, arguments.size()));
    return pool_.Make(*op, arguments);
  }

  Pool& pool_;
  std::string_view text_;
  const std::function<ExprId(std::string_view)>& resolve_;
  size_t at_ = 0;
  std::string message_;
  size_t error_at_ = 0;
};

}  // namespace

auto Parse(Pool& pool, std::string_view text, const std::function<ExprId(std::string_view)>& resolve)
    -> ParseResult {
  return Parser(pool, text, resolve).Run();
}

}  // namespace kerf::expr
