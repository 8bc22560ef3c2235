// Declarations: constants, arrays, types, settings of the run. They may stand in any section.
#include <array>

#include "lang/acsl/parser.h"

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslHistory, Warning, "`HISTRY` is not used: every variable of a run is in its results");
KERF_DIAG(AcslConstantValue, Error, "the value of `{}` is to be a number, a logical constant or a text",
          std::string_view);
KERF_DIAG(AcslRepeatCount, Error, "a repetition count is a whole number from 1 to {}", int);
KERF_DIAG(AcslIntervalPlace, Error, "INTERVAL belongs into a DISCRETE section");
KERF_DIAG(AcslNotPositive, Error, "`{}` is to be an interval of time above 0", std::string_view);
KERF_DIAG(AcslSettingTwice, Error, "`{}` is said twice", std::string_view);

constexpr int kMaxRepeat = 1'000'000;

struct TypeWord {
  std::string_view word;
  expr::Kind kind;
};

constexpr auto kTypeWords = std::to_array<TypeWord>({
    {"real", expr::Kind::Real},
    {"doubleprecision", expr::Kind::Real},
    {"integer", expr::Kind::Integer},
    {"logical", expr::Kind::Boolean},
    {"character", expr::Kind::Text},
});

}  // namespace

auto Parser::TryDeclaration(Section& section) -> bool {
  const std::string_view word = Word();
  if (word.empty() || Peek(1).kind == Tok::Equal) return false;
  depth_ = 0;
  Settings& s = program_.settings;
  const bool is_own = section.kind == SectionKind::Derivative;
  if (word == "data" && Peek(1).kind == Tok::Word) {
    ReadData();
  } else if (word == "common") {
    ReadCommon();
  } else if (word == "errtag") {
    ReadErrorTag();
  } else if (word == "external" || word == "intrinsic" || word == "histry") {
    // Routines are found by their names.
    if (word == "histry") emitter_.Emit(Peek().span(), AcslHistory);
    SkipStatement();
  } else if (word == "constant") {
    ReadConstants();
  } else if (word == "parameter" && Peek(1).kind == Tok::LeftParen) {
    ReadParameters();
  } else if (word == "array" || word == "dimension") {
    Take();
    ReadArrays();
  } else if (word == "table") {
    ReadTable();
  } else if (word == "cinterval") {
    ReadCommunication(section);
  } else if (word == "nsteps") {
    ReadSetting(is_own ? section.nsteps : s.nsteps);
  } else if (word == "maxterval") {
    ReadSetting(is_own ? section.maxterval : s.maxterval);
  } else if (word == "minterval") {
    ReadSetting(is_own ? section.minterval : s.minterval);
  } else if (word == "algorithm") {
    ReadSetting(is_own ? section.algorithm : s.algorithm);
  } else if (word == "variable") {
    ReadSetting(s.variable);
  } else if (word == "interval") {
    ReadInterval(section);
  } else if (word == "xerror" || word == "merror") {
    ReadErrorLimits();
  } else {
    for (const TypeWord& type : kTypeWords) {
      if (word != type.word && !(word == "double" && Word(1) == "precision" && type.kind == expr::Kind::Real))
        continue;
      if (word == "double") Take();
      Take();
      ReadTypes(type.kind);
      return true;
    }
    return false;
  }
  return true;
}

void Parser::ReadConstants() {
  Take();
  do {
    if (!ReadConstant()) return SkipStatement();
  } while (Accept(Tok::Comma));
  EndStatement();
}

// A list goes on while what follows a comma is not the next name with its `=`.
auto Parser::ReadConstant() -> bool {
  Constant constant;
  constant.span = Peek().span();
  if (!ExpectName(constant.name) || !Expect(Tok::Equal)) return false;
  while (true) {
    if (!ReadValue(constant)) return false;
    const bool is_next = Peek(1).kind == Tok::Word && Peek(2).kind == Tok::Equal;
    if (!Is(Tok::Comma) || is_next) break;
    Take();
  }
  program_.constants.push_back(std::move(constant));
  return true;
}

// 2.5, -1, .TRUE., 'text', 3*0.0
auto Parser::ReadValue(Constant& constant) -> bool {
  int repeat = 1;
  if (Is(Tok::Number) && Peek(1).kind == Tok::Star) {
    if (!Peek().is_integer || Peek().value < 1 || Peek().value > kMaxRepeat) {
      emitter_.Emit(Peek().span(), AcslRepeatCount, kMaxRepeat);
      return false;
    }
    repeat = static_cast<int>(Take().value);
    Take();
  }
  double value = 0;
  if (Is(Tok::True) || Is(Tok::False)) {
    constant.kind = DataKind::Logical;
    value = Take().kind == Tok::True ? 1 : 0;
  } else if (Is(Tok::Text)) {
    constant.kind = DataKind::Text;
    constant.text = Take().name;
  } else {
    const bool is_negative = Is(Tok::Minus);
    if (is_negative || Is(Tok::Plus)) Take();
    if (!Is(Tok::Number)) {
      emitter_.Emit(Peek().span(), AcslConstantValue, program_.names.Written(constant.name));
      return false;
    }
    if (!is_negative && repeat == 1) constant.text = Peek().name;
    value = is_negative ? -Peek().value : Peek().value;
    Take();
  }
  if (constant.values.size() + static_cast<size_t>(repeat) > size_t{kMaxRepeat}) {
    emitter_.Emit(constant.span, AcslRepeatCount, kMaxRepeat);
    return false;
  }
  constant.values.insert(constant.values.end(), static_cast<size_t>(repeat), value);
  return true;
}

