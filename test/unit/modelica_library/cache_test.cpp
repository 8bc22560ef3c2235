// The cache of a library: fresh, stale, damaged, and written by several at once.
#include <sys/wait.h>

#include <thread>

#include "lang/modelica/library/cache_build.h"
#include "lang/modelica/library/cache_files.h"
#include "lang/modelica/library/library_cache.h"
#include "lang/modelica/syntax/parse.h"
#include "workspace.h"

namespace kerf::modelica::test {
namespace {

struct Library {
  Library() {
    work.Write("path/Lib/package.mo", "package Lib model Inside end Inside; end Lib;");
    work.Write("path/Lib/X.mo", "within Lib; model X Real x = 1; equation der(x) = 2; end X;");
    work.Write("path/Lib/Sub/package.mo", "within Lib; package Sub end Sub;");
    work.Write("path/Lib/Sub/Y.mo", "within Lib.Sub; model Y end Y;");
  }

  auto Open() const -> std::unique_ptr<Loaded> {
    return std::make_unique<Loaded>(Strings{work.path("path")}, work.path("cache"));
  }
  // Texts of all files as the program sees them, or "-".
  static auto Texts(Loaded& loaded) -> Strings {
    Strings texts;
    for (const char* name : {"Lib", "Lib.Inside", "Lib.X", "Lib.Sub", "Lib.Sub.Y"}) {
      const ClassId id = loaded.program->Find(name);
      const NodeRef definition = id.has_value() ? loaded.program->Definition(id) : NodeRef();
      texts.push_back(definition.has_value() ? PrintBack(definition.tree()) : "-");
    }
    return texts;
  }
  [[nodiscard]] auto CacheFile() const -> std::string {
    return CacheFileOf(work.path("cache"), work.path("path/Lib"));
  }
  [[nodiscard]] auto CacheFiles() const -> size_t {
    size_t n = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(work.path("cache"))) ++n;
    return n;
  }

