// Voltages and currents of connected loads, by the pins that hang together.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <set>

#include "connections_model.h"

namespace kerf::torture {

namespace {

struct PinLoad {
  double g = 0;
  double e = 0;
};

// Pins, and which of them are connected from within a box or from outside.
class Pins {
 public:
  explicit Pins(const Connections& model) {
    for (size_t k = 0; k < model.g.size(); ++k) Add(fmt::format("m[{}].a", k + 1), {model.g[k], model.e[k]});
    for (size_t b = 0; b < model.boxes.size(); ++b) {
      for (int n = 1; n <= model.n_instances; ++n) AddBox(model.boxes[b], fmt::format("b{}[{}].", b + 1, n));
    }
    for (const Connect& connect : model.outside) Join(connect, "", 1);
  }

  [[nodiscard]] auto is_forest() const -> bool { return is_forest_; }

  auto Values() const -> std::map<std::string, double> {
    std::map<std::string, double> values;
    for (const auto& [pin, load] : loads_) values[pin + ".i"] = load.g * (Voltage(pin) - load.e);
    for (const auto& [pin, edges] : edges_) {
      values[pin + ".v"] = Voltage(pin);
      if (!loads_.contains(pin)) values[pin + ".i"] = CurrentInto(pin);
    }
    return values;
  }

 private:
  struct Edge {
    std::string to;
    // 0: written inside of a box, 1: at the top.
    int level = 0;
  };

  void Add(const std::string& pin, PinLoad load) {
    edges_[pin];
    loads_[pin] = load;
  }

  void AddBox(const Box& box, const std::string& prefix) {
    for (const char* pin : kBoxPins) edges_[prefix + pin];
    for (size_t k = 1; k <= kBoxPins.size(); ++k)
      Add(fmt::format("{}o[{}].a", prefix, k), {static_cast<double>(k), 1.0 / static_cast<double>(k)});
    for (int k = 0; k < kBoxLoads; ++k)
      Add(fmt::format("{}l[{}].a", prefix, k + 1),
          {box.g[static_cast<size_t>(k)], box.e[static_cast<size_t>(k)]});
    if (box.has_conditional) Add(prefix + "c.a", {box.g[kBoxLoads], box.e[kBoxLoads]});
    for (const Connect& connect : box.inside) Join(connect, prefix, 0);
  }

  void Join(const Connect& connect, const std::string& prefix, int level) {
    for (const auto& [first, second] : connect.pairs) {
      // A connection to what is not there is not there either.
      if (!edges_.contains(prefix + first) || !edges_.contains(prefix + second)) continue;
      if (Reach(prefix + first, -1).contains(prefix + second)) is_forest_ = false;
      edges_[prefix + first].push_back({prefix + second, level});
      edges_[prefix + second].push_back({prefix + first, level});
    }
  }

  // All pins that hang together with one; with a level only by its connections of that level first.
  auto Reach(const std::string& pin, int level) const -> std::set<std::string> {
    std::set<std::string> reached = {pin};
    std::vector<std::string> open;
    const auto go = [&](const std::string& from, int only) {
      for (const Edge& edge : edges_.at(from)) {
        if ((only < 0 || edge.level == only) && reached.insert(edge.to).second) open.push_back(edge.to);
      }
    };
    go(pin, level);
    while (!open.empty()) {
      const std::string next = open.back();
      open.pop_back();
      go(next, -1);
    }
    return reached;
  }

  auto Voltage(const std::string& pin) const -> double {
    double sum = 0;
    double total = 0;
    for (const std::string& other : Reach(pin, -1)) {
      const auto load = loads_.find(other);
      if (load == loads_.end()) continue;
      sum += load->second.g * load->second.e;
      total += load->second.g;
    }
    return sum / total;
  }

  // Of a pin of a box: what the loads behind it, on its inner side, take.
  auto CurrentInto(const std::string& pin) const -> double {
    double current = 0;
    for (const std::string& other : Reach(pin, 0)) {
      const auto load = loads_.find(other);
      if (load != loads_.end()) current += load->second.g * (Voltage(pin) - load->second.e);
    }
    return current;
  }

  std::map<std::string, std::vector<Edge>> edges_;
  std::map<std::string, PinLoad> loads_;
  bool is_forest_ = true;
};

void AddStreams(const Connections& model, std::map<std::string, double>& values) {
  std::vector<double> flows = {0};
  for (const double flow : model.flows) {
    flows.push_back(flow);
    flows[0] -= flow;
  }
  for (size_t k = 0; k < flows.size(); ++k) {
    double mixed = 0;
    double total = 0;
    for (size_t j = 0; j < flows.size(); ++j) {
      // Flows out of a component are negative; of two ports each sees the other whatever flows.
      const double weight = flows.size() == 2 ? 1 : std::max(-flows[j], 0.0);
      if (j == k) continue;
      mixed += weight * model.enthalpies[j];
      total += weight;
    }
    if (total > 0) values[fmt::format("r[{}].h", k + 1)] = mixed / total;
    values[fmt::format("r[{}].port.m", k + 1)] = flows[k];
  }
}

}  // namespace

auto IsForest(const Connections& model) -> bool { return Pins(model).is_forest(); }

auto ValuesOf(const Connections& model) -> std::map<std::string, double> {
  std::map<std::string, double> values = Pins(model).Values();
  for (size_t k = 0; k < model.readers.size(); ++k) {
    const double signal = model.signals[static_cast<size_t>(model.readers[k])];
    values[fmt::format("reader[{}].y", k + 1)] = 2 * signal;
    values[fmt::format("sub.y{}", k + 1)] = 3 * signal;
  }
  for (size_t b = 0; b < model.boxes.size(); ++b)
    values[fmt::format("b{}[1].l[1].w", b + 1)] =
        model.boxes[b].has_inner ? 10.0 + static_cast<double>(b) : 5;
  values["m[1].w"] = 5;
  AddStreams(model, values);
  return values;
}

}  // namespace kerf::torture
