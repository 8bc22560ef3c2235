// Choosing elements by subscripts.
#include "flat/interpret_subscript.h"

#include <fmt/format.h>

namespace kerf::flat {

namespace {

auto IsInside(int64_t subscript, int32_t size, size_t dimension, std::string& error) -> bool {
  if (subscript >= 1 && subscript <= size) return true;
  error = fmt::format("subscript {} of dimension {} is outside 1:{}", subscript, dimension + 1, size);
  return false;
}

// The subscripts of one dimension, from 0.
auto Positions(const Index& index, int32_t size, size_t dimension, std::vector<uint32_t>& positions,
               std::string& error) -> bool {
  if (index.form == Index::Form::One) {
    positions = {static_cast<uint32_t>(index.one - 1)};
    return IsInside(index.one, size, dimension, error);
  }
  const bool is_whole = index.form == Index::Form::Whole;
  const size_t n = is_whole ? static_cast<size_t>(size) : index.many.size();
  positions.resize(n);
  for (size_t k = 0; k < n; ++k) {
    const int64_t subscript = is_whole ? static_cast<int64_t>(k) + 1 : index.many[k];
    if (!IsInside(subscript, size, dimension, error)) return false;
    positions[k] = static_cast<uint32_t>(subscript - 1);
  }
  return true;
}

}  // namespace

auto Select(std::span<const int32_t> dims, std::span<const Index> subscripts, Selection& selection,
            std::string& error, size_t n_before) -> bool {
  if (subscripts.size() > dims.size()) {
    error = fmt::format("{} subscripts for an array with {} dimensions", subscripts.size(), dims.size());
    return false;
  }
  static const Index kWhole;
  selection.offsets = {0};
  selection.dims.clear();
  std::vector<uint32_t> positions;
  for (size_t d = 0; d < dims.size(); ++d) {
    const Index& index = d < subscripts.size() ? subscripts[d] : kWhole;
    if (!Positions(index, dims[d], n_before + d, positions, error)) return false;
    if (index.form != Index::Form::One) selection.dims.push_back(static_cast<int32_t>(positions.size()));
    std::vector<uint32_t> refined;
    refined.reserve(selection.offsets.size() * positions.size());
    for (const uint32_t offset : selection.offsets) {
      for (const uint32_t position : positions) {
        refined.push_back(offset * static_cast<uint32_t>(dims[d]) + position);
      }
    }
    selection.offsets = std::move(refined);
  }
  return true;
}

auto SelectOne(std::span<const int32_t> dims, std::span<const int64_t> subscripts, size_t& offset,
               std::string& error) -> bool {
  offset = 0;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (!IsInside(subscripts[d], dims[d], d, error)) return false;
    offset = offset * static_cast<size_t>(dims[d]) + static_cast<size_t>(subscripts[d] - 1);
  }
  return true;
}

auto Gathered(const Value& array, const Selection& selection) -> Value {
  if (selection.dims.empty()) return array.elements()[selection.offsets[0]];
  std::vector<Value> elements;
  elements.reserve(selection.offsets.size());
  for (const uint32_t offset : selection.offsets) elements.push_back(array.elements()[offset]);
  return Value::Array(array.kind, array.detail, selection.dims, std::move(elements));
}

}  // namespace kerf::flat
