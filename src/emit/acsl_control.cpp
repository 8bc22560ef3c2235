// See acsl_control.h.
#include "emit/acsl_control.h"

#include <algorithm>
#include <array>

#include "emit/acsl_scanner.h"

namespace kerf::emit {

namespace {

using diag::Span;

KERF_DIAG(AcslNoCmodel, Error, "a control file begins with `cmodel`");
KERF_DIAG(AcslExpected, Error, "expected {} after {}", std::string_view, std::string_view);
KERF_DIAG(AcslTwice, Error, "`{}` stands here for the second time", std::string_view);
KERF_DIAG(AcslHeadTooLate, Error, "`{}` must stand before `input` and the sections", std::string_view);
KERF_DIAG(AcslInputTooLate, Error, "`input` must stand before the sections");
KERF_DIAG(AcslNoEndOfRun, Error, "nothing ends the run: write TERMT or maxtime");
KERF_DIAG(AcslInputCount, Error, "`input` announces {} but the model has {} inputs", std::string, size_t);
KERF_DIAG(AcslFewerInputs, Error, "`input` announces {} but {} are given", size_t, size_t);
KERF_DIAG(AcslInputMissing, Error, "the model has {} inputs but there is no `input` statement", size_t);
KERF_DIAG(AcslInputNotWanted, Error, "the model has no inputs");
KERF_DIAG(AcslInputKind, Error, "the input `{}` must be `independ` or `depend`", std::string);
KERF_DIAG(AcslUnknownInput, Error, "the model has no input `{}`", std::string);
KERF_DIAG(AcslSectionInside, Error, "the section `{}` begins inside another one; is `end` missing?",
          std::string_view);
KERF_DIAG(AcslNoSectionEnd, Error, "the section `{}` has no `end`", std::string_view);
KERF_DIAG(AcslNoFinalEnd, Error, "the control file has no final `end`");
KERF_DIAG(AcslTextAfterEnd, Warning, "what stands after the final `end` is not read");
KERF_DIAG(AcslLongLine, Error, "the line is longer than {} characters", size_t);
KERF_DIAG(AcslUnknownItem, Error, "`{}` begins neither a statement nor a section of a control file",
          std::string);

constexpr size_t kMaxLine = 80;
constexpr auto kSections =
    std::to_array<std::string_view>({"initial", "dynamic", "derivative", "terminal", "discrete"});

class ControlReader {
 public:
  ControlReader(source::BufferId buffer, const source::Buffers& buffers,
                const std::optional<std::vector<std::string>>& model_inputs, diag::Emitter& emitter)
      : scan_(buffer, buffers.text(buffer)),
        model_inputs_(model_inputs.value_or(std::vector<std::string>())),
        checks_inputs_(model_inputs.has_value()),
        emitter_(emitter) {}

  auto Run() -> std::optional<AcslControl> {
    const uint32_t errors = emitter_.n_errors();
    CheckLines();
    if (!scan_.AcceptWord("cmodel")) {
      emitter_.Emit(scan_.Here(), AcslNoCmodel);
      return std::nullopt;
    }
    while (Item()) {
    }
    if (!has_input_ && !model_inputs_.empty())
      emitter_.Emit(scan_.Here(), AcslInputMissing, model_inputs_.size());
    const bool ends = control_.maxtime || !control_.terminations.empty() || control_.has_inner_termination;
    if (!ends && emitter_.n_errors() == errors) emitter_.Emit(scan_.Here(), AcslNoEndOfRun);
    return emitter_.n_errors() == errors ? std::optional(std::move(control_)) : std::nullopt;
  }

 private:
  void CheckLines() {
    for (const AcslScanner::Line& line : scan_.lines()) {
      if (line.text.size() > kMaxLine) emitter_.Emit(line.span, AcslLongLine, kMaxLine);
    }
  }

  // False at the final `end` or the end of the text.
  auto Item() -> bool {
    scan_.SkipLineEnds();
    if (scan_.AtEnd()) {
      emitter_.Emit(scan_.Here(), AcslNoFinalEnd);
      return false;
    }
    const Span begin = scan_.Here();
    const std::string word = scan_.TakeWord();
    if (word == "end") {
      scan_.SkipLineEnds();
      if (!scan_.AtEnd()) emitter_.Emit(scan_.Here(), AcslTextAfterEnd);
      return false;
    }
    const auto section = std::ranges::find(kSections, word);
    if (section != kSections.end()) {
      Section(*section, begin);
    } else if (word == "input") {
      Inputs(begin);
    } else if (word == "maxtime" || word == "cinterval" || word == "termt") {
      Head(word, begin);
    } else {
      emitter_.Emit(begin, AcslUnknownItem, word.empty() ? std::string(1, scan_.Peek()) : word);
      scan_.SkipLine();
    }
    return true;
  }

  void Head(const std::string& word, const Span& begin) {
    if (has_input_ || has_section_) emitter_.Emit(begin, AcslHeadTooLate, word);
    if (word == "termt") {
      const auto condition = scan_.TryParenthesis();
      if (!condition) return Missing("a condition in parentheses", "TERMT");
      control_.terminations.push_back(*condition);
      return EndLine("TERMT");
    }
    auto& place = word == "maxtime" ? control_.maxtime : control_.cinterval;
    if (place) emitter_.Emit(begin, AcslTwice, word);
    AcslSetting setting;
    setting.span = scan_.Here();
    setting.name = scan_.TakeName();
    if (setting.name.empty()) return Missing("a name", word);
    if (!scan_.Accept('=')) return Missing("`=`", word);
    setting.value = scan_.TakeNumber();
    if (setting.value.empty()) return Missing("a number", word);
    place = setting;
    EndLine(word);
  }

