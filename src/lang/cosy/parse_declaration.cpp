// CONST, TYPE, VAR and FUNCTABLE.
#include "lang/cosy/parser.h"

namespace kerf::cosy {

namespace {

KERF_DIAG(CosyNumberWanted, Error, "a table is made of numbers");

}  // namespace

auto Parser::IsType() const -> bool {
  const Tok kind = Peek().kind;
  return kind >= Tok::Algebr && kind <= Tok::File;
}

auto Parser::TryDeclaration(Declarations& declarations) -> bool {
  if (Accept(Tok::Const)) {
    ReadConstants(declarations);
  } else if (Accept(Tok::Type)) {
    ReadRecords(declarations);
  } else if (Accept(Tok::Var)) {
    ReadVariables(declarations);
  } else if (Accept(Tok::FuncTable)) {
    if (!ReadTable(declarations)) SkipStatement();
    if (!Accept(Tok::Semicolon)) Unexpected("`;`");
  } else {
    return false;
  }
  return true;
}

// type name = value, …; as long as types follow.
void Parser::ReadConstants(Declarations& declarations) {
  while (Is(Tok::Real) || Is(Tok::Integer) || Is(Tok::Boolean)) {
    const Tok type = Take().kind;
    bool is_good = true;
    do {
      Setting setting;
      is_good = ReadSetting(setting);
      if (is_good) declarations.constants.push_back({setting.name, type, setting.value, setting.span});
    } while (is_good && Accept(Tok::Comma));
    if (!is_good || !Expect(Tok::Semicolon)) {
      SkipStatement();
      Accept(Tok::Semicolon);
    }
  }
}

// name = RECORD type names; … END;
void Parser::ReadRecords(Declarations& declarations) {
  // After the first one a name may begin an equation.
  const auto is_another = [&] { return Peek(1).kind == Tok::Equal && Peek(2).kind == Tok::Record; };
  for (bool is_first = true; Is(Tok::Name) && (is_first || is_another()); is_first = false) {
    Record record;
    record.span = Peek().span();
    record.name = Take().name;
    bool is_good = Expect(Tok::Equal) && Expect(Tok::Record);
    while (is_good && !EndsList()) {
      if (!record.fields.empty() && Accept(Tok::Semicolon)) continue;
      is_good =
          ReadVariable(record.fields) && (EndsList() || Is(Tok::Semicolon) || Unexpected("`;` or `end`"));
    }
    if (is_good) is_good = Expect(Tok::EndWord) && (Is(Tok::Semicolon) || Unexpected("`;`"));
    if (!is_good) SkipStatement();
    Accept(Tok::Semicolon);
    declarations.records.push_back(std::move(record));
  }
}

void Parser::ReadVariables(Declarations& declarations) {
  // CONTINUOUS and DISCRETE begin processes here, MODEL and PROCESS declare; MODEL name (…) is an equation.
  while (IsType() && !(Is(Tok::Model) && Peek(2).kind == Tok::LeftParen)) {
    if (!ReadVariable(declarations.variables)) SkipStatement();
    if (!Accept(Tok::Semicolon)) {
      Unexpected("`;`");
      SkipStatement();
      if (!Accept(Tok::Semicolon)) return;
    }
  }
}

// ARRAY [size] OF, where it stands.
auto Parser::ReadArrayOf(cosy::Variable& shape) -> bool {
  if (!Accept(Tok::Array)) return true;
  if (!Expect(Tok::LeftBracket)) return false;
  shape.size = Expression();
  return shape.size.has_value() && Expect(Tok::RightBracket) && Expect(Tok::Of);
}

// type names; ARRAY [size] OF type names; FILE OF …; PROCESS name FILE = file
auto Parser::ReadVariable(std::vector<cosy::Variable>& variables) -> bool {
  cosy::Variable shape;
  shape.span = Peek().span();
  if (!ReadArrayOf(shape)) return false;
  if (!IsType()) return Unexpected("a type");
  shape.type = Take().kind;
  if (shape.type == Tok::File) {
    if (!ReadFile(shape)) return false;
    variables.push_back(shape);
    return true;
  }
  return ReadVariableNames(shape, variables);
}

auto Parser::ReadVariableNames(cosy::Variable shape, std::vector<cosy::Variable>& variables) -> bool {
  do {
    cosy::Variable variable = shape;
    variable.span = Peek().span();
    if (!ExpectName(variable.name)) return false;
    if (Accept(Tok::LeftParen)) {
      variable.size = Expression();
      if (!variable.size.has_value() || !Expect(Tok::RightParen)) return false;
    }
    if (variable.type == Tok::Process && Accept(Tok::File)) {
      if (!Expect(Tok::Equal) || !ExpectName(variable.file)) return false;
    }
    if (AcceptWord("unit")) {
      if (!Is(Tok::Text)) return Unexpected("a unit as a text");
      variable.unit = Take().name;
    }
    if (AcceptWord("range")) {
      variable.least = Sum();
      if (!variable.least.has_value() || !Expect(Tok::DotDot)) return false;
      variable.most = Sum();
      if (!variable.most.has_value()) return false;
    }
    variables.push_back(variable);
  } while (Accept(Tok::Comma));
  return true;
}

// FILE OF entries record [RANKED FIFO|LIFO|LVF ON field|HVF ON field]: name
auto Parser::ReadFile(cosy::Variable& file) -> bool {
  if (!Expect(Tok::Of)) return false;
  file.size = Sum();
  if (!file.size.has_value() || !ExpectName(file.record)) return false;
  if (AcceptWord("ranked")) {
    if (AcceptWord("fifo")) {
      file.ranking = Ranking::Fifo;
    } else if (AcceptWord("lifo")) {
      file.ranking = Ranking::Lifo;
    } else {
      const bool is_low = IsWord("lvf");
      if (!is_low && !IsWord("hvf")) return Unexpected("FIFO, LIFO, LVF or HVF");
      Take();
      file.ranking = is_low ? Ranking::LowFirst : Ranking::HighFirst;
      if (!ExpectWord("on") || !ExpectName(file.ranking_field)) return false;
    }
  }
  if (!Expect(Tok::Colon)) return false;
  file.span = Peek().span();
  return ExpectName(file.name);
}

// FUNCTABLE [SPLINE] name = (x, y)(x, y)…;
auto Parser::ReadTable(Declarations& declarations) -> bool {
  Table table;
  if (IsWord("spline") && Peek(1).kind == Tok::Name) {
    table.is_spline = true;
    Take();
  }
  table.span = Peek().span();
  if (!ExpectName(table.name) || !Expect(Tok::Equal)) return false;
  const auto read_number = [&](std::vector<double>& values) {
    const bool is_negative = Accept(Tok::Minus);
    if (!Is(Tok::Number)) {
      emitter_.Emit(Peek().span(), CosyNumberWanted);
      return false;
    }
    const double value = Take().value;
    values.push_back(is_negative ? -value : value);
    return true;
  };
  while (Accept(Tok::LeftParen)) {
    if (!read_number(table.x) || !Expect(Tok::Comma) || !read_number(table.y) || !Expect(Tok::RightParen))
      return false;
  }
  declarations.tables.push_back(std::move(table));
  return true;
}

}  // namespace kerf::cosy
