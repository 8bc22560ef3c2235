// See structure_returns.h.
#include "emit/structure_returns.h"

#include <algorithm>
#include <span>

namespace kerf::emit {

namespace {

using expr::ExprId;
using expr::Op;
using Kind = ScalarStatement::Kind;
using Statements = std::vector<ScalarStatement>;

auto MayReturn(const ScalarStatement& statement) -> bool {
  return statement.kind == Kind::Return ||
         std::ranges::any_of(statement.branches, [](const ScalarBranch& branch) {
           return std::ranges::any_of(branch.body, MayReturn);
         });
}

auto HasElse(const ScalarStatement& choice) -> bool { return !choice.branches.back().condition.has_value(); }

auto AlwaysReturns(const Statements& body) -> bool {
  return std::ranges::any_of(body, [](const ScalarStatement& statement) {
    if (statement.kind == Kind::Return) return true;
    return statement.kind == Kind::If && HasElse(statement) &&
           std::ranges::all_of(statement.branches,
                               [](const ScalarBranch& branch) { return AlwaysReturns(branch.body); });
  });
}

auto Joined(const Statements& body, std::span<const ScalarStatement> rest) -> Statements {
  Statements all = body;
  all.insert(all.end(), rest.begin(), rest.end());
  return all;
}

class Structurer {
 public:
  Structurer(expr::Pool& pool, const std::function<ExprId()>& make_done)
      : pool_(pool), make_done_(make_done) {}

  auto Run(const Statements& statements) -> Statements {
    Statements out = Structured(statements);
    if (done_.has_value()) out.insert(out.begin(), AssignmentOf(done_, pool_.Real(0)));
    return out;
  }

 private:
  // Behind these statements nothing comes any more.
  auto Structured(const Statements& statements) -> Statements {
    Statements out;
    for (size_t k = 0; k < statements.size(); ++k) {
      const ScalarStatement& statement = statements[k];
      if (statement.kind == Kind::Return) return out;
      if (!MayReturn(statement)) {
        Push(statement, out);
        continue;
      }
      const auto rest = std::span(statements).subspan(k + 1);
      const bool is_split = statement.kind == Kind::If && (rest.empty() || OpenBranches(statement) <= 1);
      const Statements whole =
          is_split ? Statements{Split(statement, rest)} : Marked(std::span(statements).subspan(k), {});
      out.insert(out.end(), whole.begin(), whole.end());
      return out;
    }
    return out;
  }

  // Branches that go on behind the choice.
  static auto OpenBranches(const ScalarStatement& choice) -> size_t {
    const auto is_open = [](const ScalarBranch& branch) { return !AlwaysReturns(branch.body); };
    return static_cast<size_t>(std::ranges::count_if(choice.branches, is_open)) + (HasElse(choice) ? 0 : 1);
  }

  auto Split(ScalarStatement choice, std::span<const ScalarStatement> rest) -> ScalarStatement {
    if (!HasElse(choice) && !rest.empty()) choice.branches.emplace_back();
    for (ScalarBranch& branch : choice.branches) branch.body = Structured(Joined(branch.body, rest));
    if (choice.branches.size() == 2 && choice.branches[0].body.empty() && HasElse(choice)) {
      choice.branches[1].condition = pool_.Unary(Op::Not, choice.branches[0].condition);
      choice.branches.erase(choice.branches.begin());
    }
    return choice;
  }

  struct Around {
    bool in_loop = false;
    // Something comes behind.
    bool is_followed = false;
  };

  // With a mark in place of each return, and questions for it behind.
  auto Marked(std::span<const ScalarStatement> statements, Around around) -> Statements {
    Statements out;
    for (size_t k = 0; k < statements.size(); ++k) {
      const ScalarStatement& statement = statements[k];
      if (statement.kind == Kind::Return) {
        if (around.in_loop || around.is_followed) out.push_back(AssignmentOf(Done(), pool_.Real(1)));
        if (around.in_loop) out.push_back(StatementOf(Kind::Break));
        return out;
      }
      if (!MayReturn(statement)) {
        Push(statement, out);
        continue;
      }
      const auto rest = statements.subspan(k + 1);
      ScalarStatement marked = statement;
      for (ScalarBranch& branch : marked.branches)
        branch.body = Marked(branch.body, {around.in_loop || statement.kind == Kind::While,
                                           around.is_followed || !rest.empty()});
      out.push_back(std::move(marked));
      // An IF inside a loop has left the loop already.
      const bool is_left = around.in_loop && statement.kind == Kind::If;
      if (is_left || (rest.empty() && !around.in_loop)) continue;
      ScalarStatement question = StatementOf(Kind::If);
      if (around.in_loop) {
        question.branches.push_back({pool_.Binary(Op::Greater, Done(), pool_.Real(0)), {}});
        question.branches[0].body = {StatementOf(Kind::Break)};
        out.push_back(std::move(question));
        continue;
      }
      question.branches.push_back({pool_.Binary(Op::LessEqual, Done(), pool_.Real(0)), {}});
      question.branches[0].body = Marked(rest, around);
      out.push_back(std::move(question));
      return out;
    }
    return out;
  }

  // Without what stops the program, and without choices that did nothing else.
  void Push(const ScalarStatement& statement, Statements& out) {
    if (statement.kind == Kind::Stop) return;
    ScalarStatement copy = statement;
    bool is_empty = true;
    for (ScalarBranch& branch : copy.branches) {
      Statements body;
      for (const ScalarStatement& inner : branch.body) Push(inner, body);
      is_empty = is_empty && body.empty();
      branch.body = std::move(body);
    }
    if (statement.kind != Kind::If || !is_empty) out.push_back(std::move(copy));
  }

  auto Done() -> ExprId {
    if (!done_.has_value()) done_ = make_done_();
    return done_;
  }

  expr::Pool& pool_;
  const std::function<ExprId()>& make_done_;
  ExprId done_;
};

}  // namespace

auto WithoutReturns(expr::Pool& pool, const std::vector<ScalarStatement>& statements,
                    const std::function<ExprId()>& make_done) -> std::vector<ScalarStatement> {
  return Structurer(pool, make_done).Run(statements);
}

}  // namespace kerf::emit
