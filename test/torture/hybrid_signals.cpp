// Signals, random parts, and parts in a row.
#include <algorithm>
#include <cmath>
#include <map>

#include "hybrid_model.h"

namespace kerf::torture {

namespace {

constexpr double kApart = 1e-5;

// Three decimals: what is printed is what is computed with.
auto Drawn(Rng& rng, double low, double high) -> double {
  return std::round(rng.Uniform(low, high) * 1000) / 1000;
}

// Periods that coincide with others now and then.
auto Period(Rng& rng) -> double {
  const double periods[] = {0.1, 0.125, 0.2, 0.25, 0.3, 0.5};
  return rng.Chance(0.6) ? periods[rng.Below(6)] : Drawn(rng, 0.07, 0.6);
}

void DrawTimes(Rng& rng, double stop, Part& part) {
  part.p[0] = rng.Chance(0.1) ? 0.0 : Drawn(rng, 0.05, stop / 2);
  if (rng.Chance(0.2)) part.p[0] = 0.5;
  part.p[1] = rng.Chance(0.1) ? stop : Drawn(rng, stop / 2 + 0.01, stop - 0.05);
  if (rng.Chance(0.2)) part.p[1] = 1.25;
  // Equal values in a row would be no event.
  for (size_t k = 2; k < 6; ++k) {
    part.p[k] = Drawn(rng, -2, 2);
    if (part.p[k] == part.p[k - 1]) part.p[k] += 0.5;
  }
}

auto HasTies(const std::vector<double>& fragile, const std::vector<double>& events) -> bool {
  return std::ranges::any_of(fragile, [&](double t) {
    return std::ranges::any_of(events, [t](double s) { return std::abs(s - t) < kApart; });
  });
}

}  // namespace

auto ValueAt(const Signal& signal, double t) -> double {
  const auto after = std::ranges::upper_bound(signal, t, {}, &Piece::t);
  const Piece& piece = after == signal.begin() ? signal.front() : *std::prev(after);
  return piece.value + piece.slope * (t - piece.t);
}

auto IsUnclearAt(const Signal& signal, double t) -> bool {
  return std::ranges::any_of(
      signal, [t](const Piece& piece) { return !piece.is_exact && std::abs(piece.t - t) < kApart; });
}

void Hold(Signal& signal, double t, double value, bool is_exact) {
  if (signal.empty() || signal.back().t != t) return signal.push_back({t, value, 0, is_exact});
  // Whether what happens at the start is a change is for the part that listens to leave alone.
  signal.back() = {t, value, 0, is_exact && t > 0};
}

auto IsSource(PartKind kind) -> bool { return kind < PartKind::Lag; }

auto RandomPart(Rng& rng, PartKind kind, double stop) -> Part {
  Part part;
  part.kind = kind;
  part.form = rng.Below(12);
  auto& p = part.p;
  switch (kind) {
    case PartKind::Steps:
    case PartKind::Table:
      DrawTimes(rng, stop, part);
      if (kind == PartKind::Table && p[0] == 0) p[0] = 0.25;
      break;
    case PartKind::Clock:
      p = {rng.Chance(0.5) ? 0 : Drawn(rng, 0, 0.4), Period(rng), Drawn(rng, -0.8, 0.8), Drawn(rng, -1, 1)};
      break;
    case PartKind::Clocks:
      p = {0, Period(rng), 0, Period(rng)};
      if (rng.Chance(0.5)) p[3] = 2 * p[1];
      break;
    case PartKind::Counter: p = {Period(rng)}; break;
    // Height, restitution, gravity.
    case PartKind::Ball: p = {Drawn(rng, 0.2, 1.5), Drawn(rng, 0.5, 0.9), Drawn(rng, 3, 10)}; break;
    // Speed, gravity, and how far below the top the limit is.
    case PartKind::Throw: p = {Drawn(rng, 2, 5), Drawn(rng, 4, 8), Drawn(rng, 0.001, 0.1)}; break;
    case PartKind::Sine:  p = {Drawn(rng, 2, 40), Drawn(rng, -0.95, 0.98)}; break;
    case PartKind::Ends:  p = {Drawn(rng, 0.1, stop), Drawn(rng, -1, 1)}; break;
    // Where a state bends, and slopes before and behind.
    case PartKind::Kink:
      p = {Drawn(rng, 0.05, 1.5), Drawn(rng, 0.3, 2), Drawn(rng, 0.2, rng.Chance(0.2) ? 20 : 4)};
      break;
    // Time constant, start, limit, values on both sides.
    case PartKind::Lag:
      p = {Drawn(rng, 0.05, 1), Drawn(rng, -1, 1), Drawn(rng, -1, 1), Drawn(rng, -1, 1), Drawn(rng, -1, 1)};
      break;
    // Limits, speeds up and down, weight of the signal, start between the limits.
    case PartKind::Relay: {
      const double low = Drawn(rng, -1, 0);
      const double width = Drawn(rng, 0.1, 0.8);
      p = {low,
           low + width,
           Drawn(rng, 1, 4),
           Drawn(rng, 1, 4),
           Drawn(rng, -0.3, 0.3),
           low + Drawn(rng, 0.2, 0.8) * width};
      break;
    }
    // Limit, where it begins again, speed, weight of the signal.
    case PartKind::Reset:
      p = {Drawn(rng, 0.3, 1), Drawn(rng, -0.2, 0.2), Drawn(rng, 0.6, 3), Drawn(rng, -0.3, 0.3)};
      if (rng.Chance(0.15)) p[1] = p[0] - 0.02;
      break;
    // Width of a floor, speed, weight of the signal.
    case PartKind::Floors: p = {Drawn(rng, 0.15, 0.7), Drawn(rng, 0.6, 3), Drawn(rng, -0.3, 0.3)}; break;
    case PartKind::Delay:  p = {Drawn(rng, 0.02, 0.7)}; break;
    case PartKind::Hold:
      p = {rng.Chance(0.5) ? 0 : Drawn(rng, 0, 0.3), Period(rng), Drawn(rng, -0.5, 0.9)};
      break;
    case PartKind::Chain: p = {Drawn(rng, -1, 1)}; break;
  }
  return part;
}

auto TryRun(const HybridModel& model) -> std::optional<PartRun> {
  std::map<int, Signal> signals;
  PartRun all;
  for (const Part& part : model.parts) {
    const auto input = signals.find(part.input);
    const Signal u = input == signals.end() ? Signal{{0, 1, 0, true}} : input->second;
    PartRun run = IsSource(part.kind) ? RunSource(part, model.stop) : RunFollower(part, u, model.stop);
    if (run.is_unclear || HasTies(run.fragile, all.events) || HasTies(all.fragile, run.events))
      return std::nullopt;
    all.fragile.insert(all.fragile.end(), run.fragile.begin(), run.fragile.end());
    all.events.insert(all.events.end(), run.events.begin(), run.events.end());
    for (auto& value : run.values) all.values.push_back(std::move(value));
    // What happens so close to the stop may or may not happen in a run.
    for (const double t : run.events)
      if (t > model.stop - kApart && t != model.stop) return std::nullopt;
    signals[part.id] = std::move(run.out);
  }
  std::ranges::sort(all.events);
  return all;
}

}  // namespace kerf::torture
