// Modules, processes and the parts they have in common with a system.
#include "lang/cosy/parser.h"

namespace kerf::cosy {

// MODULE name (formals); declarations parts END;
void Parser::ReadModule() {
  const Token first = Peek();
  Take();
  Module module;
  bool is_good = ExpectName(module.name) && Expect(Tok::LeftParen);
  if (is_good && !Is(Tok::RightParen)) is_good = ReadNames(module.formals);
  is_good = is_good && Expect(Tok::RightParen) && Expect(Tok::Semicolon);
  while (is_good && TryDeclaration(module.declarations)) {
  }
  while (Accept(Tok::Semicolon)) {
  }
  const bool has_parts = Is(Tok::Initial) || Is(Tok::Continuous) || Is(Tok::Discrete) || Is(Tok::Terminal);
  if (is_good && has_parts) {
    is_good = ReadParts(module.parts);
  } else if (is_good) {
    Equations(module.parts.continuous);
  }
  if (is_good) is_good = Expect(Tok::EndWord);
  if (!is_good) SkipStatement();
  Accept(Tok::Semicolon);
  module.span = SpanFrom(first);
  program_.modules.push_back(std::move(module));
}

// From the name on: (formals); declarations BEGIN … END;
void Parser::ReadProcess(bool is_continuous) {
  const Token first = Peek();
  Process process;
  process.is_continuous = is_continuous;
  bool is_good = ExpectName(process.name) && ReadFormals(process.formals) && Expect(Tok::Semicolon);
  process.span = first.span();
  while (is_good && TryDeclaration(process.declarations)) {
  }
  is_good = is_good && Expect(Tok::Begin);
  if (is_good && is_continuous) {
    is_good = ReadParts(process.parts);
  } else if (is_good) {
    Statements(process.body);
  }
  if (is_good) is_good = Expect(Tok::EndWord);
  if (!is_good) SkipStatement();
  Accept(Tok::Semicolon);
  program_.processes.push_back(std::move(process));
}

// ([outputs] <- formal; formal …)
auto Parser::ReadFormals(std::vector<cosy::Variable>& formals) -> bool {
  if (!Expect(Tok::LeftParen)) return false;
  const auto read_list = [&] {
    do {
      if (!ReadFormal(formals)) return false;
    } while (Accept(Tok::Semicolon));
    return true;
  };
  if (!Is(Tok::Arrow) && !Is(Tok::RightParen) && !read_list()) return false;
  if (Accept(Tok::Arrow)) {
    for (cosy::Variable& formal : formals) formal.is_output = true;
    if (!Is(Tok::RightParen) && !read_list()) return false;
  }
  return Expect(Tok::RightParen);
}

// [VAR] type [COLLECT] [HISTOGRAM] [TIMEPERS] names
auto Parser::ReadFormal(std::vector<cosy::Variable>& formals) -> bool {
  Accept(Tok::Var);
  cosy::Variable shape;
  if (!IsType()) return Unexpected("a type");
  shape.type = Take().kind;
  for (;; Take()) {
    if (IsWord("collect")) {
      shape.is_collected = true;
    } else if (IsWord("histogram")) {
      shape.is_histogram = true;
    } else if (IsWord("timepers")) {
      shape.is_time_persistent = true;
    } else {
      break;
    }
  }
  return ReadFormalNames(shape, formals);
}

auto Parser::ReadFormalNames(const cosy::Variable& shape, std::vector<cosy::Variable>& formals) -> bool {
  do {
    cosy::Variable formal = shape;
    formal.span = Peek().span();
    if (!ExpectName(formal.name)) return false;
    formals.push_back(formal);
  } while (Accept(Tok::Comma));
  return true;
}

// INITIAL, CONTINUOUS, DISCRETE and TERMINAL, each with its END, in any order, up to an END that is left.
auto Parser::ReadParts(Parts& parts) -> bool {
  const Token first = Peek();
  while (!EndsList()) {
    if (Accept(Tok::Semicolon)) continue;
    bool is_good = true;
    if (Accept(Tok::Initial)) {
      Statements(parts.initial);
      is_good = Expect(Tok::EndWord);
    } else if (Accept(Tok::Continuous)) {
      Equations(parts.continuous);
      is_good = Expect(Tok::EndWord);
    } else if (Accept(Tok::Discrete)) {
      is_good = ReadDiscrete(parts);
    } else if (Accept(Tok::Terminal)) {
      Statements(parts.terminal);
      is_good = Expect(Tok::EndWord);
    } else {
      is_good = Unexpected("INITIAL, CONTINUOUS, DISCRETE or TERMINAL");
    }
    if (!is_good || (!EndsList() && !Expect(Tok::Semicolon))) return false;
  }
  parts.span = SpanFrom(first);
  return true;
}

// DISCRETE [EVENTS … END] [PROCESSES … END] END, or the handlers alone.
auto Parser::ReadDiscrete(Parts& parts) -> bool {
  while (!EndsList()) {
    if (Accept(Tok::Semicolon)) continue;
    if (Accept(Tok::Events)) {
      while (!EndsList()) {
        if (Accept(Tok::Semicolon)) continue;
        const bool is_group = (IsWord("tevents") || IsWord("sevents")) && Peek(1).kind == Tok::Colon;
        if (!is_group) {
          if (!ReadHandlers(parts.handlers)) return false;
          continue;
        }
        Take();
        Take();
        if (!ReadHandlers(parts.handlers) || !Expect(Tok::EndWord)) return false;
        if (!EndsList() && !Expect(Tok::Semicolon)) return false;
      }
      if (!Expect(Tok::EndWord)) return false;
    } else if (Accept(Tok::Processes)) {
      Equations(parts.processes);
      if (!Expect(Tok::EndWord)) return false;
    } else if (!ReadHandlers(parts.handlers)) {
      return false;
    }
  }
  return Expect(Tok::EndWord);
}

// event: statements END; …, up to what is no event.
auto Parser::ReadHandlers(std::vector<Handler>& handlers) -> bool {
  if (!Is(Tok::Name)) return Unexpected("the name of an event");
  while (Is(Tok::Name) && !((IsWord("tevents") || IsWord("sevents")) && Peek(1).kind == Tok::Colon)) {
    Handler handler;
    handler.span = Peek().span();
    handler.name = Take().name;
    if (!Expect(Tok::Colon)) return false;
    Statements(handler.body);
    if (!Expect(Tok::EndWord)) return false;
    handlers.push_back(std::move(handler));
    if (!EndsList() && !Is(Tok::Processes) && !Expect(Tok::Semicolon)) return false;
    while (Accept(Tok::Semicolon)) {
    }
  }
  return true;
}

}  // namespace kerf::cosy
