// The body of a class: sections, the external clause, the annotation of the class.
#include "lang/modelica/syntax/parser.h"

namespace kerf::modelica {

void Parser::ParseComposition(List& children) {
  Section section;
  section.begin = at_;
  while (true) {
    ParseSection(section, children);
    const Index begin = at_;
    section = {section.kind, section.flags, begin, {}};
    if (Is(TokenKind::EndOfFile)) return;
    if (Is(TokenKind::Annotation)) {
      ParseClassAnnotation(section, children);
    } else if (Is(TokenKind::External)) {
      Append(children, ParseExternal());
      Recover(children);
      section = {SectionKind::Elements, section.flags, at_, {}};
    } else if (!StartsSection(section)) {
      if (!Is(TokenKind::End)) return;
      if (kind_at(1) == TokenKind::Ident || !IsStructural()) return;
      SkipStrayEnd(children);
      section.begin = at_;
    }
  }
}

auto Parser::StartsSection(Section& section) -> bool {
  const Index begin = at_;
  uint32_t flags = 0;
  if (Is(TokenKind::Initial) && IsStructural()) {
    Advance();
    flags = kInitial;
  }
  switch (kind()) {
    case TokenKind::Public:    section = {SectionKind::Elements, 0, begin, {}}; break;
    case TokenKind::Protected: section = {SectionKind::Elements, kProtected, begin, {}}; break;
    case TokenKind::Equation:  section = {SectionKind::Equations, flags, begin, {}}; break;
    case TokenKind::Algorithm: section = {SectionKind::Statements, flags, begin, {}}; break;
    default:                   return false;
  }
  Advance();
  return true;
}

// The elements, equations or statements up to the next section; nothing is made if there is none at all.
void Parser::ParseSection(Section section, List& children) {
  List& items = section.children;
  while (!IsStructural() && !Is(TokenKind::End) && !Is(TokenKind::Annotation) && !Is(TokenKind::External)) {
    const Index begin = at_;
    Append(items, section.kind == SectionKind::Elements ? ParseElement() : ParseItem(section.kind));
    ExpectSemicolon();
    Recover(items);
    // What nothing can begin with must not hold up the loop.
    if (at_ > begin) continue;
    Advance();
    Append(items, Make(NodeKind::Error, begin));
  }
  if (at_ == section.begin) return;
  switch (section.kind) {
    case SectionKind::Elements:
      return Append(children,
                    Make(NodeKind::ElementList, section.begin, items, section.begin, section.flags));
    case SectionKind::Equations:
      return Append(children,
                    Make(NodeKind::EquationSection, section.begin, items, section.begin, section.flags));
    case SectionKind::Statements:
      return Append(children,
                    Make(NodeKind::AlgorithmSection, section.begin, items, section.begin, section.flags));
  }
}

// The last annotation belongs to the class; one before belongs to its section, as Modelica 2 allowed.
void Parser::ParseClassAnnotation(Section& section, List& children) {
  const Index annotation = ParseAnnotation();
  ExpectSemicolon();
  const bool is_last = Is(TokenKind::End) || Is(TokenKind::EndOfFile);
  Append(is_last ? children : section.children, annotation);
  Recover(is_last ? children : section.children);
  if (is_last) section.begin = at_;
}

auto Parser::ParseExternal() -> Index {
  const Index begin = at_;
  Advance();
  const Index token = Is(TokenKind::String) ? at_ : begin;
  Accept(TokenKind::String);
  List children;
  if (Is(TokenKind::Ident) || Is(TokenKind::Dot)) Append(children, ParseExternalCall());
  if (Is(TokenKind::Annotation)) Append(children, ParseAnnotation());
  ExpectSemicolon();
  return Make(NodeKind::External, begin, children, token);
}

auto Parser::ParseExternalCall() -> Index {
  const Index begin = at_;
  List children;
  if (kind_at(1) != TokenKind::LParen) {
    Append(children, ParseReference());
    Expect(TokenKind::Equals);
  }
  const Index name = at_;
  Expect(TokenKind::Ident);
  Append(children, ParseArguments());
  return Make(NodeKind::ExternalCall, begin, children, name);
}

}  // namespace kerf::modelica
