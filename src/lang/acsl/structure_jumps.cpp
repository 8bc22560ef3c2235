// Jumps forward inside one block become IF and ELSE, jumps back become loops:
//   IF(c) GO TO a; s…; GO TO b; a: t…; b:      is      if not c then s… else t… end
//   IF(c) GO TO a; s…; a:                      is      if not c then s… end
//   IF(c) THEN r…; GO TO a; ENDIF; s…; a:      is      if c then r… else s… end
//   a: s…; IF(c) GO TO a; b:                   is      loop s…; if not c then leave end
//   a: s…; GO TO a; b:                         is      loop s… end, and GO TO b in it is leave, also from a
//                                                      loop inside
//   DO …; IF(c) GO TO b; …; b:                 is      DO with leave
// Others stay and are refused where they are met.
#include <algorithm>

#include "lang/acsl/structure_jumps.h"

namespace kerf::acsl {

namespace {

auto FindLabel(const std::vector<Statement>& body, NameId label, size_t from) -> size_t {
  for (size_t k = from; k < body.size(); ++k) {
    if (body[k].label == label) return k;
  }
  return body.size();
}

auto IsJumpIf(const Statement& statement) -> bool {
  return statement.kind == StatementKind::If && statement.else_body.empty() && statement.body.size() == 1 &&
         statement.body[0].kind == StatementKind::GoTo;
}

// IF(c) THEN s…; GO TO a; ENDIF
auto EndsWithJump(const Statement& statement) -> bool {
  return statement.kind == StatementKind::If && statement.else_body.empty() && !statement.body.empty() &&
         statement.body.back().kind == StatementKind::GoTo;
}

auto IsJumpTo(const Statement& statement, NameId label) -> bool {
  return (statement.kind == StatementKind::GoTo && statement.name == label) ||
         (IsJumpIf(statement) && statement.body[0].name == label);
}

// The last statement that jumps back to the one at `first`, or the size of the body.
auto EndOfLoop(const std::vector<Statement>& body, size_t first) -> size_t {
  size_t end = body.size();
  for (size_t k = first; body[first].label.has_value() && k < body.size(); ++k) {
    if (IsJumpTo(body[k], body[first].label)) end = k;
  }
  return end;
}

// Jumps to where a loop ends leave it; those inside an IF too, and those inside loops that are yet to be
// found.
void MarkLeaves(std::vector<Statement>& body, NameId exit) {
  for (Statement& statement : body) {
    if (statement.kind == StatementKind::GoTo && statement.name == exit)
      statement.kind = StatementKind::Leave;
    if (statement.kind != StatementKind::If && statement.kind != StatementKind::Do) continue;
    MarkLeaves(statement.body, exit);
    MarkLeaves(statement.else_body, exit);
  }
}

auto HasJumpTo(const std::vector<Statement>& body, NameId label) -> bool {
  return std::ranges::any_of(body, [&](const Statement& statement) {
    return IsJumpTo(statement, label) || HasJumpTo(statement.body, label) ||
           HasJumpTo(statement.else_body, label);
  });
}

// A DO that jumps leave for the label behind it: a loop around it that runs once.
auto MakeLeftDo(const Statement& statement, NameId exit) -> Statement {
  Statement loop;
  loop.kind = StatementKind::Loop;
  loop.name = exit;
  loop.span = statement.span;
  loop.serial = statement.serial;
  loop.body = {statement};
  MarkLeaves(loop.body, exit);
  Statement leave;
  leave.kind = StatementKind::Leave;
  leave.span = statement.span;
  loop.body.push_back(std::move(leave));
  return loop;
}

auto MakeLoop(const std::vector<Statement>& body, size_t first, size_t last) -> Statement {
  Statement loop;
  loop.kind = StatementKind::Loop;
  loop.span = body[first].span;
  loop.serial = body[first].serial;
  loop.body.assign(body.begin() + static_cast<ptrdiff_t>(first), body.begin() + static_cast<ptrdiff_t>(last));
  if (last + 1 < body.size() && body[last + 1].label.has_value()) {
    loop.name = body[last + 1].label;
    MarkLeaves(loop.body, loop.name);
  }
  if (!loop.body.empty()) loop.body[0].label = {};
  if (body[last].kind == StatementKind::GoTo) return loop;
  Statement end = body[last];
  end.body.clear();
  end.label = {};
  Statement leave;
  leave.kind = StatementKind::Leave;
  leave.span = end.span;
  end.else_body = {leave};
  loop.body.push_back(std::move(end));
  return loop;
}

// IF(x) a, b, c and IF(c) THEN GO TO a ELSE GO TO b: jumps one after the other.
auto WithPlainJumps(const std::vector<Statement>& body) -> std::vector<Statement> {
  std::vector<Statement> out;
  const auto is_jump = [](const std::vector<Statement>& one) {
    return one.size() == 1 && one[0].kind == StatementKind::GoTo;
  };
  for (const Statement& statement : body) {
    out.push_back(statement);
    while (out.back().kind == StatementKind::If && is_jump(out.back().body) &&
           out.back().else_body.size() == 1) {
      Statement other = out.back().else_body[0];
      if (other.kind != StatementKind::GoTo && other.kind != StatementKind::If) break;
      out.back().else_body.clear();
      out.push_back(std::move(other));
    }
  }
  return out;
}

// Jumps inside a block to what follows it go to its end.
void MarkEnd(std::vector<Statement>& block, NameId label) {
  if (!HasJumpTo(block, label)) return;
  Statement end;
  end.kind = StatementKind::Continue;
  end.label = label;
  end.span = block.back().span;
  block.push_back(std::move(end));
}

}  // namespace

auto StructureJumps(const std::vector<Statement>& given) -> std::vector<Statement> {
  std::vector<Statement> out;
  const std::vector<Statement> body = WithPlainJumps(given);
  for (size_t k = 0; k < body.size(); ++k) {
    if (const size_t last = EndOfLoop(body, k); last < body.size()) {
      out.push_back(MakeLoop(body, k, last));
      k = last;
      continue;
    }
    const NameId behind = k + 1 < body.size() ? body[k + 1].label : NameId{};
    if (body[k].kind == StatementKind::Do && behind.has_value() && HasJumpTo(body[k].body, behind)) {
      out.push_back(MakeLeftDo(body[k], behind));
      continue;
    }
    const size_t to = EndsWithJump(body[k]) ? FindLabel(body, body[k].body.back().name, k + 1) : body.size();
    if (to == body.size()) {
      const bool is_jump = body[k].kind == StatementKind::GoTo;
      const bool is_next = is_jump && k + 1 < body.size() && body[k + 1].label == body[k].name;
      // A jump to the next statement is none.
      if (!is_next) out.push_back(body[k]);
      continue;
    }
    Statement choice = body[k];
    std::vector<Statement> skipped(body.begin() + static_cast<ptrdiff_t>(k) + 1,
                                   body.begin() + static_cast<ptrdiff_t>(to));
    choice.body.pop_back();
    size_t next = to;
    if (!skipped.empty() && skipped.back().kind == StatementKind::GoTo) {
      const size_t end = FindLabel(body, skipped.back().name, to);
      if (end < body.size()) {
        skipped.pop_back();
        const size_t n_own = choice.body.size();
        choice.body.insert(choice.body.end(), body.begin() + static_cast<ptrdiff_t>(to),
                           body.begin() + static_cast<ptrdiff_t>(end));
        // The labels have done their work.
        if (choice.body.size() > n_own) choice.body[n_own].label = {};
        MarkEnd(choice.body, body[end].label);
        next = end;
      }
    }
    MarkEnd(skipped, body[next].label);
    choice.else_body = std::move(skipped);
    out.push_back(std::move(choice));
    k = next - 1;
  }
  return out;
}

}  // namespace kerf::acsl
