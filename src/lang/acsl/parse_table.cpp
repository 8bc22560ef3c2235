// TABLE name, dimensions, sizes / breakpoints and values /.
#include "lang/acsl/parser.h"

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslTableDimensions, Error, "a table has 1, 2 or 3 dimensions");
KERF_DIAG(AcslTableSize, Error, "a table needs from 2 to 10000 points in each dimension");
KERF_DIAG(AcslTableCount, Error, "the table `{}` needs {} numbers (its breakpoints and values), but has {}",
          std::string_view, size_t, size_t);
KERF_DIAG(AcslTableOrder, Error, "the breakpoints of the table `{}` do not increase at {}", std::string_view,
          double);

}  // namespace

void Parser::ReadTable() {
  Take();
  Table table;
  table.span = Peek().span();
  double n_dimensions = 0;
  if (!ExpectName(table.name) || !Expect(Tok::Comma) || !ReadNumber(n_dimensions)) return SkipStatement();
  if (n_dimensions != 1 && n_dimensions != 2 && n_dimensions != 3) {
    emitter_.Emit(table.span, AcslTableDimensions);
    return SkipStatement();
  }
  size_t n_numbers = 0;
  size_t n_values = 1;
  for (int k = 0; k < static_cast<int>(n_dimensions); ++k) {
    double size = 0;
    if (!Expect(Tok::Comma) || !ReadNumber(size)) return SkipStatement();
    if (!(size >= 2 && size <= 10000)) {
      emitter_.Emit(table.span, AcslTableSize);
      return SkipStatement();
    }
    table.sizes.push_back(static_cast<uint32_t>(size));
    n_numbers += table.sizes.back();
    n_values *= table.sizes.back();
  }
  n_numbers += n_values;
  if (!ReadTableNumbers(table)) return SkipStatement();
  EndStatement();
  if (table.values.size() != n_numbers) {
    emitter_.Emit(table.span, AcslTableCount, program_.names.Written(table.name), n_numbers,
                  table.values.size());
    return;
  }
  size_t first = 0;
  for (const uint32_t size : table.sizes) {
    for (size_t k = first + 1; k < first + size; ++k) {
      if (table.values[k] > table.values[k - 1]) continue;
      emitter_.Emit(table.span, AcslTableOrder, program_.names.Written(table.name), table.values[k]);
      return;
    }
    first += size;
  }
  program_.tables.push_back(std::move(table));
}

auto Parser::ReadTableNumbers(Table& table) -> bool {
  if (!Expect(Tok::Slash)) return false;
  constexpr size_t kMaxNumbers = 1'000'000;
  do {
    double repeat = 1;
    double value = 0;
    if (Is(Tok::Number) && Peek(1).kind == Tok::Star) {
      repeat = Take().value;
      Take();
    }
    if (!ReadNumber(value)) return false;
    if (!(repeat >= 1) || static_cast<double>(table.values.size()) + repeat > kMaxNumbers)
      return Unexpected("a sensible repetition count");
    table.values.insert(table.values.end(), static_cast<size_t>(repeat), value);
  } while (Accept(Tok::Comma));
  return Expect(Tok::Slash);
}

}  // namespace kerf::acsl
