// The page: sections in the order in which questions arise.
#include <algorithm>

#include <fmt/format.h>

#include "explain/html_parts.h"
#include "explain/page_assets.h"

namespace kerf::explain {

namespace {

auto StateTable(const Report& report, bool is_state) -> std::string {
  std::string rows;
  for (const StateRow& row : report.states.rows) {
    if (row.is_state != is_state) continue;
    rows += fmt::format("<tr>{}<td><code>{}</code></td><td>{}</td></tr>\n", NameCell(row.name),
                        Escaped(row.start), Escaped(row.why));
  }
  return Table({"variable", "start", "why"}, rows);
}

auto StatesSection(const Report& report) -> std::string {
  const auto n_dropped = std::ranges::count(report.states.rows, false, &StateRow::is_state);
  std::string body =
      "<p>What the equations remember from one instant to the next: the integrator carries these variables, "
      "everything else follows from them.</p>\n";
  const size_t n_chosen = report.states.rows.size() - static_cast<size_t>(n_dropped);
  constexpr size_t kMaxChosen = 40;
  body += Foldable(n_chosen <= kMaxChosen, fmt::format("Chosen <span>{}</span>", n_chosen),
                   StateTable(report, true), "chosen");
  if (n_dropped > 0) {
    constexpr int kMaxOpen = 12;
    body += Foldable(n_dropped <= kMaxOpen,
                     fmt::format("Given up <span>{} that constraints tie to the others</span>", n_dropped),
                     StateTable(report, false));
  }
  return Section("states", "States", body + MoreText(report.states.n_hidden, "variables"));
}

auto ReductionSection(const Report& report) -> std::string {
  std::string body =
      "<p>Equations that tie states together leave no unknown of their own. They are differentiated until "
      "the "
      "highest derivatives follow (Pantelides), and as many states are given up as there are such equations "
      "(dummy derivatives).</p>\n";
  size_t number = 0;
  for (const ReductionRow& row : report.reduction.rows) {
    constexpr size_t kMaxOpen = 6;
    const size_t n = row.equations.size();
    ++number;
    body += Foldable(
        number <= kMaxOpen,
        fmt::format("Step {} <span>{} equation{} differentiated</span>", number, n, n == 1 ? "" : "s"),
        fmt::format("<p>{}</p>\n{}", Escaped(row.why), EquationTable(row.equations, false)));
  }
  return Section("reduction", "Index reduction", body + MoreText(report.reduction.n_hidden, "steps"));
}

auto EventsSection(const Report& report) -> std::string {
  std::string rows;
  for (const EventRow& row : report.events.rows) {
    rows += fmt::format("<tr><td>{}</td><td><code>{}</code></td>{}</tr>\n", Escaped(row.kind),
                        Escaped(row.text), PlaceCell(row.place));
  }
  return Section("events", "Events",
                 "<p>Conditions keep their values between events, so the integrator sees smooth equations. A "
                 "condition on time alone is met exactly, others are found as zero crossings.</p>\n" +
                     Table({"kind", "condition or action", "source"}, rows) +
                     MoreText(report.events.n_hidden, "events"));
}

auto MessagesSection(const Report& report) -> std::string {
  std::string items;
  for (const std::string& message : report.messages) items += fmt::format("<li>{}</li>\n", Escaped(message));
  return Section("messages", "Messages", "<ul>\n" + items + "</ul>\n");
}

auto Links(const Report& report) -> std::string {
  std::string links = "<nav>";
  const auto add = [&](bool is_there, std::string_view id, std::string_view title) {
    if (is_there) links += fmt::format("<a href=\"#{}\">{}</a>", id, title);
  };
  add(!report.states.rows.empty(), "states", "States");
  add(!report.reduction.rows.empty(), "reduction", "Index reduction");
  add(true, "solution", "Order of solution");
  add(report.has_start, "start", "The start");
  add(!report.events.rows.empty(), "events", "Events");
  add(!report.messages.empty(), "messages", "Messages");
  return links + "</nav>\n";
}

}  // namespace

auto HtmlOf(const Report& report) -> std::string {
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n"
      "<style>\n{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n"
      "<p class=\"lead\">What Kerf made of the equations of this model, and why.</p>\n",
      Escaped(report.model), page_style());
  page += Links(report);
  page += Section("counts", "The model in numbers", CountList(report.counts));
  if (!report.states.rows.empty()) page += StatesSection(report);
  if (!report.reduction.rows.empty()) page += ReductionSection(report);
  page += Section(
      "solution", "Order of solution",
      "<p>At each instant the states and inputs are known, and the equations below give everything else, "
      "from top to bottom.</p>\n" +
          ProblemBody(report.simulation));
  if (report.has_start) {
    page +=
        Section("start", "The start",
                "<p>Before the run states, derivatives and free parameters are sought together, with initial "
                "equations and start values in addition.</p>\n" +
                    ProblemBody(report.start));
  }
  if (!report.events.rows.empty()) page += EventsSection(report);
  if (!report.messages.empty()) page += MessagesSection(report);
  return page + fmt::format("<script>\n{}</script>\n</body>\n</html>\n", page_script());
}

}  // namespace kerf::explain
