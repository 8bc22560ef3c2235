// OUTPUT: titles, graphs, printer plots, lists and maps.
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
  } else if (AcceptWord("contour")) {
    item.kind = OutputKind::Contour;
  } else if (AcceptWord("surface")) {
    item.kind = OutputKind::Surface;
  } else {
    return Unexpected("TITLE, FACTOR, GRAPH, PLOT, LIST, CONTOUR or SURFACE");
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
  const bool is_map = item.kind == OutputKind::Contour || item.kind == OutputKind::Surface;
  if (!is_map && AcceptWord("versus") && !ExpectReference(item.versus)) return false;
  if (item.kind == OutputKind::Surface &&
      !(ReadOption("azimuth", item.azimuth) && ReadOption("elevation", item.elevation)))
    return false;
  return Expect(Tok::Colon) && (is_map ? ReadNames(item.names) : ReadReferences(item.names));
}

}  // namespace kerf::cosy
