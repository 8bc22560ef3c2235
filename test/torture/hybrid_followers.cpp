// What parts do that follow a signal.
#include <algorithm>
#include <cmath>

#include "hybrid_model.h"

namespace kerf::torture {

namespace {

// Conditions that come closer to their limits than this without crossing, or cross more slowly, are left to
// nobody's judgement.
constexpr double kClear = 1e-3;
constexpr double kSlowest = 0.05;
// Events of others are at least so far away.
constexpr double kApartInTime = 1e-5;

class Follower {
 public:
  Follower(const Part& part, const Signal& u, double stop) : part_(part), p_(part.p), u_(u), stop_(stop) {}

  auto Run() -> PartRun {
    switch (part_.kind) {
      case PartKind::Lag:    Lag(); break;
      case PartKind::Relay:  Relay(); break;
      case PartKind::Reset:  Reset(); break;
      case PartKind::Floors: Floors(); break;
      case PartKind::Delay:  Delay(); break;
      case PartKind::Hold:   Sampled(); break;
      default:               Chain(); break;
    }
    return std::move(run_);
  }

 private:
  void Event(double t) {
    if (t > 0 && t <= stop_) run_.events.push_back(t);
  }
  void Give(const char* name, double value) { run_.values.emplace_back(NameOf(part_, name), value); }
  void Require(bool is_clear) { run_.is_unclear = run_.is_unclear || !is_clear; }
  [[nodiscard]] auto EndOf(size_t k) const -> double {
    return k + 1 < u_.size() ? std::min(u_[k + 1].t, stop_) : stop_;
  }

  // x' = (u - x)/T over one piece of u, from time 0 of that piece on.
  struct Arc {
    double u, s, T, k;
    [[nodiscard]] auto x(double t) const -> double { return u + s * (t - T) + k * std::exp(-t / T); }
    [[nodiscard]] auto slope(double t) const -> double { return s - k / T * std::exp(-t / T); }
    [[nodiscard]] auto Integral(double from, double to) const -> double {
      return (u - s * T) * (to - from) + s * (to * to - from * from) / 2 +
             k * T * (std::exp(-from / T) - std::exp(-to / T));
    }
  };

  // From `from` to `to` the arc is monotone.
  auto Cross(const Arc& arc, double from, double to, double t0) -> double {
    double low = from;
    double high = to;
    const bool is_up = arc.x(to) > p_[2];
    for (int k = 0; k < 200; ++k) {
      const double middle = (low + high) / 2;
      ((arc.x(middle) > p_[2]) == is_up ? high : low) = middle;
    }
    Require(std::abs(arc.slope(high)) > kSlowest);
    Hold(run_.out, t0 + high, is_up ? p_[3] : p_[4], false);
    Event(t0 + high);
    ++(is_up ? n_up_ : n_down_);
    return high;
  }

  void Lag() {
    const double T = p_[0];
    double x = p_[1];
    double z = 0;
    Require(std::abs(x - p_[2]) > kClear);
    Hold(run_.out, 0, x > p_[2] ? p_[3] : p_[4], true);
    for (size_t k = 0; k < u_.size() && u_[k].t < stop_; ++k) {
      const double h = EndOf(k) - u_[k].t;
      const Arc arc{u_[k].value, u_[k].slope, T, x - u_[k].value + u_[k].slope * T};
      const double ratio = arc.s * T / arc.k;
      const double turn = ratio > 0 && ratio < 1 ? -T * std::log(ratio) : h;
      if (turn < h) Require(std::abs(arc.x(turn) - p_[2]) > kClear);
      Require(std::abs(arc.x(h) - p_[2]) > kClear);
      double at = 0;
      for (const double end : {std::min(turn, h), h}) {
        const bool was_over = arc.x(at) > p_[2];
        const bool crosses = was_over != (arc.x(end) > p_[2]);
        const double middle = crosses ? Cross(arc, at, end, u_[k].t) : end;
        if (was_over) z += arc.Integral(at, middle) - p_[2] * (middle - at);
        if (crosses && !was_over) z += arc.Integral(middle, end) - p_[2] * (end - middle);
        at = end;
      }
      x = arc.x(h);
    }
    Give("x", x);
    Give("n", n_up_);
    Give("m", n_down_);
    Give("z", z);
  }

  // The time until x gets to the limit over piece k from `t` on, at a rate of a + b*u; infinite: not in it.
  auto Reach(size_t k, double t, double x, double a, double b, double limit) -> double {
    const double from = a + b * ValueOf(k, t);
    const double to = a + b * ValueOf(k, EndOf(k));
    Require(from * to > 0 && std::min(std::abs(from), std::abs(to)) > 4 * kSlowest);
    const double bend = b * u_[k].slope / 2;
    const double way = limit - x;
    const double root = from * from + 4 * bend * way;
    if (run_.is_unclear || way * from < 0 || root < 0) return HUGE_VAL;
    const double time = 2 * way / (from + std::copysign(std::sqrt(root), from));
    Require(std::abs(t + time - EndOf(k)) > kApartInTime);
    return t + time < EndOf(k) ? time : HUGE_VAL;
  }
  [[nodiscard]] auto ValueOf(size_t k, double t) const -> double {
    return u_[k].value + u_[k].slope * (t - u_[k].t);
  }
  [[nodiscard]] auto Moved(size_t k, double t, double h, double a, double b) const -> double {
    return (a + b * ValueOf(k, t)) * h + b * u_[k].slope * h * h / 2;
  }

