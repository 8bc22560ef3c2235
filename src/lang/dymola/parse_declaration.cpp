// Declarations of variables and submodels.
#include <algorithm>

#include "lang/dymola/parser.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(StructureParameterNested, Error,
          "a structure parameter must be declared directly in a model, not inside `if` or `case`");
KERF_DIAG(MixedParameterList, Error, "a parameter list gives values either by position or by name, not both");
KERF_DIAG(MissingValue, Error, "`{}` needs a value", std::string_view);

struct Keyword {
  std::string_view word;
  VarKind kind;
};

constexpr auto kKeywords = std::to_array<Keyword>({
    {"parameter", VarKind::Parameter},
    {"constant", VarKind::Constant},
    {"local", VarKind::Local},
    {"terminal", VarKind::Terminal},
    {"input", VarKind::Input},
    {"output", VarKind::Output},
    {"default", VarKind::Default},
    {"internal", VarKind::Internal},
    {"external", VarKind::External},
});

// What has a value at the start in the dialect of 1991; in that of 1978 a value here is told later.
auto MayHaveStart(VarKind kind) -> bool {
  return kind == VarKind::Local || kind == VarKind::Terminal || kind == VarKind::Input ||
         kind == VarKind::Output;
}

}  // namespace

// The kind declared by the word here, or -1 if it is not the keyword of a declaration.
auto Parser::VariableKeyword() const -> int {
  if (AtWord("structure") && AtWord("parameter", 1)) return static_cast<int>(VarKind::Structure);
  if (!At(Tok::Word, 1) && !At(Tok::Separator, 1)) return -1;
  for (const Keyword& keyword : kKeywords) {
    if (AtWord(keyword.word)) return static_cast<int>(keyword.kind);
  }
  return -1;
}

// Whether the name has been declared as local before, in the same block.
auto Parser::IsLocal(const std::vector<Item>& items, NameId name) const -> bool {
  return std::ranges::any_of(items, [&](const Item& item) {
    if (item.kind != ItemKind::Variables || ast_.variables[item.index].kind != VarKind::Local) return false;
    const auto& all = ast_.variables[item.index].declarators;
    return std::ranges::find(all, name, &Declarator::name) != all.end();
  });
}

void Parser::ParseVariables(std::vector<Item>& items, DeclId decl, VarKind kind) {
  const Span begin = SpanOf(Take());
  if (kind == VarKind::Structure) Take();
  if (kind == VarKind::Structure && depth_in_choice_ > 0) emitter_.Emit(begin, StructureParameterNested);
  VariableDecl variables{kind, {}};
  do {
    if (!At(Tok::Word)) {
      Fail("the name of a variable");
      break;
    }
    Declarator declarator = ParseDeclarator();
    if (declarator.value.has_value() && MayHaveStart(kind)) program_.uses_1991 = true;
    if (kind == VarKind::Default && IsLocal(items, declarator.name))
      Note1991(declarator.span, "a default of a local variable");
    const bool needs_value = kind == VarKind::Constant || kind == VarKind::Default;
    if (needs_value && !declarator.value.has_value()) {
      emitter_.Emit(declarator.span, MissingValue, program_.names[declarator.name]);
    }
    if (kind == VarKind::Parameter || kind == VarKind::Structure) {
      ast_.decls[decl.index].parameters.push_back({declarator.name, kind == VarKind::Structure});
    }
    variables.declarators.push_back(std::move(declarator));
    Accept(Tok::Comma);
  } while (!AtStatementEnd() && !AtBlockEnd());
  items.push_back({ItemKind::Variables, static_cast<uint32_t>(ast_.variables.size()), SpanFrom(begin)});
  ast_.variables.push_back(std::move(variables));
}

auto Parser::ParseDeclarator() -> Declarator {
  Declarator declarator;
  declarator.span = SpanOf(Peek());
  declarator.name = Take().name;
  if (At(Tok::LeftBracket)) declarator.sizes = ParseSizes();
  if (Accept(Tok::Equal)) declarator.value = ParseListExpression();
  return declarator;
}

