// One check for each list, in terms of what its numbers count.
#include "model/verify.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/interpret.h"

namespace kerf::model {

namespace {

class ModelVerifier {
 public:
  ModelVerifier(const CompiledModel& model, const MessageTable& messages, const LibraryPartImage& library)
      : m_(model), p_(*model.programs), messages_(messages), library_(library) {}

  auto Run() -> std::string {
    Check(p_.n_slots < UINT32_MAX / 2 && p_.start.size() == p_.n_slots, "slots");
    for (const FunctionUse& use : m_.functions)
      Check(use.n_outputs < kPartialBase && use.n_arguments < kPartialBase, "a function");
    if (error_.empty()) error_ = VerifyTape(*m_.tape, uint64_t{2} * p_.n_slots, m_.functions);
    if (!error_.empty()) return error_;
    CheckPrograms();
    for (const BlockId id : m_.blocks.ids()) Check(IsSoundBlock(m_.blocks[id]), "a block");
    CheckEvents();
    CheckStateSets();
    CheckStateWatches();
    CheckImplicit();
    CheckVariables();
    CheckHeldConditions();
    CheckTuning();
    CheckMessages();
    return error_;
  }

 private:
  void Check(bool holds, std::string_view what) {
    if (!holds && error_.empty()) error_ = fmt::format("{} has numbers that do not exist", what);
  }

  [[nodiscard]] auto IsSlot(uint32_t slot) const -> bool { return slot < p_.n_slots; }
  [[nodiscard]] auto AreSlots(uint32_t first, uint64_t count) const -> bool {
    return first + count <= p_.n_slots;
  }
  [[nodiscard]] auto AreSlots(const std::vector<uint32_t>& slots) const -> bool {
    return std::ranges::all_of(slots, [&](uint32_t slot) { return IsSlot(slot); });
  }
  static auto AreBelow(const std::vector<uint32_t>& numbers, uint64_t limit) -> bool {
    return std::ranges::all_of(numbers, [&](uint32_t number) { return number < limit; });
  }
  [[nodiscard]] auto IsCode(CodeId id) const -> bool { return m_.tape->codes.Contains(id); }
  [[nodiscard]] auto IsCodeOrNone(CodeId id) const -> bool { return !id.has_value() || IsCode(id); }

  static auto IsSoundPattern(const Pattern& pattern, uint64_t n_rows, uint64_t n_cols) -> bool {
    return pattern.col_ptr.size() == n_cols + 1 && pattern.col_ptr.front() == 0 &&
           pattern.col_ptr.back() == pattern.row_index.size() && std::ranges::is_sorted(pattern.col_ptr) &&
           AreBelow(pattern.row_index, n_rows);
  }

  void CheckProgram(const Program& program, bool needs_tangents) {
    for (const Step& step : program.steps) {
      Check(IsCodeOrNone(step.code) && IsCodeOrNone(step.tangent), "a step");
      if (step.block.has_value()) {
        Check(m_.blocks.Contains(step.block), "a step");
      } else {
        Check(step.code.has_value(), "a step");
        Check(!needs_tangents || step.tangent.has_value(), "a tangent");
      }
    }
  }

  void CheckPrograms() {
    Check(IsSlot(p_.time_slot) && AreSlots(p_.state_slot, p_.n_states) &&
              AreSlots(p_.derivative_slot, p_.n_states) && p_.state_nominal.size() <= p_.n_states &&
              m_.states.size() == p_.n_states,
          "the states");
    const bool has_tangents = !p_.derivative.steps.empty() && p_.derivative.steps[0].tangent.has_value();
    CheckProgram(p_.once, false);
    CheckProgram(p_.derivative, has_tangents);
    CheckProgram(p_.output, false);
    CheckProgram(p_.event, false);
    if (p_.n_colours == 0) return;
    Check(p_.n_colours <= p_.n_states && IsSoundPattern(p_.jacobian, p_.n_states, p_.n_states) &&
              p_.colour_of_state.size() == p_.n_states && AreBelow(p_.colour_of_state, p_.n_colours),
          "the Jacobian");
  }

  [[nodiscard]] auto IsSoundBlock(const Block& block) const -> bool {
    const size_t n = block.unknown_slots.size();
    return n > 0 && AreSlots(block.unknown_slots) && (block.nominal.empty() || block.nominal.size() == n) &&
           AreSlots(block.residual_slot, n) &&
           AreSlots(block.jacobian_slot, block.pattern.row_index.size()) &&
           IsSoundPattern(block.pattern, n, n) && IsCode(block.residual) && IsCode(block.jacobian) &&
           IsCodeOrNone(block.tangent) && block.unknowns.size() == n && !block.residual_equations.empty() &&
           !block.equations.empty() && AreBelow(block.residual_equations, m_.n_equations) &&
           AreBelow(block.equations, m_.n_equations) && AreBelow(block.unknowns, m_.variables.size());
  }

