// The grammar in docs/cosy.md and the parser agree: what the one makes the other reads, and programs that the
// other reads are sentences of the one.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "diag/consumers.h"
#include "ebnf.h"
#include "lang/cosy/cosy.h"
#include "lang/cosy/macros.h"

namespace kerf::cosy {

namespace {

auto ReadFile(const std::string& path) -> std::string {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

auto Grammar() -> std::string {
  const std::string page = ReadFile(std::string(KERF_SOURCE_DIR) + "/docs/cosy.md");
  const size_t begin = page.find("```ebnf\n");
  EXPECT_NE(begin, std::string::npos);
  return page.substr(begin + 8, page.find("```", begin + 8) - begin - 8);
}

auto Mistakes(const std::string& text) -> std::string {
  source::Buffers buffers;
  diag::CollectingConsumer mistakes;
  diag::Emitter emitter(mistakes);
  const auto program = Parse(buffers.Add("program.cosy", text), {}, buffers, emitter);
  return mistakes.all.empty() ? std::string() : mistakes.all[0].text;
}

// The words of a program after its macros are written out.
auto WordsOf(const std::string& text) -> std::vector<Ebnf::Word> {
  source::Buffers buffers;
  diag::CollectingConsumer mistakes;
  diag::Emitter emitter(mistakes);
  Names names;
  const auto raw = Lex(buffers.Add("program.cosy", text), text, names, emitter);
  const MacroSources sources{buffers, {}};
  const ExpandedTokens tokens = MacroExpander(names, sources, emitter).Run(raw);
  std::vector<Ebnf::Word> words;
  // A mark that begins a text without end is no word.
  if (!mistakes.all.empty()) words.push_back({"a mistake", ""});
  for (const Token& token : tokens.program) {
    if (token.kind == Tok::End) break;
    Ebnf::Word word;
    if (token.kind == Tok::Name || is_reserved(token.kind)) {
      word.literal = names.lower[token.name];
      for (char& c : word.literal) c = static_cast<char>(std::toupper(c));
      if (token.kind == Tok::Name) word.terminal = "name";
    } else if (token.kind == Tok::Number) {
      word.terminal = "number";
    } else if (token.kind == Tok::Text) {
      word.terminal = "text";
    } else {
      const std::string_view shown = text_of(token.kind);
      word.literal = shown.substr(1, shown.size() - 2);
    }
    words.push_back(word);
  }
  return words;
}

TEST(CosyGrammar, EveryRuleIsDefinedAndFinite) {
  const Ebnf grammar(Grammar());
  EXPECT_EQ(grammar.error(), "");
}

TEST(CosyGrammar, SentencesAreRead) {
  Ebnf grammar(Grammar());
  ASSERT_EQ(grammar.error(), "");
  std::mt19937 random(20261116);
  for (int k = 0; k < 1000; ++k) {
    const std::string sentence = grammar.Generate("program", random);
    const std::string mistake = Mistakes(sentence);
    ASSERT_EQ(mistake, "") << sentence;
  }
}

TEST(CosyGrammar, ProgramsAreSentences) {
  Ebnf grammar(Grammar());
  ASSERT_EQ(grammar.error(), "");
  int n = 0;
  for (const std::string folder : {"cosy", "three-languages"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(KERF_SOURCE_DIR) + "/examples/" + folder)) {
      if (entry.path().extension() != ".cosy") continue;
      ++n;
      const std::vector<Ebnf::Word> words = WordsOf(ReadFile(entry.path().string()));
      EXPECT_TRUE(grammar.Accepts("program", words))
          << entry.path() << " at word " << grammar.furthest() << " of " << words.size() << ": "
          << (grammar.furthest() < words.size() ? words[grammar.furthest()].literal : "");
    }
  }
  EXPECT_GE(n, 10);
}

// A program with one word left out is read by both or by neither.
TEST(CosyGrammar, BrokenProgramsAreNoSentences) {
  Ebnf grammar(Grammar());
  const std::string text = ReadFile(std::string(KERF_SOURCE_DIR) + "/examples/cosy/dry-friction.cosy");
  source::Buffers buffers;
  diag::CollectingConsumer none;
  diag::Emitter emitter(none);
  Names names;
  const auto tokens = Lex(buffers.Add("program.cosy", text), text, names, emitter);
  for (size_t k = 0; k + 1 < tokens.size(); k += 3) {
    std::string broken = text;
    broken.replace(tokens[k].begin, tokens[k].end - tokens[k].begin, tokens[k].end - tokens[k].begin, ' ');
    const bool is_sentence = grammar.Accepts("program", WordsOf(broken));
    const bool is_read = Mistakes(broken).empty();
    EXPECT_EQ(is_sentence, is_read) << "without word " << k << ": "
                                    << text.substr(tokens[k].begin, tokens[k].end - tokens[k].begin);
  }
}

}  // namespace

}  // namespace kerf::cosy
