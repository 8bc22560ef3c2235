// CSV text cut into records of fields.
#include "results/csv_records.h"

namespace kerf::results {

namespace {

auto IsBlank(char c) -> bool { return c == ' ' || c == '\t'; }

}  // namespace

CsvRecords::CsvRecords(std::string_view text) : text_(text) {
  // Spreadsheets mark UTF-8 this way.
  if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
  SkipBlankAndComments();
  delimiter_ = FindDelimiter();
}

auto CsvRecords::AtLineEnd() const -> bool {
  return position_ >= text_.size() || text_[position_] == '\n' || text_[position_] == '\r';
}

auto CsvRecords::TryLineEnd() -> bool {
  if (position_ >= text_.size() || !AtLineEnd()) return false;
  if (text_.substr(position_).starts_with("\r\n")) ++position_;
  ++position_;
  ++next_line_;
  return true;
}

void CsvRecords::SkipBlankAndComments() {
  while (position_ < text_.size()) {
    size_t p = position_;
    while (p < text_.size() && IsBlank(text_[p])) ++p;
    if (p < text_.size() && text_[p] == '#') p = text_.find_first_of("\r\n", p);
    if (p >= text_.size()) {
      position_ = text_.size();
      return;
    }
    if (text_[p] != '\n' && text_[p] != '\r') return;
    position_ = p;
    TryLineEnd();
  }
}

auto CsvRecords::FindDelimiter() const -> char {
  bool is_quoted = false;
  bool has_semicolon = false;
  for (size_t p = position_; p < text_.size(); ++p) {
    const char c = text_[p];
    if (c == '"') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (c == '\n' || c == '\r') break;
    if (c == '\t') return '\t';
    has_semicolon = has_semicolon || c == ';';
  }
  return has_semicolon ? ';' : ',';
}

void CsvRecords::ReadQuoted(std::string& field) {
  for (++position_; position_ < text_.size(); ++position_) {
    const char c = text_[position_];
    if (c == '\n') ++next_line_;
    if (c == '"') {
      if (position_ + 1 >= text_.size() || text_[position_ + 1] != '"') {
        ++position_;
        return;
      }
      ++position_;
    }
    field += c;
  }
}

void CsvRecords::ReadField() {
  const auto is_space = [this](char c) { return IsBlank(c) && c != delimiter_; };
  if (n_fields_ == fields_.size()) fields_.emplace_back();
  std::string& field = fields_[n_fields_++];
  field.clear();
  while (!AtLineEnd() && is_space(text_[position_])) ++position_;
  const bool is_quoted = !AtLineEnd() && text_[position_] == '"';
  if (is_quoted) ReadQuoted(field);
  const size_t n_protected = field.size();
  const size_t start = position_;
  while (!AtLineEnd() && text_[position_] != delimiter_) ++position_;
  field.append(text_.substr(start, position_ - start));
  while (field.size() > n_protected && is_space(field.back())) field.pop_back();
}

auto CsvRecords::Next() -> bool {
  SkipBlankAndComments();
  if (position_ >= text_.size()) return false;
  line_ = next_line_;
  n_fields_ = 0;
  ReadField();
  while (!AtLineEnd()) {
    ++position_;
    ReadField();
  }
  is_terminated_ = TryLineEnd();
  fields_.resize(n_fields_);
  return true;
}

}  // namespace kerf::results
