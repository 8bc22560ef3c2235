// PRINT and WRITE as calls of a function that prints a line of text.
#include <algorithm>

#include "lang/acsl/flattener.h"
#include "lang/acsl/print_format.h"

namespace kerf::acsl {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(AcslOutputIgnored, Warning,
          "`{}` prints nothing here: it is for INITIAL, DYNAMIC, DISCRETE and TERMINAL", std::string_view);
KERF_DIAG(AcslFormat, Warning,
          "Kerf does not understand this FORMAT; values are printed one after the other");
KERF_DIAG(AcslNoFormat, Error, "there is no FORMAT `{}`", std::string_view);

constexpr expr::Type kText{Kind::Text, expr::kScalar, 0};
// As wide as numbers in other listings.
constexpr int kWidth = 14;
constexpr int kDigits = 6;

}  // namespace

// void print(string): what the Modelica library calls Streams.print.
auto Flattener::PrintFunction() -> flat::FunctionId {
  if (print_function_.has_value()) return print_function_;
  flat::World& world = *model_.world;
  auto body = std::make_unique<flat::FunctionBody>();
  flat::Local text;
  text.name = world.names.Intern("string");
  text.type = kText;
  text.role = flat::Role::Input;
  text.origin = OriginAt(program_.span);
  body->variables.push_back(text);
  body->n_inputs = 1;
  body->is_impure = true;
  body->is_complete = true;
  flat::ExternalCall call;
  call.language = "C";
  call.name = "ModelicaInternal_print";
  call.arguments = {pool_.Local(0, kText), pool_.Text(world.names.Intern(""))};
  call.libraries = {"ModelicaExternalC"};
  call.origin = OriginAt(program_.span);
  body->external = std::move(call);
  flat::Function function;
  std::string name = "print";
  while (program_.names.Find(name).has_value() && symbol_index_.contains(program_.names.Find(name)))
    name += "_line";
  function.name = world.names.Intern(name);
  function.body = static_cast<uint32_t>(world.bodies.size());
  world.bodies.push_back(std::move(body));
  print_function_ = world.functions.Add(function);
  model_.functions.push_back(print_function_);
  return print_function_;
}

auto Flattener::TextOf(std::string_view text) -> ExprId {
  return pool_.Text(model_.world->names.Intern(text));
}

// A value in the form of an edit descriptor.
auto Flattener::Printed(ExprId value, char letter, int width, int digits) -> ExprId {
  const Kind kind = pool_.type(value).kind;
  if (kind == Kind::Text) return value;
  const auto text = [&](std::vector<ExprId> operands) { return pool_.Typed(Op::ToText, kText, operands); };
  if (kind != Kind::Real)
    return text({value, pool_.Integer(kDigits), pool_.Integer(std::max(0, width)), pool_.Boolean(false)});
  const char form = letter == 'd' ? 'e' : letter == 'i' ? 'f' : letter == 'f' || letter == 'e' ? letter : 'g';
  const int n_digits = letter == 'i' ? 0 : digits >= 0 ? digits : kDigits;
  return text({value, TextOf(fmt::format("{}.{}{}", width > 0 ? width : kWidth, n_digits, form))});
}

void Flattener::LowerPrint(const Statement& statement, std::vector<flat::Statement>& out) {
  const Node& call = program_.nodes[statement.value];
  const bool can_stand = routine_ == nullptr && !in_procedural_ && place_ != SectionKind::Derivative;
  if (!can_stand) {
    if (!has_told_output_)
      emitter_.Emit(statement.span, AcslOutputIgnored, program_.names.Written(call.name));
    has_told_output_ = true;
    return;
  }
  std::vector<ExprId> values;
  for (const NodeId operand : call.operands) {
    const ExprId value = Lower(operand);
    if (value == Pool::kError) return;
    AddScalars(value, values);
  }
  out.insert(out.end(), pending_.begin(), pending_.end());
  pending_.clear();
  std::optional<std::vector<FormatPiece>> format;
  NameId text = statement.message;
  if (statement.name.has_value()) {
    const auto found = std::ranges::find(program_.formats, statement.name, &std::pair<NameId, NameId>::first);
    if (found == program_.formats.end()) {
      emitter_.Emit(statement.span, AcslNoFormat, program_.names.Written(statement.name));
      return;
    }
    text = found->second;
  }
  if (text.has_value()) {
    format = TryFormat(program_.names.lower[text]);
    if (!format) emitter_.Emit(statement.span, AcslFormat);
  }
  const ExprId line = format ? LineOf(*format, values) : PlainLine(values);
  flat::Statement print;
  print.kind = flat::StatementKind::Call;
  print.value = pool_.Call(PrintFunction(), std::vector<ExprId>{line});
  print.origin = OriginAt(statement.span);
  out.push_back(std::move(print));
}

// Elements of arrays as Fortran prints them, the first subscript fastest.
void Flattener::AddScalars(ExprId value, std::vector<ExprId>& values) {
  if (IsScalar(value)) {
    values.push_back(value);
    return;
  }
  const auto dims = pool_.shapes().dims(pool_.type(value).shape);
  const std::vector<int32_t> sizes(dims.begin(), dims.end());
  std::vector<int32_t> at(sizes.size(), 1);
  constexpr size_t kMostPrinted = 1000;
  for (size_t n = 0; n < kMostPrinted; ++n) {
    std::vector<ExprId> parts = {value};
    for (const int32_t k : at) parts.push_back(pool_.Integer(k));
    values.push_back(pool_.Make(Op::Subscript, parts));
    size_t d = 0;
    while (d < at.size() && ++at[d] > sizes[d]) at[d++] = 1;
    if (d == at.size()) return;
  }
}

auto Flattener::Joined(ExprId line, ExprId part) -> ExprId {
  return line.has_value() ? pool_.Typed(Op::Concatenate, kText, {line, part}) : part;
}

auto Flattener::PlainLine(const std::vector<ExprId>& values) -> ExprId {
  ExprId line;
  for (const ExprId value : values) line = Joined(line, Printed(value, 'g', kWidth, kDigits));
  return line.has_value() ? line : TextOf("");
}

// Where values are left over, the format begins anew on a new line; where it goes on behind the last value,
// it ends at the next descriptor.
auto Flattener::LineOf(const std::vector<FormatPiece>& format, const std::vector<ExprId>& values) -> ExprId {
  using PieceKind = FormatPiece::Kind;
  const bool has_edits =
      std::ranges::any_of(format, [](const FormatPiece& piece) { return piece.kind == PieceKind::Edit; });
  ExprId line;
  size_t next = 0;
  do {
    if (next > 0) line = Joined(line, TextOf("\n"));
    for (const FormatPiece& piece : format) {
      if (piece.kind == PieceKind::Edit) {
        if (next == values.size()) return line.has_value() ? line : TextOf("");
        line = Joined(line, Printed(values[next++], piece.letter, piece.width, piece.digits));
      } else {
        line = Joined(line, TextOf(piece.kind == PieceKind::NewLine ? "\n" : piece.text));
      }
    }
  } while (has_edits && next < values.size());
  return line.has_value() ? line : TextOf("");
}

}  // namespace kerf::acsl
