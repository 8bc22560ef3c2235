// OUTPUT: titles, graphs, printer plots and lists.
#include "lang/cosy/parser.h"

namespace kerf::cosy {

auto Parser::ReadOutput() -> bool {
  while (!EndsList()) {
    if (Accept(Tok::Semicolon)) continue;
    OutputItem item;
    const Token first = Peek();
    const bool is_good = ReadOutputItem(item);
    item.span = SpanFrom(first);
    if (is_good) program_.outputs.push_back(std::move(item));
    if (!is_good) SkipStatement();
    if (!EndsList() && !Is(Tok::Semicolon)) {
      Unexpected("`;` or `end`");
      SkipStatement();
    }
  }
  return Expect(Tok::EndWord);
}

auto Parser::ReadOutputItem(OutputItem& item) -> bool {
  if (AcceptWord("title")) {
    item.kind = OutputKind::Title;
    if (!Is(Tok::Text)) return Unexpected(text_of(Tok::Text));
    item.text = Take().name;
    return true;
  }
  if (AcceptWord("factor")) {
    item.kind = OutputKind::Factor;
    return ReadOption("xfak", item.x_factor) && ReadOption("yfak", item.y_factor);
  }
  if (AcceptWord("graph")) {
    item.kind = OutputKind::Graph;
  } else if (AcceptWord("plot")) {
    item.kind = OutputKind::Plot;
  } else if (AcceptWord("list")) {
    item.kind = OutputKind::List;
  } else {
    return Unexpected("TITLE, FACTOR, GRAPH, PLOT or LIST");
  }
  if (Accept(Tok::LeftParen)) {
    if (Is(Tok::Name)) {
      item.file = Take().name;
    } else {
      item.run = Expression();
      if (!item.run.has_value()) return false;
    }
    if (!Expect(Tok::RightParen)) return false;
  }
  if (AcceptWord("versus") && !ExpectName(item.versus)) return false;
  return Expect(Tok::Colon) && ReadNames(item.names);
}

}  // namespace kerf::cosy
