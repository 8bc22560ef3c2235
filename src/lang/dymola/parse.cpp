// Reading texts and the files they add.
#include <algorithm>
#include <filesystem>

#include "diag/consumers.h"
#include "lang/dymola/dymola.h"
#include "lang/dymola/parser.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(IncludeCycle, Error, "`{}` is added inside itself", std::string);
KERF_DIAG(TooManyIncludes, Error, "files are added inside each other more than {} deep", size_t);

constexpr size_t kMaxIncludes = 50;

class Reader {
 public:
  Reader(source::Buffers& buffers, diag::Emitter& emitter, Program& program)
      : buffers_(buffers), emitter_(emitter), program_(program) {}

  void Read(source::BufferId buffer) {
    open_.push_back(FullName(buffers_.file_name(buffer)));
    const TokenList tokens = Lex(buffer, buffers_.text(buffer), program_.names, emitter_);
    Parser(tokens, program_, emitter_).ParseFile([&](const Span& span) { Include(span); });
    open_.pop_back();
  }

 private:
  static auto FullName(const std::string& name) -> std::string {
    return std::filesystem::path(name).lexically_normal().string();
  }

  auto Exists(const std::string& path) -> bool {
    if (program_.trace != nullptr) program_.trace->Note(path);
    std::error_code error;
    return std::filesystem::exists(path, error);
  }

  // Beside the text that adds it, else in the first folder that has it.
  auto Find(const std::string& name, const Span& span) -> std::string {
    const std::filesystem::path folder = std::filesystem::path(buffers_.file_name(span.buffer)).parent_path();
    const std::string beside = FullName((folder / name).string());
    if (Exists(beside)) return beside;
    for (const std::string& candidate : program_.folders) {
      const std::string full = FullName((std::filesystem::path(candidate) / name).string());
      if (Exists(full)) return full;
    }
    return beside;
  }

  void Include(const Span& span) {
    const std::string name(buffers_.text(span.buffer).substr(span.begin, span.end - span.begin));
    const std::string full = Find(name, span);
    // A combined program that acts on the model is no part of it.
    if (name.ends_with(".cosy")) return;
    if (std::ranges::count(open_, full) > 0) {
      emitter_.Emit(span, IncludeCycle, name);
      return;
    }
    // Two files may add the same library.
    if (!program_.files.insert(full).second) return;
    if (open_.size() >= kMaxIncludes) {
      emitter_.Emit(span, TooManyIncludes, kMaxIncludes);
      return;
    }
    const source::BufferId buffer = buffers_.Load(full, emitter_, span);
    if (buffer.has_value()) Read(buffer);
  }

  source::Buffers& buffers_;
  diag::Emitter& emitter_;
  Program& program_;
  std::vector<std::string> open_;
};

}  // namespace

auto Parse(source::BufferId buffer, source::Buffers& buffers, diag::Emitter& emitter, Program& program)
    -> bool {
  const uint32_t before = emitter.n_errors();
  {
    // Characters are read before statements; the messages come in the order of the text.
    diag::ForwardingConsumer forward(emitter);
    diag::SortingConsumer sorted(forward);
    diag::Emitter own(sorted);
    Reader(buffers, own, program).Read(buffer);
  }
  program.n_errors += emitter.n_errors() - before;
  return emitter.n_errors() == before;
}

}  // namespace kerf::dymola
