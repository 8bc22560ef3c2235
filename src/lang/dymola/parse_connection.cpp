// Connection statements. All binary operators have the same priority and group to the left.
#include "lang/dymola/parser.h"

namespace kerf::dymola {

namespace {

struct Operator {
  std::string_view word;
  Tok symbol;
  ConnOp op;
};

constexpr auto kOperators = std::to_array<Operator>({
    {"at", Tok::Equal, ConnOp::At},
    {"to", Tok::Minus, ConnOp::To},
    {"par", Tok::SlashSlash, ConnOp::Par},
    {"from", Tok::End, ConnOp::From},
    {"loop", Tok::End, ConnOp::Loop},
    {"branch", Tok::End, ConnOp::Branch},
    {"join", Tok::End, ConnOp::Join},
});

}  // namespace

auto Parser::AddConn(ConnNode node) -> uint32_t {
  ast_.conn_nodes.push_back(node);
  return static_cast<uint32_t>(ast_.conn_nodes.size() - 1);
}

void Parser::ParseConnect(std::vector<Item>& items) {
  ConnectItem connect;
  connect.span = SpanOf(Take());
  const uint32_t n_failed = n_failed_;
  ++n_structural_;
  if (At(Tok::LeftParen) && At(Tok::Word, 1) && At(Tok::RightParen, 2)) {
    Take();
    connect.id_span = SpanOf(Peek());
    connect.id = Take().name;
    Take();
  }
  connect.first = static_cast<uint32_t>(ast_.conn_nodes.size());
  do {
    connect.roots.push_back(ParseConnExpression());
    Accept(Tok::Comma);
  } while (!AtStatementEnd() && !AtBlockEnd() && n_failed_ == n_failed);
  connect.last = static_cast<uint32_t>(ast_.conn_nodes.size());
  connect.span = SpanFrom(connect.span);
  if (n_failed_ != n_failed) return SkipStatement();
  items.push_back({ItemKind::Connect, static_cast<uint32_t>(ast_.connects.size()), connect.span});
  ast_.connects.push_back(std::move(connect));
}

// The operator here, taken, or -1.
auto Parser::TryConnOp() -> int {
  for (const Operator& candidate : kOperators) {
    const bool here = AtWord(candidate.word) || (candidate.symbol != Tok::End && At(candidate.symbol));
    if (!here) continue;
    Take();
    return static_cast<int>(candidate.op);
  }
  return -1;
}

auto Parser::ParseConnExpression() -> uint32_t {
  uint32_t left = ParseConnSecondary();
  while (true) {
    const int op = TryConnOp();
    if (op < 0) return left;
    ConnNode node;
    node.kind = ConnKind::Binary;
    node.op = static_cast<ConnOp>(op);
    node.a = left;
    node.b = ParseConnSecondary();
    node.span = diag::Cover(ast_.conn_nodes[left].span, ast_.conn_nodes[node.b].span);
    left = AddConn(node);
  }
}

auto Parser::ParseConnSecondary() -> uint32_t {
  const Span begin = SpanOf(Peek());
  size_t n_reversed = 0;
  const auto operand_follows = [&] {
    return At(Tok::Word, 1) || At(Tok::LeftParen, 1) || At(Tok::Backslash, 1);
  };
  while (At(Tok::Backslash) || (AtWord("reversed") && operand_follows())) {
    Take();
    ++n_reversed;
  }
  uint32_t operand = At(Tok::LeftParen) ? ParseConnTuple() : ParseConnOperand();
  for (; n_reversed > 0; --n_reversed) {
    ConnNode node;
    node.kind = ConnKind::Reversed;
    node.a = operand;
    node.span = SpanFrom(begin);
    operand = AddConn(node);
  }
  return operand;
}

auto Parser::ParseConnTuple() -> uint32_t {
  const Deeper deeper(*this);
  ConnNode node;
  node.span = SpanOf(Peek());
  if (IsTooDeep()) return AddConn(node);
  Take();
  const uint32_t n_failed = n_failed_;
  std::vector<uint32_t> members;
  while (!At(Tok::RightParen) && !AtStatementEnd() && n_failed_ == n_failed) {
    if (At(Tok::Dot)) {
      members.push_back(AddConn({ConnKind::Dot, ConnOp::At, SpanOf(Take()), 0, 0}));
    } else {
      members.push_back(ParseConnExpression());
    }
    Accept(Tok::Comma);
  }
  if (members.empty()) Fail("a cut, a path or a submodel");
  Expect(Tok::RightParen, "to close the parenthesis");
  node.span = SpanFrom(node.span);
  if (members.size() == 1) return members[0];
  node.kind = members.empty() ? ConnKind::Error : ConnKind::Tuple;
  node.a = static_cast<uint32_t>(ast_.lists.size());
  node.b = static_cast<uint32_t>(members.size());
  ast_.lists.insert(ast_.lists.end(), members.begin(), members.end());
  return AddConn(node);
}

auto Parser::ParseConnOperand() -> uint32_t {
  ConnNode node;
  node.span = SpanOf(Peek());
  if (!At(Tok::Word)) {
    Fail("a cut, a path or a submodel");
    return AddConn(node);
  }
  node.kind = ConnKind::Operand;
  ParseSteps(node.a, node.b, true);
  node.span = SpanFrom(node.span);
  return AddConn(node);
}

}  // namespace kerf::dymola
