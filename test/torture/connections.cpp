// Random connections, their text, and the comparison.
#include "connections.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "connections_model.h"
#include "references.h"
#include "run_text.h"

namespace kerf::torture {

namespace {

constexpr const char* kConnectionClasses = R"(package P
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Plug
    Pin p;
    Pin q[2];
  end Plug;
  model Load
    parameter Real G = 1;
    parameter Real E = 0;
    Pin a;
    outer Real u;
    Real w = u;
  equation
    a.i = G*(a.v - E);
  end Load;
  connector In = input Real;
  connector Out = output Real;
  expandable connector Bus
  end Bus;
  block Sender
    parameter Real k = 0;
    Out y = k + 0*time;
  end Sender;
  block Reader
    In u;
    Real y = 2*u;
  end Reader;
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model Room
    parameter Boolean is_first = false;
    parameter Real m = 0;
    parameter Real h0 = 0;
    Port port;
    Real h = inStream(port.h);
  equation
    if is_first then
      port.p = 1;
    else
      port.m = m;
    end if;
    port.h = h0;
  end Room;
)";

class ConnectionMaker {
 public:
  explicit ConnectionMaker(Rng& rng) : rng_(rng) {}

  auto Run() -> Connections {
    model_.n_instances = 1 + static_cast<int>(rng_.Below(2));
    for (uint32_t k = 0; k < 2 + rng_.Below(3); ++k) AddNumbers(model_.g, model_.e);
    for (uint32_t k = 0; k < 1 + rng_.Below(2); ++k) model_.boxes.push_back(RandomBox());
    for (int k = 0; k < 8; ++k) TryOutside();
    for (uint32_t k = 0; k < 1 + rng_.Below(3); ++k) model_.signals.push_back(Number());
    for (uint32_t k = 0; k < 1 + rng_.Below(3); ++k)
      model_.readers.push_back(static_cast<int>(rng_.Below(static_cast<uint32_t>(model_.signals.size()))));
    model_.enthalpies.push_back(Number());
    for (uint32_t k = 0; k < 1 + rng_.Below(3); ++k) AddNumbers(model_.flows, model_.enthalpies);
    for (double& flow : model_.flows) flow *= rng_.Chance(0.5) ? 1 : -1;
    return model_;
  }

 private:
  auto Number() -> double { return 0.5 + 0.25 * rng_.Below(20); }
  void AddNumbers(std::vector<double>& x, std::vector<double>& y) {
    x.push_back(Number());
    y.push_back(Number());
  }

  auto RandomBox() -> Box {
    Box box;
    for (double& g : box.g) g = Number();
    for (double& e : box.e) e = Number();
    box.has_conditional = rng_.Chance(0.5);
    box.has_inner = rng_.Chance(0.5);
    for (int k = 0; k < 5; ++k) {
      box.inside.push_back(Inside());
      Connections alone;
      alone.boxes = {box};
      if (!IsForest(alone)) box.inside.pop_back();
    }
    HangLoads(box);
    return box;
  }

  // A pin of a box has to be connected inside, or an equation is missing.
  static void HangLoads(Box& box) {
    for (size_t k = 0; k < kBoxPins.size(); ++k) {
      bool is_connected = false;
      for (const Connect& connect : box.inside) {
        for (const auto& [first, second] : connect.pairs) {
          const bool is_there = box.has_conditional || (first != "c.a" && second != "c.a");
          is_connected = is_connected || (is_there && (first == kBoxPins[k] || second == kBoxPins[k]));
        }
      }
      const std::string load = fmt::format("o[{}].a", k + 1);
      if (!is_connected)
        box.inside.push_back({fmt::format("connect({}, {});", kBoxPins[k], load), {{kBoxPins[k], load}}});
    }
  }

  auto Pick(const std::vector<std::string>& names) -> std::string {
    return names[rng_.Below(static_cast<uint32_t>(names.size()))];
  }

  auto Inside() -> Connect {
    const auto one = [](const std::string& first, const std::string& second) {
      return Connect{fmt::format("connect({}, {});", first, second), {{first, second}}};
    };
    const std::string load = fmt::format("l[{}].a", 1 + rng_.Below(kBoxLoads));
    switch (rng_.Below(5)) {
      case 0: return one(Pick({"t1", "t2", "s.p", "s.q[1]"}), "c.a");
      // Arrays of connectors, a slice of an array of components.
      case 1:  return {"connect(s.q, l[2:3].a);", {{"s.q[1]", "l[2].a"}, {"s.q[2]", "l[3].a"}}};
      case 2:  return one(load, fmt::format("l[{}].a", 1 + rng_.Below(kBoxLoads)));
      default: return one(load, Pick({"t1", "t2", "s.p", "s.q[1]", "s.q[2]"}));
    }
  }

