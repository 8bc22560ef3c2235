// Rows into texts and operands.
#include "model/stored_messages.h"

#include <unordered_map>

namespace kerf::model {

namespace {

class MessageCollector {
 public:
  explicit MessageCollector(const Messages& messages) : messages_(messages) {}

  auto Run(const MessageCounts& counts) -> MessageTable {
    for (uint32_t k = 0; k < counts.equations; ++k) table_.equations.push_back(RowOf(messages_.Equation(k)));
    for (uint32_t k = 0; k < counts.assignments; ++k)
      table_.assignments.push_back(RangeOf(messages_.OperandsOfAssignment(k)));
    for (uint32_t k = 0; k < counts.conditions; ++k)
      table_.conditions.push_back(RowOf(messages_.Condition(k)));
    for (uint32_t k = 0; k < counts.assertions; ++k) {
      table_.assertions.push_back(RowOf(messages_.Assertion(k)));
      table_.assertion_messages.push_back(TextOf(messages_.MessageOfAssertion(k)));
    }
    table_.may_solve_implicit_form = messages_.MaySolveImplicitForm();
    return std::move(table_);
  }

 private:
  auto TextOf(std::string text) -> uint32_t {
    const auto [at, is_new] = numbers_.try_emplace(text, static_cast<uint32_t>(table_.texts.size()));
    if (is_new) table_.texts.push_back(std::move(text));
    return at->second;
  }

  auto RangeOf(const std::vector<uint32_t>& operands) -> MessageTable::Range {
    const auto first = static_cast<uint32_t>(table_.operands.size());
    table_.operands.insert(table_.operands.end(), operands.begin(), operands.end());
    return {first, static_cast<uint32_t>(operands.size())};
  }

  auto RowOf(Message message) -> MessageTable::Row {
    const MessageTable::Range range = RangeOf(message.operands);
    return {TextOf(std::move(message.text)), TextOf(std::move(message.owner)), message.place, range.first,
            range.count};
  }

  const Messages& messages_;
  MessageTable table_;
  std::unordered_map<std::string, uint32_t> numbers_;
};

}  // namespace

auto CollectMessages(const Messages& messages, const MessageCounts& counts) -> MessageTable {
  return MessageCollector(messages).Run(counts);
}

auto StoredMessages::MessageOf(const MessageTable::Row& row) const -> Message {
  const auto first = table_.operands.begin() + row.first_operand;
  return {table_.texts[row.text], table_.texts[row.owner], row.place, {first, first + row.n_operands}};
}

auto StoredMessages::Equation(uint32_t equation) const -> Message {
  return MessageOf(table_.equations[equation]);
}

auto StoredMessages::PlaceOfEquation(uint32_t equation) const -> Place {
  return table_.equations[equation].place;
}

auto StoredMessages::OperandsOfAssignment(uint32_t assignment) const -> std::vector<uint32_t> {
  const MessageTable::Range& range = table_.assignments[assignment];
  const auto first = table_.operands.begin() + range.first;
  return {first, first + range.count};
}

auto StoredMessages::Condition(uint32_t relation) const -> Message {
  return MessageOf(table_.conditions[relation]);
}

auto StoredMessages::Assertion(uint32_t assertion) const -> Message {
  return MessageOf(table_.assertions[assertion]);
}

auto StoredMessages::MessageOfAssertion(uint32_t assertion) const -> std::string {
  return table_.texts[table_.assertion_messages[assertion]];
}

auto StoredMessages::WholeMatrix(uint32_t /*block*/, std::span<const double> /*unknowns*/,
                                 const double* /*w*/) const -> std::optional<BlockMatrix> {
  return std::nullopt;
}

auto StoredMessages::MaySolveImplicitForm() const -> bool { return table_.may_solve_implicit_form; }

}  // namespace kerf::model
