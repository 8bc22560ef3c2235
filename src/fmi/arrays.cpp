// A declaration gives the sizes, and the names of the elements tell whether they are those of one variable.
#include "fmi/arrays.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace kerf::fmi {

namespace {

class ArrayFinder {
 public:
  ArrayFinder(const model::CompiledModel& compiled, Interface& interface)
      : variables_(compiled.variables), interface_(interface) {}

  void Run() {
    for (const model::Declaration& declaration : variables_.declarations) {
      if (declaration.n_dims > 0 && declaration.count > 0) TryAdd(declaration);
    }
    AddDerivatives();
    while (DropHalves()) {
    }
    interface_.array_of.assign(interface_.variables.size(), kNone);
    for (uint32_t a = 0; a < interface_.arrays.size(); ++a) {
      const ShownArray& array = interface_.arrays[a];
      std::fill_n(interface_.array_of.begin() + array.first, array.count, a);
    }
  }

 private:
  void TryAdd(const model::Declaration& declaration) {
    const uint32_t first = interface_.Find(declaration.first);
    if (first == kNone || first + declaration.count > interface_.variables.size()) return;
    ShownArray array;
    array.first = first;
    array.count = declaration.count;
    for (uint32_t k = 0; k < declaration.n_dims; ++k)
      array.sizes.push_back(static_cast<uint32_t>(variables_.dims[declaration.first_dim + k]));
    const auto name = NameOf(interface_.variables[first].name, declaration.n_dims);
    if (!name || !AreAlike(declaration.first, array)) return;
    array.name = name->before + name->behind;
    for (uint32_t k = 0; k < array.count; ++k) {
      if (interface_.variables[first + k].name != name->before + Subscripts(array, k) + name->behind) return;
    }
    interface_.arrays.push_back(std::move(array));
  }

  // What the compiler has made of the derivatives of an array is declared nowhere.
  void AddDerivatives() {
    for (size_t a = 0, n = interface_.arrays.size(); a < n; ++a) {
      ShownArray array = interface_.arrays[a];
      const uint32_t state = interface_.variables[array.first].state;
      if (state == kNone) continue;
      const uint32_t of = array.first;
      array.first = interface_.derivatives[state];
      array.name = "der(" + array.name + ")";
      if (array.first + array.count > interface_.variables.size()) continue;
      const Shown& first = interface_.variables[array.first];
      bool is_array = first.derivative_of == state && AreAlike(first.reference, array);
      for (uint32_t k = 0; k < array.count && is_array; ++k) {
        is_array =
            interface_.variables[array.first + k].name == "der(" + interface_.variables[of + k].name + ")";
      }
      const bool is_new =
          std::ranges::find(interface_.arrays, array.first, &ShownArray::first) == interface_.arrays.end();
      if (is_array && is_new) interface_.arrays.push_back(std::move(array));
    }
  }

  struct Parts {
    std::string before;
    std::string behind;
  };

  // "x[1,1]" and "der(x[1,1])" without the subscripts at their end.
  static auto NameOf(const std::string& element, uint32_t n_dims) -> std::optional<Parts> {
    std::string ones = "[1";
    for (uint32_t k = 1; k < n_dims; ++k) ones += ",1";
    ones += "]";
    const size_t end = element.find_last_not_of(')') + 1;
    if (end < ones.size() || element.compare(end - ones.size(), ones.size(), ones) != 0) return std::nullopt;
    return Parts{element.substr(0, end - ones.size()), element.substr(end)};
  }

  // The last subscript varies fastest.
  static auto Subscripts(const ShownArray& array, uint32_t element) -> std::string {
    std::string text = "]";
    for (size_t k = array.sizes.size(); k-- > 0;) {
      text = (k == 0 ? "[" : ",") + std::to_string(element % array.sizes[k] + 1) + text;
      element /= array.sizes[k];
    }
    return text;
  }

  [[nodiscard]] auto AreAlike(Reference reference, const ShownArray& array) const -> bool {
    const Shown& first = interface_.variables[array.first];
    for (uint32_t k = 0; k < array.count; ++k) {
      const Shown& shown = interface_.variables[array.first + k];
      const bool is_alike =
          shown.reference == reference + k && shown.type == first.type &&
          shown.causality == first.causality && shown.variability == first.variability &&
          shown.initial == first.initial && shown.start.has_value() == first.start.has_value() &&
          shown.state == Numbered(first.state, k) && shown.derivative_of == Numbered(first.derivative_of, k);
      if (!is_alike) return false;
    }
    return true;
  }

  static auto Numbered(uint32_t first, uint32_t k) -> uint32_t { return first == kNone ? kNone : first + k; }

  // Arrays of states without one of their derivatives, or the other way round. True if there were some.
  auto DropHalves() -> bool {
    counts_.clear();
    for (const ShownArray& array : interface_.arrays) counts_[array.first] = array.count;
    const auto is_half = [&](const ShownArray& array) {
      const Shown& first = interface_.variables[array.first];
      if (first.state != kNone && !IsArray(interface_.derivatives[first.state], array.count)) return true;
      return first.derivative_of != kNone && !IsArray(interface_.states[first.derivative_of], array.count);
    };
    return std::erase_if(interface_.arrays, is_half) > 0;
  }

  [[nodiscard]] auto IsArray(uint32_t first, uint32_t count) const -> bool {
    const auto found = counts_.find(first);
    return found != counts_.end() && found->second == count;
  }

  const model::Variables& variables_;
  Interface& interface_;
  // Of arrays, by the index of the first element.
  std::unordered_map<uint32_t, uint32_t> counts_;
};

}  // namespace

void FindArrays(const model::CompiledModel& compiled, Interface& interface) {
  ArrayFinder(compiled, interface).Run();
}

}  // namespace kerf::fmi
