// Messages as tables: what a file holds.
#pragma once

#include <string>
#include <vector>

#include "model/messages.h"

namespace kerf::model {

// Texts are shared: instances of one class have the same equations.
struct MessageTable {
  struct Row {
    uint32_t text = 0;
    uint32_t owner = 0;
    Place place;
    // In `operands`.
    uint32_t first_operand = 0;
    uint32_t n_operands = 0;
  };
  struct Range {
    uint32_t first = 0;
    uint32_t count = 0;
  };
  std::vector<std::string> texts;
  std::vector<uint32_t> operands;
  std::vector<Row> equations;
  std::vector<Range> assignments;
  std::vector<Row> conditions;
  std::vector<Row> assertions;
  // By number of the assertion, in `texts`.
  std::vector<uint32_t> assertion_messages;
  bool may_solve_implicit_form = false;
};

class StoredMessages : public Messages {
 public:
  explicit StoredMessages(MessageTable table) : table_(std::move(table)) {}

  [[nodiscard]] auto Equation(uint32_t equation) const -> Message override;
  [[nodiscard]] auto PlaceOfEquation(uint32_t equation) const -> Place override;
  [[nodiscard]] auto OperandsOfAssignment(uint32_t assignment) const -> std::vector<uint32_t> override;
  [[nodiscard]] auto Condition(uint32_t relation) const -> Message override;
  [[nodiscard]] auto Assertion(uint32_t assertion) const -> Message override;
  [[nodiscard]] auto MessageOfAssertion(uint32_t assertion) const -> std::string override;
  [[nodiscard]] auto MaySolveImplicitForm() const -> bool override;
  // A file does not hold what it would take: of a torn block those equations are told that are left.
  [[nodiscard]] auto WholeMatrix(uint32_t block, std::span<const double> unknowns, const double* w) const
      -> std::optional<BlockMatrix> override;

  [[nodiscard]] auto table() const -> const MessageTable& { return table_; }

 private:
  [[nodiscard]] auto MessageOf(const MessageTable::Row& row) const -> Message;

  MessageTable table_;
};

// How many messages of each kind a model has.
struct MessageCounts {
  uint32_t equations = 0;
  uint32_t assignments = 0;
  uint32_t conditions = 0;
  uint32_t assertions = 0;
};
// All of them, made now.
auto CollectMessages(const Messages& messages, const MessageCounts& counts) -> MessageTable;

}  // namespace kerf::model