  void CheckEvents() {
    for (const RelationCode& r : m_.relations) {
      Check(IsSlot(r.function_slot) && IsSlot(r.held_slot) &&
                (!r.is_time_event || (IsSlot(r.time_slot) && IsSlot(r.slope_slot))),
            "a relation");
    }
    for (const Assertion& a : m_.assertions) Check(IsSlot(a.slot), "an assertion");
    for (const PreviousSlots& p : m_.previous)
      Check(IsSlot(p.slot) && IsSlot(p.pre_slot), "a value from before");
    for (const Sampler& s : p_.samplers)
      Check(IsSlot(s.tick_slot) && IsSlot(s.start_slot) && IsSlot(s.interval_slot), "a clock");
    for (const Reinit& r : p_.reinits)
      Check(IsSlot(r.state_slot) && IsSlot(r.active_slot) && IsSlot(r.value_slot), "a reinit");
    for (const Delay& d : p_.delays) Check(IsSlot(d.value_slot) && IsSlot(d.delay_slot), "a delay");
    for (const Effect& e : p_.effects) Check(e.active_slot == kNoSlot || IsSlot(e.active_slot), "an effect");
    Check(AreSlots(p_.termination_slots) && m_.terminations.size() == p_.termination_slots.size(),
          "the ends of the run");
    Check(p_.terminal_slot == kNoSlot || IsSlot(p_.terminal_slot), "the end of the run");
    Check(m_.effects.size() == p_.effects.size() && library_.effects.size() == p_.effects.size(),
          "the effects");
    Check(library_.delays.size() == p_.delays.size(), "the delays");
    for (const Direction& d : m_.directions) {
      Check(AreSlots(d.slots) && d.seeds.size() == d.slots.size() && d.variable < m_.variables.size(),
            "a direction");
    }
  }

  void CheckStateSets() {
    for (const StateSet& s : p_.state_sets) {
      const uint64_t n_states = s.state_slots.size();
      const uint64_t n_candidates = s.candidate_slots.size();
      const bool are_states = std::ranges::all_of(s.state_slots, [&](uint32_t slot) {
        return slot >= p_.state_slot && slot - p_.state_slot < p_.n_states;
      });
      Check(are_states && n_states <= n_candidates && AreSlots(s.candidate_slots) &&
                s.nominal.size() == n_candidates && s.is_reset.size() == n_candidates &&
                s.selection_slots.size() == n_states * n_candidates && AreSlots(s.selection_slots) &&
                s.n_eliminated <= s.entry_cols.size() &&
                s.n_rows + n_states == s.n_eliminated + n_candidates &&
                s.entry_rows.size() == s.entry_cols.size() && AreBelow(s.entry_rows, s.n_rows) &&
                AreBelow(s.entry_cols, s.n_eliminated + n_candidates) &&
                AreSlots(s.jacobian_slot, s.entry_rows.size()) && IsCode(s.jacobian),
            "a set of states");
    }
  }

  void CheckStateWatches() {
    Check(p_.state_watches.size() <= m_.watched.size(), "the watched states");
    for (size_t k = 0; k < p_.state_watches.size() && error_.empty(); ++k) {
      const StateWatch& s = p_.state_watches[k];
      Check(s.n == m_.watched[k].constraints.size() && s.n <= s.nominal.size() &&
                (s.set == StateWatch::kNoSet || s.set < p_.state_sets.size()) &&
                s.entry_rows.size() == s.entry_cols.size() && AreBelow(s.entry_rows, s.n) &&
                AreBelow(s.entry_cols, s.nominal.size()) && AreSlots(s.jacobian_slot, s.entry_rows.size()) &&
                IsCode(s.jacobian),
            "a set of watched states");
    }
    for (const WatchedChoice& w : m_.watched) {
      Check(AreBelow(w.given_up, m_.variables.size()) && AreBelow(w.others, m_.variables.size()) &&
                AreBelow(w.constraints, m_.n_equations),
            "a set of watched states");
    }
  }

  void CheckImplicit() {
    const Implicit& f = m_.implicit;
    const uint64_t n = f.y_slots.size();
    if (n == 0) return Check(!f.is_only && f.equations.empty(), "the implicit form");
    // Slots of derivatives that do not occur are none.
    const bool are_slots =
        std::ranges::all_of(f.yp_slots, [&](uint32_t slot) { return slot == kNoSlot || IsSlot(slot); });
    const auto is_equation = [&](uint32_t e) { return e == kNone || e < m_.n_equations; };
    Check(AreSlots(f.y_slots) && f.yp_slots.size() == n && are_slots && AreSlots(f.residual_slot, n) &&
              IsCode(f.residual) && IsCode(f.jacobian) && IsSoundPattern(f.pattern, n, n) &&
              AreSlots(f.jacobian_slot, uint64_t{2} * f.pattern.row_index.size()) &&
              f.equations.size() == n && std::ranges::all_of(f.equations, is_equation),
          "the implicit form");
  }

