// What happens at events, as DISCRETE sections of an ACSL program: one for each condition of a when-clause,
// each with the statements of all clauses that the condition lets act. Conditions with the same statements
// share one. Equations that read values from before the event (hysteresis) stand in sections too, which run
// whenever one of their relations changes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emit/acsl_names.h"
#include "transform/work.h"

namespace kerf::emit {

struct AcslStatement {
  // Without value: TERMT with the condition `value`.
  expr::VarId target;
  expr::ExprId value;
  std::string message;

  friend auto operator==(const AcslStatement&, const AcslStatement&) -> bool = default;
};

// When a section runs.
struct AcslTrigger {
  enum class Kind : uint8_t {
    // SCHEDULE name .XP. value
    Up,
    // SCHEDULE name .XN. value
    Down,
    // SCHEDULE name .AT. value
    At,
    // INTERVAL var = interval; without var the name is made up.
    Interval,
    // SCHEDULE name .AT. value in INITIAL, and again the period later in the section.
    Repeated,
  };
  Kind kind = Kind::Up;
  expr::ExprId value;
  expr::ExprId period;
  expr::VarId var;
  double interval = 0;
};

struct AcslSection {
  std::vector<AcslTrigger> triggers;
  std::vector<AcslStatement> statements;
};

struct AcslEvents {
  std::vector<AcslSection> sections;
  // What happens at the start, in INITIAL.
  std::vector<AcslStatement> initial;
  // What happens at the end, in TERMINAL.
  std::vector<AcslStatement> terminal;
  // Variables that sections set and that keep their values between events.
  std::vector<expr::VarId> held;
  // Equations that stand in sections and not in DERIVATIVE, by EqnId.
  std::vector<bool> is_at_events;
  // Parameters that are named by an INTERVAL, by VarId.
  std::vector<bool> is_interval;
};

// What ACSL cannot be told is emitted.
auto MakeAcslEvents(transform::Work& work, diag::Emitter& emitter) -> AcslEvents;

}  // namespace kerf::emit