// PARAMETER (n = 5, m = 2*n)
void Parser::ReadParameters() {
  Take();
  Take();
  do {
    Constant constant;
    constant.span = Peek().span();
    constant.is_fixed = true;
    if (!ExpectName(constant.name) || !Expect(Tok::Equal)) return SkipStatement();
    constant.expression = Expression();
    if (!constant.expression.has_value()) return SkipStatement();
    program_.constants.push_back(std::move(constant));
  } while (Accept(Tok::Comma));
  if (!Expect(Tok::RightParen)) return SkipStatement();
  EndStatement();
}

void Parser::ReadArrays() {
  do {
    Target target;
    if (!ReadDeclared(target)) return SkipStatement();
    program_.arrays.push_back({target.name, target.span, std::move(target.subscripts)});
  } while (Accept(Tok::Comma));
  EndStatement();
}

// REAL a, b(3): sizes may be given too.
void Parser::ReadTypes(expr::Kind kind) {
  do {
    Target target;
    // CHARACTER*8 name: the length does not matter.
    if (Accept(Tok::Star)) Accept(Tok::Number);
    if (!ReadDeclared(target)) return SkipStatement();
    if (Accept(Tok::Star)) Accept(Tok::Number);
    program_.types.push_back({target.name, target.span, kind});
    if (!target.subscripts.empty())
      program_.arrays.push_back({target.name, target.span, std::move(target.subscripts)});
  } while (Accept(Tok::Comma));
  EndStatement();
}

auto Parser::ReadNumber(double& value) -> bool {
  const bool is_negative = Is(Tok::Minus);
  if (is_negative || Is(Tok::Plus)) Take();
  if (!Is(Tok::Number)) return Unexpected(text_of(Tok::Number));
  value = is_negative ? -Peek().value : Peek().value;
  Take();
  return true;
}

// CINTERVAL cint = 0.1; the name is the user's.
void Parser::ReadSetting(std::optional<Setting>& setting) {
  const Token first = Take();
  Setting read;
  read.span = Peek().span();
  if (!ExpectName(read.name) || (Accept(Tok::Equal) && !ReadNumber(read.value))) return SkipStatement();
  if (setting) emitter_.Emit(read.span, AcslSettingTwice, program_.names.Written(first.name));
  if (program_.names.lower[first.name] == "cinterval") CheckInterval(read);
  setting = read;
  EndStatement();
}

// Several DERIVATIVE sections may have an interval each; results come at the shortest.
void Parser::ReadCommunication(const Section& section) {
  std::optional<Setting> read;
  ReadSetting(read);
  if (!read) return;
  auto& kept = program_.settings.cinterval;
  const bool is_other = section.kind == SectionKind::Derivative && communication_section_ != section.span;
  if (kept && !is_other) emitter_.Emit(read->span, AcslSettingTwice, "CINTERVAL");
  communication_section_ = section.span;
  if (!kept || read->value < kept->value) kept = read;
}

void Parser::CheckInterval(const Setting& setting) {
  if (setting.value > 0) return;
  emitter_.Emit(setting.span, AcslNotPositive, program_.names.Written(setting.name));
}

void Parser::ReadInterval(Section& section) {
  const Token first = Take();
  Setting read;
  read.span = Peek().span();
  if (!ExpectName(read.name) || !Expect(Tok::Equal) || !ReadNumber(read.value)) return SkipStatement();
  if (section.kind != SectionKind::Discrete) emitter_.Emit(first.span(), AcslIntervalPlace);
  CheckInterval(read);
  section.interval = read;
  EndStatement();
}

// XERROR x = 1E-6, y = 1E-5: absolute limits for states, and MERROR relative ones; the smallest counts.
void Parser::ReadErrorLimits() {
  const bool is_relative = Word() == "merror";
  Take();
  do {
    Setting read;
    read.span = Peek().span();
    if (!ExpectName(read.name) || !Expect(Tok::Equal) || !ReadNumber(read.value)) return SkipStatement();
    CheckInterval(read);
    Settings& s = program_.settings;
    auto& limit = is_relative ? s.relative_error : s.absolute_error;
    if (read.value > 0 && (!limit || read.value < *limit)) limit = read.value;
    s.error_limits.push_back(read);
  } while (Accept(Tok::Comma));
  EndStatement();
}

}  // namespace kerf::acsl
