// Models of references as texts, and what comes of them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "references.h"
#include "references_nodes.h"

namespace kerf::torture {

namespace {

constexpr const char* kReferenceClasses = R"(  connector Frame
    R r;
    Real v;
    flow Real i;
    // What holds a reference, as a torque holds an angle.
    flow Real t[~];
  end Frame;
  partial model Base
    parameter Real h = 0;
    parameter Real G = 1;
    parameter Real E = 0;
    Frame f;
    Real g = @f.r#;
    Real is = 0;
  equation
    f.i = G*(f.v - E);
  end Base;
  model Load
    extends Base;
  equation
    f.t = fill(E, ~);
  end Load;
  model Root
    extends Base(is = if Connections.isRoot(f.r) then 1 else 0);
  equation
    Connections.root(f.r);
    @f.r# = h;
    $f.r# = 2*h;
  end Root;
  model PotentialRoot
    extends Base(is = if Connections.isRoot(f.r) then 1 else 0);
    parameter Integer p = 0;
  equation
    Connections.potentialRoot(f.r, priority = p);
    if Connections.isRoot(f.r) then
      @f.r# = h;
      $f.r# = 2*h;
    else
      f.t = fill(E, ~);
    end if;
  end PotentialRoot;
  model Link
    parameter Real angle = 0;
    parameter Boolean open = false;
    parameter Boolean asks = false;
    parameter Real G = 1;
    Frame a;
    Frame b;
    Real turn;
    Real first = @a.r#;
    Real second = $b.r#/2;
  equation
    Connections.branch(a.r, b.r);
    if open then
      a.t = zeros(~);
    else
      turn = angle;
    end if;
    a.t + b.t = zeros(~);
    if asks and Connections.rooted(a.r) then
      @b.r# = @a.r# + turn;
      $b.r# = $a.r# + 2*turn;
    else
      @a.r# = @b.r# - turn;
      $a.r# = $b.r# - 2*turn;
    end if;
    a.i + b.i = 0;
    a.i = G*(a.v - b.v);
  end Link;
  model Group
    Link l[2];
    Frame a;
    Frame b;
  equation
    connect(a, l[1].a);
    connect(l[1].b, l[2].a);
    connect(b, l[2].b);
  end Group;
)";

// The elements of a reference: of a record r.p and r.q, of a type r[1] and r[2].
auto WithElements(const References& model, const std::string& text) -> std::string {
  std::string out;
  char which = 0;
  for (const char c : text) {
    if (c == '@' || c == '$')
      which = c;
    else if (c == '~')
      out += std::to_string(model.n_residues);
    else if (c != '#')
      out += c;
    else if (model.is_type)
      out += which == '@' ? "[1]" : "[2]";
    else
      out += which == '@' ? ".p" : ".q";
  }
  return out;
}

auto LinkName(const References& model, uint32_t k) -> std::string {
  if (k < 2 * model.n_groups) return fmt::format("group[{}].l[{}]", k / 2 + 1, k % 2 + 1);
  return fmt::format("link[{}]", k - 2 * model.n_groups + 1);
}

auto PartName(const References& model, uint32_t k) -> std::string {
  switch (model.parts[k].role) {
    case ReferenceRole::Load:          return fmt::format("load{}", k + 1);
    case ReferenceRole::Root:          return fmt::format("root{}", k + 1);
    case ReferenceRole::PotentialRoot: break;
  }
  return fmt::format("potential{}", k + 1);
}

auto FrameName(const References& model, uint32_t connector) -> std::string {
  if (connector < model.parts.size()) return PartName(model, connector) + ".f";
  const auto place = connector - static_cast<uint32_t>(model.parts.size());
  // A group shows the first end of its first link and the second end of its second.
  const char* const end = place % 2 == 0 ? "a" : "b";
  if (place < 4 * model.n_groups) return fmt::format("group[{}].{}", place / 4 + 1, end);
  return fmt::format("{}.{}", LinkName(model, place / 2), end);
}

auto PartsText(const References& model) -> std::string {
  std::string text;
  for (uint32_t k = 0; k < model.parts.size(); ++k) {
    const ReferencePart& part = model.parts[k];
    const char* const types[] = {"Load", "Root", "PotentialRoot"};
    const bool is_potential = part.role == ReferenceRole::PotentialRoot;
    text += fmt::format("  {} {}(h = {}, G = {}, E = {}{});\n", types[static_cast<size_t>(part.role)],
                        PartName(model, k), part.g, part.conductance, part.source,
                        is_potential ? fmt::format(", p = {}", part.priority) : "");
  }
  std::vector<std::string> modifiers;
  const uint32_t n_inner = 2 * model.n_groups;
  const auto n_links = static_cast<uint32_t>(model.links.size());
  // Values of each component of an array stand in arrays.
  const auto values = [&](uint32_t k, uint32_t end, const auto& value) {
    std::vector<std::string> found;
    for (; k < end; ++k) found.push_back(fmt::format("{}", value(model.links[k])));
    return fmt::format("{{{}}}", fmt::join(found, ", "));
  };
  if (n_links > n_inner) {
    const auto all = [&](const auto& value) { return values(n_inner, n_links, value); };
    text += fmt::format("  Link link[{}](angle = {}, open = {}, asks = {}, G = {});\n", n_links - n_inner,
                        all([](const ReferenceLink& l) { return l.angle; }),
                        all([](const ReferenceLink& l) { return l.is_open; }),
                        all([](const ReferenceLink& l) { return l.asks_rooted; }),
                        all([](const ReferenceLink& l) { return l.conductance; }));
  }
  if (model.n_groups == 0) return text;
  const auto pairs = [&](const auto& value) {
    std::vector<std::string> found;
    for (uint32_t k = 0; k < n_inner; k += 2) found.push_back(values(k, k + 2, value));
    return fmt::format("{{{}}}", fmt::join(found, ", "));
  };
  return text + fmt::format("  Group group[{}](l(angle = {}, open = {}, asks = {}, G = {}));\n",
                            model.n_groups, pairs([](const ReferenceLink& l) { return l.angle; }),
                            pairs([](const ReferenceLink& l) { return l.is_open; }),
                            pairs([](const ReferenceLink& l) { return l.asks_rooted; }),
                            pairs([](const ReferenceLink& l) { return l.conductance; }));
}

auto ReferenceTypeText(const References& model) -> std::string {
  const std::string constraint = WithElements(
      model, fmt::format("    function equalityConstraint\n      input R x;\n      input R y;\n"
                         "      output Real residue[{}];\n    algorithm\n{}    end equalityConstraint;\n",
                         model.n_residues, model.n_residues > 0 ? "      residue := {@x# - @y#};\n" : ""));
  return model.is_type ? "  type Pair = Real[2];\n  type R\n    extends Pair;\n" + constraint + "  end R;\n"
                       : "  record R\n    Real p;\n    Real q;\n" + constraint + "  end R;\n";
}

// Voltages of nodes: the sum of G (v - v') over links and of G (v - E) over parts is zero.
auto VoltagesOf(const References& model, const ReferenceNodes& nodes) -> std::vector<double> {
  const size_t n = nodes.size();
  std::vector<std::vector<double>> rows(n, std::vector<double>(n + 1));
  for (uint32_t k = 0; k < model.parts.size(); ++k) {
    const uint32_t node = nodes.NodeOf(k);
    rows[node][node] += model.parts[k].conductance;
    rows[node][n] += model.parts[k].conductance * model.parts[k].source;
  }
  for (uint32_t k = 0; k < model.links.size(); ++k) {
    const uint32_t a = nodes.NodeOf(EndOf(model, k, 0));
    const uint32_t b = nodes.NodeOf(EndOf(model, k, 1));
    const double g = model.links[k].conductance;
    rows[a][a] += g;
    rows[b][b] += g;
    rows[a][b] -= g;
    rows[b][a] -= g;
  }
  for (size_t k = 0; k < n; ++k) {
    for (size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const double factor = rows[i][k] / rows[k][k];
      for (size_t j = k; j <= n; ++j) rows[i][j] -= factor * rows[k][j];
    }
  }
  std::vector<double> voltages;
  for (size_t k = 0; k < n; ++k) voltages.push_back(rows[k][n] / rows[k][k]);
  return voltages;
}

}  // namespace

