// Class definitions: prefixes, long and short specifiers, enumerations, partial derivatives.
#include "lang/modelica/syntax/parser.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(ClassEndMismatch, Error, "expected `end {}` but found `end {}`", std::string, std::string);
KERF_DIAG(ClassEndOther, Warning,
          "expected `end {}` but found `end {}`, which the μModelica compiler accepted", std::string,
          std::string);
KERF_DIAG(MissingClassEnd, Error, "`end {}` is missing", std::string);
KERF_NOTE(ClassBeginsHere, "`{}` begins here", std::string);

}  // namespace

auto Parser::StartsClass() const -> bool {
  switch (kind()) {
    case TokenKind::Encapsulated:
    case TokenKind::Partial:
    case TokenKind::Class:
    case TokenKind::Model:
    case TokenKind::Record:
    case TokenKind::Block:
    case TokenKind::Connector:
    case TokenKind::Expandable:
    case TokenKind::Type:
    case TokenKind::Package:
    case TokenKind::Function:
    case TokenKind::Operator:
    case TokenKind::Pure:
    case TokenKind::Impure:       return true;
    default:                      return false;
  }
}

// In a modification only short definitions can stand.
auto Parser::ParseClass(Index begin, Prefixes prefixes, bool must_be_short) -> Index {
  const Deeper deeper(*this);
  if (!deeper) return Make(NodeKind::Error, begin);
  ParsePrefixes(prefixes, kClassPrefixes);
  const Restriction restriction = ParseRestriction();
  List children;
  if (Accept(TokenKind::Extends)) prefixes.flags |= kClassExtends;
  const Index name = at_;
  if (!Expect(TokenKind::Ident)) return Make(NodeKind::Error, begin);
  if (must_be_short && !Is(TokenKind::Equals)) Expected("`=`");
  if (must_be_short && is_lost_) return Make(NodeKind::Error, begin);
  if ((prefixes.flags & kClassExtends) == 0 && Is(TokenKind::Equals)) {
    ParseShortClass(children, prefixes.flags);
  } else {
    class_names_.push_back(name);
    if ((prefixes.flags & kClassExtends) != 0 && Is(TokenKind::LParen)) {
      Append(children, ParseClassModification());
    }
    ParseLongClass(children);
    class_names_.pop_back();
  }
  ParseConstrainedby(children, prefixes.flags);
  return Make(NodeKind::ClassDef, begin, children, name, prefixes.flags, static_cast<uint8_t>(restriction));
}

auto Parser::ParseRestriction() -> Restriction {
  switch (kind()) {
    case TokenKind::Class:     return Advance(), Restriction::Class;
    case TokenKind::Model:     return Advance(), Restriction::Model;
    case TokenKind::Record:    return Advance(), Restriction::Record;
    case TokenKind::Block:     return Advance(), Restriction::Block;
    case TokenKind::Connector: return Advance(), Restriction::Connector;
    case TokenKind::Type:      return Advance(), Restriction::Type;
    case TokenKind::Package:   return Advance(), Restriction::Package;
    case TokenKind::Function:  return Advance(), Restriction::Function;
    case TokenKind::Operator:  break;
    default:                   Expected("`model`, `function` or another kind of class"); return Restriction::Class;
  }
  Advance();
  if (Accept(TokenKind::Record)) return Restriction::OperatorRecord;
  if (Accept(TokenKind::Function)) return Restriction::OperatorFunction;
  return Restriction::Operator;
}

void Parser::ParseLongClass(List& children) {
  ParseDescriptionString(children);
  if (!is_lost_ && Is(TokenKind::Semicolon) && StartsLine(at_ + 1)) {
    Expected("elements or `end`");
    Recover(children);
  }
  Recover(children);
  ParseComposition(children);
  ParseClassEnd();
}

void Parser::ParseClassEnd() {
  const Index name = class_names_.back();
  const std::string wanted(TokenText(name));
  if (Is(TokenKind::End) && kind_at(1) == TokenKind::Ident && TokenText(at_ + 1) == wanted) {
    at_ += 2;
    return;
  }
  const bool has_name = Is(TokenKind::End) && kind_at(1) == TokenKind::Ident;
  // An end that fits a class further out closes that one.
  bool fits_outer = false;
  for (const Index outer : class_names_) fits_outer |= has_name && TokenText(outer) == TokenText(at_ + 1);
  if (!has_name || fits_outer) {
    if (!is_lost_ && MayEmit()) {
      emitter_.Emit(SpanOf(at_), MissingClassEnd, wanted).Note(SpanOf(name), ClassBeginsHere, wanted);
    }
    is_lost_ = true;
    return;
  }
  const std::string found(TokenText(at_ + 1));
  if (options_.mu_modelica) {
    emitter_.Emit(SpanOf(at_ + 1), ClassEndOther, wanted, found);
  } else if (MayEmit()) {
    emitter_.Emit(SpanOf(at_ + 1), ClassEndMismatch, wanted, found)
        .Note(SpanOf(name), ClassBeginsHere, wanted);
  }
  at_ += 2;
}

void Parser::ParseShortClass(List& children, uint32_t& flags) {
  Advance();
  if (Is(TokenKind::Enumeration)) {
    flags |= kEnum;
    Append(children, ParseEnumeration());
  } else if (Is(TokenKind::Der)) {
    flags |= kDerClass;
    Append(children, ParseDerClass());
  } else {
    flags |= kShort;
    const Index begin = at_;
    Prefixes prefixes;
    ParsePrefixes(prefixes, kTypePrefixes);
    List parts;
    Append(parts, ParseName());
    if (Is(TokenKind::LBracket)) Append(parts, ParseSubscripts());
    if (Is(TokenKind::LParen)) Append(parts, ParseClassModification());
    Append(children, Make(NodeKind::ShortClass, begin, parts, begin, prefixes.flags));
  }
  ParseDescription(children);
}

auto Parser::ParseEnumeration() -> Index {
  const Index begin = at_;
  Advance();
  Expect(TokenKind::LParen);
  List literals;
  const bool is_open = !is_lost_ && Accept(TokenKind::Colon);
  if (!is_open && !Is(TokenKind::RParen)) {
    do {
      const Index name = at_;
      List children;
      if (Expect(TokenKind::Ident)) ParseDescription(children);
      Append(literals, Make(NodeKind::EnumLiteral, name, children));
    } while (!is_lost_ && Accept(TokenKind::Comma));
  }
  Expect(TokenKind::RParen);
  return Make(NodeKind::Enumeration, begin, literals, begin, is_open ? kOpenEnum : 0U);
}

auto Parser::ParseDerClass() -> Index {
  const Index begin = at_;
  Advance();
  Expect(TokenKind::LParen);
  List children;
  Append(children, ParseName());
  Expect(TokenKind::Comma);
  do Append(children, ParsePart(false));
  while (!is_lost_ && Accept(TokenKind::Comma));
  Expect(TokenKind::RParen);
  return Make(NodeKind::DerClass, begin, children);
}

}  // namespace kerf::modelica
