// What sources do.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "hybrid_model.h"

namespace kerf::torture {

namespace {

class Source {
 public:
  Source(const Part& part, double stop) : part_(part), p_(part.p), stop_(stop) {}

  auto Run() -> PartRun {
    switch (part_.kind) {
      case PartKind::Steps:   Steps(); break;
      case PartKind::Table:   Table(); break;
      case PartKind::Clock:   Clock(); break;
      case PartKind::Clocks:  Clocks(); break;
      case PartKind::Counter: Counter(); break;
      case PartKind::Ball:    Ball(); break;
      case PartKind::Throw:   Throw(); break;
      case PartKind::Sine:    Sine(); break;
      case PartKind::Kink:    Kink(); break;
      default:                Ends(); break;
    }
    return std::move(run_);
  }

 private:
  void Event(double t) {
    if (t > 0 && t <= stop_) run_.events.push_back(t);
  }
  void Give(const char* name, double value) { run_.values.emplace_back(NameOf(part_, name), value); }
  // Ticks start + k*interval up to the stop.
  [[nodiscard]] auto Ticks(double start, double interval) const -> std::vector<double> {
    std::vector<double> ticks;
    for (int k = 0; start + k * interval <= stop_ + 1e-12; ++k) ticks.push_back(start + k * interval);
    // Rounding errors do not decide whether there is one at the stop.
    if (!ticks.empty() && std::abs(ticks.back() - stop_) < 1e-12) ticks.back() = stop_;
    return ticks;
  }

  void Steps() {
    // When-clauses do not fire at the start.
    const bool is_when = part_.form % 3 == 1;
    Hold(run_.out, 0, p_[2], true);
    if (p_[0] > 0 || !is_when) Hold(run_.out, p_[0], p_[3], true);
    Hold(run_.out, p_[1], p_[4], true);
    Event(p_[0]);
    Event(p_[1]);
    Give("u", ValueAt(run_.out, stop_));
  }

  void Table() {
    const double t[] = {0, p_[0], p_[1], stop_ + 1};
    run_.out.clear();
    for (size_t k = 0; k < 3; ++k)
      run_.out.push_back({t[k], p_[2 + k], (p_[3 + k] - p_[2 + k]) / (t[k + 1] - t[k]), true});
    Event(p_[0]);
    Event(p_[1]);
    Give("u", ValueAt(run_.out, stop_));
  }

  void Clock() {
    double d = 1;
    int n = 0;
    Hold(run_.out, 0, d, true);
    for (const double t : Ticks(p_[0], p_[1])) {
      d = p_[2] * d + p_[3];
      ++n;
      Hold(run_.out, t, d, true);
      Event(t);
    }
    Give("u", d);
    Give("n", n);
  }

  // The first in form 0 is what elsewhen leaves alone; in the others one clause listens to both.
  void Clocks() {
    const std::vector<double> first = Ticks(p_[0], p_[1]);
    const std::vector<double> second = Ticks(p_[2], p_[3]);
    std::vector<std::pair<double, int>> ticks;
    for (const double t : first) ticks.emplace_back(t, 1);
    for (const double t : second) {
      const bool is_both = std::ranges::any_of(first, [t](double s) { return std::abs(s - t) < 1e-12; });
      if (!is_both) ticks.emplace_back(t, 2);
    }
    std::ranges::sort(ticks);
    double d = 0;
    Hold(run_.out, 0, d, true);
    for (const auto& [t, which] : ticks) {
      d = part_.form % 2 == 0 ? (which == 1 ? 0.5 * d + 1 : 0.5 * d - 1) : 1 - d;
      Hold(run_.out, t, d, true);
      Event(t);
    }
    Give("u", d);
    Give("n", static_cast<double>(ticks.size()));
  }

