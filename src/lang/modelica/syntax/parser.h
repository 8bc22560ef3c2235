// The recursive-descent parser: one method for each production of the grammar (Modelica 3.6, appendix A), in
// files by topic. Nodes are made when they are complete, so children stand before their parent in the array.
//
// After a mistake the parser is "lost": it says nothing more and takes nothing that it expects until the list
// of elements, equations or statements around it finds a place to go on.
#pragma once

#include <algorithm>

#include "lang/modelica/syntax/parse.h"

namespace kerf::modelica {

class Parser {
 public:
  Parser(std::string_view text, diag::BufferId buffer, diag::Emitter& emitter, const ParseOptions& options,
         TreeArrays& arrays);

  void Run();

 private:
  using Index = uint32_t;
  static constexpr uint32_t kMaxMessages = 100;
  // Prefixes that can stand in each place.
  static constexpr uint32_t kClassPrefixes = kEncapsulated | kPartial | kPure | kImpure | kExpandable;
  static constexpr uint32_t kArgumentPrefixes = kRedeclare | kEach | kFinal | kReplaceable | kTypePrefixes;
  static constexpr uint32_t kElementPrefixes =
      kRedeclare | kFinal | kInner | kOuter | kReplaceable | kTypePrefixes;

  // The children of a node under construction.
  struct List {
    Index first = kNoNode;
    Index last = kNoNode;
  };
  // Prefixes of an element: their flags, and the last one for messages about their order.
  struct Prefixes {
    uint32_t flags = 0;
    int rank = -1;
    Index last = 0;
  };
  enum class SectionKind : uint8_t { Elements, Equations, Statements };
  // What follows the keyword `public`, `equation` … and how it goes on after an annotation between.
  struct Section {
    SectionKind kind = SectionKind::Elements;
    uint32_t flags = 0;
    Index begin = 0;
    List children;
  };
  // One more level of nesting while it lives.
  class Deeper {
   public:
    explicit Deeper(Parser& parser) : parser_(parser), is_allowed_(parser.TryDescend()) {}
    Deeper(const Deeper&) = delete;
    auto operator=(const Deeper&) -> Deeper& = delete;
    ~Deeper() { --parser_.depth_; }
    explicit operator bool() const { return is_allowed_; }

   private:
    Parser& parser_;
    bool is_allowed_;
  };

  // parser.cpp: tokens and nodes.
  [[nodiscard]] auto kind() const -> TokenKind { return tokens_[at_].kind; }
  [[nodiscard]] auto kind_at(Index k) const -> TokenKind {
    return tokens_[std::min<size_t>(at_ + k, tokens_.size() - 1)].kind;
  }
  [[nodiscard]] auto Is(TokenKind kind_wanted) const -> bool { return kind() == kind_wanted; }
  [[nodiscard]] auto IsSelf() const -> bool;
  [[nodiscard]] auto TokenText(Index token) const -> std::string_view;
  [[nodiscard]] auto SpanOf(Index token) const -> diag::Span;
  [[nodiscard]] auto Found() const -> std::string;
  void Advance() {
    if (kind() != TokenKind::EndOfFile) ++at_;
  }
  auto Accept(TokenKind wanted) -> bool {
    if (kind() != wanted) return false;
    Advance();
    return true;
  }
  // Takes the token or is lost.
  auto Expect(TokenKind wanted) -> bool;
  // Says what should stand here instead of the current token, unless lost already.
  void Expected(std::string_view what);
  // After an element, equation or statement.
  void ExpectSemicolon();
  auto Make(NodeKind node_kind, Index begin) -> Index;
  auto Make(NodeKind node_kind, Index begin, List children) -> Index;
  auto Make(NodeKind node_kind, Index begin, List children, Index token, uint32_t flags = 0, uint8_t op = 0)
      -> Index;
  void Append(List& list, Index node);
  auto MayEmit() -> bool;

  // recover.cpp: going on after a mistake.
  auto TryDescend() -> bool;
  void Recover(List& list);
  void RecoverToClass(List& list);
  [[nodiscard]] auto IsStructural() const -> bool;
  [[nodiscard]] auto StartsLine(Index token) const -> bool;
  [[nodiscard]] auto StartsStatement(Index token) const -> bool;
  void SkipStrayEnd(List& list);

