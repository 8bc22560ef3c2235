// See newton_statements.h. In the statements: u the point, r its residuals, a the Jacobian column by column
// (then its triangular form), d the step.
#include "emit/newton_statements.h"

#include <array>

namespace kerf::emit {

namespace {

using expr::ExprId;
using expr::Op;
using Statements = std::vector<ScalarStatement>;
using Kind = ScalarStatement::Kind;

constexpr double kMaxIterations = 50;
// Steps, relative to the unknowns, that end the search, and that count as a solution when it has ended.
constexpr double kSmallStep = 1e-10;
constexpr double kAcceptedStep = 1e-6;
// Size of a difference, and below which size an unknown counts as being of that size.
constexpr double kDifference = 1e-7;
constexpr double kSmallUnknown = 1e-3;

class NewtonWriter {
 public:
  NewtonWriter(expr::Pool& pool, const NewtonProblem& problem,
               const std::function<uint32_t(const ScalarVariable&)>& add)
      : pool_(pool), problem_(problem), add_(add), n_(static_cast<int64_t>(problem.unknowns.size())) {
    count_ = Number("count", expr::Kind::Integer);
    step_ = Number("step", expr::Kind::Real);
    h_ = Number("h", expr::Kind::Real);
  }

  auto Run() -> Statements {
    Statements body = {AssignmentOf(count_, Plus(count_, Int(1)))};
    Append(body, n_ == 1 ? OneUnknown() : SeveralUnknowns());
    Statements out;
    for (int64_t k = 0; k < n_; ++k) out.push_back(AssignmentOf(Point(k), problem_.guesses[Size(k)]));
    out.push_back(AssignmentOf(count_, Int(0)));
    out.push_back(AssignmentOf(step_, Real(1)));
    out.push_back(While(And(Less(count_, Real(kMaxIterations)), Greater(step_, Real(kSmallStep))), body));
    for (int64_t k = 0; k < n_; ++k) out.push_back(AssignmentOf(problem_.unknowns[Size(k)], Point(k)));
    Append(out, problem_.inner);
    // What is no number is not small.
    out.push_back(AssignmentOf(problem_.failed, Real(1)));
    out.push_back(If(pool_.Binary(Op::LessEqual, step_, Real(kAcceptedStep)),
                     {AssignmentOf(problem_.failed, Real(0))}));
    return out;
  }

 private:
  static auto Size(int64_t k) -> size_t { return static_cast<size_t>(k); }
  auto Vector(std::string name, int64_t size) -> ExprId {
    ScalarVariable form;
    form.name = std::move(name);
    form.size = static_cast<uint32_t>(size);
    const std::array dims = {static_cast<int32_t>(size)};
    return pool_.Local(add_(form), {expr::Kind::Real, pool_.shapes().Make(dims), 0});
  }
  auto Number(std::string name, expr::Kind kind) -> ExprId {
    ScalarVariable form;
    form.name = std::move(name);
    form.kind = kind;
    return pool_.Local(add_(form), {kind, expr::kScalar, 0});
  }
  auto Int(int64_t value) -> ExprId { return pool_.Integer(value); }
  auto Real(double value) -> ExprId { return pool_.Real(value); }
  auto Plus(ExprId x, ExprId y) -> ExprId { return pool_.Add(x, y); }
  auto And(ExprId x, ExprId y) -> ExprId { return pool_.Binary(Op::And, x, y); }
  auto Less(ExprId x, ExprId y) -> ExprId { return pool_.Binary(Op::Less, x, y); }
  auto Greater(ExprId x, ExprId y) -> ExprId { return pool_.Binary(Op::Greater, x, y); }
  auto Abs(ExprId x) -> ExprId { return pool_.Unary(Op::Abs, x); }
  auto SizeOf(ExprId x) -> ExprId { return pool_.Binary(Op::Max, Abs(x), Real(kSmallUnknown)); }
  auto At(ExprId vector, ExprId index) -> ExprId {
    return pool_.Typed(Op::Subscript, {expr::Kind::Real, expr::kScalar, 0}, {vector, index});
  }
  // Row i, column j.
  auto Jacobian(ExprId i, ExprId j) -> ExprId {
    return At(a_, Plus(pool_.Mul(Int(n_), pool_.Sub(j, Int(1))), i));
  }
  static void Append(Statements& to, const Statements& more) {
    to.insert(to.end(), more.begin(), more.end());
  }
  static auto While(ExprId condition, Statements body) -> ScalarStatement {
    ScalarStatement loop = StatementOf(Kind::While);
    loop.branches.push_back({condition, std::move(body)});
    return loop;
  }
  static auto If(ExprId condition, Statements then, Statements otherwise = {}) -> ScalarStatement {
    ScalarStatement choice = StatementOf(Kind::If);
    choice.branches.push_back({condition, std::move(then)});
    if (!otherwise.empty()) choice.branches.push_back({{}, std::move(otherwise)});
    return choice;
  }
  // for index in first : last loop body end
  auto For(ExprId index, ExprId first, ExprId last, Statements body) -> Statements {
    body.push_back(AssignmentOf(index, Plus(index, Int(1))));
    return {AssignmentOf(index, first), While(pool_.Binary(Op::LessEqual, index, last), std::move(body))};
  }

