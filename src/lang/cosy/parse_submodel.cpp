// SUBMODEL declarations, and paths that name variables of submodels: PLANT.TANK[2].LEVEL. Behind the first
// point reserved words are names like others, since other languages do not reserve them.
#include <algorithm>

#include "lang/cosy/parser.h"

namespace kerf::cosy {

// SUBMODEL name [FROM file] [CLASS name] [(parameter = number, …)]
auto Parser::ReadSubmodel() -> bool {
  Submodel submodel;
  Take();
  submodel.span = Peek().span();
  if (!ExpectName(submodel.name)) return false;
  const auto read_text = [&](std::string& text) {
    if (!Is(Tok::Text)) return Unexpected(text_of(Tok::Text));
    submodel.span = Peek().span();
    text = program_.names.lower[Take().name];
    return true;
  };
  if (AcceptWord("from") && !read_text(submodel.file)) return false;
  if (AcceptWord("class") && !read_text(submodel.class_name)) return false;
  if (Accept(Tok::LeftParen)) {
    do {
      if (!ReadSubmodelSetting(submodel.settings.emplace_back())) return false;
    } while (Accept(Tok::Comma));
    if (!Expect(Tok::RightParen)) return false;
  }
  program_.submodels.push_back(std::move(submodel));
  return true;
}

auto Parser::ReadSubmodelSetting(SubmodelSetting& setting) -> bool {
  const Token first = Peek();
  if (!first.spelling.has_value()) return Unexpected(text_of(Tok::Name));
  setting.name = program_.names.lower[Take().spelling];
  if (!ReadPath(setting.name, true) || !Expect(Tok::Equal)) return false;
  setting.span = SpanFrom(first);
  const bool is_negative = Accept(Tok::Minus);
  if (!Is(Tok::Number)) return Unexpected(text_of(Tok::Number));
  setting.value = Take().value * (is_negative ? -1 : 1);
  return true;
}

auto Parser::IsSubmodel(NameId name) const -> bool {
  return std::ranges::find(program_.submodels, name, &Submodel::name) != program_.submodels.end();
}

auto Parser::ReadPath(std::string& spelling, bool is_of_submodel) -> bool {
  const auto follows_name = [&] {
    return is_of_submodel ? Peek(1).spelling.has_value() : Peek(1).kind == Tok::Name;
  };
  for (;;) {
    if (Is(Tok::LeftBracket)) {
      spelling += '[';
      do {
        if (spelling.back() != '[') spelling += ',';
        Take();
        int64_t subscript = 0;
        if (!ReadSubscript(subscript)) return false;
        spelling += fmt::format("{}", subscript);
      } while (Is(Tok::Comma));
      if (!Expect(Tok::RightBracket)) return false;
      spelling += ']';
    }
    if (!Is(Tok::Point) || !follows_name()) return true;
    Take();
    spelling += '.';
    spelling += program_.names.lower[Take().spelling];
  }
}

void Parser::NoteUse(NameId name, const std::string& spelling, Span span) {
  const auto found = std::ranges::find(program_.submodel_uses, name, &SubmodelUse::name);
  if (found != program_.submodel_uses.end()) {
    found->is_in_equation = found->is_in_equation || is_in_equation_;
    found->is_spelled_twice = found->is_spelled_twice || found->spelling != spelling;
    return;
  }
  program_.submodel_uses.push_back({name, spelling, span, is_in_equation_, false});
}

auto Parser::ExpectReference(NameId& name) -> bool {
  const Token first = Peek();
  if (!ExpectName(name)) return false;
  if (!Is(Tok::Point)) return true;
  std::string spelling(program_.names.lower[first.spelling]);
  const bool is_of_submodel = IsSubmodel(name);
  if (!ReadPath(spelling, is_of_submodel)) return false;
  name = program_.names.Intern(spelling);
  if (is_of_submodel) NoteUse(name, spelling, SpanFrom(first));
  return true;
}

auto Parser::ReadReferences(std::vector<NameId>& names) -> bool {
  do {
    NameId name;
    if (!ExpectReference(name)) return false;
    names.push_back(name);
  } while (Accept(Tok::Comma));
  return true;
}

// A path of a submodel, or an attribute of a file's entry, which has three names. Others mean nothing, which
// is told where names are looked up.
auto Parser::ReadDotted(const Token& first, Node& node) -> bool {
  std::string spelling(program_.names.lower[first.spelling]);
  if (IsSubmodel(node.name)) {
    if (!ReadPath(spelling, true)) return false;
    node.name = program_.names.Intern(spelling);
    NoteUse(node.name, spelling, SpanFrom(first));
    return true;
  }
  const bool is_attribute = Peek(1).kind == Tok::Name && Peek(2).kind == Tok::Point &&
                            Peek(3).kind == Tok::Name && Peek(4).kind != Tok::LeftBracket &&
                            (Peek(4).kind != Tok::Point || Peek(5).kind != Tok::Name);
  if (!is_attribute) {
    if (!ReadPath(spelling, false)) return false;
    node.name = program_.names.Intern(spelling);
    return true;
  }
  node.kind = NodeKind::Attribute;
  Take();
  return ExpectName(node.key) && Expect(Tok::Point) && ExpectName(node.field);
}

}  // namespace kerf::cosy
