// Elements: imports, extends clauses, components, and the descriptions and annotations behind them.
#include "lang/modelica/syntax/parser.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(PrefixOrder, Error, "`{}` cannot stand after `{}`", std::string_view, std::string_view);

struct PrefixRule {
  uint32_t flag = 0;
  // Prefixes come in the order of their ranks, at most one of each rank.
  int rank = 0;
};

auto RuleOf(TokenKind kind) -> PrefixRule {
  switch (kind) {
    case TokenKind::Redeclare:    return {kRedeclare, 0};
    case TokenKind::Each:         return {kEach, 1};
    case TokenKind::Final:        return {kFinal, 2};
    case TokenKind::Inner:        return {kInner, 3};
    case TokenKind::Outer:        return {kOuter, 4};
    case TokenKind::Replaceable:  return {kReplaceable, 5};
    case TokenKind::Encapsulated: return {kEncapsulated, 6};
    case TokenKind::Partial:      return {kPartial, 7};
    case TokenKind::Pure:         return {kPure, 8};
    case TokenKind::Impure:       return {kImpure, 8};
    case TokenKind::Expandable:   return {kExpandable, 8};
    case TokenKind::Flow:         return {kFlow, 9};
    case TokenKind::Stream:       return {kStream, 9};
    case TokenKind::Discrete:     return {kDiscrete, 10};
    case TokenKind::Parameter:    return {kParameter, 10};
    case TokenKind::Constant:     return {kConstant, 10};
    case TokenKind::Input:        return {kInput, 11};
    case TokenKind::Output:       return {kOutput, 11};
    default:                      return {};
  }
}

}  // namespace

void Parser::ParsePrefixes(Prefixes& prefixes, uint32_t allowed) {
  for (PrefixRule rule = RuleOf(kind()); (rule.flag & allowed) != 0; rule = RuleOf(kind())) {
    if (rule.rank <= prefixes.rank && !is_lost_ && MayEmit()) {
      emitter_.Emit(SpanOf(at_), PrefixOrder, TokenText(at_), TokenText(prefixes.last));
    }
    prefixes = {prefixes.flags | rule.flag, rule.rank, at_};
    Advance();
  }
}

auto Parser::ParseElement() -> Index {
  if (Is(TokenKind::Import)) return ParseImport();
  if (Is(TokenKind::Extends)) return ParseExtends();
  const Index begin = at_;
  Prefixes prefixes;
  ParsePrefixes(prefixes, kElementPrefixes);
  return ParseDeclaration(begin, prefixes, false);
}

auto Parser::ParseDeclaration(Index begin, Prefixes prefixes, bool is_argument) -> Index {
  if (!StartsClass()) return ParseComponentClause(begin, prefixes, is_argument);
  if ((prefixes.flags & kTypePrefixes) != 0) {
    Expected("a type");
    is_lost_ = false;
  }
  return ParseClass(begin, prefixes, is_argument);
}

auto Parser::ParseImport() -> Index {
  const Index begin = at_;
  Advance();
  const Index name = at_;
  auto import_kind = ImportKind::Qualified;
  List children;
  if (Is(TokenKind::Ident) && kind_at(1) == TokenKind::Equals) {
    import_kind = ImportKind::Renamed;
    at_ += 2;
  }
  Append(children, ParseParts(false));
  if (Accept(TokenKind::DotStar)) {
    import_kind = ImportKind::Star;
  } else if (Is(TokenKind::Dot) && kind_at(1) == TokenKind::Star) {
    import_kind = ImportKind::Star;
    at_ += 2;
  } else if (Is(TokenKind::Dot) && kind_at(1) == TokenKind::LBrace) {
    import_kind = ImportKind::List;
    at_ += 2;
    do Append(children, ParsePart(false));
    while (!is_lost_ && Accept(TokenKind::Comma));
    Expect(TokenKind::RBrace);
  }
  ParseDescription(children);
  const Index token = import_kind == ImportKind::Renamed ? name : begin;
  return Make(NodeKind::Import, begin, children, token, 0, static_cast<uint8_t>(import_kind));
}

auto Parser::ParseExtends() -> Index {
  const Index begin = at_;
  Advance();
  List children;
  Append(children, ParseName());
  if (Is(TokenKind::LParen)) Append(children, ParseClassModification());
  if (Is(TokenKind::Annotation)) Append(children, ParseAnnotation());
  return Make(NodeKind::Extends, begin, children);
}

// In a modification there is one component only.
auto Parser::ParseComponentClause(Index begin, Prefixes prefixes, bool is_single) -> Index {
  if (!Is(TokenKind::Ident) && !Is(TokenKind::Dot)) {
    Expected(is_single ? "a class or a component" : "an element of a class");
    return Make(NodeKind::Error, begin);
  }
  List children;
  Append(children, ParseName());
  if (Is(TokenKind::LBracket)) Append(children, ParseSubscripts());
  do Append(children, ParseComponent());
  while (!is_single && !is_lost_ && Accept(TokenKind::Comma));
  ParseConstrainedby(children, prefixes.flags);
  return Make(NodeKind::ComponentClause, begin, children, begin, prefixes.flags);
}

auto Parser::ParseComponent() -> Index {
  const Index name = at_;
  List children;
  if (!Expect(TokenKind::Ident)) return Make(NodeKind::Error, name);
  if (Is(TokenKind::LBracket)) Append(children, ParseSubscripts());
  ParseModification(children);
  if (Is(TokenKind::If)) {
    const Index begin = at_;
    Advance();
    List condition;
    Append(condition, ParseExpression());
    Append(children, Make(NodeKind::Condition, begin, condition));
  }
  ParseDescription(children);
  return Make(NodeKind::Component, name, children);
}

// Modelica 1 wrote `extends` for `constrainedby`.
void Parser::ParseConstrainedby(List& children, uint32_t flags) {
  if ((flags & kReplaceable) == 0 || is_lost_) return;
  if (!Is(TokenKind::Constrainedby) && !Is(TokenKind::Extends)) return;
  const Index begin = at_;
  Advance();
  List parts;
  Append(parts, ParseName());
  if (Is(TokenKind::LParen)) Append(parts, ParseClassModification());
  ParseDescription(parts);
  Append(children, Make(NodeKind::Constrainedby, begin, parts));
}

void Parser::ParseDescription(List& children) {
  ParseDescriptionString(children);
  if (Is(TokenKind::Annotation)) Append(children, ParseAnnotation());
}

void Parser::ParseDescriptionString(List& children) {
  if (!Is(TokenKind::String) || is_lost_) return;
  const Index begin = at_;
  Advance();
  while (Is(TokenKind::Plus) && kind_at(1) == TokenKind::String) at_ += 2;
  Append(children, Make(NodeKind::Description, begin));
}

auto Parser::ParseAnnotation() -> Index {
  const Index begin = at_;
  Advance();
  List children;
  Append(children, ParseClassModification());
  return Make(NodeKind::Annotation, begin, children);
}

}  // namespace kerf::modelica
