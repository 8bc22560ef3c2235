// Modifications, redeclarations and the removal of inherited parts.
#include "lang/modelica/syntax/parser.h"

namespace kerf::modelica {

void Parser::ParseModification(List& children) {
  if (is_lost_) return;
  const Index begin = at_;
  List parts;
  if (Is(TokenKind::LParen)) Append(parts, ParseClassModification());
  auto modification_kind = ModificationKind::None;
  if (Is(TokenKind::Equals) || Is(TokenKind::Assign)) {
    modification_kind = Is(TokenKind::Equals) ? ModificationKind::Equals : ModificationKind::Assign;
    Advance();
    if (Accept(TokenKind::Break))
      modification_kind = ModificationKind::Break;
    else
      Append(parts, ParseExpression());
  }
  if (at_ == begin) return;
  const auto op = static_cast<uint8_t>(modification_kind);
  Append(children, Make(NodeKind::Modification, begin, parts, begin, 0, op));
}

auto Parser::ParseClassModification() -> Index {
  const Index begin = at_;
  const Deeper deeper(*this);
  if (!deeper || !Expect(TokenKind::LParen)) return Make(NodeKind::ClassModification, begin);
  List children;
  if (!Is(TokenKind::RParen)) {
    do Append(children, ParseArgument());
    while (!is_lost_ && Accept(TokenKind::Comma));
  }
  if (!is_lost_ && !Is(TokenKind::RParen)) Expected("`,` or `)`");
  Expect(TokenKind::RParen);
  return Make(NodeKind::ClassModification, begin, children);
}

auto Parser::ParseArgument() -> Index {
  if (Is(TokenKind::Break)) return ParseInheritanceBreak();
  const Index begin = at_;
  Prefixes prefixes;
  if (!Is(TokenKind::Ident)) ParsePrefixes(prefixes, kArgumentPrefixes);
  constexpr uint32_t kOfModification = kEach | kFinal;
  if ((prefixes.flags & ~kOfModification) != 0 || StartsClass()) return ParseRedeclaration(begin, prefixes);
  if (IsSelf() && kind_at(1) != TokenKind::Dot) prefixes.flags |= kSelf;
  List children;
  Append(children, ParseName());
  ParseModification(children);
  ParseDescriptionString(children);
  return Make(NodeKind::ElementModification, begin, children, begin, prefixes.flags);
}

auto Parser::ParseRedeclaration(Index begin, Prefixes prefixes) -> Index {
  if ((prefixes.flags & (kRedeclare | kReplaceable)) == 0) {
    Expected("`redeclare` or the name of an element");
    return Make(NodeKind::Error, begin);
  }
  return ParseDeclaration(begin, prefixes, true);
}

auto Parser::ParseInheritanceBreak() -> Index {
  const Index begin = at_;
  Advance();
  List children;
  if (Is(TokenKind::Connect))
    Append(children, ParseConnect(false));
  else
    Append(children, ParseName());
  return Make(NodeKind::InheritanceBreak, begin, children);
}

}  // namespace kerf::modelica
