// The message is put together by the interpreter, from the values of the variables at hand.
#include "sim/report_assertion.h"

#include <string>
#include <vector>

#include "base/number_text.h"
#include "flat/interpret.h"
#include "flat/library.h"
#include "sim/place.h"
#include "sim/present_values.h"

namespace kerf::sim {

namespace {

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

// Without value: the model says nothing.
auto MessageOf(const model::CompiledModel& compiled, uint32_t assertion, const double* w) -> std::string {
  const flat::Library& library = flat::LibraryOf(compiled);
  const expr::ExprId message = library.messages[assertion];
  if (!message.has_value()) return {};
  PresentValues values(compiled, w);
  flat::Interpreter interpreter(*library.world, values);
  const auto text = interpreter.Evaluate(message);
  if (text && text->kind == expr::Kind::Text) return text->text();
  return compiled.messages->MessageOfAssertion(assertion);
}

void NoteValues(const model::CompiledModel& compiled, const std::vector<uint32_t>& variables, const double* w,
                diag::Emitter::Builder& builder) {
  for (const uint32_t variable : variables) {
    builder.Note({}, ValueNote, NameOf(compiled, variable),
                 base::NumberText(w[compiled.variables.slot[variable]]));
  }
}

}  // namespace

void ReportAssertion(const model::CompiledModel& compiled, uint32_t assertion, double t, const double* w,
                     diag::Emitter& emitter, const std::string& who) {
  const model::Assertion& a = compiled.assertions[assertion];
  const model::Message condition = compiled.messages->Assertion(assertion);
  const diag::Span span = SpanOf(condition.place);
  const std::string time = fmt::format("{:.9g}", t);
  const std::string message = MessageOf(compiled, assertion, w);
  const std::string owner = who.empty() ? condition.owner : who;
  if (a.is_about_states && a.is_error) {
    emitter.Emit(span, StatesNotFree, time, message).Note({}, ResultKept);
    return;
  }
  if (a.is_about_states) {
    emitter.Emit(span, StatesGiveWay, time, message);
    return;
  }
  if (!a.is_error) {
    auto builder = emitter.Emit(span, NotValid, time, condition.text, owner);
    if (!message.empty()) builder.Note({}, ModelSays, message);
    return;
  }
  if (a.is_of_start) {
    auto builder = emitter.Emit(span, InitialContradiction, time, message);
    NoteValues(compiled, condition.operands, w, builder);
    return;
  }
  auto builder = emitter.Emit(span, AssertionFailed, time, message.empty() ? "" : ": " + message);
  builder.Note({}, ConditionNote, condition.text, owner);
  NoteValues(compiled, condition.operands, w, builder);
  builder.Note({}, ResultKept);
}

void ReportTermination(const model::CompiledModel& compiled, uint32_t termination, double t,
                       diag::Emitter& emitter) {
  const model::Termination& asked = compiled.terminations[termination];
  emitter.Emit(SpanOf(asked.place), RunTerminated, fmt::format("{:.9g}", t),
               asked.message.empty() ? "" : ": " + asked.message);
}

}  // namespace kerf::sim
