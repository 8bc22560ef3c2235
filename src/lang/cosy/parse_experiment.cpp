// EXPERIMENT: frames, each with one SIMULATE, and what they say about parameters, statistics and randomness.
#include "lang/cosy/parser.h"

namespace kerf::cosy {

// EXPERIMENT (FRAME items END; … | items) END
auto Parser::ReadExperiment() -> bool {
  if (!Expect(Tok::Experiment)) return false;
  if (!Is(Tok::Frame)) {
    Frame frame;
    frame.span = Peek().span();
    FrameItems(frame.items);
    program_.frames.push_back(std::move(frame));
    return Expect(Tok::EndWord);
  }
  while (!EndsList()) {
    if (Accept(Tok::Semicolon)) continue;
    Frame frame;
    frame.span = Peek().span();
    if (!Expect(Tok::Frame)) return false;
    FrameItems(frame.items);
    program_.frames.push_back(std::move(frame));
    if (!Expect(Tok::EndWord)) return false;
  }
  return Expect(Tok::EndWord);
}

void Parser::FrameItems(std::vector<FrameItem>& items) {
  while (!EndsList()) {
    if (Accept(Tok::Semicolon)) continue;
    FrameItem item;
    const Token first = Peek();
    const bool is_good = ReadFrameItem(item);
    item.span = SpanFrom(first);
    if (is_good) items.push_back(std::move(item));
    if (!is_good) SkipStatement();
    if (EndsList()) return;
    if (Accept(Tok::Semicolon)) continue;
    Unexpected("`;` or `end`");
    SkipStatement();
  }
}

auto Parser::ReadFrameItem(FrameItem& item) -> bool {
  const bool is_assignment = Peek(1).kind == Tok::Assign;
  if (Is(Tok::Simulate)) return ReadSimulate(item);
  if (Is(Tok::Minimize)) return ReadMinimize(item);
  if (!is_assignment && (IsWord("parameter") || IsWord("initcond"))) return ReadLists(item);
  if (!is_assignment && IsWord("integrat")) return ReadIntegration(item);
  if (!is_assignment && AcceptWord("replicate")) {
    item.kind = FrameKind::Replicate;
    item.from = Sum();
    item.is_antithetic = AcceptWord("antithetic");
    return item.from.has_value() && ReadPrecision(item);
  }
  const bool describes =
      IsWord("histogram") || IsWord("collect") || IsWord("timepers") || IsWord("randomgen");
  if (!is_assignment && describes) return ReadDescriptions(item);
  item.kind = FrameKind::Statement;
  const Token first = Peek();
  if (!ReadStatement(item.statement)) return false;
  item.statement.span = SpanFrom(first);
  return true;
}

// [UNTIL name WITHIN half-width [RELATIVE] [MAX = n]]
auto Parser::ReadPrecision(FrameItem& item) -> bool {
  if (!AcceptWord("until")) return true;
  if (!ExpectName(item.name) || !ExpectWord("within")) return false;
  item.tolerance = Sum();
  if (!item.tolerance.has_value()) return false;
  item.is_relative = AcceptWord("relative");
  return ReadOption("max", item.to);
}

// PARAMETER name = value or name = (value, value*count, value*count%increment), …
auto Parser::ReadLists(FrameItem& item) -> bool {
  item.kind = IsWord("parameter") ? FrameKind::Parameter : FrameKind::InitialCondition;
  Take();
  do {
    ValueList list;
    list.span = Peek().span();
    if (!ExpectReference(list.name) || !Expect(Tok::Equal)) return false;
    if (Accept(Tok::LeftParen)) {
      do {
        if (!ReadListItem(list.items.emplace_back())) return false;
      } while (Accept(Tok::Comma));
      if (!Expect(Tok::RightParen)) return false;
    } else {
      ListItem& single = list.items.emplace_back();
      single.value = Expression();
      if (!single.value.has_value()) return false;
    }
    item.lists.push_back(std::move(list));
  } while (Accept(Tok::Comma));
  return true;
}

// The `*` of a repetition is no product: the value is a number with its sign or a name.
auto Parser::ReadListItem(ListItem& item) -> bool {
  const bool is_negative = Accept(Tok::Minus);
  item.value = Primary();
  if (is_negative) item.value = Operation(expr::Op::Neg, item.value, {});
  if (!item.value.has_value()) return false;
  if (!Accept(Tok::Star)) return true;
  item.count = Primary();
  if (!item.count.has_value()) return false;
  if (!Accept(Tok::Percent)) return true;
  const bool decreases = Accept(Tok::Minus);
  item.increment = Primary();
  if (decreases) item.increment = Operation(expr::Op::Neg, item.increment, {});
  return item.increment.has_value();
}

// SIMULATE FROM a TO (b | FINISH) [COMINT = c]
auto Parser::ReadSimulate(FrameItem& item) -> bool {
  item.kind = FrameKind::Simulate;
  Take();
  if (!ExpectWord("from")) return false;
  item.from = Expression();
  if (!item.from.has_value() || !Expect(Tok::To)) return false;
  if (!AcceptWord("finish")) {
    item.to = Expression();
    if (!item.to.has_value()) return false;
  }
  return ReadOption("comint", item.interval);
}

// HISTOGRAM x: 30 CELLS WIDTH = 2.0 FUPLIM = 0.0; … END and its like.
auto Parser::ReadDescriptions(FrameItem& item) -> bool {
  const std::string_view word = Word();
  item.kind = word == "histogram"  ? FrameKind::Histogram
              : word == "collect"  ? FrameKind::Collect
              : word == "timepers" ? FrameKind::TimePersistent
                                   : FrameKind::Random;
  Take();
  while (!EndsList()) {
    if (Accept(Tok::Semicolon) || Accept(Tok::Comma)) continue;
    Description description;
    description.span = Peek().span();
    if (!ExpectName(description.name)) return false;
    if (Accept(Tok::Colon)) {
      if (item.kind == FrameKind::Histogram) {
        Setting cells;
        cells.span = Peek().span();
        cells.value = Primary();
        if (!cells.value.has_value() || !IsWord("cells")) return Unexpected("the number of CELLS");
        cells.name = Take().name;
        description.settings.push_back(cells);
      } else if (!ExpectName(description.kind)) {
        return false;
      }
    }
    while (Is(Tok::Name)) {
      if (Peek(1).kind != Tok::Equal) {
        // A word alone, such as ANTITHETIC.
        Setting flag;
        flag.span = Peek().span();
        flag.name = Take().name;
        description.settings.push_back(flag);
        continue;
      }
      if (!ReadSetting(description.settings.emplace_back())) return false;
    }
    item.descriptions.push_back(std::move(description));
    if (!Is(Tok::Semicolon) && !Is(Tok::Comma) && !EndsList()) return Unexpected("`;` or `end`");
  }
  return Expect(Tok::EndWord);
}

// MINIMIZE objective: x := start RANGE least..most, …; TOL = tolerance END; items END
auto Parser::ReadMinimize(FrameItem& item) -> bool {
  item.kind = FrameKind::Minimize;
  Take();
  if (!ExpectName(item.name) || !Expect(Tok::Colon)) return false;
  do {
    ValueList list;
    list.span = Peek().span();
    if (!ExpectReference(list.name) || !Expect(Tok::Assign)) return false;
    list.items.emplace_back().value = Expression();
    if (!list.items[0].value.has_value()) return false;
    if (AcceptWord("range")) {
      list.least = Sum();
      if (!list.least.has_value() || !Expect(Tok::DotDot)) return false;
      list.most = Sum();
      if (!list.most.has_value()) return false;
    }
    item.lists.push_back(std::move(list));
  } while (Accept(Tok::Comma));
  if (Accept(Tok::Semicolon) && !ReadOption("tol", item.tolerance)) return false;
  if (!Expect(Tok::EndWord) || !Expect(Tok::Semicolon)) return false;
  FrameItems(item.items);
  return Expect(Tok::EndWord);
}

}  // namespace kerf::cosy
