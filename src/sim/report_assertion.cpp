// The message is put together by the interpreter, from the values of the variables at hand.
#include "sim/report_assertion.h"

#include <string>
#include <vector>

#include "base/number_text.h"
#include "dae/print.h"
#include "expr/walk.h"
#include "sim/present_values.h"

namespace kerf::sim {

namespace {

using expr::Kind;
using expr::Op;

KERF_DIAG(NotValid, Warning, "time {}: the model leaves its region of validity: `{}` in {} does not hold",
          std::string, std::string, std::string);
KERF_DIAG(AssertionFailed, Error, "time {}: an assertion fails{}", std::string, std::string);
KERF_DIAG(StatesGiveWay, Warning, "time {}: {}", std::string, std::string);
KERF_DIAG(StatesNotFree, Error, "time {}: {}", std::string, std::string);
KERF_DIAG(InitialContradiction, Error, "time {}: {}", std::string, std::string);
KERF_DIAG(RunTerminated, Warning, "time {}: the model ends the run{}", std::string, std::string);
KERF_NOTE(ModelSays, "the model says: {}", std::string);
KERF_NOTE(ConditionNote, "`{}` does not hold in {}", std::string, std::string);
KERF_NOTE(ValueNote, "with {} = {}", std::string, std::string);
KERF_NOTE(ResultKept, "what was computed before is kept");

class AssertionReporter {
 public:
  AssertionReporter(const transform::Work& work, const dae::Assertion& assertion, const double* w)
      : work_(work), pool_(work.dae.world->pool), assertion_(assertion), w_(w) {}

  // Without value: the model says nothing.
  [[nodiscard]] auto Message() const -> std::string {
    if (!assertion_.message.has_value()) return {};
    PresentValues values(work_, w_);
    flat::Interpreter interpreter(*work_.dae.world, values);
    const auto text = interpreter.Evaluate(assertion_.message);
    if (text && text->kind == Kind::Text) return text->text();
    return expr::Print(pool_, assertion_.message, dae::FullNamer(work_.dae));
  }

  [[nodiscard]] auto Condition() const -> std::string {
    // That the condition makes no event is nothing that the model says.
    expr::Pool& pool = work_.dae.world->pool;
    expr::Rewriter rewriter(pool);
    const expr::ExprId condition = rewriter.Rewrite(assertion_.condition, [&](expr::ExprId id) {
      return pool.op(id) == Op::NoEvent ? pool.operand(id, 0) : expr::ExprId{};
    });
    const dae::DymolaNamer namer(work_.dae, assertion_.owner);
    return expr::Print(pool_, condition, namer, {.dialect = expr::Dialect::Dymola});
  }

  void NoteValues(diag::Emitter::Builder& builder) const {
    constexpr size_t kMaxListed = 8;
    expr::Walker walker(pool_);
    size_t listed = 0;
    for (const expr::ExprId id : walker.Postorder(assertion_.condition)) {
      if (pool_.op(id) != Op::Var || listed++ >= kMaxListed) continue;
      builder.Note({}, ValueNote, dae::FullName(work_.dae, pool_.var(id)),
                   base::NumberText(w_[work_.simcode.slot_of_var[pool_.var(id).index]]));
    }
  }

 private:
  const transform::Work& work_;
  const expr::Pool& pool_;
  const dae::Assertion& assertion_;
  const double* w_;
};

}  // namespace

void ReportAssertion(const transform::Work& work, uint32_t assertion, double t, const double* w,
                     diag::Emitter& emitter, const std::string& who) {
  const dae::Assertion& a = work.dae.assertions[assertion];
  const AssertionReporter reporter(work, a, w);
  const diag::Span span = a.origin.has_value() ? work.dae.world->origins[a.origin].span : diag::Span{};
  const std::string time = fmt::format("{:.9g}", t);
  const std::string message = reporter.Message();
  const std::string owner = who.empty() ? transform::OwnerName(work.dae, a.owner) : who;
  if (a.is_about_states && a.is_error) {
    emitter.Emit(span, StatesNotFree, time, message).Note({}, ResultKept);
    return;
  }
  if (a.is_about_states) {
    emitter.Emit(span, StatesGiveWay, time, message);
    return;
  }
  if (!a.is_error) {
    auto builder = emitter.Emit(span, NotValid, time, reporter.Condition(), owner);
    if (!message.empty()) builder.Note({}, ModelSays, message);
    return;
  }
  if (a.condition_of_start.has_value()) {
    auto builder = emitter.Emit(span, InitialContradiction, time, message);
    reporter.NoteValues(builder);
    return;
  }
  auto builder = emitter.Emit(span, AssertionFailed, time, message.empty() ? "" : ": " + message);
  builder.Note({}, ConditionNote, reporter.Condition(), owner);
  reporter.NoteValues(builder);
  builder.Note({}, ResultKept);
}

void ReportTermination(const transform::Work& work, uint32_t termination, double t, diag::Emitter& emitter) {
  const dae::Termination& asked = work.dae.terminations[termination];
  const diag::Span span =
      asked.origin.has_value() ? work.dae.world->origins[asked.origin].span : diag::Span{};
  emitter.Emit(span, RunTerminated, fmt::format("{:.9g}", t),
               asked.message.empty() ? "" : ": " + asked.message);
}

}  // namespace kerf::sim
