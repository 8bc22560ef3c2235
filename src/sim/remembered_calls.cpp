// Numbers are compared bit by bit, so that 0 and -0 are different; texts and sizes by their values.
#include "sim/remembered_calls.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace kerf::sim {

namespace {

constexpr size_t kMaxPlaces = 4;
constexpr size_t kMaxNumbers = 2000;

// False if there are too many numbers, or an external object.
auto TakeNumbers(std::span<const flat::Value> arguments, std::vector<double>& numbers) -> bool {
  std::vector<const flat::Value*> open;
  for (const flat::Value& argument : arguments) open.push_back(&argument);
  while (!open.empty()) {
    const flat::Value& value = *open.back();
    open.pop_back();
    if (value.kind == expr::Kind::Object || value.kind == expr::Kind::Function) return false;
    if (value.is_array || value.kind == expr::Kind::Record) {
      for (const flat::Value& element : value.elements()) open.push_back(&element);
    } else if (value.kind != expr::Kind::Text) {
      numbers.push_back(value.number());
    }
    if (numbers.size() + open.size() > kMaxNumbers) return false;
  }
  return true;
}

auto HasSameBits(const std::vector<double>& x, const std::vector<double>& y) -> bool {
  return std::ranges::equal(
      x, y, [](double a, double b) { return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b); });
}

}  // namespace

auto RememberedCalls::Find(uint32_t function, std::span<const flat::Value> arguments) const
    -> const std::vector<flat::Value>* {
  const auto found = places_.find(function);
  std::vector<double> numbers;
  if (found == places_.end() || !TakeNumbers(arguments, numbers)) return nullptr;
  for (const Place& place : found->second.kept) {
    if (HasSameBits(place.numbers, numbers) && std::ranges::equal(place.arguments, arguments))
      return &place.results;
  }
  return nullptr;
}

void RememberedCalls::Keep(uint32_t function, const flat::FunctionBody& body,
                           std::vector<flat::Value> arguments, std::vector<flat::Value> results) {
  Place place;
  if (body.is_impure || !TakeNumbers(arguments, place.numbers)) return;
  place.arguments = std::move(arguments);
  place.results = std::move(results);
  Places& places = places_[function];
  if (places.kept.size() < kMaxPlaces) return void(places.kept.push_back(std::move(place)));
  places.kept[places.next] = std::move(place);
  places.next = (places.next + 1) % kMaxPlaces;
}

}  // namespace kerf::sim
