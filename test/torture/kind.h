// Kinds of random models. A kind makes a model from random numbers, runs it in several ways, and tells where
// these disagree with each other or with an answer found without Kerf.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace kerf::torture {

// The same seed gives the same numbers everywhere; the distributions of the standard library do not.
class Rng {
 public:
  explicit Rng(uint64_t seed) : engine_(seed) {}
  // 0 … n - 1.
  auto Below(uint32_t n) -> uint32_t { return static_cast<uint32_t>(engine_() % n); }
  // In [low, high).
  auto Uniform(double low, double high) -> double {
    return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }
  auto Chance(double probability) -> bool { return Uniform(0, 1) < probability; }

 private:
  std::mt19937_64 engine_;
};

struct ModelText {
  // File name with the extension of its language.
  std::string name;
  std::string text;
};

struct Disagreement {
  // Minimised.
  std::vector<ModelText> models;
  // Who says what, and the command that shows it.
  std::string explanation;
};

class Kind {
 public:
  Kind() = default;
  Kind(const Kind&) = delete;
  auto operator=(const Kind&) -> Kind& = delete;
  virtual ~Kind() = default;
  [[nodiscard]] virtual auto Name() const -> std::string = 0;
  // One model. Nothing if all agree.
  virtual auto RunOne(Rng& rng) -> std::optional<Disagreement> = 0;
  // What was tried so far, in words: how many were refused, skipped and so on.
  [[nodiscard]] virtual auto Summary() const -> std::string { return ""; }
};

// All kinds; kinds.cpp is the only list.
auto MakeKinds() -> std::vector<std::unique_ptr<Kind>>;

// Leaves out one part after the other as long as what is left still fails. The parts themselves fail.
template <typename Part>
auto Minimise(std::vector<Part> parts, const std::function<bool(const std::vector<Part>&)>& fails)
    -> std::vector<Part> {
  for (bool is_smaller = true; is_smaller;) {
    is_smaller = false;
    for (size_t k = parts.size(); k-- > 0;) {
      std::vector<Part> fewer = parts;
      fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(k));
      if (!fails(fewer)) continue;
      parts = std::move(fewer);
      is_smaller = true;
    }
  }
  return parts;
}

}  // namespace kerf::torture
