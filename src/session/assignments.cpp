// Names may be quoted; values are numbers, truth values or words.
#include "session/assignments.h"

#include <limits>

#include "base/number_text.h"

namespace kerf::session {

namespace {

KERF_DIAG(BadAssignment, Error, "{} {}: this is not of the form {}", std::string, std::string, std::string);

auto IsTableFile(std::string_view text) -> bool { return text.ends_with(".csv") || text.ends_with(".mat"); }

// A name may be quoted, with any sign inside.
auto FindEquals(std::string_view text) -> size_t {
  bool in_quotes = false;
  for (size_t k = 0; k < text.size(); ++k) {
    if (in_quotes && text[k] == '\\') {
      ++k;
    } else if (text[k] == '\'') {
      in_quotes = !in_quotes;
    } else if (text[k] == '=' && !in_quotes) {
      return k;
    }
  }
  return std::string_view::npos;
}

// A number or a truth value; any other word has a meaning by the type of its variable only.
auto ValueOf(std::string_view text) -> double {
  if (text == "true") return 1;
  if (text == "false") return 0;
  return base::TryParseNumber(text).value_or(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace

auto Trim(std::string_view text) -> std::string_view {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

auto ParseAssignments(const std::vector<std::string>& texts, std::string_view option,
                      std::vector<transform::GivenValue>& values, std::vector<std::string>& value_texts,
                      diag::Emitter& emitter) -> bool {
  bool good = true;
  for (const std::string& text : texts) {
    const size_t equals = FindEquals(text);
    const std::string_view value =
        equals == std::string::npos ? "" : Trim(std::string_view(text).substr(equals + 1));
    if (value.empty()) {
      emitter.Emit({}, BadAssignment, std::string(option), text, "name=value");
      good = false;
      continue;
    }
    values.push_back({std::string(Trim(std::string_view(text).substr(0, equals))), ValueOf(value)});
    value_texts.emplace_back(value);
  }
  return good;
}

auto TryParseInput(const std::string& text, std::string_view option, diag::Emitter& emitter)
    -> std::optional<transform::GivenInput> {
  const size_t equals = FindEquals(text);
  if (equals == std::string::npos) {
    emitter.Emit({}, BadAssignment, std::string(option), text, "name=expression or name=FILE.csv");
    return std::nullopt;
  }
  const std::string value(Trim(std::string_view(text).substr(equals + 1)));
  return transform::GivenInput{std::string(Trim(std::string_view(text).substr(0, equals))), value,
                               IsTableFile(value)};
}

}  // namespace kerf::session
