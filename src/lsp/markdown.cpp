// A small reader of HTML that never fails: what it does not understand is text.
#include "lsp/markdown.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace kerf::lsp {

namespace {

struct Entity {
  std::string_view name;
  std::string_view text;
};
constexpr auto kEntities = std::to_array<Entity>({
    {"lt", "<"},     {"gt", ">"},    {"amp", "&"},    {"quot", "\""},   {"apos", "'"},  {"nbsp", " "},
    {"deg", "°"},    {"mu", "μ"},    {"alpha", "α"},  {"beta", "β"},    {"gamma", "γ"}, {"delta", "δ"},
    {"Delta", "Δ"},  {"phi", "φ"},   {"tau", "τ"},    {"omega", "ω"},   {"rho", "ρ"},   {"eta", "η"},
    {"lambda", "λ"}, {"pi", "π"},    {"sigma", "σ"},  {"theta", "θ"},   {"times", "×"}, {"middot", "·"},
    {"plusmn", "±"}, {"le", "≤"},    {"ge", "≥"},     {"ne", "≠"},      {"rarr", "→"},  {"larr", "←"},
    {"ndash", "–"},  {"mdash", "—"}, {"hellip", "…"}, {"copy", "©"},    {"sum", "∑"},   {"radic", "√"},
    {"infin", "∞"},  {"part", "∂"},  {"asymp", "≈"},  {"epsilon", "ε"}, {"zeta", "ζ"},  {"kappa", "κ"},
});

struct Tag {
  std::string name;
  bool is_end = false;
  std::string href;
};

class Converter {
 public:
  Converter(std::string_view html, size_t max_size) : html_(html), max_size_(max_size) {}

  auto Run() -> std::string {
    while (at_ < html_.size()) {
      if (out_.size() > max_size_) {
        Break(2);
        out_ += "…";
        break;
      }
      Step();
    }
    if (is_code_) out_ += "\n```";
    while (!out_.empty() && (out_.back() == '\n' || out_.back() == ' ')) out_.pop_back();
    return out_;
  }

 private:
  void Step() {
    const char c = html_[at_];
    if (c == '<' && at_ + 1 < html_.size() && IsTagStart(html_[at_ + 1])) {
      Apply(ReadTag());
    } else if (c == '&') {
      ReadEntity();
    } else {
      Text(c);
      ++at_;
    }
  }

  static auto IsTagStart(char c) -> bool {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '!';
  }

  void Text(char c) {
    const bool is_blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (is_code_ || !is_blank) {
      if (c != '\r') out_ += c;
    } else if (!out_.empty() && out_.back() != ' ' && out_.back() != '\n') {
      out_ += ' ';
    }
  }

  // At least so many line breaks before what follows.
  void Break(size_t wanted) {
    while (!out_.empty() && out_.back() == ' ') out_.pop_back();
    if (out_.empty()) return;
    size_t n = 0;
    while (n < out_.size() && out_[out_.size() - 1 - n] == '\n') ++n;
    while (n++ < wanted) out_ += '\n';
  }

  auto ReadTag() -> Tag {
    Tag tag;
    const std::string_view rest = html_.substr(at_);
    if (rest.starts_with("<!--")) {
      const size_t close = rest.find("-->");
      at_ = close == std::string_view::npos ? html_.size() : at_ + close + 3;
      return tag;
    }
    const size_t end = std::min(rest.find('>'), rest.size());
    std::string_view inside = rest.substr(1, end - 1);
    at_ = std::min(at_ + end + 1, html_.size());
    if (inside.starts_with('/')) {
      tag.is_end = true;
      inside.remove_prefix(1);
    }
    size_t k = 0;
    while (k < inside.size() && std::isalnum(static_cast<unsigned char>(inside[k])) != 0)
      tag.name += static_cast<char>(std::tolower(static_cast<unsigned char>(inside[k++])));
    const size_t href = inside.find("href=");
    if (href != std::string_view::npos && href + 6 < inside.size()) {
      const size_t begin = href + 6;
      tag.href = inside.substr(begin, inside.find(inside[href + 5], begin) - begin);
    }
    return tag;
  }

  void ReadEntity() {
    const size_t end = html_.substr(at_, 12).find(';');
    if (end == std::string_view::npos) {
      Text(html_[at_++]);
      return;
    }
    const std::string_view name = html_.substr(at_ + 1, end - 1);
    const auto known = std::ranges::find(kEntities, name, &Entity::name);
    out_ += known != kEntities.end() ? known->text : html_.substr(at_, end + 1);
    at_ += end + 1;
  }

  void Apply(const Tag& tag) {
    const std::string& name = tag.name;
    if (name == "p" || name == "table" || name == "div" || name == "blockquote" || name == "ul" ||
        name == "ol" || name == "dl") {
      Break(2);
    } else if (name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6') {
      Break(2);
      if (!tag.is_end) out_ += "#### ";
    } else if (name == "br" || name == "tr" || name == "dt" || name == "dd") {
      Break(1);
    } else if (name == "li") {
      Break(1);
      if (!tag.is_end) out_ += "* ";
    } else if (name == "td" || name == "th") {
      if (tag.is_end) out_ += " | ";
    } else if (name == "pre") {
      Break(1);
      if (is_code_ == tag.is_end) out_ += "```\n";
      is_code_ = !tag.is_end;
    } else if (!is_code_) {
      ApplyInline(tag);
    }
  }

  void ApplyInline(const Tag& tag) {
    const std::string& name = tag.name;
    if (name == "b" || name == "strong") out_ += "**";
    if (name == "i" || name == "em" || name == "var") out_ += "*";
    if (name == "code" || name == "tt") out_ += "`";
    if (name != "a") return;
    if (!tag.is_end) {
      href_ = tag.href;
      if (!href_.empty()) out_ += '[';
    } else if (!href_.empty()) {
      out_ += "](" + href_ + ")";
      href_.clear();
    }
  }

  std::string_view html_;
  size_t max_size_;
  size_t at_ = 0;
  std::string out_;
  std::string href_;
  bool is_code_ = false;
};

}  // namespace

auto MarkdownOfHtml(std::string_view html, size_t max_size) -> std::string {
  return Converter(html, max_size).Run();
}

}  // namespace kerf::lsp