  void Relay() {
    double x = p_[5];
    bool on = true;
    int n = 0;
    Hold(run_.out, 0, 1, true);
    for (size_t k = 0; k < u_.size() && u_[k].t < stop_ && !run_.is_unclear; ++k) {
      double t = u_[k].t;
      for (;;) {
        const double a = on ? p_[2] : -p_[3];
        const double limit = on ? p_[1] : p_[0];
        const double time = Reach(k, t, x, a, p_[4], limit);
        if (!(time < HUGE_VAL)) {
          x += Moved(k, t, EndOf(k) - t, a, p_[4]);
          break;
        }
        t += time;
        x = limit;
        on = !on;
        ++n;
        Hold(run_.out, t, on ? 1 : 0, false);
        Event(t);
      }
    }
    Give("x", x);
    Give("n", n);
  }

  void Reset() {
    double x = p_[1];
    int n = 0;
    Hold(run_.out, 0, 0, true);
    for (size_t k = 0; k < u_.size() && u_[k].t < stop_ && !run_.is_unclear; ++k) {
      double t = u_[k].t;
      for (;;) {
        Require(p_[2] + p_[3] * ValueOf(k, t) > 0);
        const double time = Reach(k, t, x, p_[2], p_[3], p_[0]);
        if (!(time < HUGE_VAL)) break;
        t += time;
        x = p_[1];
        ++n;
        Hold(run_.out, t, n % 2, false);
        Event(t);
      }
      x += Moved(k, t, EndOf(k) - t, p_[2], p_[3]);
    }
    Give("x", x);
    Give("n", n);
  }

  void Floors() {
    double x = 0.1 * p_[0];
    int floor = 0;
    Hold(run_.out, 0, 0, true);
    for (size_t k = 0; k < u_.size() && u_[k].t < stop_ && !run_.is_unclear; ++k) {
      double t = u_[k].t;
      for (;;) {
        Require(p_[1] + p_[2] * ValueOf(k, t) > 0);
        const double time = Reach(k, t, x, p_[1], p_[2], (floor + 1) * p_[0]);
        if (!(time < HUGE_VAL)) break;
        t += time;
        ++floor;
        x = floor * p_[0];
        Hold(run_.out, t, floor % 3, false);
        Event(t);
      }
      x += Moved(k, t, EndOf(k) - t, p_[1], p_[2]);
    }
    Give("x", x);
    Give("k", floor);
    Give("n", floor);
  }

  void Delay() {
    const double d = p_[0];
    run_.out = {{0, u_.front().value, 0, u_.front().is_exact}};
    for (size_t k = 0; k < u_.size(); ++k) {
      const double before = k == 0 ? u_[0].value : ValueOf(k - 1, u_[k].t);
      run_.out.push_back({u_[k].t + d, u_[k].value, u_[k].slope, false});
      if (std::abs(u_[k].value - before) > 1e-9) Event(u_[k].t + d);
      Require(std::abs(u_[k].t + d - stop_) > kApartInTime);
    }
    double z = 0;
    for (size_t k = 0; k < run_.out.size() && run_.out[k].t < stop_; ++k) {
      const Piece& piece = run_.out[k];
      const double h = std::min(k + 1 < run_.out.size() ? run_.out[k + 1].t : stop_, stop_) - piece.t;
      z += piece.value * h + piece.slope * h * h / 2;
    }
    Give("z", z);
  }

  void Sampled() {
    double h = 0;
    int n = 0;
    Hold(run_.out, 0, h, true);
    for (int k = 0; p_[0] + k * p_[1] <= stop_ + 1e-12; ++k) {
      double t = p_[0] + k * p_[1];
      if (std::abs(t - stop_) < 1e-12) t = stop_;
      // Ticks that coincide up to rounding errors happen at the same instant.
      for (const Piece& piece : u_)
        if (piece.is_exact && std::abs(piece.t - t) < 1e-12) t = piece.t;
      if (t > 0) Require(!IsUnclearAt(u_, t));
      h = p_[2] * h + (1 - p_[2]) * ValueAt(u_, t);
      ++n;
      Hold(run_.out, t, h, true);
      Event(t);
    }
    Give("u", h);
    Give("n", n);
  }

  void Chain() {
    const double c = p_[0];
    Require(!IsUnclearAt(u_, 0));
    bool b1 = u_.front().value > c;
    bool b2 = false;
    int n1 = 0;
    int n2 = 0;
    Hold(run_.out, 0, 0, true);
    const auto become = [&](bool value, double t, bool is_exact) {
      if (value == b1) return;
      b1 = value;
      if (b1) {
        ++n1;
        b2 = !b2;
        n2 += b2 ? 1 : 0;
      } else {
        ++n2;
      }
      Hold(run_.out, t, b2 ? 1 : 0, is_exact);
      Event(t);
    };
    for (size_t k = 0; k < u_.size() && u_[k].t <= stop_; ++k) {
      const double end = ValueOf(k, EndOf(k));
      Require(std::abs(u_[k].value - c) > kClear && std::abs(end - c) > kClear);
      become(u_[k].value > c, u_[k].t, u_[k].is_exact);
      if ((end > c) == b1) continue;
      Require(std::abs(u_[k].slope) > kSlowest);
      become(end > c, u_[k].t + (c - u_[k].value) / u_[k].slope, false);
    }
    Give("n1", n1);
    Give("n2", n2);
    Give("u", b2 ? 1 : 0);
  }

  const Part& part_;
  const std::array<double, 8>& p_;
  const Signal& u_;
  double stop_;
  PartRun run_;
  int n_up_ = 0;
  int n_down_ = 0;
};

}  // namespace

auto RunFollower(const Part& part, const Signal& u, double stop) -> PartRun {
  return Follower(part, u, stop).Run();
}

}  // namespace kerf::torture
