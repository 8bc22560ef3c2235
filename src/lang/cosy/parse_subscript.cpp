// Subscripts in paths of submodels: whole numbers, constants of the program, and variables of FOR. Elements
// of submodels are variables of their own, so a loop over them is written out, round by round.
#include <limits>

#include "lang/cosy/parser.h"

namespace kerf::cosy {

namespace {

KERF_DIAG(CosySubmodelRounds, Error, "loops over elements of submodels have more than {} rounds together",
          uint32_t);

constexpr uint32_t kMostRounds = 100'000;
// Products of two such numbers are exact.
constexpr int64_t kMostSubscript = std::numeric_limits<int32_t>::max();

}  // namespace

// [ "+" | "-" ] term { ( "+" | "-" ) term }
auto Parser::ReadSubscript(int64_t& value) -> bool {
  if (IsTooDeep()) return false;
  ++depth_;
  const Token first = Peek();
  const bool is_negative = Is(Tok::Minus);
  if (Is(Tok::Plus) || Is(Tok::Minus)) Take();
  bool is_good = ReadSubscriptTerm(value);
  if (is_negative) value = -value;
  while (is_good && (Is(Tok::Plus) || Is(Tok::Minus))) {
    const bool is_minus = Take().kind == Tok::Minus;
    int64_t term = 0;
    is_good = ReadSubscriptTerm(term);
    value += is_minus ? -term : term;
  }
  --depth_;
  if (is_good) CheckSubscript(first, value);
  return is_good;
}

auto Parser::ReadSubscriptTerm(int64_t& value) -> bool {
  const Token first = Peek();
  bool is_good = ReadSubscriptPrimary(value);
  while (is_good && Accept(Tok::Star)) {
    int64_t factor = 0;
    is_good = ReadSubscriptPrimary(factor);
    value *= factor;
    CheckSubscript(first, value);
  }
  return is_good;
}

// Whether a subscript means something counts only if its path does.
void Parser::CheckSubscript(const Token& first, int64_t& value) {
  if (std::abs(value) <= kMostSubscript) return;
  program_.subscript_mistakes.push_back({SpanFrom(first), {}});
  value = 0;
}

auto Parser::ReadSubscriptPrimary(int64_t& value) -> bool {
  if (Accept(Tok::LeftParen)) return ReadSubscript(value) && Expect(Tok::RightParen);
  const Token token = Peek();
  if (token.kind == Tok::Number) {
    Take();
    const bool is_good = token.is_integer && token.value <= kMostSubscript;
    if (is_good) value = static_cast<int64_t>(token.value);
    if (!is_good) program_.subscript_mistakes.push_back({token.span(), {}});
    return true;
  }
  NameId name;
  if (!ExpectName(name)) return false;
  if (rounds_.contains(name)) is_subscript_.insert(name);
  const std::optional<int64_t> known = TryWhole(name, program_.declarations.constants.size());
  value = known.value_or(0);
  if (!known) program_.subscript_mistakes.push_back({token.span(), name});
  return true;
}

// A round of a loop that is being written out, or a constant among the first so many.
auto Parser::TryWhole(NameId name, size_t n_constants) const -> std::optional<int64_t> {
  if (const auto loop = rounds_.find(name); loop != rounds_.end()) return loop->second;
  const std::vector<Constant>& constants = program_.declarations.constants;
  for (size_t k = 0; k < n_constants; ++k) {
    if (constants[k].name == name) return TryWhole(constants[k].value, k);
  }
  return std::nullopt;
}

// Bottom-up, since sums may be long.
auto Parser::TryWhole(NodeId id, size_t n_constants) const -> std::optional<int64_t> {
  const uint32_t first = program_.nodes[id].first;
  std::vector<std::optional<int64_t>> values;
  for (uint32_t k = first; k <= id.index; ++k) {
    const Node& node = program_.nodes[NodeId{k}];
    std::optional<int64_t>& value = values.emplace_back();
    if (node.kind == NodeKind::Name) value = TryWhole(node.name, n_constants);
    if (node.kind == NodeKind::Number && node.is_integer && node.value <= kMostSubscript)
      value = static_cast<int64_t>(node.value);
    if (node.kind != NodeKind::Operation) continue;
    const std::optional<int64_t> a = values[node.operands[0].index - first];
    const std::optional<int64_t> b = node.operands.size() > 1 ? values[node.operands[1].index - first] : a;
    if (!a || !b) continue;
    if (node.op == expr::Op::Neg) value = -*a;
    if (node.op == expr::Op::Add) value = *a + *b;
    if (node.op == expr::Op::Sub) value = *a - *b;
    if (node.op == expr::Op::Mul) value = *a * *b;
    if (value && std::abs(*value) > kMostSubscript) value.reset();
  }
  return values.back();
}

auto Parser::BeginRounds(NameId variable, NodeId first, NodeId last) -> std::optional<Rounds> {
  const size_t n_constants = program_.declarations.constants.size();
  const std::optional<int64_t> from = TryWhole(first, n_constants);
  const std::optional<int64_t> to = TryWhole(last, n_constants);
  if (!from || !to || *from > *to) return std::nullopt;
  Rounds rounds;
  rounds.first = *from;
  rounds.last = *to;
  rounds.variable = variable;
  rounds.begin = pos_;
  if (const auto outer = rounds_.find(variable); outer != rounds_.end()) rounds.outer = outer->second;
  rounds_[variable] = rounds.first;
  is_subscript_.erase(variable);
  return rounds;
}

auto Parser::NextRound(const Rounds& rounds) -> bool {
  int64_t& value = rounds_[rounds.variable];
  if (!is_subscript_.contains(rounds.variable) || value == rounds.last) return false;
  if (++n_rounds_ > kMostRounds) {
    if (n_rounds_ == kMostRounds + 1)
      emitter_.Emit(SpanFrom(tokens_[rounds.begin]), CosySubmodelRounds, kMostRounds);
    return false;
  }
  ++value;
  pos_ = rounds.begin;
  return true;
}

auto Parser::EndRounds(const Rounds& rounds) -> bool {
  if (rounds.outer) {
    rounds_[rounds.variable] = *rounds.outer;
  } else {
    rounds_.erase(rounds.variable);
  }
  return is_subscript_.erase(rounds.variable) > 0;
}

auto Parser::RoundNode(const Rounds& rounds) -> NodeId {
  Node node;
  node.kind = NodeKind::Number;
  node.is_integer = true;
  node.value = static_cast<double>(rounds_.at(rounds.variable));
  node.name = program_.names.lower.Intern(fmt::format("{}", rounds_.at(rounds.variable)));
  node.span = tokens_[rounds.begin].span();
  return AddNode(node);
}

}  // namespace kerf::cosy
