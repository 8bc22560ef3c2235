// What there is to say about the equations, conditions and assertions of a model: texts in the dialect of its
// source, with their places.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kerf::model {

// A range of bytes in a source file, by the number that the file has among those that were read; none: no
// place in particular.
struct Place {
  static constexpr uint32_t kNoFile = 0xFFFF'FFFF;
  uint32_t file = kNoFile;
  uint32_t begin = 0;
  uint32_t end = 0;
  friend auto operator==(const Place&, const Place&) -> bool = default;
};

struct Message {
  std::string text;
  // Full name of the submodel that it belongs to; of the root: that of the model.
  std::string owner;
  Place place;
  // Variables to tell the values of, by number, in order.
  std::vector<uint32_t> operands;
};

// The matrix of equations by unknowns at one point, column by column.
struct BlockMatrix {
  std::vector<uint32_t> equations;
  std::vector<uint32_t> unknowns;
  std::vector<double> entries;
};

// A few of a million messages are ever wanted, so they are made when asked for, by any thread.
class Messages {
 public:
  Messages() = default;
  Messages(const Messages&) = delete;
  auto operator=(const Messages&) -> Messages& = delete;
  virtual ~Messages() = default;

  // An equation, by number; its operands are the variables of both sides, at most kMaxOperands of each.
  [[nodiscard]] virtual auto Equation(uint32_t equation) const -> Message = 0;
  [[nodiscard]] virtual auto PlaceOfEquation(uint32_t equation) const -> Place = 0;
  // The variables that an assignment reads.
  [[nodiscard]] virtual auto OperandsOfAssignment(uint32_t assignment) const -> std::vector<uint32_t> = 0;
  // The condition of a relation, as it stands in its equation.
  [[nodiscard]] virtual auto Condition(uint32_t relation) const -> Message = 0;
  // The condition of an assertion.
  [[nodiscard]] virtual auto Assertion(uint32_t assertion) const -> Message = 0;
  // The message of an assertion as it is written, for where it has no value.
  [[nodiscard]] virtual auto MessageOfAssertion(uint32_t assertion) const -> std::string = 0;
  // Whether an integrator for the implicit form F(t, y, y') = 0 may succeed where the derivatives fail.
  [[nodiscard]] virtual auto MaySolveImplicitForm() const -> bool = 0;

  // Of a block, all equations and all unknowns, also those that tearing has hidden: for these values of its
  // iterated unknowns, with all other values in w. None where it is not known.
  [[nodiscard]] virtual auto WholeMatrix(uint32_t block, std::span<const double> unknowns,
                                         const double* w) const -> std::optional<BlockMatrix> = 0;

  static constexpr size_t kMaxOperands = 8;
};

}  // namespace kerf::model