  void Counter() {
    int k = 0;
    Hold(run_.out, 0, 0, true);
    for (const double t : Ticks(p_[0], p_[0])) {
      ++k;
      // integer(time/T) and sums of T are k*T up to rounding errors.
      const double rounded = part_.form % 3 == 1 ? p_[0] : t;
      const bool is_exact = std::ldexp(rounded, 3) == std::floor(std::ldexp(rounded, 3));
      Hold(run_.out, t, k % 3, is_exact);
      Event(t);
      if (!is_exact) run_.fragile.push_back(t);
    }
    Give("k", k);
    Give("n", k);
  }

  void Ball() {
    double h = p_[0];
    double v = 0;
    double t = 0;
    int n = 0;
    Hold(run_.out, 0, 0, true);
    for (;;) {
      const double flight = (v + std::sqrt(v * v + 2 * p_[2] * h)) / p_[2];
      if (t > 0 && flight < 5e-3) run_.is_unclear = true;
      if (t + flight > stop_ || run_.is_unclear) break;
      t += flight;
      h = 0;
      v = -p_[1] * (v - p_[2] * flight);
      ++n;
      Hold(run_.out, t, n % 2, false);
      Event(t);
    }
    const double rest = stop_ - t;
    Give("h", h + v * rest - p_[2] * rest * rest / 2);
    Give("v", v - p_[2] * rest);
    Give("n", n);
  }

  void Throw() {
    const double top = p_[0] * p_[0] / (2 * p_[1]);
    const double half = std::sqrt(2 * p_[2] / p_[1]);
    const double middle = p_[0] / p_[1];
    Hold(run_.out, 0, 0, true);
    Hold(run_.out, middle - half, 1, false);
    Hold(run_.out, middle + half, 0, false);
    Event(middle - half);
    Event(middle + half);
    run_.is_unclear = top <= p_[2] || middle + half > stop_ - 1e-4;
    Give("n", 1);
    Give("l", 2 * half);
    Give("x", p_[0] * stop_ - p_[1] * stop_ * stop_ / 2);
  }

  // sin(w t) > c from (asin c + 2 pi k)/w to (pi - asin c + 2 pi k)/w.
  void Sine() {
    const double from = std::asin(p_[1]);
    double lasted = 0;
    int n = 0;
    Hold(run_.out, 0, p_[1] < 0 ? 1 : 0, true);
    for (int k = -1;; ++k) {
      const double on = (from + 2 * std::numbers::pi * k) / p_[0];
      const double off = (std::numbers::pi - from + 2 * std::numbers::pi * k) / p_[0];
      if (off <= 0) continue;
      if (on >= stop_) break;
      if (on > 0) {
        ++n;
        Hold(run_.out, on, 1, false);
        Event(on);
      }
      lasted += std::min(off, stop_) - std::max(on, 0.0);
      if (off >= stop_) break;
      Hold(run_.out, off, 0, false);
      Event(off);
    }
    if (std::abs(p_[1]) < 0.02) run_.is_unclear = true;
    Give("n", n);
    Give("l", lasted);
  }

  // Nothing happens there: the solver has to get over it by the length of its steps.
  void Kink() {
    Hold(run_.out, 0, 1, true);
    const double late = stop_ - p_[0] / p_[1];
    double x = p_[1] * stop_;
    if (late > 0 && part_.form % 3 < 2) x = p_[0] + p_[2] * late;
    if (late > 0 && part_.form % 3 == 2) x = p_[0] + p_[1] / p_[2] * std::expm1(p_[2] * late);
    Give("x", x);
  }

  void Ends() {
    Hold(run_.out, 0, p_[1], true);
    Event(p_[0]);
    Event(stop_);
    Give("a", 1);
    Give("b", p_[0] > 0 ? 1 : 0);
    Give("c", 1);
    Give("d", 7);
    Give("e", stop_);
    Give("f", 0);
  }

  const Part& part_;
  const std::array<double, 8>& p_;
  double stop_;
  PartRun run_;
};

}  // namespace

auto RunSource(const Part& part, double stop) -> PartRun { return Source(part, stop).Run(); }

}  // namespace kerf::torture