  auto Point(int64_t k) -> ExprId { return n_ == 1 ? u_ : At(u_, Int(k + 1)); }

  auto IsZero(ExprId x) -> ExprId { return pool_.Binary(Op::Equal, x, Real(0)); }

  // There is no next point: the residuals do not depend on the unknowns there.
  auto GiveUpIf(ExprId condition) -> ScalarStatement {
    return If(condition, {AssignmentOf(step_, Real(1)), StatementOf(Kind::Break)});
  }

  auto OneUnknown() -> Statements {
    u_ = Number("u", expr::Kind::Real);
    r_ = Number("r", expr::Kind::Real);
    d_ = Number("d", expr::Kind::Real);
    const ExprId residual = problem_.residuals[0];
    Statements out = {AssignmentOf(problem_.unknowns[0], u_)};
    Append(out, problem_.inner);
    out.push_back(AssignmentOf(r_, residual));
    out.push_back(AssignmentOf(h_, pool_.Mul(Real(kDifference), SizeOf(u_))));
    out.push_back(AssignmentOf(problem_.unknowns[0], Plus(u_, h_)));
    Append(out, problem_.inner);
    out.push_back(AssignmentOf(d_, pool_.Sub(residual, r_)));
    out.push_back(GiveUpIf(IsZero(d_)));
    out.push_back(AssignmentOf(d_, pool_.Binary(Op::Div, pool_.Mul(r_, h_), d_)));
    out.push_back(AssignmentOf(step_, pool_.Binary(Op::Div, Abs(d_), SizeOf(u_))));
    out.push_back(AssignmentOf(u_, pool_.Sub(u_, d_)));
    return out;
  }

  auto SeveralUnknowns() -> Statements {
    u_ = Vector("u", n_);
    r_ = Vector("r", n_);
    d_ = Vector("d", n_);
    a_ = Vector("a", n_ * n_);
    i_ = Number("i", expr::Kind::Integer);
    j_ = Number("j", expr::Kind::Integer);
    k_ = Number("k", expr::Kind::Integer);
    pivot_ = Number("pivot", expr::Kind::Integer);
    swap_ = Number("swap", expr::Kind::Real);
    bad_ = Number("bad", expr::Kind::Real);
    Statements out = Differences();
    out.push_back(AssignmentOf(bad_, Real(0)));
    Append(out, Elimination());
    out.push_back(GiveUpIf(Greater(bad_, Real(0))));
    Append(out, Substitution());
    Append(out, Step());
    return out;
  }