auto TextOf(const References& model) -> std::string {
  std::string equations;
  for (const auto& [a, b] : model.connects)
    equations += fmt::format("  connect({}, {});\n", FrameName(model, a), FrameName(model, b));
  return "package P\n" + ReferenceTypeText(model) + WithElements(model, kReferenceClasses) +
         "end P;\nmodel T\n  import P.*;\n" + PartsText(model) + "equation\n" + equations + "end T;\n";
}

auto ValuesOf(const References& model) -> std::map<std::string, double> {
  const ReferenceNodes nodes(model);
  const std::vector<uint32_t> chosen = nodes.ChosenRoots();
  const std::vector<double> voltages = VoltagesOf(model, nodes);
  std::vector<double> g(nodes.size(), NAN);
  std::vector<uint32_t> open = chosen;
  for (uint32_t& root : open) {
    g[nodes.NodeOf(root)] = model.parts[root].g;
    root = nodes.NodeOf(root);
  }
  while (!open.empty()) {
    const uint32_t from = open.back();
    open.pop_back();
    for (uint32_t k = 0; k < model.links.size(); ++k) {
      const uint32_t a = nodes.NodeOf(EndOf(model, k, 0));
      const uint32_t b = nodes.NodeOf(EndOf(model, k, 1));
      for (const auto& [here, there, sign] : {std::tuple{a, b, 1}, {b, a, -1}}) {
        if (here != from || !std::isnan(g[there])) continue;
        g[there] = g[here] + sign * model.links[k].angle;
        open.push_back(there);
      }
    }
  }
  std::map<std::string, double> values;
  for (uint32_t k = 0; k < model.parts.size(); ++k) {
    const std::string name = PartName(model, k);
    values[name + ".g"] = g[nodes.NodeOf(k)];
    values[name + ".is"] = std::ranges::find(chosen, k) != chosen.end() ? 1 : 0;
    values[name + ".f.v"] = voltages[nodes.NodeOf(k)];
  }
  for (uint32_t k = 0; k < model.links.size(); ++k) {
    const std::string name = LinkName(model, k);
    const uint32_t a = nodes.NodeOf(EndOf(model, k, 0));
    const uint32_t b = nodes.NodeOf(EndOf(model, k, 1));
    values[name + ".first"] = g[a];
    values[name + ".second"] = g[b];
    values[name + ".turn"] = model.links[k].angle;
    values[name + ".b.i"] = model.links[k].conductance * (voltages[b] - voltages[a]);
  }
  return values;
}

}  // namespace kerf::torture