auto Parser::ParseSizes() -> std::vector<Expr> {
  std::vector<Expr> sizes;
  Take();
  do sizes.push_back(ParseIndexExpression());
  while (Accept(Tok::Comma));
  Expect(Tok::RightBracket, "after the sizes");
  return sizes;
}

void Parser::ParseSubmodels(std::vector<Item>& items) {
  const Span begin = SpanOf(Take());
  NameId type;
  Span type_span;
  if (Accept(Tok::LeftParen)) {
    type_span = SpanOf(Peek());
    if (!At(Tok::Word)) {
      Fail("the name of a model type");
      return;
    }
    type = Take().name;
    if (!Expect(Tok::RightParen, "after the model type")) return;
  }
  do {
    if (!At(Tok::Word)) {
      Fail("the name of a submodel");
      return;
    }
    SubmodelItem item;
    item.span = SpanOf(Peek());
    item.name = Take().name;
    item.type = type.has_value() ? type : item.name;
    item.type_span = type.has_value() ? type_span : item.span;
    if (At(Tok::LeftBracket)) item.sizes = ParseSizes();
    if (At(Tok::LeftParen) && !AtStarts()) ParseArguments(item);
    if (AtStarts()) ParseStarts(item);
    item.event = ++program_.n_events;
    items.push_back({ItemKind::Submodel, static_cast<uint32_t>(ast_.submodels.size()), SpanFrom(begin)});
    ast_.submodels.push_back(std::move(item));
    Accept(Tok::Comma);
  } while (!AtStatementEnd() && !AtBlockEnd());
}

auto Parser::AtStarts() const -> bool { return At(Tok::LeftParen) && AtWord("ic", 1) && At(Tok::Word, 2); }

void Parser::ParseStarts(SubmodelItem& item) {
  Take();
  Note1991(SpanOf(Peek()), "`ic`");
  Take();
  const uint32_t n_failed = n_failed_;
  while (!At(Tok::RightParen) && !AtStatementEnd() && n_failed_ == n_failed) {
    Argument start;
    start.span = SpanOf(Peek());
    if (!At(Tok::Word)) {
      Fail("the name of a variable");
      break;
    }
    start.name = Take().name;
    if (!Expect(Tok::Equal, "and the initial value")) break;
    start.value = ParseListExpression();
    item.starts.push_back(start);
    Accept(Tok::Comma);
  }
  if (n_failed_ == n_failed) Expect(Tok::RightParen, "after the initial values");
}

void Parser::ParseInPlaceModel(std::vector<Item>& items, DeclId decl) {
  const Span begin = SpanOf(Peek());
  const DeclId id = ParseModel(decl);
  if (!id.has_value() || ast_[id].is_type) return;
  SubmodelItem item;
  item.name = ast_[id].name;
  item.span = ast_[id].span;
  item.type = item.name;
  item.type_span = item.span;
  item.in_place = id;
  item.event = ast_[id].event;
  items.push_back({ItemKind::Submodel, static_cast<uint32_t>(ast_.submodels.size()), begin});
  ast_.submodels.push_back(std::move(item));
}

void Parser::ParseArguments(SubmodelItem& item) {
  Take();
  bool by_name = false;
  bool by_position = false;
  const uint32_t n_failed = n_failed_;
  while (!At(Tok::RightParen) && !AtStatementEnd()) {
    Argument argument;
    argument.span = SpanOf(Peek());
    if (At(Tok::Word) && At(Tok::Equal, 1)) {
      argument.name = Take().name;
      Take();
    }
    argument.value = ParseListExpression();
    if (n_failed_ != n_failed) break;
    (argument.name.has_value() ? by_name : by_position) = true;
    if (!argument.name.has_value()) argument.span = SpanFrom(argument.span);
    item.arguments.push_back(argument);
    Accept(Tok::Comma);
  }
  Expect(Tok::RightParen, "after the parameter list");
  if (by_name && by_position) emitter_.Emit(item.span, MixedParameterList);
}

}  // namespace kerf::dymola