  void CheckVariables() {
    const Variables& v = m_.variables;
    const size_t n = v.size();
    Check(v.slot.size() == n && v.kind.size() == n && v.type.size() == n && v.flags.size() == n &&
              AreSlots(v.slot),
          "the variables");
    for (const base::PathId path : v.path) Check(path.index < m_.paths->size() && path.index > 0, "a name");
    for (const PreviousOf& p : v.previous) Check(p.variable < n && p.now < n, "a value from before");
    for (const Declaration& d : v.declarations) {
      Check(uint64_t{d.first} + d.count <= n && uint64_t{d.first_dim} + d.n_dims <= v.dims.size() &&
                (d.attributes == kNone || d.attributes < v.attributes.size()) &&
                (d.enumeration == kNone || d.enumeration < v.enumerations.size()),
            "a declaration");
    }
    const auto is_name = [&](base::NameId name) {
      return !name.has_value() || name.index < m_.paths->names().size();
    };
    for (const Attributes& a : v.attributes)
      Check(is_name(a.unit) && is_name(a.display_unit) && is_name(a.quantity) && is_name(a.description),
            "an attribute");
    for (const Enumeration& e : v.enumerations)
      Check(e.name.has_value() && is_name(e.name) && std::ranges::all_of(e.literals, is_name),
            "an enumeration");
    for (const State& s : m_.states)
      Check(s.variable < n && (s.equation == kNone || s.equation < m_.n_equations), "a state");
    for (const Assignment& a : m_.assignments)
      Check(IsSlot(a.slot) && a.equation < m_.n_equations, "an assignment");
    Check(m_.homotopy == kNone || m_.homotopy < n, "the homotopy");
  }

  void CheckHeldConditions() {
    const HeldConditions& h = m_.held_conditions;
    if (h.relations.empty()) return;
    const uint64_t n_slots = uint64_t{m_.variables.size()} + 1 + h.relations.size();
    const std::string wrong = VerifyTape(h.tape, n_slots, {});
    Check(wrong.empty() && h.tape.codes.Contains(h.code) && AreBelow(h.relations, m_.relations.size()),
          "a condition");
    if (!error_.empty()) return;
    uint64_t n_rows = 0;
    for (const Loop& loop : h.tape.codes[h.code].loops) n_rows += loop.count;
    Check(n_rows == h.relations.size(), "a condition");
  }

  void CheckTuning() {
    const Tuning& t = m_.tuning;
    const uint32_t n = m_.variables.size();
    Check(AreBelow(t.parameters, n) && std::ranges::is_sorted(t.parameters) &&
              AreBelow(m_.started_relations, m_.relations.size()) &&
              std::ranges::is_sorted(m_.started_relations),
          "the parameters that can be set");
    for (const TunedSlot& s : m_.tuned_slots) Check(IsSlot(s.slot) && s.variable < n, "a start value");
    if (!t.rows.empty()) Check(VerifyTape(t.tape, uint64_t{n} + 1, {}).empty(), "a start value");
    for (const TunedRow& row : t.rows)
      Check(row.variable < n && t.tape.codes.Contains(row.code), "a start value");
  }

  void CheckPlace(const Place& place) {
    if (place.file == Place::kNoFile) return;
    Check(place.file < m_.sources.size() && place.begin <= place.end &&
              place.end <= m_.sources[place.file].text.size(),
          "a place");
  }

  void CheckRows(const std::vector<MessageTable::Row>& rows, size_t count) {
    Check(rows.size() == count, "the messages");
    for (const MessageTable::Row& row : rows) {
      Check(row.text < messages_.texts.size() && row.owner < messages_.texts.size() &&
                uint64_t{row.first_operand} + row.n_operands <= messages_.operands.size(),
            "a message");
      CheckPlace(row.place);
    }
  }

  void CheckMessages() {
    CheckRows(messages_.equations, m_.n_equations);
    CheckRows(messages_.conditions, m_.relations.size());
    CheckRows(messages_.assertions, m_.assertions.size());
    Check(messages_.assignments.size() == m_.assignments.size() &&
              messages_.assertion_messages.size() == m_.assertions.size() &&
              library_.texts.size() == m_.assertions.size() &&
              AreBelow(messages_.assertion_messages, messages_.texts.size()) &&
              AreBelow(messages_.operands, m_.variables.size()),
          "the messages");
    for (const MessageTable::Range& range : messages_.assignments)
      Check(uint64_t{range.first} + range.count <= messages_.operands.size(), "a message");
    for (const Termination& termination : m_.terminations) CheckPlace(termination.place);
    for (const Place& place : m_.effects) CheckPlace(place);
  }

  const CompiledModel& m_;
  const Programs& p_;
  const MessageTable& messages_;
  const LibraryPartImage& library_;
  std::string error_;
};

}  // namespace

auto Verify(const CompiledModel& model, const MessageTable& messages, const LibraryPartImage& library)
    -> std::string {
  return ModelVerifier(model, messages, library).Run();
}

}  // namespace kerf::model
