// What holds in parallel: equations, calls, MODELs, CASE, FOR and IF.
#include "lang/cosy/parser.h"

namespace kerf::cosy {

// Up to an END, which is left.
void Parser::Equations(std::vector<Equation>& list) {
  while (!EndsList()) {
    if (Accept(Tok::Semicolon)) continue;
    Equation equation;
    const Token first = Peek();
    if (!ReadEquation(equation)) {
      equation.kind = EquationKind::Broken;
      SkipStatement();
    }
    equation.span = SpanFrom(first);
    list.push_back(std::move(equation));
    if (EndsList()) return;
    if (Accept(Tok::Semicolon)) continue;
    Unexpected("`;` or `end`");
    SkipStatement();
  }
}

auto Parser::ReadEquation(Equation& equation) -> bool {
  if (IsTooDeep()) return false;
  ++depth_;
  bool is_good = false;
  switch (Peek().kind) {
    case Tok::Model:    is_good = ReadModel(equation); break;
    case Tok::Case:     is_good = ReadEquationCase(equation); break;
    case Tok::For:      is_good = ReadEquationFor(equation); break;
    case Tok::If:       is_good = ReadEquationIf(equation); break;
    case Tok::Condit:   is_good = ReadCondition(equation); break;
    case Tok::Communic: is_good = ReadCommunication(equation); break;
    case Tok::Implicit: is_good = ReadImplicit(equation); break;
    case Tok::Begin:
      equation.kind = EquationKind::Group;
      Take();
      Equations(equation.body);
      is_good = Expect(Tok::EndWord);
      break;
    case Tok::With:
      equation.kind = EquationKind::With;
      Take();
      is_good = ExpectName(equation.name) && Expect(Tok::Point) && ExpectName(equation.key) &&
                Expect(Tok::Do) && ReadEquationPart(equation.body);
      break;
    default:
      if (IsWord("pde") && Peek(1).kind == Tok::Name) {
        is_good = ReadField(equation);
        break;
      }
      if (IsNoSort()) {
        is_good = ReadNoSort(equation);
        break;
      }
      is_good = IsCall() ? ReadCall(equation) : ReadEquality(equation);
      break;
  }
  --depth_;
  return is_good;
}

auto Parser::ReadEquationPart(std::vector<Equation>& body) -> bool {
  const Token first = Peek();
  Equation equation;
  if (!ReadEquation(equation)) return false;
  equation.span = SpanFrom(first);
  body.push_back(std::move(equation));
  return true;
}

auto Parser::ReadEquality(Equation& equation) -> bool {
  equation.kind = EquationKind::Equality;
  is_in_equation_ = true;
  equation.left = Sum();
  const bool is_good = equation.left.has_value() && Expect(Tok::Equal);
  if (is_good) equation.right = Expression();
  is_in_equation_ = false;
  return is_good && equation.right.has_value();
}

// name (…) that no `=` follows.
auto Parser::IsCall() const -> bool {
  if (!Is(Tok::Name) || Peek(1).kind != Tok::LeftParen) return false;
  int depth = 0;
  for (size_t k = 1;; ++k) {
    const Tok kind = Peek(k).kind;
    if (kind == Tok::LeftParen) ++depth;
    if (kind == Tok::Arrow && depth == 1) return true;
    if (kind == Tok::RightParen && --depth == 0) {
      const Tok next = Peek(k + 1).kind;
      return next == Tok::Semicolon || next == Tok::EndWord || next == Tok::End || next == Tok::Else;
    }
    if (kind == Tok::End || kind == Tok::Semicolon) return false;
  }
}

auto Parser::ReadCall(Equation& equation) -> bool {
  equation.kind = EquationKind::Call;
  return ExpectName(equation.name) && ReadAssociations(equation);
}

// (outputs <- inputs), or (all) without direction.
auto Parser::ReadAssociations(Equation& equation) -> bool {
  if (!Expect(Tok::LeftParen)) return false;
  equation.is_positional = true;
  if (!Is(Tok::Arrow) && !Is(Tok::RightParen) && !ReadAssociationList(equation.inputs)) return false;
  if (Accept(Tok::Arrow)) {
    equation.is_positional = false;
    std::swap(equation.inputs, equation.outputs);
    if (!Is(Tok::RightParen) && !ReadAssociationList(equation.inputs)) return false;
  }
  return Expect(Tok::RightParen);
}

// actual [= formal], …
auto Parser::ReadAssociationList(std::vector<Association>& list) -> bool {
  do {
    const Token first = Peek();
    Association association;
    if (!ExpectReference(association.actual)) return false;
    if (Accept(Tok::Equal) && !ExpectName(association.formal)) return false;
    association.span = SpanFrom(first);
    list.push_back(association);
  } while (Accept(Tok::Comma));
  return true;
}

// MODEL name (outputs <- inputs); equations END
auto Parser::ReadModel(Equation& equation) -> bool {
  equation.kind = EquationKind::Model;
  Take();
  if (!ExpectName(equation.name) || !ReadAssociations(equation) || !Expect(Tok::Semicolon)) return false;
  if (Is(Tok::Case) && model_end_ == ModelEnd::Shared) return ReadEquationPart(equation.body);
  Equations(equation.body);
  return Expect(Tok::EndWord);
}

auto Parser::ReadEquationCase(Equation& equation) -> bool {
  equation.kind = EquationKind::Case;
  Take();
  equation.left = Expression();
  if (!equation.left.has_value() || !Expect(Tok::Of)) return false;
  while (!EndsList()) {
    if (Accept(Tok::Semicolon)) continue;
    const Token first = Peek();
    Equation branch;
    branch.kind = EquationKind::Branch;
    branch.left = Expression();
    if (!branch.left.has_value() || !Expect(Tok::Colon)) return false;
    Equations(branch.body);
    if (!Expect(Tok::EndWord)) return false;
    branch.span = SpanFrom(first);
    equation.body.push_back(std::move(branch));
    if (!EndsList() && !Expect(Tok::Semicolon)) return false;
  }
  return Expect(Tok::EndWord);
}

auto Parser::ReadEquationFor(Equation& equation) -> bool {
  equation.kind = EquationKind::For;
  Take();
  if (!ExpectName(equation.name) || !Expect(Tok::Assign)) return false;
  equation.left = Expression();
  if (!equation.left.has_value() || !Expect(Tok::To)) return false;
  equation.right = Expression();
  return equation.right.has_value() && Expect(Tok::Do) &&
         ReadRounds(equation, &Equation::left, &Equation::right, EquationKind::Group,
                    [&](std::vector<Equation>& body) { return ReadEquationPart(body); });
}

auto Parser::ReadEquationIf(Equation& equation) -> bool {
  equation.kind = EquationKind::If;
  Take();
  equation.left = Expression();
  if (!equation.left.has_value() || !Expect(Tok::Then) || !ReadEquationPart(equation.body)) return false;
  return !Accept(Tok::Else) || ReadEquationPart(equation.else_body);
}

}  // namespace kerf::cosy