  auto BoxName() -> std::string {
    return fmt::format("b{}[{}]", 1 + rng_.Below(static_cast<uint32_t>(model_.boxes.size())),
                       1 + rng_.Below(static_cast<uint32_t>(model_.n_instances)));
  }

  auto BoxPin() -> std::string { return BoxName() + "." + Pick({"t1", "t2", "s.p", "s.q[1]", "s.q[2]"}); }
  auto TopLoad() -> std::string {
    return fmt::format("m[{}].a", 1 + rng_.Below(static_cast<uint32_t>(model_.g.size())));
  }

  auto Outside() -> Connect {
    const std::string first = BoxName();
    const std::string second = BoxName();
    switch (rng_.Below(5)) {
      case 0: {
        Connect plugs{fmt::format("connect({}.s, {}.s);", first, second), {}};
        for (const char* pin : {".s.p", ".s.q[1]", ".s.q[2]"})
          plugs.pairs.push_back({first + pin, second + pin});
        return plugs;
      }
      case 1: {
        const std::string pin = Pick({"t1", "t2"});
        Connect loop{
            fmt::format("for k in 1:{} loop connect(b1[k].{}, m[k].a); end for;", model_.n_instances, pin),
            {}};
        for (int k = 1; k <= model_.n_instances; ++k)
          loop.pairs.push_back({fmt::format("b1[{}].{}", k, pin), fmt::format("m[{}].a", k)});
        return loop;
      }
      case 2: {
        Connect slice{fmt::format("connect(b1.t2, m[1:{}].a);", model_.n_instances), {}};
        for (int k = 1; k <= model_.n_instances; ++k)
          slice.pairs.push_back({fmt::format("b1[{}].t2", k), fmt::format("m[{}].a", k)});
        return slice;
      }
      default: {
        const std::string pin = BoxPin();
        const std::string other = rng_.Chance(0.5) ? BoxPin() : TopLoad();
        return {fmt::format("connect({}, {});", pin, other), {{pin, other}}};
      }
    }
  }

  void TryOutside() {
    model_.outside.push_back(Outside());
    if (!IsForest(model_)) model_.outside.pop_back();
  }

  Rng& rng_;
  Connections model_;
};

auto BoxText(const Box& box, size_t number) -> std::string {
  std::string text = fmt::format(
      "  model B{0}\n    Pin t1;\n    Pin t2;\n    Plug s;\n"
      "    Load l[3](G = {{{1}, {2}, {3}}}, E = {{{4}, {5}, {6}}});\n"
      "    Load o[5](G = 1:5, E = {{1/k for k in 1:5}});\n"
      "    parameter Boolean has = {7};\n    Load c(G = {8}, E = {9}) if has;\n",
      number, box.g[0], box.g[1], box.g[2], box.e[0], box.e[1], box.e[2],
      box.has_conditional ? "true" : "false", box.g[3], box.e[3]);
  if (box.has_inner) text += fmt::format("    inner Real u = {};\n", 9 + number);
  text += "  equation\n";
  for (const Connect& connect : box.inside) text += "    " + connect.text + "\n";
  return text + fmt::format("  end B{};\n", number);
}

// A bus that is seen from outside and from inside.
auto BusText(const Connections& model, std::string& equations) -> std::string {
  std::string sub = "  block Sub\n    Bus bus;\n";
  std::string connects;
  for (size_t k = 0; k < model.readers.size(); ++k) {
    sub += fmt::format("    Reader r{0};\n    Real y{0} = 1.5*r{0}.y;\n", k + 1);
    connects += fmt::format("    connect(bus.s{}, r{}.u);\n", model.readers[k] + 1, k + 1);
    equations += fmt::format("  connect(reader[{}].u, bus.s{});\n", k + 1, model.readers[k] + 1);
  }
  for (size_t k = 0; k < model.signals.size(); ++k)
    equations += fmt::format("  connect(sender[{}].y, bus.s{});\n", k + 1, k + 1);
  equations += "  connect(bus, sub.bus);\n";
  return sub + "  equation\n" + connects + "  end Sub;\n";
}

auto CompareConnections(const std::string& text, const std::map<std::string, double>& values) -> std::string {
  TextRequest request;
  request.model = {"connections.mo", text};
  request.settings.engine = sim::Engine::Interpreter;
  request.settings.run.stop = 1;
  request.settings.run.intervals = 4;
  request.settings.keep_all = true;
  request.checks_flat = true;
  const TextRun run = RunText(request);
  if (!run.ok) return "refused:\n" + run.messages;
  for (const auto& [name, value] : values) {
    const double given = ValueAt(run, name, 1);
    if (std::abs(given - value) <= 1e-6 * std::max(1.0, std::abs(value))) continue;
    return fmt::format("{} is {:.9g} and should be {:.9g}\n{}", name, given, value, run.messages);
  }
  return run.flat_problem;
}

template <typename Model>
auto ProblemOfConnections(const Model& model) -> std::string {
  return CompareConnections(TextOf(model), ValuesOf(model));
}

// Leaves out entries of a list of the model as long as it is determined and still fails.
template <typename Model, typename Part>
void MinimiseConnections(const Model& model, std::vector<Part>& list) {
  list = Minimise<Part>(list, [&](const std::vector<Part>& some) {
    const std::vector<Part> old = std::exchange(list, some);
    bool is_determined = true;
    for (const auto& [name, value] : ValuesOf(model)) is_determined = is_determined && std::isfinite(value);
    const bool fails = is_determined && !ProblemOfConnections(model).empty();
    if (!fails) list = old;
    return fails;
  });
}

class ConnectionsKind : public Kind {
 public:
  [[nodiscard]] auto Name() const -> std::string override { return "connections"; }

