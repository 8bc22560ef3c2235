// Statements in place of calls, in the sections of an ACSL program. In DERIVATIVE they stand in a PROCEDURAL,
// which ACSL sorts by what its head says; the other sections run in order anyway.
#include <algorithm>

#include <fmt/format.h>

#include "base/number_text.h"
#include "dae/print.h"
#include "emit/acsl_start.h"
#include "emit/acsl_writer.h"
#include "expr/walk.h"

namespace kerf::emit {

namespace {

using Inlined = CallInliner::Inlined;
using Kind = ScalarStatement::Kind;

KERF_DIAG(AcslNoFunction, Error, "`{}` has {}, for which ACSL has no statements; it is called in `{}`",
          std::string, std::string, std::string);

// The last part of a name with dots.
auto LastPart(std::string_view name) -> std::string_view { return name.substr(name.rfind('.') + 1); }

void AppendTargets(const std::vector<ScalarStatement>& statements, std::set<expr::ExprId>& targets) {
  for (const ScalarStatement& statement : statements) {
    if (statement.target.has_value()) targets.insert(statement.target);
    for (const ScalarBranch& branch : statement.branches) AppendTargets(branch.body, targets);
  }
}

}  // namespace

auto AcslWriter::Prepared(ExprId value, std::string_view where, diag::Span span) -> Inlined {
  CallInliner::Known known;
  return Prepared(value, where, span, known);
}

auto AcslWriter::Prepared(ExprId value, std::string_view where, diag::Span span, CallInliner::Known& known)
    -> Inlined {
  if (!inliner_.HasCalls(value)) return {{}, value};
  auto inlined = inliner_.TryInline(value, known);
  if (!inlined) {
    emitter_.Emit(span, AcslNoFunction, inliner_.culprit(), inliner_.why(), std::string(where));
    return {{}, dae_.world->pool.Real(0)};
  }
  DeclareLocals();
  std::vector<ExprId> values;
  AppendValues(inlined->before, values);
  // Once for all of them; the value itself is looked at when it is written.
  const auto is_missing = [&](ExprId id) { return !HasText(id, where, span); };
  if (std::ranges::any_of(values, is_missing)) inlined->before.clear();
  return *std::move(inlined);
}

// DELAY has no place in a PROCEDURAL: beside calls it gets statements of its own.
auto AcslWriter::WithNamedDelays(ExprId value, std::string_view where, diag::Span span) -> ExprId {
  if (!inliner_.HasCalls(value)) return value;
  expr::Pool& pool = dae_.world->pool;
  const auto named = [&](ExprId part) {
    const VarId var = AddOwnVar(work_, base::PathStore::kRoot, "past", dae::VarKind::Algebraic);
    names_.names.push_back(FreshAcslName(names_, "past"));
    WriteSorted(Name(var), Prepared(part, where, span, derivative_known_), where, span);
    return dae::VarLeaf(dae_, var);
  };
  expr::Rewriter rewriter(pool);
  return rewriter.Rewrite(value, [&](ExprId id) -> ExprId {
    if (!IsDelay(id)) return {};
    std::vector<ExprId> operands;
    for (const ExprId operand : pool.operands(id)) operands.push_back(rewriter.Rewritten(operand));
    if (inliner_.HasCalls(operands.back())) operands.back() = named(operands.back());
    return named(pool.Rebuild(id, operands));
  });
}

// Names and declarations of what has come up since the last time.
void AcslWriter::DeclareLocals() {
  for (size_t k = names_.locals.size(); k < inliner_.variables().size(); ++k) {
    const CallInliner::Variable& variable = inliner_.variables()[k];
    const ScalarVariable& form = variable.form;
    const std::string_view owner =
        variable.owner.empty() ? dae_.world->names[dae_.name] : std::string_view(variable.owner);
    // What the compiler has made itself has names that begin with kerf_.
    const std::string_view own = form.name;
    const std::string name =
        OwnedAcslName(names_, LastPart(owner), own.starts_with("kerf_") ? own.substr(5) : own);
    const bool is_whole = form.kind == expr::Kind::Integer || form.kind == expr::Kind::Enumeration;
    const bool is_logical = form.kind == expr::Kind::Boolean;
    names_.locals.push_back({name, is_whole ? expr::Kind::Integer : form.kind});
    if (is_whole) declarations_["INTEGER"].push_back(name);
    if (is_logical) declarations_["LOGICAL"].push_back(name);
    if (form.size > 0) declarations_["ARRAY"].push_back(fmt::format("{}({})", name, form.size));
    if (form.storage != ScalarVariable::Storage::Table) continue;
    std::string values;
    for (const double value : form.values) values += (values.empty() ? "" : ", ") + base::NumberText(value);
    declarations_["CONSTANT"].push_back(fmt::format("{} = {}", name, values));
  }
}

// Arrays before the values of those that are constant.
auto AcslWriter::Declarations() const -> std::string {
  AcslLines lines;
  lines.Open();
  for (const auto& [word, names] : declarations_) {
    if (word == "CONSTANT") {
      for (const std::string& table : names) lines.Statement(word + " " + table);
    } else {
      lines.Statement(fmt::format("{} {}", word, fmt::join(names, ", ")));
    }
  }
  return lines.Take();
}

// name = value in a section that runs in order.
void AcslWriter::WriteOrdered(const std::string& name, const Inlined& value, std::string_view where,
                              diag::Span span) {
  WriteScalars(value.before);
  lines_.Statement(fmt::format("{} = {}", name, Text(value.value, where, span)));
}

// name = value among what ACSL sorts.
void AcslWriter::WriteSorted(const std::string& name, const Inlined& value, std::string_view where,
                             diag::Span span) {
  if (value.before.empty() || is_in_procedural_) return WriteOrdered(name, value, where, span);
  lines_.Statement(ProceduralHead(name, value));
  lines_.Open();
  WriteOrdered(name, value, where, span);
  lines_.Close();
  lines_.Statement("END $ \"of PROCEDURAL\"");
}

// PROCEDURAL(results = what they depend on), without parameters.
auto AcslWriter::ProceduralHead(const std::string& name, const Inlined& value) -> std::string {
  const expr::Pool& pool = dae_.world->pool;
  std::set<ExprId> targets;
  AppendTargets(value.before, targets);
  std::set<uint32_t> assigned;
  for (const ExprId target : targets)
    assigned.insert(pool.position(pool.op(target) == expr::Op::Local ? target : pool.operand(target, 0)));
  std::vector<ExprId> values = {value.value};
  AppendValues(value.before, values);
  std::set<std::string> inputs;
  expr::Walker walker(pool);
  for (const ExprId id : walker.Postorder(values)) {
    if (pool.op(id) == expr::Op::Local && !assigned.contains(pool.position(id)) &&
        inliner_.variables()[pool.position(id)].form.storage != ScalarVariable::Storage::Table)
      inputs.insert(names_.locals[pool.position(id)].name);
    if (pool.op(id) != expr::Op::Var) continue;
    const dae::VarKind kind = dae_.vars[pool.var(id)].kind;
    if (kind != dae::VarKind::Parameter && kind != dae::VarKind::Constant) inputs.insert(Name(pool.var(id)));
  }
  // Results that later equations use without a call of their own.
  std::string outputs = name;
  for (const auto& [call, results] : derivative_known_) {
    for (const ExprId result : results) {
      const ExprId root = pool.op(result) == expr::Op::Local ? result : pool.operand(result, 0);
      if (results.size() > 1 && assigned.erase(pool.position(root)) > 0)
        outputs += ", " + names_.locals[pool.position(root)].name;
    }
  }
  return fmt::format("PROCEDURAL({} = {})", outputs, fmt::join(inputs, ", "));
}

// A value where only an expression can stand, in DERIVATIVE.
auto AcslWriter::SortedText(ExprId value, std::string_view where, diag::Span span) -> std::string {
  const Inlined inlined = Prepared(WithNamedDelays(value, where, span), where, span, derivative_known_);
  if (inlined.before.empty()) return Text(inlined.value, where, span);
  const std::string name = FreshAcslName(names_, "val");
  WriteSorted(name, inlined, where, span);
  return name;
}

void AcslWriter::WriteScalars(const std::vector<ScalarStatement>& statements, const std::string& exit) {
  for (const ScalarStatement& statement : statements) {
    if (statement.kind == Kind::Assignment)
      lines_.Statement(fmt::format("{} = {}", Text(statement.target, ""), Text(statement.value, "")));
    if (statement.kind == Kind::Break) lines_.Statement("GO TO " + exit);
    if (statement.kind == Kind::If) WriteChoice(statement, exit);
    if (statement.kind == Kind::While) WriteLoop(statement);
  }
}

void AcslWriter::WriteChoice(const ScalarStatement& choice, const std::string& exit) {
  const ScalarBranch& only = choice.branches[0];
  if (choice.branches.size() == 1 && only.body.size() == 1 && only.body[0].kind == Kind::Break)
    return lines_.Statement(fmt::format("IF({}) GO TO {}", Text(only.condition, ""), exit));
  for (size_t k = 0; k < choice.branches.size(); ++k) {
    const ScalarBranch& branch = choice.branches[k];
    const std::string condition = branch.condition.has_value() ? Text(branch.condition, "") : "";
    const std::string_view word = k == 0 ? "IF" : "ELSE IF";
    lines_.Statement(condition.empty() ? "ELSE" : fmt::format("{}({}) THEN", word, condition));
    lines_.Open();
    WriteScalars(branch.body, exit);
    lines_.Close();
  }
  lines_.Statement("ENDIF");
}

// again: IF(.NOT.c) GO TO done; …; GO TO again; done: CONTINUE
void AcslWriter::WriteLoop(const ScalarStatement& loop) {
  const std::string again = FreshAcslName(names_, "lab");
  const std::string exit = FreshAcslName(names_, "lab");
  const ScalarBranch& body = loop.branches[0];
  lines_.Statement(again + ": CONTINUE");
  lines_.Open();
  if (body.condition.has_value())
    lines_.Statement(fmt::format("IF(.NOT.({})) GO TO {}", Text(body.condition, ""), exit));
  WriteScalars(body.body, exit);
  lines_.Statement("GO TO " + again);
  lines_.Close();
  lines_.Statement(exit + ": CONTINUE");
}

}  // namespace kerf::emit
