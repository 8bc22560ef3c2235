// DISCRETE, DYNAMIC and TERMINAL of an ACSL program.
#include <algorithm>

#include <fmt/format.h>

#include "base/number_text.h"
#include "dae/print.h"
#include "emit/acsl_check.h"
#include "emit/acsl_writer.h"
#include "emit/quote.h"

namespace kerf::emit {

namespace {

constexpr size_t kMaxText = 50;

}  // namespace

void AcslWriter::WriteSections() {
  for (size_t k = 0; k < events_.sections.size(); ++k) WriteSection(events_.sections[k], section_names_[k]);
}

void AcslWriter::WriteSection(const AcslSection& section, const std::string& name) {
  lines_.Statement("DISCRETE " + name);
  lines_.Open();
  for (const AcslTrigger& trigger : section.triggers) {
    if (trigger.kind == AcslTrigger::Kind::Interval)
      lines_.Statement(fmt::format(
          "INTERVAL {} = {}", trigger.var.has_value() ? Name(trigger.var) : FreshAcslName(names_, "tsmp"),
          base::NumberText(trigger.interval)));
    if (trigger.kind == AcslTrigger::Kind::Repeated) {
      const CallInliner::Inlined period = Prepared(trigger.period, "sample");
      WriteScalars(period.before);
      lines_.Statement(fmt::format("SCHEDULE {} .AT. t + {}", name, Text(period.value, "sample")));
    }
  }
  WriteStatements(section.statements);
  lines_.Close();
  lines_.Statement(fmt::format("END $ \"of DISCRETE {}\"", name));
}

void AcslWriter::WriteStatements(const std::vector<AcslStatement>& statements) {
  for (const AcslStatement& statement : statements) {
    if (statement.target.has_value()) {
      const std::string where = dae::FullName(dae_, statement.target);
      const diag::Span span = SpanOfVar(dae_, statement.target);
      WriteOrdered(Name(statement.target), Prepared(statement.value, where, span), where, span);
      continue;
    }
    // A text has to fit into a line.
    std::string message = CommentText(statement.message.substr(0, kMaxText));
    std::ranges::replace(message, '\'', ' ');
    const CallInliner::Inlined condition = Prepared(statement.value, message);
    WriteScalars(condition.before);
    lines_.Statement(fmt::format("TERMT ({}, '{}')", Text(condition.value, message), message));
  }
}

void AcslWriter::WriteDiscrete() {
  if (control_ == nullptr) return;
  for (const AcslDiscrete& section : control_->discrete) {
    const std::string name = section.name.empty() ? "" : " " + section.name;
    lines_.Statement("DISCRETE" + name);
    lines_.Open();
    lines_.Verbatim(section.lines);
    lines_.Close();
    lines_.Statement(fmt::format("END $ \"of DISCRETE{}\"", name));
  }
}

void AcslWriter::WriteDynamic() {
  if (std::ranges::count(eliminated_.is_output, true) > 0) WriteEquations(true);
  WriteStartChecks();
  if (control_ == nullptr) return;
  for (const std::string& condition : control_->terminations) lines_.Statement("TERMT " + condition);
  lines_.Verbatim(control_->dynamic);
  if (control_->terminations.empty() && !control_->has_inner_termination && control_->maxtime)
    lines_.Statement(fmt::format("TERMT (t .GE. {})", control_->maxtime->name));
}

void AcslWriter::WriteTerminal() {
  const bool is_given = control_ != nullptr && !control_->terminal.empty();
  if (!is_given && events_.terminal.empty()) return;
  lines_.Raw("TERMINAL");
  lines_.Open();
  WriteStatements(events_.terminal);
  if (is_given) lines_.Verbatim(control_->terminal);
  lines_.Close();
  lines_.Raw("END $ \"of TERMINAL\"");
}

}  // namespace kerf::emit
