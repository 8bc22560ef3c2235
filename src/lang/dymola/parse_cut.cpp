// Declarations of cuts, nodes and paths.
#include <algorithm>
#include <utility>

#include "lang/dymola/parser.h"

namespace kerf::dymola {

auto Parser::AddCut(CutExpr cut) -> CutExprId {
  ast_.cut_exprs.push_back(std::move(cut));
  return CutExprId{ast_.cut_exprs.size() - 1};
}

void Parser::ParseCuts(std::vector<Item>& items, bool is_main, bool is_node) {
  const Span begin = SpanOf(Take());
  bool first = true;
  do {
    if (!At(Tok::Word)) {
      Fail(is_node ? "the name of a node" : "the name of a cut");
      return;
    }
    CutDecl cut;
    cut.span = SpanOf(Peek());
    cut.name = Take().name;
    // Only the first name of a `main cut` list is the main cut.
    cut.is_main = is_main && first;
    cut.is_node = is_node;
    first = false;
    cut_names_.push_back(cut.name);
    if (At(Tok::LeftBracket) && AtCutSizes()) cut.sizes = ParseSizes();
    // `cut X M:Y` is told from the list `cut X Y` by the joint.
    const bool is_spec =
        !is_node && At(Tok::Word) &&
        (At(Tok::Colon, 1) || At(Tok::ColonColon, 1) || At(Tok::DotDot, 1) || At(Tok::LeftBracket, 1));
    if (At(Tok::LeftParen) || At(Tok::LeftBracket) || (is_spec && IsCutSpec())) cut.clause = ParseCut(false);
    items.push_back({ItemKind::Cut, static_cast<uint32_t>(ast_.cuts.size()), SpanFrom(begin)});
    ast_.cuts.push_back(std::move(cut));
    if (failed_at_ == pos_ + 1) return;
    Accept(Tok::Comma);
  } while (!AtStatementEnd() && !AtBlockEnd());
}

// Tells `cut hole[n] (x / f)` from `cut C [A B]` and, where A is a cut, from `cut C[A]`: sizes are
// arithmetic, and a clause follows them or no blank precedes them.
auto Parser::AtCutSizes() const -> bool {
  if (At(Tok::RightBracket, 2) && std::ranges::count(cut_names_, Peek(1).name) > 0) return false;
  size_t k = 1;
  bool has_comma = false;
  for (; !At(Tok::RightBracket, k); ++k) {
    const bool is_operand = At(Tok::Word, k) || At(Tok::Number, k);
    const bool is_operator = At(Tok::Plus, k) || At(Tok::Minus, k) || At(Tok::Star, k) || At(Tok::Slash, k);
    if (!is_operand && !is_operator && !At(Tok::Comma, k)) return false;
    if (is_operand && k > 1 && (At(Tok::Word, k - 1) || At(Tok::Number, k - 1))) return false;
    has_comma |= At(Tok::Comma, k);
  }
  if (At(Tok::LeftParen, k + 1) || At(Tok::LeftBracket, k + 1)) return true;
  return !has_comma && !Peek().space_before;
}

// In a tuple of cuts, tells `[a [b c]]`, a cut and a tuple of two, from `[a[2] b]`: a tuple begins with a cut
// or node of the model, a tuple, a clause or a dot, or has members side by side.
auto Parser::AtNestedTuple() const -> bool {
  const bool is_word = At(Tok::Word, 1);
  if (!is_word) return At(Tok::LeftBracket, 1) || At(Tok::LeftParen, 1) || At(Tok::Dot, 1);
  if (At(Tok::Colon, 2) || At(Tok::ColonColon, 2) || At(Tok::LeftBracket, 2)) return true;
  if (std::ranges::count(cut_names_, Peek(1).name) > 0) return true;
  for (size_t k = 1; !At(Tok::RightBracket, k); ++k) {
    const bool is_operand = At(Tok::Word, k) || At(Tok::Number, k);
    const bool is_operator = At(Tok::Plus, k) || At(Tok::Minus, k) || At(Tok::Star, k) || At(Tok::Slash, k);
    if (!is_operand && !is_operator && !At(Tok::Comma, k)) return false;
    if (is_operand && k > 1 && (At(Tok::Word, k - 1) || At(Tok::Number, k - 1))) return true;
  }
  return false;
}

// Looks past subscripts for the joint that makes a reference of a name.
auto Parser::IsCutSpec() const -> bool {
  size_t k = 1;
  if (At(Tok::LeftBracket, k)) {
    while (!At(Tok::RightBracket, k) && !At(Tok::Separator, k) && !At(Tok::End, k)) ++k;
    ++k;
  }
  return At(Tok::Colon, k) || At(Tok::ColonColon, k) || At(Tok::DotDot, k);
}

void Parser::ParsePaths(std::vector<Item>& items, bool is_main) {
  const Span begin = SpanOf(Take());
  bool first = true;
  do {
    if (!At(Tok::Word)) {
      Fail("the name of a path");
      return;
    }
    PathDecl path;
    path.span = SpanOf(Peek());
    path.name = Take().name;
    path.is_main = is_main && first;
    first = false;
    if (Accept(Tok::Less)) {
      path.from = ParseCut(true);
      if (!Expect(Tok::Minus, "between the cuts of the path")) return;
      path.to = ParseCut(true);
      if (!Expect(Tok::Greater, "after the cuts of the path")) return;
    } else if (At(Tok::Word)) {
      path.from = ParseCut(false);
    } else {
      Fail("`<` and two cuts, or another path");
      return;
    }
    items.push_back({ItemKind::Path, static_cast<uint32_t>(ast_.paths.size()), SpanFrom(begin)});
    ast_.paths.push_back(path);
    Accept(Tok::Comma);
  } while (!AtStatementEnd() && !AtBlockEnd());
}

auto Parser::ParseCut(bool allow_dot) -> CutExprId {
  const Deeper deeper(*this);
  CutExpr cut;
  cut.span = SpanOf(Peek());
  if (IsTooDeep()) return AddCut(cut);
  if (At(Tok::LeftParen)) return ParseVariableCut();
  if (At(Tok::LeftBracket)) return ParseCutTuple();
  if (allow_dot && Accept(Tok::Dot)) {
    cut.kind = CutExprKind::Dot;
    return AddCut(cut);
  }
  if (!At(Tok::Word)) {
    Fail("a cut");
    return AddCut(cut);
  }
  cut.kind = CutExprKind::Spec;
  ParseSteps(cut.first, cut.count, true);
  cut.span = SpanFrom(cut.span);
  return AddCut(cut);
}

auto Parser::ParseVariableCut() -> CutExprId {
  CutExpr cut;
  cut.kind = CutExprKind::Variables;
  cut.span = SpanOf(Take());
  ParseElements(cut.across);
  if (Accept(Tok::Slash)) ParseElements(cut.through);
  Expect(Tok::RightParen, "after the variables of the cut");
  cut.span = SpanFrom(cut.span);
  return AddCut(std::move(cut));
}

void Parser::ParseElements(std::vector<CutElement>& elements) {
  while (At(Tok::Word) || At(Tok::Minus) || At(Tok::Dot)) {
    CutElement element;
    element.span = SpanOf(Peek());
    element.dot = Accept(Tok::Dot);
    if (!element.dot) {
      element.negative = Accept(Tok::Minus);
      if (!At(Tok::Word)) {
        Fail("the name of a variable");
        return;
      }
      element.span = SpanOf(Peek());
      element.name = Take().name;
      if (At(Tok::LeftBracket)) element.subscripts = ParseSizes();
    }
    elements.push_back(std::move(element));
    Accept(Tok::Comma);
  }
}

auto Parser::ParseCutTuple() -> CutExprId {
  CutExpr cut;
  cut.kind = CutExprKind::Tuple;
  cut.span = SpanOf(Take());
  const bool outer = std::exchange(in_cut_tuple_, true);
  while (!At(Tok::RightBracket) && !AtStatementEnd()) {
    cut.members.push_back(ParseCut(true));
    if (failed_at_ == pos_ + 1) break;
    Accept(Tok::Comma);
  }
  in_cut_tuple_ = outer;
  Expect(Tok::RightBracket, "after the cuts");
  cut.span = SpanFrom(cut.span);
  return AddCut(std::move(cut));
}

}  // namespace kerf::dymola
