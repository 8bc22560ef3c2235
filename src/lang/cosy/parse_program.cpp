// The order of a program: heading, definitions, EXPERIMENT, SYSTEM, OUTPUT.
#include "diag/consumers.h"
#include "lang/cosy/cosy.h"
#include "lang/cosy/macros.h"
#include "lang/cosy/parser.h"

namespace kerf::cosy {

namespace {

KERF_DIAG(CosyAfterEnd, Error, "the program ends with `END .`, and nothing can follow it");

}  // namespace

// PROGRAM name (files); PROJECT number BY name;
auto Parser::ReadHeading() -> bool {
  const Token first = Peek();
  if (!Expect(Tok::Program) || !ExpectName(program_.name)) return false;
  std::vector<NameId> files;
  if (Accept(Tok::LeftParen) && (!ReadNames(files) || !Expect(Tok::RightParen))) return false;
  program_.span = SpanFrom(first);
  if (!Expect(Tok::Semicolon)) return false;
  if (!AcceptWord("project")) return true;
  if (!Expect(Tok::Number) || !ExpectWord("by") || !Expect(Tok::Text)) return false;
  return Expect(Tok::Semicolon);
}

void Parser::ReadDefinitions() {
  for (;;) {
    if (Accept(Tok::Semicolon) || TryDeclaration(program_.declarations)) continue;
    const bool is_continuous = Is(Tok::Continuous);
    if ((is_continuous || Is(Tok::Discrete)) && Peek(1).kind == Tok::Process) {
      Take();
      Take();
      ReadProcess(is_continuous);
    } else if (IsWord("external") && Peek(1).kind == Tok::Process) {
      if (!ReadExternal()) SkipStatement();
      if (!Is(Tok::Semicolon)) Unexpected("`;`");
    } else if (Is(Tok::Module)) {
      ReadModule();
    } else if (IsRoutine() || (is_continuous && IsRoutine(1))) {
      ReadRoutine();
    } else if (Is(Tok::Submodel)) {
      if (!ReadSubmodel()) SkipStatement();
      if (!Is(Tok::Semicolon)) Unexpected("`;`");
    } else if (Accept(Tok::Store)) {
      if (!ReadReferences(program_.stored)) SkipStatement();
      if (!Is(Tok::Semicolon)) Unexpected("`;`");
    } else if (Accept(Tok::Label)) {
      // Labels of formats: nothing refers to them.
      do {
        if (!Expect(Tok::Number)) SkipStatement();
      } while (Accept(Tok::Comma));
      if (!Is(Tok::Semicolon)) Unexpected("`;`");
    } else {
      return;
    }
  }
}

void Parser::Run() {
  if (!ReadHeading()) {
    SkipStatement();
    Accept(Tok::Semicolon);
  }
  ReadDefinitions();
  if (!ReadExperiment()) return;
  Accept(Tok::Semicolon);
  if (!Expect(Tok::System) || !ReadParts(program_.system) || !Expect(Tok::EndWord)) return;
  Accept(Tok::Semicolon);
  // OUTPUT is no reserved word: it also names a file in the heading.
  if (AcceptWord("output") && !ReadOutput()) return;
  Accept(Tok::Semicolon);
  if (!Expect(Tok::EndWord) || !Expect(Tok::Point)) return;
  if (!Is(Tok::End)) emitter_.Emit(Peek().span(), CosyAfterEnd);
}

void Parser::RunDeclarations() { ReadVariables(program_.declarations); }

auto Parse(source::BufferId text, const std::vector<std::string>& folders, source::Buffers& buffers,
           diag::Emitter& emitter) -> std::optional<Program> {
  const uint32_t errors = emitter.n_errors();
  Names names;
  const std::vector<Token> raw = Lex(text, buffers.text(text), names, emitter);
  const MacroSources sources{buffers, folders};
  const ExpandedTokens tokens = MacroExpander(names, sources, emitter).Run(raw);
  if (emitter.n_errors() != errors) return std::nullopt;
  std::vector<diag::Diagnostic> first_mistakes;
  for (const ModelEnd model_end : {ModelEnd::Shared, ModelEnd::Own}) {
    diag::CollectingConsumer mistakes;
    diag::Emitter own(mistakes);
    Program program;
    program.names = std::move(names);
    Parser(tokens.program, program, model_end, own).Run();
    Parser(tokens.declarations, program, model_end, own).RunDeclarations();
    if (own.n_errors() == 0) return program;
    if (first_mistakes.empty()) first_mistakes = std::move(mistakes.all);
    names = std::move(program.names);
  }
  for (const diag::Diagnostic& mistake : first_mistakes) emitter.Take(mistake);
  return std::nullopt;
}

}  // namespace kerf::cosy
