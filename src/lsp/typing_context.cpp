// The statement around the cursor, from its begin through its parentheses.
#include "lsp/typing_context.h"

#include "lsp/cursor.h"
#include "lsp/token_scan.h"

namespace kerf::lsp {

namespace {

using modelica::TokenKind;
using Kind = TypingContext::Kind;

// What an open parenthesis, or the statement itself, holds.
struct Frame {
  Kind kind = Kind::Expression;
  Target owner;
  Target callee;
  // Where the argument begins that is being typed, and whether it has come to its value.
  uint32_t begin = 0;
  bool has_value = false;
  uint32_t n_commas = 0;
};

auto IsOpening(TokenKind kind) -> bool {
  return kind == TokenKind::LParen || kind == TokenKind::LBracket || kind == TokenKind::LBrace;
}

auto IsClosing(TokenKind kind) -> bool {
  return kind == TokenKind::RParen || kind == TokenKind::RBracket || kind == TokenKind::RBrace;
}

class Reader {
 public:
  Reader(const Place& place, modelica::Inst* scope)
      : scan_(place.document.tree, place.text_offset), resolver_(place.snapshot) {
    context_.scope = scope;
  }

  auto Read() -> TypingContext {
    if (scan_.is_hidden()) return context_;
    if (scan_.KindBefore(scan_.end()) == TokenKind::Dot) {
      ReadMember();
    } else {
      ReadStatement();
    }
    return context_;
  }

 private:
  void ReadMember() {
    DottedName name = scan_.NameBeforeDot();
    const TokenKind before = scan_.KindBefore(name.end);
    const bool is_alias =
        before == TokenKind::Equals && name.end > 2 && scan_.KindAt(name.end - 3) == TokenKind::Import;
    if (before == TokenKind::Import || before == TokenKind::Within || is_alias) name.is_global = true;
    context_.kind = name.parts.empty() ? Kind::Library : Kind::Member;
    context_.owner = Resolve(name);
  }

  auto Resolve(const DottedName& name) -> Target {
    Target target;
    for (size_t k = 0; k < name.parts.size(); ++k) {
      if (k > 0) {
        target = resolver_.Member(target, name.parts[k]);
      } else {
        target =
            name.is_global ? resolver_.Top(name.parts[k]) : resolver_.Look(name.parts[k], context_.scope);
      }
      if (!target.has_value()) return {};
    }
    return target;
  }

  auto Modified(Target owner) -> Frame {
    Frame frame;
    frame.kind = Kind::Modifier;
    frame.owner = std::move(owner);
    return frame;
  }

  // What the parenthesis at token `paren` opens.
  auto Open(uint32_t paren, const Frame& around) -> Frame {
    Frame frame;
    if (around.kind == Kind::Nothing || scan_.KindBefore(paren) == TokenKind::Annotation) {
      frame.kind = Kind::Nothing;
      return frame;
    }
    uint32_t k = around.begin;
    while (IsPrefix(scan_.KindAt(k))) ++k;
    const TokenKind first = scan_.KindAt(k);
    if (first == TokenKind::Extends || first == TokenKind::Constrainedby)
      return Modified(Resolve(scan_.NameAt(k + 1)));
    if (IsRestriction(first) && scan_.KindAt(k + 2) == TokenKind::Equals) {
      for (k += 3; IsPrefix(scan_.KindAt(k));) ++k;
      return Modified(Resolve(scan_.NameAt(k)));
    }
    const DottedName name = scan_.NameAt(k);
    const bool is_declared = around.kind != Kind::Expression && !around.has_value && !name.parts.empty();
    if (is_declared && scan_.KindAt(name.end) == TokenKind::Ident) return Modified(Resolve(name));
    if (is_declared && around.kind == Kind::Modifier && name.end == paren) {
      Target owner = around.owner;
      for (const std::string_view part : name.parts) owner = resolver_.Member(owner, part);
      return Modified(owner);
    }
    frame.callee = Resolve(scan_.NameBefore(paren));
    return frame;
  }

  void ReadStatement() {
    std::vector<Frame> frames(1);
    frames[0].kind = Kind::Statement;
    frames[0].begin = scan_.StatementBegin();
    for (uint32_t k = frames[0].begin; k < scan_.end(); ++k) {
      const TokenKind kind = scan_.KindAt(k);
      if (IsOpening(kind)) {
        Frame frame = kind == TokenKind::LParen ? Open(k, frames.back()) : Frame();
        frame.begin = k + 1;
        frames.push_back(std::move(frame));
      } else if (IsClosing(kind) && frames.size() > 1) {
        frames.pop_back();
      } else if (kind == TokenKind::Comma) {
        // The declarations of one statement share the type at its begin.
        if (frames.size() > 1) frames.back().begin = k + 1;
        frames.back().has_value = false;
        ++frames.back().n_commas;
      } else if (kind == TokenKind::Equals || kind == TokenKind::Assign) {
        frames.back().has_value = true;
      }
    }
    Conclude(frames);
  }

  void Conclude(const std::vector<Frame>& frames) {
    const Frame& last = frames.back();
    const TokenKind before = scan_.KindBefore(scan_.end());
    context_.kind = last.kind;
    context_.owner = last.owner;
    if (last.has_value && last.kind != Kind::Nothing) context_.kind = Kind::Expression;
    if (before == TokenKind::Import || before == TokenKind::Within) context_.kind = Kind::Library;
    for (size_t k = frames.size(); k-- > 1;) {
      if (frames[k].kind == Kind::Modifier) break;
      if (!frames[k].callee.has_value()) continue;
      context_.callee = frames[k].callee;
      context_.argument = frames[k].n_commas;
      break;
    }
  }

  TokenScan scan_;
  Resolver resolver_;
  TypingContext context_;
};

}  // namespace

auto ContextOf(const Place& place) -> TypingContext {
  Resolver resolver(place.snapshot);
  modelica::Inst* scope = place.snapshot.instances().root();
  if (place.tree != nullptr) scope = resolver.ScopeOf(PathToOffset(*place.tree, place.offset));
  return Reader(place, scope).Read();
}

}  // namespace kerf::lsp
