// Jumps forward inside one block become IF and ELSE:
//   IF(c) GO TO a; s…; GO TO b; a: t…; b:      is      if not c then s… else t… end
//   IF(c) GO TO a; s…; a:                      is      if not c then s… end
// Others stay and are refused where they are met.
#include <algorithm>

#include "lang/acsl/flattener.h"

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

}  // namespace

auto Flattener::StructureJumps(const std::vector<Statement>& body) -> std::vector<Statement> {
  std::vector<Statement> out;
  for (size_t k = 0; k < body.size(); ++k) {
    const size_t to = IsJumpIf(body[k]) ? FindLabel(body, body[k].body[0].name, k + 1) : body.size();
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
    choice.body.clear();
    size_t next = to;
    if (!skipped.empty() && skipped.back().kind == StatementKind::GoTo) {
      const size_t end = FindLabel(body, skipped.back().name, to);
      if (end < body.size()) {
        skipped.pop_back();
        choice.body.assign(body.begin() + static_cast<ptrdiff_t>(to),
                           body.begin() + static_cast<ptrdiff_t>(end));
        // The labels have done their work.
        if (!choice.body.empty()) choice.body[0].label = {};
        next = end;
      }
    }
    choice.else_body = std::move(skipped);
    out.push_back(std::move(choice));
    k = next - 1;
  }
  return out;
}

}  // namespace kerf::acsl
