// Unknowns are the across variable of each node, a through variable of each part, the velocity of each mass,
// sine and cosine. What goes through parts into a node sums to zero.
#include <algorithm>

#include "assembly.h"
#include "descriptor.h"

namespace kerf::torture {

namespace {

constexpr size_t kNoColumn = SIZE_MAX;

class Assembler {
 public:
  explicit Assembler(const Assembly& assembly) : assembly_(assembly) {
    for (const PhysicalPart& part : assembly.parts) {
      AddNode(part.a);
      if (HasTwoEnds(part.type)) AddNode(part.b);
    }
    n_parts_ = assembly.parts.size();
    d_.n = nodes_.size() + 2 * n_parts_ + 2;
    d_.e = d_.a = Zeros(d_.n, d_.n);
    for (size_t k = 0; k < n_parts_; ++k) AddPart(k);
    d_.e[Sine()][Sine()] = d_.e[Sine() + 1][Sine() + 1] = 1;
    d_.a[Sine()][Sine() + 1] = assembly.frequency;
    d_.a[Sine() + 1][Sine()] = -assembly.frequency;
  }

  [[nodiscard]] auto descriptor() const -> const Descriptor& { return d_; }
  // The values of a part that both languages know.
  [[nodiscard]] auto Values(size_t k, const DescriptorSolution& z) const -> std::vector<NamedValue> {
    const PhysicalPart& part = assembly_.parts[k];
    const std::string name = NameOf(part);
    const auto value = [&](const char* what, size_t column, size_t minus, bool is_state, LongReal sign = 1) {
      const auto of = [&](const std::vector<LongReal>& values) {
        const LongReal x = column == kNoColumn ? 0 : values[column];
        return static_cast<double>(sign * (x - (minus == kNoColumn ? 0 : values[minus])));
      };
      return NamedValue{name + what, of(z.start), of(z.end), is_state};
    };
    const size_t a = Node(part.a);
    const size_t b = HasTwoEnds(part.type) ? Node(part.b) : kNoColumn;
    switch (part.type) {
      case PartType::Mass:
        return {value(".S", a, kNoColumn, true), value(".V", Velocity(k), kNoColumn, true),
                value(".F", Through(k), kNoColumn, false)};
      case PartType::Capacity:
        return {value(".S", a, kNoColumn, true), value(".F", Through(k), kNoColumn, false)};
      case PartType::C:
      case PartType::I:
      case PartType::R:
        return {value(".e", a, kNoColumn, part.type == PartType::C),
                value(".f", Through(k), kNoColumn, part.type == PartType::I)};
      case PartType::Se:   return {value(".e", a, kNoColumn, false)};
      case PartType::Sf:   return {value(".f", Through(k), kNoColumn, false, -1)};
      case PartType::Bond: return {value(".x", a, kNoColumn, false), value(".y", b, kNoColumn, false)};
      case PartType::Tf:
        return {value(".e1", a, kNoColumn, false), value(".f1", Through(k), kNoColumn, false)};
      case PartType::Gy: return {value(".e1", a, kNoColumn, false), value(".e2", b, kNoColumn, false)};
      default:           break;
    }
    return {value(".U", a, b, part.type == PartType::Damper), value(".F", Through(k), kNoColumn, false)};
  }

 private:
  void AddNode(uint32_t node) {
    if (node != 0 && std::ranges::count(nodes_, node) == 0) nodes_.push_back(node);
  }
  // Node 0 has no column.
  [[nodiscard]] auto Node(uint32_t node) const -> size_t {
    return node == 0 ? kNoColumn : static_cast<size_t>(std::ranges::find(nodes_, node) - nodes_.begin());
  }
  [[nodiscard]] auto Through(size_t k) const -> size_t { return nodes_.size() + 2 * k; }
  [[nodiscard]] auto Velocity(size_t k) const -> size_t { return Through(k) + 1; }
  [[nodiscard]] auto Sine() const -> size_t { return d_.n - 2; }

