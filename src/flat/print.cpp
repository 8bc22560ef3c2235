// Sections of the model, each in the order of the model's lists.
#include "flat/print.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/number_text.h"
#include "expr/print_identifier.h"
#include "expr/walk.h"
#include "flat/print_expressions.h"
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

// Given values, what the start computes, what changes at events, and the rest.
auto GroupOf(const Var& var) -> int {
  if (var.variability <= Variability::Parameter) return var.binding.has_value() ? 0 : 1;
  return var.variability == Variability::Discrete ? 2 : 3;
}

auto MentionedVars(const Model& model) -> std::vector<bool> {
  std::vector<ExprId> roots;
  const auto add = [&](ExprId id) { roots.push_back(id); };
  VisitExpressions(model, add);
  std::vector<bool> mentioned(model.vars.size());
  expr::Walker walker(model.world->pool);
  for (const ExprId id : walker.Postorder(roots)) {
    if (model.world->pool.op(id) == expr::Op::Var) mentioned[model.world->pool.var(id).index] = true;
  }
  return mentioned;
}

auto VarsInOrder(const Writer& writer, bool is_protected) -> std::vector<VarId> {
  const Model& model = writer.model();
  std::vector<VarId> list;
  for (const VarId id : model.vars.ids()) {
    const Var& var = model.vars[id];
    // A derivative is der(x) wherever it occurs.
    if (!var.derivative_of.has_value() && var.is_protected == is_protected) list.push_back(id);
  }
  if (!writer.is_for_readers()) return list;
  const std::vector<bool> mentioned = MentionedVars(model);
  std::erase_if(list, [&](VarId id) { return model.vars[id].is_hidden && !mentioned[id.index]; });
  std::ranges::stable_sort(list, {}, [&](VarId id) { return GroupOf(model.vars[id]); });
  return list;
}

void WriteVars(Writer& writer, bool is_protected) {
  Section section(writer, is_protected ? "protected" : "");
  for (const VarId id : VarsInOrder(writer, is_protected)) {
    section.Begin();
    WriteVar(writer, id);
  }
}

// A function of a name that a variable has, too, cannot stand beside it.
auto CanStandInside(const Model& model) -> bool {
  std::set<NameId> names;
  for (const FunctionId id : model.world->functions.ids()) names.insert(model.world->functions[id].name);
  for (const VarId id : model.vars.ids()) {
    if (names.contains(model.world->names.Find(model.world->paths.RenderLocal(model.vars[id].path))))
      return false;
  }
  return true;
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
  const bool is_inside = comments.is_for_readers && CanStandInside(model);
  if (!is_inside) WriteDefinitions(writer);
  const std::string name = expr::ModelicaIdentifier(model.world->names[model.name]);
  writer.Line(0, "model " + name);
  for (const std::string& line : comments.heading) writer.Line(1, "// " + line);
  if (is_inside) {
    writer.Indent(1);
    WriteDefinitions(writer);
    writer.Indent(-1);
  }
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
