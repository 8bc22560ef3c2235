// Tables, and the body of a system of equations.
#include "explain/html_parts.h"

#include <algorithm>

#include <fmt/format.h>

#include "plot/escape.h"

namespace kerf::explain {

namespace {

auto KindClass(PieceKind kind) -> std::string_view {
  switch (kind) {
    case PieceKind::Explicit:  return "explicit";
    case PieceKind::Linear:    return "linear";
    case PieceKind::Nonlinear: return "nonlinear";
  }
  return "";
}

auto PieceTitle(const Piece& piece) -> std::string {
  const size_t n = piece.last - piece.first + 1;
  const std::string numbers = piece.first == piece.last
                                  ? fmt::format("Equation {}", piece.first)
                                  : fmt::format("Equations {} to {}", piece.first, piece.last);
  switch (piece.kind) {
    case PieceKind::Explicit:
      return fmt::format("{} <span>solved {}</span>", numbers, n == 1 ? "at once" : "one after the other");
    case PieceKind::Linear: return fmt::format("{} <span>linear block of {}</span>", numbers, n);
    case PieceKind::Nonlinear:
      return fmt::format("{} <span>nonlinear block of {}{}</span>", numbers, n,
                         piece.iteration.empty() ? "" : fmt::format(", {} iterated", n - piece.rows.size()));
  }
  return "";
}

auto PieceText(const Piece& piece) -> std::string {
  constexpr size_t kMaxOpen = 40;
  std::string text;
  if (!piece.why.empty()) text += fmt::format("<p>{}</p>\n", Escaped(piece.why));
  if (!piece.iteration.empty()) {
    std::string rows;
    for (const IterationRow& row : piece.iteration)
      rows += fmt::format("<tr>{}<td>{}</td></tr>\n", NameCell(row.var), Escaped(row.why));
    text += "<h3>Iterated</h3>\n" + Table({"variable", "why"}, rows);
    text += "<h3>Then, one after the other</h3>\n";
  }
  text += EquationTable(piece.rows, true);
  if (!piece.residuals.empty())
    text += "<h3>Left over: these must hold in the end</h3>\n" + EquationTable(piece.residuals, false);
  text += MoreText(piece.n_hidden, "equations");
  return Foldable(piece.rows.size() <= kMaxOpen, PieceTitle(piece), text, KindClass(piece.kind));
}

auto PictureText(const Problem& problem) -> std::string {
  const Picture& picture = problem.picture;
  const std::string scale =
      picture.scale == 1
          ? std::string("One mark for each variable in an equation.")
          : fmt::format("Each cell stands for {0} × {0} entries; the darker, the more are there.",
                        picture.scale);
  return fmt::format(
      "<figure>\n{}<figcaption>Equations from top to bottom, what they are solved for from left to right. "
      "Nothing "
      "stands above the diagonal but in blocks (<i class=\"key linear\"></i>linear, <i class=\"key "
      "nonlinear\"></i>nonlinear with a border of what is iterated) and where a condition is held until the "
      "next "
      "event. {}</figcaption>\n</figure>\n",
      SvgOf(picture), scale);
}

}  // namespace

auto Escaped(std::string_view text) -> std::string { return plot::EscapeXml(text); }

auto Section(std::string_view id, std::string_view title, std::string_view body) -> std::string {
  return fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", id, title, body);
}

auto CountList(const std::vector<Count>& counts) -> std::string {
  std::string text = "<dl class=\"counts\">\n";
  for (const Count& count : counts) {
    text += fmt::format("<div{}><dt>{}</dt><dd>{}</dd></div>\n", count.number == 0 ? " class=\"none\"" : "",
                        Escaped(count.label), count.number);
  }
  return text + "</dl>\n";
}

auto NameCell(std::string_view name) -> std::string {
  return fmt::format("<td class=\"name\">{}</td>", Escaped(name));
}

auto PlaceCell(std::string_view place) -> std::string {
  const size_t slash = place.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? place : place.substr(slash + 1);
  return fmt::format("<td class=\"place\" title=\"{}\">{}</td>", Escaped(place), Escaped(name));
}

auto Foldable(bool is_open, std::string_view title, std::string_view body, std::string_view kind)
    -> std::string {
  return fmt::format(
      "<details class=\"{}\"{}><summary>{}</summary>\n<div class=\"body\">\n{}</div></details>\n", kind,
      is_open ? " open" : "", title, body);
}

auto Table(const std::vector<std::string_view>& heads, std::string_view rows) -> std::string {
  std::string text = "<div class=\"wide\"><table><thead><tr>";
  for (const std::string_view head : heads) text += fmt::format("<th>{}</th>", head);
  return text + fmt::format("</tr></thead>\n<tbody>\n{}</tbody></table></div>\n", rows);
}

auto EquationTable(const std::vector<EquationRow>& rows, bool with_vars) -> std::string {
  if (rows.empty()) return "";
  std::string text;
  for (const EquationRow& row : rows) {
    text += "<tr>";
    if (with_vars) text += NameCell(row.var);
    text += fmt::format("<td><code>{}</code>", Escaped(row.text));
    if (!row.origin.empty()) text += fmt::format(" <span class=\"tag\">{}</span>", Escaped(row.origin));
    if (!row.solution.empty())
      text +=
          fmt::format("<code class=\"solution\">{} := {}</code>", Escaped(row.var), Escaped(row.solution));
    text += fmt::format("</td>{}</tr>\n", PlaceCell(row.place));
  }
  return with_vars ? Table({"solved for", "equation", "source"}, text) : Table({"equation", "source"}, text);
}

auto MoreText(size_t n, std::string_view things) -> std::string {
  return n == 0 ? "" : fmt::format("<p class=\"more\">… and {} more {}</p>\n", n, things);
}

auto ProblemBody(const Problem& problem) -> std::string {
  std::string text = "<div class=\"split\">\n";
  if (problem.picture.n > 0) text += PictureText(problem);
  text += CountList(problem.counts) + "</div>\n";
  if (problem.pieces.empty()) return text;
  text +=
      "<h3>Equations</h3>\n<input class=\"finder\" type=\"search\" placeholder=\"Find a variable, an "
      "equation, a "
      "file …\" aria-label=\"Find\">\n";
  for (const Piece& piece : problem.pieces) text += PieceText(piece);
  return text + MoreText(problem.n_hidden, "blocks");
}

}  // namespace kerf::explain
