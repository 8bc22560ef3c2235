// CSV text cut into records of fields: quotes, line ends of all kinds, blank lines and comments are dealt
// with here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kerf::results {

class CsvRecords {
 public:
  // The text must outlive this object. The delimiter (tab, semicolon or comma) is taken from the first
  // record.
  explicit CsvRecords(std::string_view text);

  // Reads the next record that is neither blank nor a comment (# first); false at the end of the text.
  auto Next() -> bool;

  [[nodiscard]] auto fields() const -> const std::vector<std::string>& { return fields_; }
  // Line of the record's start, counted from 1.
  [[nodiscard]] auto line() const -> size_t { return line_; }
  // False for a last record without line end: a run that was killed may have left it incomplete.
  [[nodiscard]] auto is_terminated() const -> bool { return is_terminated_; }

 private:
  void SkipBlankAndComments();
  auto FindDelimiter() const -> char;
  void ReadField();
  void ReadQuoted(std::string& field);
  auto TryLineEnd() -> bool;
  [[nodiscard]] auto AtLineEnd() const -> bool;

  std::string_view text_;
  size_t position_ = 0;
  char delimiter_ = ',';
  size_t next_line_ = 1;
  size_t line_ = 1;
  bool is_terminated_ = false;
  std::vector<std::string> fields_;
  size_t n_fields_ = 0;
};

}  // namespace kerf::results
