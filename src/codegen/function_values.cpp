// Records are taken apart leaf by leaf: an array of records gives an array for each of its fields.
#include "codegen/function_values.h"

#include <algorithm>
#include <bit>

namespace kerf::codegen {

namespace {

using expr::Kind;

auto WordOf(const flat::Value& value, flat::World& world) -> int64_t {
  if (value.kind == Kind::Real) return std::bit_cast<int64_t>(value.real);
  if (value.kind == Kind::Text) return world.names.Intern(value.text()).index;
  return value.integer;
}

auto ValueOf(int64_t word, Kind kind, uint16_t detail, const flat::World& world) -> flat::Value {
  if (kind == Kind::Real) return flat::Value::Real(std::bit_cast<double>(word));
  if (kind == Kind::Text)
    return flat::Value::Text(std::string(world.names[base::NameId{static_cast<uint32_t>(word)}]));
  flat::Value value = flat::Value::Integer(word);
  value.kind = kind;
  value.detail = detail;
  return value;
}

// A leaf that is being collected: where its elements go and which sizes it has.
struct Collected {
  std::vector<int64_t> elements;
  std::vector<int32_t> dims;
  bool has_dims = false;
};

class Collector {
 public:
  Collector(flat::World& world, std::vector<Collected>& leaves) : world_(world), leaves_(leaves) {}

  // Appends the elements of a value, with the sizes of what is around it.
  auto Add(const flat::Value& value, expr::Type type, size_t& leaf, std::vector<int32_t> dims) -> bool {
    const size_t rank = world_.pool.shapes().rank(type.shape);
    if (value.dims().size() != rank || value.kind != type.kind) return false;
    dims.insert(dims.end(), value.dims().begin(), value.dims().end());
    if (type.kind != Kind::Record) return AddPlain(value, leaves_[leaf++], std::move(dims));
    const size_t first = leaf;
    const expr::Type element_type{type.kind, expr::kScalar, type.detail};
    if (rank == 0) return AddFields(value, type.detail, leaf, dims);
    for (const flat::Value& element : value.elements()) {
      leaf = first;
      if (!AddFields(element, type.detail, leaf, dims)) return false;
    }
    // Sizes of the fields of no record are those of the type.
    leaf = first + LeavesOf(world_, element_type).size();
    return !value.elements().empty() || FinishEmpty(element_type, first, dims);
  }

 private:
  auto AddPlain(const flat::Value& value, Collected& leaf, std::vector<int32_t> dims) -> bool {
    if (value.kind == Kind::Function || value.kind == Kind::Clock) return false;
    if (leaf.has_dims && leaf.dims != dims) return false;
    leaf.dims = std::move(dims);
    leaf.has_dims = true;
    if (!value.is_array) leaf.elements.push_back(WordOf(value, world_));
    for (const flat::Value& element : value.is_array ? value.elements() : kNone) {
      leaf.elements.push_back(WordOf(element, world_));
    }
    return true;
  }

  auto AddFields(const flat::Value& record, uint16_t detail, size_t& leaf, const std::vector<int32_t>& dims)
      -> bool {
    const auto& fields = world_.records[detail].fields;
    if (record.elements().size() != fields.size()) return false;
    for (size_t k = 0; k < fields.size(); ++k) {
      if (!Add(record.elements()[k], fields[k].type, leaf, dims)) return false;
    }
    return true;
  }

  auto FinishEmpty(expr::Type type, size_t first, const std::vector<int32_t>& dims) -> bool {
    for (const LeafType& leaf : LeavesOf(world_, type)) {
      Collected& collected = leaves_[first++];
      collected.dims = dims;
      for (const int32_t dim : leaf.dims) collected.dims.push_back(std::max(dim, 0));
      collected.has_dims = true;
    }
    return true;
  }

  inline static const std::vector<flat::Value> kNone;
  flat::World& world_;
  std::vector<Collected>& leaves_;
};

// A leaf as it stands among words.
struct Found {
  const int64_t* words;
  size_t n_dims;
};

// Element `at` of the leaves, whose first `rank` dimensions are chosen already.
auto Rebuild(const Found*& leaf, expr::Type type, size_t rank, size_t at, const flat::World& world)
    -> flat::Value {
  const size_t own = world.pool.shapes().rank(type.shape);
  const Found* const begin = leaf;
  std::vector<int32_t> dims;
  size_t count = 1;
  for (size_t d = 0; d < own; ++d) {
    dims.push_back(static_cast<int32_t>(begin->words[1 + rank + d]));
    count *= static_cast<size_t>(dims.back());
  }
  std::vector<flat::Value> elements;
  if (type.kind == Kind::Record && count == 0) {
    leaf += LeavesOf(world, {type.kind, expr::kScalar, type.detail}).size();
  }
  for (size_t k = 0; k < count && type.kind == Kind::Record; ++k) {
    leaf = begin;
    std::vector<flat::Value> fields;
    for (const auto& field : world.records[type.detail].fields) {
      fields.push_back(Rebuild(leaf, field.type, rank + own, at * count + k, world));
    }
    elements.push_back(flat::Value::Record(type.detail, std::move(fields)));
  }
  if (type.kind != Kind::Record) {
    ++leaf;
    const auto* data = begin->n_dims == 0 ? begin->words : reinterpret_cast<const int64_t*>(begin->words[0]);
    for (size_t k = 0; k < count; ++k) {
      elements.push_back(ValueOf(data[at * count + k], type.kind, type.detail, world));
    }
  }
  if (own == 0) return std::move(elements[0]);
  return flat::Value::Array(type.kind, type.detail, std::move(dims), std::move(elements));
}

}  // namespace

auto AppendWords(const flat::Value& value, expr::Type type, flat::World& world, std::vector<int64_t>& words,
                 WordMemory& memory) -> bool {
  std::vector<Collected> leaves(LeavesOf(world, type).size());
  size_t leaf = 0;
  if (!Collector(world, leaves).Add(value, type, leaf, {})) return false;
  for (Collected& collected : leaves) {
    if (collected.dims.empty()) {
      words.push_back(collected.elements[0]);
      continue;
    }
    if (collected.elements.empty()) collected.elements.push_back(0);
    memory.push_back(std::move(collected.elements));
    words.push_back(reinterpret_cast<int64_t>(memory.back().data()));
    for (const int32_t dim : collected.dims) words.push_back(dim);
  }
  return true;
}

auto ReadWords(const int64_t*& words, expr::Type type, const flat::World& world) -> flat::Value {
  std::vector<Found> leaves;
  for (const LeafType& leaf : LeavesOf(world, type)) {
    leaves.push_back({words, leaf.dims.size()});
    words += WordsOf(leaf);
  }
  const Found* next = leaves.data();
  return Rebuild(next, type, 0, 0, world);
}

}  // namespace kerf::codegen