  auto RunOne(Rng& rng) -> std::optional<Disagreement> override {
    if (rng.Chance(0.4)) return RunReferences(rng);
    Connections model = RandomConnections(rng);
    if (ProblemOfConnections(model).empty()) return std::nullopt;
    MinimiseConnections(model, model.outside);
    return Found(model);
  }

 private:
  static auto RunReferences(Rng& rng) -> std::optional<Disagreement> {
    References model = RandomReferences(rng);
    if (ProblemOfConnections(model).empty()) return std::nullopt;
    // Which angles are to be found depends on the connections.
    if (model.n_residues == 0) MinimiseConnections(model, model.connects);
    return Found(model);
  }

  template <typename Model>
  static auto Found(const Model& model) -> Disagreement {
    return {{{"connections.mo", TextOf(model)}},
            ProblemOfConnections(model) + "kerf simulate connections.mo"};
  }
};

}  // namespace

auto RandomConnections(Rng& rng) -> Connections { return ConnectionMaker(rng).Run(); }

auto TextOf(const Connections& model) -> std::string {
  std::string text = kConnectionClasses;
  std::string equations;
  for (size_t b = 0; b < model.boxes.size(); ++b) text += BoxText(model.boxes[b], b + 1);
  text += BusText(model, equations) + "end P;\nmodel T\n  import P.*;\n  inner Real u = 5;\n";
  for (size_t b = 1; b <= model.boxes.size(); ++b)
    text += fmt::format("  B{0} b{0}[{1}];\n", b, model.n_instances);
  text += fmt::format("  Load m[{}](G = {{{}}}, E = {{{}}});\n", model.g.size(), fmt::join(model.g, ", "),
                      fmt::join(model.e, ", "));
  text += fmt::format("  Bus bus;\n  Sub sub;\n  Sender sender[{}](k = {{{}}});\n  Reader reader[{}];\n",
                      model.signals.size(), fmt::join(model.signals, ", "), model.readers.size());
  std::vector<std::string> firsts(model.enthalpies.size(), "false");
  firsts[0] = "true";
  text +=
      fmt::format("  Room r[{}](is_first = {{{}}}, m = {{0, {}}}, h0 = {{{}}});\n", model.enthalpies.size(),
                  fmt::join(firsts, ", "), fmt::join(model.flows, ", "), fmt::join(model.enthalpies, ", "));
  for (size_t k = 2; k <= model.enthalpies.size(); ++k)
    equations += fmt::format("  connect(r[1].port, r[{}].port);\n", k);
  for (const Connect& connect : model.outside) equations += "  " + connect.text + "\n";
  return text + "equation\n" + equations + "end T;\n";
}

auto MakeConnections() -> std::unique_ptr<Kind> { return std::make_unique<ConnectionsKind>(); }

}  // namespace kerf::torture
