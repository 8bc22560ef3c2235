// Sections of the model, each in the order of the model's lists.
#include "flat/print.h"

#include <fmt/format.h>

#include "base/number_text.h"
#include "expr/print_identifier.h"
#include "flat/print_writer.h"

namespace kerf::flat {

namespace {

// Writes a heading before the first line of a section, and none for a section without lines.
class Section {
 public:
  Section(Writer& writer, std::string_view heading) : writer_(writer), heading_(heading) {}
  void Begin() {
    if (!heading_.empty()) writer_.Line(0, heading_);
    heading_ = {};
  }

 private:
  Writer& writer_;
  std::string_view heading_;
};

// The body for all points of the domain; `write` gets the depth of its lines.
template <typename Write>
void WriteFamily(Writer& writer, DomainId domain, Write write) {
  if (!domain.has_value()) return write(1);
  std::string head = "for ";
  for (const Iteration& i : writer.model().domains[domain].iterations) {
    if (head.size() > 4) head += ", ";
    head += fmt::format("{} in {}:", expr::ModelicaIdentifier(writer.world().names[i.name]), i.first);
    if (i.step != 1) head += fmt::format("{}:", i.step);
    head += std::to_string(i.last);
  }
  writer.Line(1, head + " loop");
  write(2);
  writer.Line(1, "end for;");
}

void WriteVars(Writer& writer, bool is_protected) {
  Section section(writer, is_protected ? "protected" : "");
  for (const VarId id : writer.model().vars.ids()) {
    const Var& var = writer.model().vars[id];
    // A derivative is der(x) wherever it occurs.
    if (var.derivative_of.has_value() || var.is_protected != is_protected) continue;
    section.Begin();
    WriteVar(writer, id);
  }
}

void WriteAssertions(Writer& writer, Section& section, bool is_initial) {
  for (const Assertion& a : writer.model().assertions) {
    if (a.is_initial != is_initial) continue;
    section.Begin();
    WriteFamily(writer, a.domain, [&](int depth) {
      const std::string_view level = a.is_warning ? "AssertionLevel.warning" : "";
      writer.Line(depth, AssertText(writer, a.condition, a.message, level));
    });
  }
}

void WriteEquations(Writer& writer, bool is_initial) {
  const Model& model = writer.model();
  Section section(writer, is_initial ? "initial equation" : "equation");
  for (const EquationId id : model.equations.ids()) {
    const Equation& e = model.equations[id];
    if (e.is_initial != is_initial) continue;
    section.Begin();
    const std::string clock = ClockText(model.clocking, model.clocking.of_equation, id.index);
    writer.WriteComments(1, e.origin);
    WriteFamily(writer, e.domain, [&](int depth) {
      writer.Line(depth, writer.Equation(e.lhs, e.rhs) + ";" + (clock.empty() ? "" : " " + clock));
    });
  }
  for (size_t k = 0; k < model.clauses.size(); ++k) {
    const Clause& clause = model.clauses[k];
    if (clause.is_initial != is_initial) continue;
    section.Begin();
    const std::string clock = ClockText(model.clocking, model.clocking.of_clause, k);
    WriteFamily(writer, clause.domain, [&](int depth) {
      if (!clock.empty()) writer.Line(depth, clock);
      WriteStatement(writer, clause.statement, depth);
    });
  }
  WriteAssertions(writer, section, is_initial);
}

// Each algorithm is a section of its own: its statements belong together.
void WriteAlgorithms(Writer& writer, bool is_initial) {
  const Model& model = writer.model();
  for (size_t k = 0; k < model.algorithms.size(); ++k) {
    const Algorithm& algorithm = model.algorithms[k];
    if (algorithm.is_initial != is_initial) continue;
    writer.Line(0, is_initial ? "initial algorithm" : "algorithm");
    const std::string clock = ClockText(model.clocking, model.clocking.of_algorithm, k);
    if (!clock.empty()) writer.Line(1, clock);
    writer.WriteComments(1, algorithm.origin);
    for (const Statement& statement : algorithm.statements) WriteStatement(writer, statement, 1);
  }
}

void WriteExperiment(Writer& writer) {
  std::string text;
  const auto add = [&](std::string_view name, const std::optional<double>& value) {
    if (!value) return;
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, base::NumberText(*value));
  };
  const Model& model = writer.model();
  add("StartTime", model.start_time);
  add("StopTime", model.stop_time);
  add("Interval", model.interval);
  add("Tolerance", model.tolerance);
  if (!text.empty()) writer.Line(1, fmt::format("annotation(experiment({}));", text));
}

}  // namespace

auto Print(const Model& model, const Comments& comments) -> std::string {
  ModelNamer namer(model);
  Writer writer(model, namer, comments);
  WriteDefinitions(writer);
  const std::string name = expr::ModelicaIdentifier(model.world->names[model.name]);
  writer.Line(0, "model " + name);
  for (const std::string& line : comments.heading) writer.Line(1, "// " + line);
  WriteClocks(writer);
  WriteVars(writer, false);
  WriteVars(writer, true);
  for (const bool is_initial : {true, false}) {
    WriteEquations(writer, is_initial);
    WriteAlgorithms(writer, is_initial);
  }
  WriteExperiment(writer);
  writer.Line(0, fmt::format("end {};", name));
  return writer.Take();
}

}  // namespace kerf::flat