  // Into row `row` of m the factor at a column, if there is one.
  static void Put(LongMatrix& m, size_t row, size_t column, LongReal factor) {
    if (row != kNoColumn && column != kNoColumn) m[row][column] += factor;
  }

  void AddPart(size_t k) {
    const PhysicalPart& part = assembly_.parts[k];
    const size_t row = Through(k);
    const size_t a = Node(part.a);
    const size_t b = HasTwoEnds(part.type) ? Node(part.b) : kNoColumn;
    const LongReal value = part.value;
    const auto across = [&](LongMatrix& m, LongReal factor) {
      Put(m, row, a, factor);
      Put(m, row, b, -factor);
    };
    // The row of a node is that of its column; what a bond lets through is no unknown of its own.
    Put(d_.a, a, Through(k), 1);
    Put(d_.a, b, Through(k), part.type == PartType::Tf ? -value : -1);
    // Of what a part has no use for is zero.
    Put(d_.a, Velocity(k), Velocity(k), part.type == PartType::Mass ? 0 : 1);
    switch (part.type) {
      case PartType::Mass:
        Put(d_.e, Velocity(k), a, 1);
        Put(d_.a, Velocity(k), Velocity(k), 1);
        Put(d_.e, row, Velocity(k), value);
        Put(d_.a, row, Through(k), 1);
        return;
      case PartType::Spring:
        across(d_.a, value);
        Put(d_.a, row, Through(k), -1);
        return;
      case PartType::Damper:
      case PartType::Capacity:
      case PartType::C:
        across(d_.e, value);
        Put(d_.a, row, Through(k), 1);
        return;
      case PartType::Rigid: across(d_.a, 1); return;
      case PartType::Position:
      case PartType::Se:
        across(d_.a, 1);
        Put(d_.a, row, Sine(), -value);
        return;
      case PartType::Force:
        Put(d_.a, row, Through(k), 1);
        Put(d_.a, row, Sine(), -value);
        return;
      case PartType::Sf:
        Put(d_.a, row, Through(k), 1);
        Put(d_.a, row, Sine(), value);
        return;
      case PartType::I:
        Put(d_.e, row, Through(k), value);
        Put(d_.a, row, a, 1);
        return;
      case PartType::R:
        Put(d_.a, row, Through(k), value);
        Put(d_.a, row, a, -1);
        return;
      case PartType::Tf:
        Put(d_.a, row, a, 1);
        Put(d_.a, row, b, -value);
        return;
      case PartType::Bond:
      case PartType::Gy:   return AddExchange(k, part.type == PartType::Gy ? 1 / value : 1);
    }
  }

  // Through a goes what is across b, through b the opposite of what is across a.
  void AddExchange(size_t k, LongReal factor) {
    const size_t a = Node(assembly_.parts[k].a);
    const size_t b = Node(assembly_.parts[k].b);
    Put(d_.a, a, Through(k), -1);
    Put(d_.a, b, Through(k), 1);
    Put(d_.a, Through(k), Through(k), 1);
    Put(d_.a, a, b, factor);
    Put(d_.a, b, a, -factor);
  }

  const Assembly& assembly_;
  std::vector<uint32_t> nodes_;
  size_t n_parts_ = 0;
  Descriptor d_;
};

}  // namespace

auto TrySolve(const Assembly& assembly, double stop, Rng& rng) -> std::optional<AssemblySolution> {
  const Assembler assembler(assembly);
  const auto solved = TrySolve(assembler.descriptor(), stop, rng);
  if (!solved) return std::nullopt;
  AssemblySolution solution;
  solution.is_singular = solved->is_singular;
  if (solved->is_singular) return solution;
  for (size_t k = 0; k < assembly.parts.size(); ++k) {
    for (NamedValue& value : assembler.Values(k, *solved)) solution.values.push_back(std::move(value));
  }
  return solution;
}

}  // namespace kerf::torture
