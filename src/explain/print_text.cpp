// The explanation for the terminal.
#include <algorithm>

#include <fmt/format.h>

#include "explain/report.h"

namespace kerf::explain {

namespace {

void Title(std::string& text, std::string_view title) {
  text += fmt::format("\n{}\n{}\n", title, std::string(title.size(), '-'));
}

void Counts(std::string& text, const std::vector<Count>& counts) {
  size_t width = 0;
  for (const Count& count : counts) width = std::max(width, count.label.size());
  for (const Count& count : counts) text += fmt::format("{:<{}}  {:>8}\n", count.label, width, count.number);
}

void More(std::string& text, size_t n, std::string_view indent = "") {
  if (n > 0) text += fmt::format("{}… and {} more\n", indent, n);
}

void Row(std::string& text, const EquationRow& row) {
  text += "  " + row.text;
  if (!row.var.empty()) text += fmt::format("   → {}", row.var);
  if (!row.origin.empty()) text += fmt::format("   [{}]", row.origin);
  if (!row.place.empty()) text += fmt::format("   {}", row.place);
  text += "\n";
  if (!row.solution.empty()) text += fmt::format("      {} := {}\n", row.var, row.solution);
}

void States(std::string& text, const Rows<StateRow>& states) {
  if (states.rows.empty()) return;
  Title(text, "States");
  for (const StateRow& row : states.rows) {
    text += fmt::format("{} {}{}: {}\n", row.is_state ? "chosen  " : "given up", row.name,
                        row.start.empty() ? "" : fmt::format(" (start {})", row.start), row.why);
  }
  More(text, states.n_hidden);
}

void Reduction(std::string& text, const Rows<ReductionRow>& reduction) {
  if (reduction.rows.empty()) return;
  Title(text, "Index reduction");
  size_t number = 0;
  for (const ReductionRow& row : reduction.rows) {
    text += fmt::format("{}. {}\n", ++number, row.why);
    for (const EquationRow& equation : row.equations) Row(text, equation);
  }
  More(text, reduction.n_hidden);
}

auto KindText(PieceKind kind) -> std::string_view {
  switch (kind) {
    case PieceKind::Explicit:  return "solved one after the other";
    case PieceKind::Linear:    return "linear block";
    case PieceKind::Nonlinear: return "nonlinear block";
  }
  return "";
}

void PrintPiece(std::string& text, const Piece& piece) {
  text += piece.first == piece.last
              ? fmt::format("equation {}: {}\n", piece.first,
                            piece.kind == PieceKind::Explicit ? "solved at once" : KindText(piece.kind))
              : fmt::format("equations {} to {}: {}\n", piece.first, piece.last, KindText(piece.kind));
  if (!piece.why.empty()) text += fmt::format("  {}\n", piece.why);
  for (const IterationRow& row : piece.iteration) text += fmt::format("  iterate {}: {}\n", row.var, row.why);
  for (const EquationRow& row : piece.rows) Row(text, row);
  if (!piece.residuals.empty()) text += "  left over, must hold:\n";
  for (const EquationRow& row : piece.residuals) Row(text, row);
  More(text, piece.n_hidden, "  ");
}

void PrintProblem(std::string& text, std::string_view title, const Problem& problem) {
  Title(text, title);
  Counts(text, problem.counts);
  for (const Piece& piece : problem.pieces) {
    text += "\n";
    PrintPiece(text, piece);
  }
  if (problem.n_hidden > 0) text += fmt::format("\n… and {} more blocks\n", problem.n_hidden);
}

}  // namespace

auto TextOf(const Report& report) -> std::string {
  std::string text = report.model + "\n" + std::string(report.model.size(), '=') + "\n";
  Counts(text, report.counts);
  States(text, report.states);
  Reduction(text, report.reduction);
  PrintProblem(text, "Order of solution", report.simulation);
  if (report.has_start) PrintProblem(text, "The start", report.start);
  if (!report.events.rows.empty()) {
    Title(text, "Events");
    for (const EventRow& row : report.events.rows) {
      text += fmt::format("{}: {}{}\n", row.kind, row.text, row.place.empty() ? "" : "   " + row.place);
    }
    More(text, report.events.n_hidden);
  }
  if (!report.messages.empty()) {
    Title(text, "Messages");
    for (const std::string& message : report.messages) text += message + "\n";
  }
  return text;
}

}  // namespace kerf::explain