  // Residuals at the point (k = 0), then with unknown k moved: a column of the Jacobian each.
  auto Differences() -> Statements {
    Statements body;
    for (int64_t m = 1; m <= n_; ++m) {
      const ExprId point = At(u_, Int(m));
      const ExprId unknown = problem_.unknowns[Size(m - 1)];
      body.push_back(AssignmentOf(unknown, point));
      body.push_back(If(pool_.Binary(Op::Equal, k_, Int(m)),
                        {AssignmentOf(h_, pool_.Mul(Real(kDifference), SizeOf(point))),
                         AssignmentOf(unknown, Plus(point, h_))}));
    }
    Append(body, problem_.inner);
    Statements first;
    Statements moved;
    for (int64_t m = 1; m <= n_; ++m) {
      const ExprId residual = problem_.residuals[Size(m - 1)];
      first.push_back(AssignmentOf(At(r_, Int(m)), residual));
      moved.push_back(
          AssignmentOf(Jacobian(Int(m), k_), pool_.Binary(Op::Div, pool_.Sub(residual, At(r_, Int(m))), h_)));
    }
    body.push_back(If(pool_.Binary(Op::Equal, k_, Int(0)), std::move(first), std::move(moved)));
    return For(k_, Int(0), Int(n_), std::move(body));
  }

  // Columns from left to right, the largest number of each first; the residuals go along.
  auto Elimination() -> Statements {
    Statements body = {AssignmentOf(pivot_, k_)};
    Append(body,
           For(i_, k_, Int(n_),
               {If(Greater(Abs(Jacobian(i_, k_)), Abs(Jacobian(pivot_, k_))), {AssignmentOf(pivot_, i_)})}));
    Append(body, For(j_, k_, Int(n_), Swapped(Jacobian(k_, j_), Jacobian(pivot_, j_))));
    Append(body, Swapped(At(r_, k_), At(r_, pivot_)));
    body.push_back(
        If(IsZero(Jacobian(k_, k_)), {AssignmentOf(bad_, Real(1)), AssignmentOf(Jacobian(k_, k_), Real(1))}));
    Statements row = {AssignmentOf(h_, pool_.Binary(Op::Div, Jacobian(i_, k_), Jacobian(k_, k_)))};
    Append(
        row,
        For(j_, k_, Int(n_),
            {AssignmentOf(Jacobian(i_, j_), pool_.Sub(Jacobian(i_, j_), pool_.Mul(h_, Jacobian(k_, j_))))}));
    row.push_back(AssignmentOf(At(r_, i_), pool_.Sub(At(r_, i_), pool_.Mul(h_, At(r_, k_)))));
    Append(body, For(i_, Plus(k_, Int(1)), Int(n_), std::move(row)));
    return For(k_, Int(1), Int(n_), std::move(body));
  }

  auto Swapped(ExprId x, ExprId y) -> Statements {
    return {AssignmentOf(swap_, x), AssignmentOf(x, y), AssignmentOf(y, swap_)};
  }

  auto Substitution() -> Statements {
    Statements body = {AssignmentOf(swap_, At(r_, i_))};
    Append(body, For(j_, Plus(i_, Int(1)), Int(n_),
                     {AssignmentOf(swap_, pool_.Sub(swap_, pool_.Mul(Jacobian(i_, j_), At(d_, j_))))}));
    body.push_back(AssignmentOf(At(d_, i_), pool_.Binary(Op::Div, swap_, Jacobian(i_, i_))));
    body.push_back(AssignmentOf(i_, pool_.Sub(i_, Int(1))));
    return {AssignmentOf(i_, Int(n_)), While(pool_.Binary(Op::GreaterEqual, i_, Int(1)), std::move(body))};
  }

  auto Step() -> Statements {
    Statements out = {AssignmentOf(step_, Real(0))};
    const ExprId size = pool_.Binary(Op::Div, Abs(At(d_, i_)), SizeOf(At(u_, i_)));
    Append(out, For(i_, Int(1), Int(n_),
                    {AssignmentOf(step_, pool_.Binary(Op::Max, step_, size)),
                     AssignmentOf(At(u_, i_), pool_.Sub(At(u_, i_), At(d_, i_)))}));
    return out;
  }

  expr::Pool& pool_;
  const NewtonProblem& problem_;
  const std::function<uint32_t(const ScalarVariable&)>& add_;
  int64_t n_;
  ExprId u_, r_, d_, a_;
  ExprId i_, j_, k_, count_, pivot_;
  ExprId h_, swap_, step_, bad_;
};

}  // namespace

auto NewtonStatements(expr::Pool& pool, const NewtonProblem& problem,
                      const std::function<uint32_t(const ScalarVariable&)>& add) -> Statements {
  return NewtonWriter(pool, problem, add).Run();
}

}  // namespace kerf::emit