  void Missing(std::string_view what, std::string_view after) {
    emitter_.Emit(scan_.Here(), AcslExpected, what, after);
    scan_.SkipLine();
  }

  void EndLine(std::string_view after) {
    if (!scan_.AtLineEnd()) Missing("the end of the line", after);
  }

  void Inputs(const Span& begin) {
    if (has_input_) emitter_.Emit(begin, AcslTwice, "input");
    if (has_section_) emitter_.Emit(begin, AcslInputTooLate);
    has_input_ = true;
    const Span number_span = scan_.Here();
    const std::string number = scan_.TakeNumber();
    if (number.empty()) return Missing("the number of inputs", "input");
    const uint32_t errors = emitter_.n_errors();
    if (!checks_inputs_) {
      // Whoever uses the file knows the model.
    } else if (model_inputs_.empty()) {
      emitter_.Emit(begin, AcslInputNotWanted);
    } else if (number != std::to_string(model_inputs_.size())) {
      emitter_.Emit(number_span, AcslInputCount, number, model_inputs_.size());
    }
    if (scan_.Peek() != ',' && !scan_.AtLineEnd()) return Missing("`,`", "the number of inputs");
    while (scan_.Accept(',')) {
      // The list may go on in the next line.
      scan_.SkipLineEnds();
      if (!Input()) return;
    }
    EndLine("input");
    if (checks_inputs_ && emitter_.n_errors() == errors && control_.inputs.size() != model_inputs_.size())
      emitter_.Emit(begin, AcslFewerInputs, model_inputs_.size(), control_.inputs.size());
  }

  auto Input() -> bool {
    AcslInput input;
    input.span = scan_.Here();
    input.name = scan_.TakeName();
    const auto fail = [&](std::string_view what, std::string_view after) {
      Missing(what, after);
      return false;
    };
    if (input.name.empty()) return fail("the name of an input", "`,`");
    if (!scan_.Accept('(')) return fail("`(`", "the name of an input");
    const Span kind = scan_.Here();
    const std::string word = scan_.TakeWord();
    if (word != "independ" && word != "depend") {
      emitter_.Emit(kind, AcslInputKind, input.name);
      scan_.SkipLine();
      return false;
    }
    if (!scan_.Accept(',')) return fail("`,`", word);
    input.depends = word == "depend";
    const auto value = scan_.TryUntilParenthesis();
    if (!value) return fail("a value and `)`", word);
    input.value = *value;
    if (std::ranges::count(model_inputs_, input.name) == 0 && !model_inputs_.empty())
      emitter_.Emit(input.span, AcslUnknownInput, input.name);
    if (std::ranges::count(control_.inputs, input.name, &AcslInput::name) > 0)
      emitter_.Emit(input.span, AcslTwice, input.name);
    control_.inputs.push_back(std::move(input));
    return true;
  }

  void Section(std::string_view word, const Span& begin) {
    const bool is_discrete = word == "discrete";
    const bool is_second = !is_discrete && std::ranges::count(sections_, word) > 0;
    if (is_second) emitter_.Emit(begin, AcslTwice, word);
    sections_.push_back(word);
    has_section_ = true;
    if (is_discrete) control_.discrete.push_back({scan_.TakeName(), {}});
    if (scan_.AtLineEnd()) {
      scan_.SkipLine();
    } else {
      Missing("the end of the line", word);
    }
    std::vector<std::string>& lines = LinesOf(word);
    for (; !scan_.AtEnd(); scan_.SkipLine()) {
      const std::string first = scan_.PeekWord();
      if (first == "end") {
        scan_.SkipLine();
        return;
      }
      // `initial`, `discrete` … alone begin a section; a name that begins so is one of the user's.
      if (std::ranges::count(kSections, first) > 0 && scan_.IsWordAlone()) {
        emitter_.Emit(scan_.Here(), AcslSectionInside, first);
        return;
      }
      if (first == "termt" && word != "initial" && word != "terminal") control_.has_inner_termination = true;
      const std::string line = scan_.LineText();
      if (line.find_first_not_of(" \t\r") != std::string::npos) lines.push_back(line);
    }
    emitter_.Emit(begin, AcslNoSectionEnd, word);
  }

  auto LinesOf(std::string_view word) -> std::vector<std::string>& {
    if (word == "initial") return control_.initial;
    if (word == "dynamic") return control_.dynamic;
    if (word == "derivative") return control_.derivative;
    if (word == "terminal") return control_.terminal;
    return control_.discrete.back().lines;
  }

  AcslScanner scan_;
  std::vector<std::string> model_inputs_;
  bool checks_inputs_;
  diag::Emitter& emitter_;
  AcslControl control_;
  bool has_input_ = false;
  bool has_section_ = false;
  std::vector<std::string_view> sections_;
};

}  // namespace

auto TryReadControl(source::BufferId buffer, const source::Buffers& buffers,
                    const std::optional<std::vector<std::string>>& model_inputs, diag::Emitter& emitter)
    -> std::optional<AcslControl> {
  return ControlReader(buffer, buffers, model_inputs, emitter).Run();
}

}  // namespace kerf::emit