  // parse_class.cpp
  [[nodiscard]] auto StartsClass() const -> bool;
  auto ParseWithin() -> Index;
  auto ParseClass(Index begin, Prefixes prefixes, bool must_be_short) -> Index;
  auto ParseRestriction() -> Restriction;
  void ParseLongClass(List& children);
  void ParseClassEnd();
  void ParseShortClass(List& children, uint32_t& flags);
  auto ParseEnumeration() -> Index;
  auto ParseDerClass() -> Index;

  // parse_section.cpp
  void ParseComposition(List& children);
  auto StartsSection(Section& section) -> bool;
  void ParseSection(Section section, List& children);
  void ParseClassAnnotation(Section& section, List& children);
  auto ParseExternal() -> Index;
  auto ParseExternalCall() -> Index;

  // parse_element.cpp
  auto ParseElement() -> Index;
  auto ParseDeclaration(Index begin, Prefixes prefixes, bool is_argument) -> Index;
  // Takes prefixes out of a set of flags.
  void ParsePrefixes(Prefixes& prefixes, uint32_t allowed);
  auto ParseImport() -> Index;
  auto ParseExtends() -> Index;
  auto ParseComponentClause(Index begin, Prefixes prefixes, bool is_single) -> Index;
  auto ParseComponent() -> Index;
  void ParseConstrainedby(List& children, uint32_t flags);
  void ParseDescription(List& children);
  void ParseDescriptionString(List& children);
  auto ParseAnnotation() -> Index;

  // parse_modification.cpp
  void ParseModification(List& children);
  auto ParseClassModification() -> Index;
  auto ParseArgument() -> Index;
  auto ParseRedeclaration(Index begin, Prefixes prefixes) -> Index;
  auto ParseInheritanceBreak() -> Index;

  // parse_equation.cpp and parse_clause.cpp; statements alike.
  auto ParseEquation() -> Index;
  auto ParseStatement() -> Index;
  auto ParseItem(SectionKind section) -> Index;
  auto ParseConnect(bool has_description) -> Index;
  auto ParseEquality() -> Index;
  auto ParseAssignment() -> Index;
  auto ParseBlock(SectionKind section) -> Index;
  auto ParseIfClause(SectionKind section) -> Index;
  auto ParseWhenClause(SectionKind section) -> Index;
  auto ParseForClause(SectionKind section) -> Index;
  auto ParseWhileClause(SectionKind section) -> Index;
  auto ParseBranch(SectionKind section) -> Index;
  void ParseClauseEnd(TokenKind keyword, Index begin);
  void ParseForIndices(List& children);

  // parse_expression.cpp
  auto ParseExpression() -> Index;
  auto ParseSimpleExpression() -> Index;
  auto ParseIfExpression() -> Index;
  auto ParseOperators(int least) -> Index;
  auto ParseSigned(int least) -> Index;

  // parse_primary.cpp
  auto ParsePrimary() -> Index;
  auto ParseLiteral(NodeKind node_kind) -> Index;
  auto ParseParenthesis(bool is_output_list) -> Index;
  auto ParseArray() -> Index;
  auto ParseMatrix() -> Index;
  auto ParseReferenceOrCall() -> Index;
  auto ParseCallee() -> Index;
  auto ParseReference() -> Index;
  auto ParseName() -> Index;
  auto ParseParts(bool with_subscripts) -> Index;
  auto ParsePart(bool with_subscripts) -> Index;
  auto ParseSubscripts() -> Index;
  auto ParseArguments() -> Index;
  auto ParseCallArgument(bool& has_names) -> Index;
  auto ParsePartialCall() -> Index;
  auto ParseComprehension(Index begin, Index value) -> Index;

  std::string_view text_;
  diag::BufferId buffer_;
  diag::Emitter& emitter_;
  ParseOptions options_;
  std::vector<Token>& tokens_;
  std::vector<Node>& nodes_;
  TreeArrays& arrays_;
  Index at_ = 0;
  uint32_t depth_ = 0;
  uint32_t n_subscripts_ = 0;
  uint32_t n_messages_ = 0;
  bool is_lost_ = false;
  // The name tokens of the classes around.
  std::vector<Index> class_names_;
};

}  // namespace kerf::modelica