  Workspace work;
};

auto ReadBytes(const std::string& path) -> std::string {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void WriteBytes(const std::string& path, const std::string& bytes) {
  // As a new file: the old one may be mapped.
  fs::remove(path);
  std::ofstream(path, std::ios::binary) << bytes;
}

TEST(Cache, SecondStartParsesNothing) {
  const Library library;
  const auto first = library.Open();
  const Strings texts = Library::Texts(*first);
  EXPECT_EQ(first->program->n_files_parsed(), 4U);
  EXPECT_EQ(library.CacheFiles(), 1U);
  const auto second = library.Open();
  EXPECT_EQ(Library::Texts(*second), texts);
  EXPECT_EQ(second->program->n_files_parsed(), 0U);
  EXPECT_EQ(second->program->n_files_read(), 4U);
  EXPECT_NE(texts[2].find("der(x)"), std::string::npos);
  // Places are those of the source file.
  const NodeRef x = second->program->Definition(second->program->Find("Lib.X"));
  const auto at = second->buffers.Locate(second->program->SpanOf(x));
  ASSERT_TRUE(at.has_value());
  EXPECT_EQ(at->file, library.work.path("path/Lib/X.mo"));
  EXPECT_EQ(at->column, 13U);
}

TEST(Cache, SingleFileLibrary) {
  const Library library;
  library.work.Write("path/One.mo", "package One model A end A; end One;");
  EXPECT_TRUE(library.Open()->program->Find("One.A").has_value());
  const auto second = library.Open();
  EXPECT_TRUE(second->program->Find("One.A").has_value());
  EXPECT_EQ(second->program->n_files_parsed(), 0U);
}

TEST(Cache, PlacesOutliveTheProgram) {
  const Library library;
  Library::Texts(*library.Open());
  const auto loaded = library.Open();
  const diag::Span span =
      loaded->program->SpanOf(loaded->program->Definition(loaded->program->Find("Lib.X")));
  loaded->program.reset();
  EXPECT_EQ(loaded->buffers.Locate(span)->line, 1U);
}

TEST(Cache, ChangedNewAndRemovedFiles) {
  const Library library;
  Library::Texts(*library.Open());
  library.work.Write("path/Lib/X.mo", "within Lib; model X Real longer; end X;");
  library.work.Write("path/Lib/Sub/Z.mo", "within Lib.Sub; model Z end Z;");
  fs::remove(library.work.path("path/Lib/Sub/Y.mo"));
  const auto second = library.Open();
  const Strings texts = Library::Texts(*second);
  EXPECT_NE(texts[2].find("longer"), std::string::npos);
  EXPECT_EQ(texts[4], "-");
  EXPECT_TRUE(second->program->Find("Lib.Sub.Z").has_value());
  EXPECT_EQ(second->program->n_files_parsed(), 2U);
  const auto third = library.Open();
  EXPECT_EQ(Library::Texts(*third), texts);
  EXPECT_TRUE(third->program->Definition(third->program->Find("Lib.Sub.Z")).has_value());
  EXPECT_EQ(third->program->n_files_parsed(), 0U);
}

TEST(Cache, SameSizeAndTimeButOtherContentIsSeen) {
  const Library library;
  const std::string file = library.work.path("path/Lib/X.mo");
  const auto time = fs::last_write_time(file);
  Library::Texts(*library.Open());
  std::string text = ReadBytes(file);
  text.replace(text.find("= 1"), 3, "= 7");
  WriteBytes(file, text);
  fs::last_write_time(file, time);
  EXPECT_EQ(Library::Texts(*library.Open())[2], text);
}

TEST(Cache, TouchedFileIsNotParsedAgain) {
  const Library library;
  Library::Texts(*library.Open());
  library.work.Write("path/Lib/X.mo", ReadBytes(library.work.path("path/Lib/X.mo")));
  const auto second = library.Open();
  EXPECT_NE(Library::Texts(*second)[2], "-");
  EXPECT_EQ(second->program->n_files_parsed(), 0U);
}

TEST(Cache, JustWrittenFileIsComparedByContent) {
  const Library library;
  const std::string file = library.work.path("path/Lib/X.mo");
  std::ofstream(file) << "within Lib; model X Integer i; end X;";
  Library::Texts(*library.Open());
  // The clock of the file system may not have ticked since.
  std::ofstream(file) << "within Lib; model X Integer j; end X;";
  EXPECT_NE(Library::Texts(*library.Open())[2].find("Integer j"), std::string::npos);
}

TEST(Cache, FileWithMistakesTellsThemEachTime) {
  const Library library;
  library.work.Write("path/Lib/Bad.mo", "within Lib; model Bad Real x = ; end Bad;");
  for (int k = 0; k < 2; ++k) {
    const auto loaded = library.Open();
    Library::Texts(*loaded);
    EXPECT_TRUE(loaded->consumer.all.empty()) << "nobody asked for it";
    const uint32_t n_parsed = loaded->program->n_files_parsed();
    EXPECT_EQ(n_parsed, k == 0 ? 5U : 0U);
    loaded->program->Definition(loaded->program->Find("Lib.Bad"));
    EXPECT_GT(loaded->emitter.n_errors(), 0U);
    EXPECT_EQ(loaded->program->n_files_parsed(), n_parsed + 1);
  }
}

TEST(Cache, TruncatedIsHarmless) {
  const Library library;
  const Strings texts = Library::Texts(*library.Open());
  const std::string bytes = ReadBytes(library.CacheFile());
  for (size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 40) {
    WriteBytes(library.CacheFile(), bytes.substr(0, size));
    EXPECT_EQ(Library::Texts(*library.Open()), texts) << size;
    const auto again = library.Open();
    EXPECT_EQ(Library::Texts(*again), texts);
    EXPECT_EQ(again->program->n_files_parsed(), 0U) << "it was not made anew";
  }
}

TEST(Cache, FlippedBitsAreHarmless) {
  const Library library;
  const Strings texts = Library::Texts(*library.Open());
  const std::string bytes = ReadBytes(library.CacheFile());
  // Every byte of header and index, some of the trees.
  for (size_t k = 0; k < bytes.size(); k += k < 600 ? 1 : 37) {
    std::string damaged = bytes;
    damaged[k] = static_cast<char>(damaged[k] ^ (1 << (k % 8)));
    WriteBytes(library.CacheFile(), damaged);
    const auto loaded = library.Open();
    ASSERT_EQ(Library::Texts(*loaded), texts) << k;
    ASSERT_TRUE(loaded->consumer.all.empty()) << k;
  }
}

TEST(Cache, NoiseAndForeignFilesAreHarmless) {
  const Library library;
  const Strings texts = Library::Texts(*library.Open());
  library.work.Write("elsewhere/Lib/package.mo", "package Lib end Lib;");
  Loaded other({library.work.path("elsewhere")}, library.work.path("cache"));
  other.program->Find("Lib");
  const std::string foreign =
      ReadBytes(CacheFileOf(library.work.path("cache"), library.work.path("elsewhere/Lib")));
  ASSERT_FALSE(foreign.empty());
  for (const std::string& bytes : {foreign, std::string(5000, 'x'), std::string(64, '\0')}) {
    WriteBytes(library.CacheFile(), bytes);
    EXPECT_EQ(Library::Texts(*library.Open()), texts);
  }
}

TEST(Cache, FolderThatCannotBeWritten) {
  const Library library;
  library.work.Write("file", "not a folder");
  Loaded loaded({library.work.path("path")}, library.work.path("file/cache"));
  EXPECT_NE(Library::Texts(loaded)[4], "-");
  EXPECT_TRUE(loaded.consumer.all.empty());
}

TEST(Cache, LinkToAFolderAboveDoesNotLoop) {
  const Library library;
  fs::create_directory_symlink(library.work.path("path/Lib"), library.work.path("path/Lib/Sub/Lib"));
  EXPECT_EQ(ListLibraryFiles(library.work.path("path/Lib")).size(), 4U);
}

TEST(Cache, SeveralWritersAtOnce) {
  const Library library;
  const Strings texts = Library::Texts(*library.Open());
  std::vector<std::thread> threads;
  std::vector<Strings> seen(8);
  for (size_t k = 0; k < seen.size(); ++k) {
    threads.emplace_back([&, k] {
      for (int round = 0; round < 10; ++round) {
        std::error_code error;
        if (k % 2 == 0) fs::remove(library.CacheFile(), error);
        seen[k] = Library::Texts(*library.Open());
        if (seen[k] != texts) return;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Strings& s : seen) EXPECT_EQ(s, texts);
  // No temporary file is left.
  EXPECT_LE(library.CacheFiles(), 1U);
  EXPECT_EQ(Library::Texts(*library.Open()), texts);
}

}  // namespace
}  // namespace kerf::modelica::test
