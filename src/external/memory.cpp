// One walk over a value for size, writing and reading.
#include "external/memory.h"

#include <algorithm>
#include <cstring>

namespace kerf::external {

namespace {

using expr::Kind;
using flat::Value;

struct Extent {
  size_t size = 0;
  size_t alignment = 1;
};

auto RoundUp(size_t size, size_t alignment) -> size_t {
  return (size + alignment - 1) / alignment * alignment;
}

auto ExtentOf(const Value& value) -> Extent {
  if (value.is_array) {
    if (value.elements().empty()) return {};
    const Extent element = ExtentOf(value.elements()[0]);
    return {element.size * value.elements().size(), element.alignment};
  }
  switch (value.kind) {
    case Kind::Real:        return {sizeof(double), alignof(double)};
    case Kind::Integer:
    case Kind::Boolean:
    case Kind::Enumeration: return {sizeof(int), alignof(int)};
    case Kind::Text:
    case Kind::Object:      return {sizeof(void*), alignof(void*)};
    case Kind::Record:      break;
    case Kind::Clock:
    case Kind::Function:    return {};
  }
  Extent all;
  for (const Value& field : value.elements()) {
    const Extent extent = ExtentOf(field);
    all.size = RoundUp(all.size, extent.alignment) + extent.size;
    all.alignment = std::max(all.alignment, extent.alignment);
  }
  return {RoundUp(all.size, all.alignment), all.alignment};
}

// Where element `k`, counted row by row, stands when counted column by column.
auto ColumnOrder(size_t k, std::span<const int32_t> dims) -> size_t {
  size_t position = 0;
  size_t stride = 1;
  std::vector<size_t> subscripts(dims.size());
  for (size_t d = dims.size(); d-- > 0;) {
    subscripts[d] = k % static_cast<size_t>(dims[d]);
    k /= static_cast<size_t>(dims[d]);
  }
  for (size_t d = 0; d < dims.size(); ++d) {
    position += subscripts[d] * stride;
    stride *= static_cast<size_t>(dims[d]);
  }
  return position;
}

// Calls visit(scalar, place) for each scalar of a value in memory.
template <typename AnyValue, typename Visit>
void ForEachScalar(AnyValue& value, std::byte* place, bool is_fortran, const Visit& visit) {
  constexpr bool kIsConst = std::is_const_v<AnyValue>;
  if (!value.is_array && value.kind != Kind::Record) return visit(value, place);
  auto& elements = [&]() -> auto& {
    if constexpr (kIsConst) {
      return value.elements();
    } else {
      return value.MutableElements();
    }
  }();
  size_t offset = 0;
  for (size_t k = 0; k < elements.size(); ++k) {
    const Extent extent = ExtentOf(elements[k]);
    if (value.is_array) {
      const size_t position = is_fortran ? ColumnOrder(k, value.dims()) : k;
      ForEachScalar(elements[k], place + position * extent.size, is_fortran, visit);
      continue;
    }
    offset = RoundUp(offset, extent.alignment);
    ForEachScalar(elements[k], place + offset, is_fortran, visit);
    offset += extent.size;
  }
}

template <typename T>
void Put(std::byte* place, T datum) {
  std::memcpy(place, static_cast<const void*>(&datum), sizeof datum);
}
template <typename T>
auto Get(const std::byte* place) -> T {
  T datum;
  std::memcpy(static_cast<void*>(&datum), place, sizeof datum);
  return datum;
}

}  // namespace

auto ToMemory(const Value& value, const MemoryRules& rules) -> Memory {
  // An empty array gets a place, too: some functions look at its pointer.
  Memory memory(ExtentOf(value).size / sizeof(std::max_align_t) + 1);
  auto* const start = reinterpret_cast<std::byte*>(memory.data());
  ForEachScalar(value, start, rules.is_fortran, [&](const Value& scalar, std::byte* place) {
    switch (scalar.kind) {
      case Kind::Real:        return Put(place, scalar.real);
      case Kind::Integer:
      case Kind::Boolean:
      case Kind::Enumeration: return Put(place, static_cast<int>(scalar.integer));
      case Kind::Text:        return Put(place, scalar.text().c_str());
      case Kind::Object:      return Put(place, rules.object_pointer(scalar.integer));
      case Kind::Record:
      case Kind::Clock:
      case Kind::Function:    return;
    }
  });
  return memory;
}

void FromMemory(Value& value, const Memory& memory, const MemoryRules& rules) {
  // The memory is not written to: the walk is shared with writing.
  auto* const start = reinterpret_cast<std::byte*>(const_cast<std::max_align_t*>(memory.data()));
  ForEachScalar(value, start, rules.is_fortran, [&](Value& scalar, const std::byte* place) {
    switch (scalar.kind) {
      case Kind::Real:        scalar.real = Get<double>(place); return;
      case Kind::Integer:
      case Kind::Enumeration: scalar.integer = Get<int>(place); return;
      case Kind::Boolean:     scalar.integer = Get<int>(place) != 0 ? 1 : 0; return;
      case Kind::Text:        {
        const char* text = Get<const char*>(place);
        scalar = Value::Text(text == nullptr ? "" : text);
        return;
      }
      case Kind::Object:
      case Kind::Record:
      case Kind::Clock:
      case Kind::Function: return;
    }
  });
}

}  // namespace kerf::external
