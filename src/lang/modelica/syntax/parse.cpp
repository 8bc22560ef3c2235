// A whole file.
#include "lang/modelica/syntax/parse.h"

#include "diag/consumers.h"
#include "lang/modelica/syntax/lexer.h"
#include "lang/modelica/syntax/parser.h"

namespace kerf::modelica {

void Parser::Run() {
  List children;
  if (Is(TokenKind::Within)) Append(children, ParseWithin());
  RecoverToClass(children);
  while (!Is(TokenKind::EndOfFile)) {
    const Index begin = at_;
    Prefixes prefixes;
    ParsePrefixes(prefixes, kFinal);
    if (StartsClass()) {
      Append(children, ParseClass(begin, prefixes, false));
      ExpectSemicolon();
    } else {
      Expected("a class");
    }
    RecoverToClass(children);
  }
  ++at_;
  arrays_.root = Make(NodeKind::StoredDefinition, 0, children);
}

auto Parser::ParseWithin() -> Index {
  const Index begin = at_;
  Advance();
  List children;
  if (!Is(TokenKind::Semicolon)) Append(children, ParseName());
  ExpectSemicolon();
  return Make(NodeKind::Within, begin, children);
}

auto Parse(std::string_view text, diag::BufferId buffer, diag::Emitter& emitter, const ParseOptions& options)
    -> TreeArrays {
  TreeArrays arrays;
  // The messages of lexer and parser come out in the order of the text.
  diag::ForwardingConsumer forward(emitter);
  diag::SortingConsumer sorted(forward);
  diag::Emitter sorting_emitter(sorted);
  Lex(text, buffer, sorting_emitter, arrays);
  Parser(text, buffer, sorting_emitter, options, arrays).Run();
  return arrays;
}

}  // namespace kerf::modelica
