// Models, model types and the items of their bodies.
#include "lang/dymola/parser.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(TopLevelStatement, Error, "{} stands outside of any model", std::string);
KERF_DIAG(ExtraEnd, Error, "this `end` closes nothing");
KERF_DIAG(MissingEnd, Error, "{} has no `end`", std::string_view);
KERF_NOTE(OpenedHere, "it begins here");
KERF_DIAG(DuplicateModel, Error, "the model or model type `{}` is declared twice", std::string_view);
KERF_NOTE(FirstModel, "the other declaration is here");
KERF_DIAG(IncludeInsideModel, Error, "a file can be added only between models");
KERF_DIAG(DeclarationInLoop, Error,
          "a `for` statement may contain equations and connections but no declarations");

}  // namespace

void Parser::ParseTopLevel() {
  if (AtWord("model")) {
    const DeclId id = ParseModel({});
    if (id.has_value() && !ast_[id].is_type) program_.models.push_back(id);
    EndStatement();
    return;
  }
  if (AtWord("end")) {
    emitter_.Emit(SpanOf(Peek()), ExtraEnd);
    SkipStatement();
    return;
  }
  emitter_.Emit(SpanOf(Peek()), TopLevelStatement, Describe(Peek()));
  // One message for the whole run of stray statements.
  while (!At(Tok::End) && !At(Tok::Include) && !AtWord("model") && !AtWord("end")) {
    SkipStatement();
    SkipSeparators();
  }
}

auto Parser::ParseModel(DeclId parent) -> DeclId {
  const Deeper deeper(*this);
  if (IsTooDeep()) return {};
  Take();
  const bool is_type = AtWord("type") && At(Tok::Word, 1) && AcceptWord("type");
  ModelDecl decl;
  decl.span = SpanOf(Peek());
  decl.is_type = is_type;
  decl.parent = parent;
  if (At(Tok::Word)) {
    decl.name = Take().name;
  } else {
    Fail(is_type ? "the name of the model type" : "the name of the model");
    decl.name = program_.names.Intern("?");
  }
  EndStatement();
  const DeclId id{ast_.decls.size()};
  ast_.decls.push_back(std::move(decl));
  AddType(id, parent);
  std::vector<Item> items;
  std::vector<NameId> outer_loops;
  std::vector<NameId> outer_cuts;
  outer_loops.swap(loop_names_);
  outer_cuts.swap(cut_names_);
  ParseBlock(items, id, "the model");
  outer_loops.swap(loop_names_);
  outer_cuts.swap(cut_names_);
  ast_.decls[id.index].body = BlockId{ast_.blocks.size()};
  ast_.blocks.push_back(std::move(items));
  ast_.decls[id.index].event = ++program_.n_events;
  ast_.decls[id.index].complete = true;
  program_.compile_order.push_back(id);
  return id;
}

// Types are found by name from here on; a model at the top is found by name when it is asked for.
void Parser::AddType(DeclId id, DeclId parent) {
  const NameId name = ast_.decls[id.index].name;
  DeclId other;
  if (ast_.decls[id.index].is_type) {
    auto& types = parent.has_value() ? ast_.decls[parent.index].types : program_.types;
    const auto [place, added] = types.emplace(name, id);
    if (!added) other = place->second;
  }
  if (!parent.has_value()) {
    const auto [place, added] = program_.top_level.emplace(name, id);
    if (!added) other = place->second;
  }
  if (!other.has_value()) return;
  emitter_.Emit(ast_.decls[id.index].span, DuplicateModel, program_.names[name])
      .Note(ast_.decls[other.index].span, FirstModel);
}

// The items up to the matching `end`, which is taken.
void Parser::ParseBlock(std::vector<Item>& items, DeclId decl, std::string_view what) {
  const Span begin = SpanOf(list_.tokens[pos_ == 0 ? 0 : pos_ - 1]);
  while (true) {
    SkipSeparators();
    if (At(Tok::End)) {
      if (failed_at_ != pos_ + 1 && !list_.ends_in_comment)
        emitter_.Emit(SpanOf(Peek()), MissingEnd, what).Note(begin, OpenedHere);
      failed_at_ = pos_ + 1;
      return;
    }
    if (AtWord("end") && !At(Tok::Equal, 1)) {
      Take();
      return;
    }
    ParseItem(items, decl);
    EndStatement();
  }
}

auto Parser::AtBlockEnd() const -> bool { return AtWord("end") || AtWord("else"); }

void Parser::ParseItem(std::vector<Item>& items, DeclId decl) {
  const Deeper deeper(*this);
  if (IsTooDeep()) return;
  const bool operator_follows = At(Tok::Equal, 1) || At(Tok::Dot, 1) || At(Tok::Prime, 1) || At(Tok::Star, 1);
  if (At(Tok::Include)) {
    emitter_.Emit(SpanOf(Peek()), IncludeInsideModel);
    SkipStatement();
  } else if (operator_follows) {
    ParseEquation(items);
  } else if (AtWord("connect") && !At(Tok::Separator, 1)) {
    ParseConnect(items);
  } else if (AtWord("for") && At(Tok::Word, 1)) {
    ParseFor(items, decl);
  } else if (AtWord("if")) {
    ParseIf(items, decl);
  } else if (AtWord("case")) {
    ParseCase(items, decl);
  } else if (AtWord("valid")) {
    ParseValid(items);
  } else if (!TryDeclaration(items, decl)) {
    ParseEquation(items);
  }
}

auto Parser::TryDeclaration(std::vector<Item>& items, DeclId decl) -> bool {
  const Span begin = SpanOf(Peek());
  const bool is_main = AtWord("main") && (AtWord("cut", 1) || AtWord("path", 1));
  const size_t n = is_main ? 1 : 0;
  const int variable = VariableKeyword();
  const bool names_follow = At(Tok::Word, n + 1) || At(Tok::Separator, n + 1);
  const bool is_cut = AtWord("cut", n) && names_follow;
  const bool is_node = AtWord("node") && names_follow;
  const bool is_path = AtWord("path", n) && names_follow;
  const bool is_submodel = AtWord("submodel") && (names_follow || At(Tok::LeftParen, 1));
  const bool is_model = AtWord("model") && names_follow;
  if (variable < 0 && !is_cut && !is_node && !is_path && !is_submodel && !is_model) return false;
  ++n_declarations_;
  if (!loop_names_.empty()) emitter_.Emit(begin, DeclarationInLoop);
  if (is_main) Take();
  if (variable >= 0) {
    ParseVariables(items, decl, static_cast<VarKind>(variable));
  } else if (is_cut || is_node) {
    ParseCuts(items, is_main, is_node);
  } else if (is_path) {
    ParsePaths(items, is_main);
  } else if (is_submodel) {
    ParseSubmodels(items);
  } else {
    ParseInPlaceModel(items, decl);
  }
  return true;
}

}  // namespace kerf::dymola
