// PROGRAM … END and its sections: INITIAL, DYNAMIC with DERIVATIVE and DISCRETE, TERMINAL; or none of them,
// which is one DERIVATIVE.
#include "lang/acsl/acsl.h"
#include "lang/acsl/includes.h"
#include "lang/acsl/macros.h"
#include "lang/acsl/parser.h"

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslSectionPlace, Error, "{} cannot stand inside {}", std::string, std::string);
KERF_DIAG(AcslSectionOrder, Error, "{} must stand before {}", std::string, std::string);
KERF_DIAG(AcslSectionTwice, Error, "there is a second {}", std::string);
KERF_NOTE(AcslFirstSection, "the first one is here");
KERF_DIAG(AcslOpenSection, Error, "{} has no END", std::string);
KERF_DIAG(AcslOutsideSection, Error,
          "this stands in no section; with explicit sections, equations belong into DERIVATIVE");
KERF_DIAG(AcslAfterEnd, Warning, "what follows the END of the program is not read");
KERF_DIAG(AcslEmpty, Error, "the text holds no program");

auto TitleOf(SectionKind kind) -> std::string {
  switch (kind) {
    case SectionKind::Program:    return "PROGRAM";
    case SectionKind::Initial:    return "INITIAL";
    case SectionKind::Dynamic:    return "DYNAMIC";
    case SectionKind::Derivative: return "DERIVATIVE";
    case SectionKind::Discrete:   return "DISCRETE";
    case SectionKind::Terminal:   return "TERMINAL";
  }
  return "";
}

auto MayStandIn(SectionKind kind, SectionKind parent) -> bool {
  if (parent == SectionKind::Program) return true;
  return parent == SectionKind::Dynamic && (kind == SectionKind::Derivative || kind == SectionKind::Discrete);
}

}  // namespace

auto Parser::AtSectionWord() const -> std::optional<SectionKind> {
  if (Peek(1).kind == Tok::Equal) return std::nullopt;
  const std::string_view word = Word();
  for (const SectionKind kind : {SectionKind::Initial, SectionKind::Dynamic, SectionKind::Derivative,
                                 SectionKind::Discrete, SectionKind::Terminal}) {
    if (program_.names.Find(TitleOf(kind)) == program_.names.Find(word) && !word.empty()) return kind;
  }
  return std::nullopt;
}

void Parser::Run() {
  while (Accept(Tok::Separator)) {
  }
  program_.span = Peek().span();
  program_.name = program_.names.Intern("program");
  if (Is(Tok::End)) {
    emitter_.Emit({}, AcslEmpty);
    return;
  }
  const bool has_head = Word() == "program" && Peek(1).kind != Tok::Equal;
  if (has_head) {
    Take();
    if (Is(Tok::Word)) program_.name = Take().name;
    // A title in free form may follow.
    SkipStatement();
  }
  Section outside;
  outside.span = program_.span;
  bool has_end = false;
  while (!Is(Tok::End) && !has_end) {
    if (Accept(Tok::Separator)) continue;
    has_end = Word() == "end" && Peek(1).kind == Tok::Separator;
    if (has_end) {
      Take();
    } else {
      ReadItem(outside);
    }
  }
  if (has_head && !has_end) TellOpen(program_.span, SectionKind::Program);
  while (Accept(Tok::Separator)) {
  }
  ReadRoutines();
  if (!Is(Tok::End)) emitter_.Emit(Peek().span(), AcslAfterEnd);
  CheckOutside(outside);
  TidySections();
}

void Parser::TellOpen(Span span, SectionKind kind) {
  if (!has_open_) emitter_.Emit(span, AcslOpenSection, TitleOf(kind));
  has_open_ = true;
}

// Without sections the program is one DERIVATIVE.
void Parser::CheckOutside(const Section& outside) {
  if (program_.sections.empty()) {
    program_.sections.push_back(outside);
    program_.sections.back().kind = SectionKind::Derivative;
    return;
  }
  for (const Statement& statement : outside.statements) emitter_.Emit(statement.span, AcslOutsideSection);
}

void Parser::ReadItem(Section& section) {
  if (AtSectionWord()) return ReadSection(section.kind);
  if (!TryDeclaration(section)) StatementInto(section.statements);
}

// INITIAL, DYNAMIC and TERMINAL run one after the other, and stand so.
void Parser::CheckOrder(SectionKind kind, const Span& span) {
  const bool is_first = kind == SectionKind::Initial;
  for (const Section& before : program_.sections) {
    const bool is_late = before.kind == SectionKind::Terminal || (is_first && before.kind != kind);
    if (!is_late || kind == SectionKind::Terminal) continue;
    emitter_.Emit(span, AcslSectionOrder, TitleOf(kind), TitleOf(before.kind));
    return;
  }
}

void Parser::ReadSection(SectionKind parent) {
  const Token first = Peek();
  Section section;
  section.kind = *AtSectionWord();
  section.span = Take().span();
  if (Is(Tok::Word)) section.name = Take().name;
  EndStatement();
  if (!MayStandIn(section.kind, parent))
    emitter_.Emit(first.span(), AcslSectionPlace, TitleOf(section.kind), TitleOf(parent));
  if (parent == SectionKind::Program) CheckOrder(section.kind, first.span());
  constexpr int kMaxSections = 10;
  if (++block_depth_ > kMaxSections) {
    has_open_ = true;
    while (!Is(Tok::End)) Take();
  }
  bool has_end = false;
  while (!Is(Tok::End) && !has_end) {
    if (Accept(Tok::Separator)) continue;
    has_end = Word() == "end" && Peek(1).kind != Tok::Equal;
    if (has_end) {
      Take();
      EndStatement();
    } else {
      ReadItem(section);
    }
  }
  --block_depth_;
  if (!has_end) TellOpen(first.span(), section.kind);
  const bool is_single = section.kind == SectionKind::Initial || section.kind == SectionKind::Dynamic ||
                         section.kind == SectionKind::Terminal;
  for (const Section& other : program_.sections) {
    if (!is_single || other.kind != section.kind) continue;
    emitter_.Emit(section.span, AcslSectionTwice, TitleOf(section.kind)).Note(other.span, AcslFirstSection);
  }
  program_.sections.push_back(std::move(section));
}

auto Parse(std::span<const source::BufferId> texts, const source::Buffers& buffers, diag::Emitter& emitter,
           const IncludeLoader& loader, const RunSetup& setup) -> std::optional<Program> {
  const uint32_t errors = emitter.n_errors();
  Program program;
  std::vector<Token> tokens;
  for (const source::BufferId buffer : texts) {
    // Only the last end counts.
    if (!tokens.empty()) tokens.pop_back();
    const std::vector<Token> more = LexWithIncludes(buffer, buffers, program.names, emitter, loader);
    tokens.insert(tokens.end(), more.begin(), more.end());
  }
  tokens = ExpandMacros(tokens, program.names, emitter);
  Parser(std::move(tokens), program, emitter, setup).Run();
  if (emitter.n_errors() != errors) return std::nullopt;
  return program;
}

}  // namespace kerf::acsl
