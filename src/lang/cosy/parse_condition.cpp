// CONDIT, COMMUNIC, IMPLICIT and PDE.
#include <algorithm>
#include <array>

#include "lang/cosy/parser.h"

namespace kerf::cosy {

namespace {

struct Method {
  std::string_view word;
  Location location;
};

constexpr auto kMethods = std::to_array<Method>({
    {"ihermite", Location::InverseHermite},
    {"rfalsi", Location::RegulaFalsi},
    {"bisect", Location::Bisection},
    {"interpol", Location::Interpolation},
});

}  // namespace

// CONDIT event: a CROSSES b [POS|NEG] TOL = tolerance END, or with a method before a function: IHERMITE f.
auto Parser::ReadCondition(Equation& equation) -> bool {
  equation.kind = EquationKind::Condition;
  Take();
  if (!ExpectName(equation.name) || !Expect(Tok::Colon)) return false;
  const auto method = std::ranges::find(kMethods, Word(), &Method::word);
  if (method != kMethods.end()) {
    equation.location = method->location;
    Take();
  }
  equation.left = Sum();
  if (!equation.left.has_value()) return false;
  if (method == kMethods.end() || Is(Tok::Crosses)) {
    if (!Expect(Tok::Crosses)) return false;
    equation.right = Sum();
    if (!equation.right.has_value()) return false;
  }
  if (AcceptWord("pos")) {
    equation.direction = Direction::Positive;
  } else if (AcceptWord("neg")) {
    equation.direction = Direction::Negative;
  }
  return ReadOption("tol", equation.tolerance) && Expect(Tok::EndWord);
}

// COMMUNIC name (<- inputs); statements END
auto Parser::ReadCommunication(Equation& equation) -> bool {
  equation.kind = EquationKind::Communication;
  Take();
  if (!ExpectName(equation.name) || !ReadAssociations(equation) || !Expect(Tok::Semicolon)) return false;
  Statements(equation.statements);
  return Expect(Tok::EndWord);
}

// IMPLICIT (outputs <- inputs; MAX = n); TOLERANCE x = …; START x = …; BEGIN equations END
auto Parser::ReadImplicit(Equation& equation) -> bool {
  equation.kind = EquationKind::Implicit;
  Take();
  if (!Expect(Tok::LeftParen)) return false;
  if (!ReadAssociationList(equation.outputs) || !Expect(Tok::Arrow)) return false;
  if (!Is(Tok::Semicolon) && !Is(Tok::RightParen) && !ReadAssociationList(equation.inputs)) return false;
  if (Accept(Tok::Semicolon)) {
    if (!IsWord("max")) return Unexpected("MAX");
    if (!ReadOption("max", equation.left)) return false;
  }
  if (!Expect(Tok::RightParen) || !Expect(Tok::Semicolon)) return false;
  const auto read_settings = [&](std::vector<Setting>& settings) {
    do {
      if (!ReadSetting(settings.emplace_back())) return false;
    } while (Accept(Tok::Comma));
    return Expect(Tok::Semicolon);
  };
  if (AcceptWord("tolerance") && !read_settings(equation.settings)) return false;
  if (AcceptWord("start") && !read_settings(equation.starts)) return false;
  if (!Expect(Tok::Begin)) return false;
  Equations(equation.body);
  return Expect(Tok::EndWord);
}

// PDE fields ON a TO b [FORMULA = n] [SPLIT = place]; LOWER field: b1, b2, b3; UPPER …; equations END
auto Parser::ReadField(Equation& equation) -> bool {
  equation.kind = EquationKind::Field;
  Take();
  if (!ReadAssociationList(equation.outputs) || !ExpectWord("on")) return false;
  equation.left = Sum();
  if (!equation.left.has_value() || !Expect(Tok::To)) return false;
  equation.right = Sum();
  if (!equation.right.has_value() || !ReadOption("formula", equation.tolerance)) return false;
  if (!ReadOption("split", equation.split)) return false;
  if (!Expect(Tok::Semicolon)) return false;
  while ((IsWord("lower") || IsWord("upper")) && Peek(1).kind == Tok::Name) {
    if (!ReadBoundary(equation.boundaries.emplace_back()) || !Expect(Tok::Semicolon)) return false;
  }
  Equations(equation.body);
  return Expect(Tok::EndWord);
}

auto Parser::ReadBoundary(Boundary& boundary) -> bool {
  const Token first = Peek();
  boundary.is_upper = IsWord("upper");
  Take();
  if (!ExpectName(boundary.field) || !Expect(Tok::Colon)) return false;
  // Another variable of that name would be followed by a comma.
  boundary.is_free = IsWord("free") && Peek(1).kind == Tok::Semicolon;
  if (boundary.is_free) {
    Take();
    boundary.span = SpanFrom(first);
    return true;
  }
  boundary.slope = Sum();
  if (!boundary.slope.has_value() || !Expect(Tok::Comma)) return false;
  boundary.value = Sum();
  if (!boundary.value.has_value() || !Expect(Tok::Comma)) return false;
  boundary.right = Sum();
  boundary.span = SpanFrom(first);
  return boundary.right.has_value();
}

}  // namespace kerf::cosy
