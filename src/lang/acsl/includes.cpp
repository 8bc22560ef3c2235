// See includes.h.
#include "lang/acsl/includes.h"

#include "lang/acsl/lexer.h"

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslIncludeForm, Error, "INCLUDE takes the name of a file in single quotes");
KERF_DIAG(AcslIncludeDepth, Error, "files include each other too deeply here: the limit is {}", int);
KERF_DIAG(AcslIncludeCount, Error, "more than {} files are included, counted each time", int);
KERF_DIAG(AcslNoIncludes, Error, "files cannot be included here");

constexpr int kMaxIncludes = 20;
// Files that include two files each grow as powers do.
constexpr int kMaxFiles = 10'000;

class Includer {
 public:
  Includer(const source::Buffers& buffers, Names& names, diag::Emitter& emitter, const IncludeLoader& loader)
      : buffers_(buffers), names_(names), emitter_(emitter), loader_(loader) {}

  // Files inside files by recursion with a limit.
  auto Read(source::BufferId buffer) -> std::vector<Token> {
    const std::vector<Token> tokens = Lex(buffer, buffers_.text(buffer), names_, emitter_);
    std::vector<Token> out;
    for (size_t k = 0; k < tokens.size(); ++k) {
      const bool begins = out.empty() || out.back().kind == Tok::Separator;
      const bool is_include = begins && tokens[k].kind == Tok::Word &&
                              names_.lower[tokens[k].name] == "include" && k + 1 < tokens.size() &&
                              tokens[k + 1].kind != Tok::Equal && tokens[k + 1].kind != Tok::LeftParen;
      if (!is_include) {
        out.push_back(tokens[k]);
        continue;
      }
      const std::vector<Token> more = TextOf(tokens, k);
      out.insert(out.end(), more.begin(), more.end());
      while (k + 1 < tokens.size() && tokens[k + 1].kind != Tok::Separator && tokens[k + 1].kind != Tok::End)
        ++k;
      // The statement's own end stands behind a text that has one already.
      if (k + 1 < tokens.size() && tokens[k + 1].kind == Tok::Separator && !out.empty() &&
          out.back().kind == Tok::Separator)
        ++k;
    }
    return out;
  }

 private:
  // Without the end of the file.
  auto TextOf(const std::vector<Token>& tokens, size_t at) -> std::vector<Token> {
    const Token& name = tokens[at + 1];
    if (name.kind != Tok::Text) {
      emitter_.Emit(name.span(), AcslIncludeForm);
      return {};
    }
    // A file that includes itself would do so again wherever it stands: one is told, and nothing more is
    // read.
    if (is_told_) return {};
    if (depth_ >= kMaxIncludes || n_files_ >= kMaxFiles) {
      if (depth_ >= kMaxIncludes) emitter_.Emit(name.span(), AcslIncludeDepth, kMaxIncludes);
      if (depth_ < kMaxIncludes) emitter_.Emit(name.span(), AcslIncludeCount, kMaxFiles);
      is_told_ = true;
      return {};
    }
    if (!loader_) {
      emitter_.Emit(name.span(), AcslNoIncludes);
      return {};
    }
    const source::BufferId buffer = loader_(std::string(names_.lower[name.name]), name.span());
    if (!buffer.has_value()) return {};
    ++n_files_;
    ++depth_;
    std::vector<Token> text = Read(buffer);
    --depth_;
    if (!text.empty()) text.pop_back();
    return text;
  }

  const source::Buffers& buffers_;
  Names& names_;
  diag::Emitter& emitter_;
  const IncludeLoader& loader_;
  int depth_ = 0;
  int n_files_ = 0;
  bool is_told_ = false;
};

}  // namespace

auto LexWithIncludes(source::BufferId buffer, const source::Buffers& buffers, Names& names,
                     diag::Emitter& emitter, const IncludeLoader& loader) -> std::vector<Token> {
  return Includer(buffers, names, emitter, loader).Read(buffer);
}

}  // namespace kerf::acsl
