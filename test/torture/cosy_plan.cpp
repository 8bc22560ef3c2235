// Random programs, and their text.
#include "cosy_plan.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace kerf::torture {

namespace {

auto SixDigits(Rng& rng, double low, double high) -> double {
  constexpr double kUnit = 1e6;
  return std::round(rng.Uniform(low, high) * kUnit) / kUnit;
}

auto RandomEffect(Rng& rng, bool has_cells) -> CosyEffect {
  constexpr std::array kAll = {CosyEffect::None,   CosyEffect::Signal,  CosyEffect::OpenGate,
                               CosyEffect::Insert, CosyEffect::Remove,  CosyEffect::CloseGate,
                               CosyEffect::Create, CosyEffect::Suspend, CosyEffect::Resume,
                               CosyEffect::Create, CosyEffect::Probe,   CosyEffect::Unprobe};
  return kAll[rng.Below(has_cells ? kAll.size() : 6)];
}

// What is taken is given back, the last first or in the order in which it was taken.
auto RandomSteps(Rng& rng) -> std::vector<CosyStep> {
  std::vector<CosyStep> steps;
  const auto odd = [&] { return rng.Chance(0.5) ? SixDigits(rng, 0, 0.6) : 0.0; };
  const auto advance = [&] { steps.push_back({CosyStepKind::Advance, SixDigits(rng, 0.05, 1.2), odd()}); };
  if (rng.Chance(0.4))
    steps.push_back(
        {CosyStepKind::Priority, static_cast<double>(rng.Below(3)), static_cast<double>(rng.Below(3))});
  const uint32_t n = 1 + rng.Below(4);
  for (uint32_t k = 0; k < n; ++k) {
    const double draw = rng.Uniform(0, 1);
    const double units = 1 + rng.Below(2);
    if (draw < 0.15) steps.push_back({CosyStepKind::WaitSignal});
    if (draw >= 0.15 && draw < 0.3) steps.push_back({CosyStepKind::WaitGate});
    if (draw >= 0.3 && draw < 0.4) steps.push_back({CosyStepKind::Signal});
    if (draw >= 0.4 && draw < 0.45) steps.push_back({CosyStepKind::Signal2});
    if (rng.Chance(0.35)) {
      constexpr std::array kPatient = {CosyStepKind::WaitSignalWithin, CosyStepKind::WaitGateWithin,
                                       CosyStepKind::WaitAnyWithin,    CosyStepKind::WaitAllWithin,
                                       CosyStepKind::WaitFreeWithin,   CosyStepKind::TakeWithin};
      CosyStep step{kPatient[rng.Below(kPatient.size())], rng.Chance(0.1) ? 0 : SixDigits(rng, 0.05, 2),
                    odd()};
      step.key = static_cast<int>(rng.Below(5));
      steps.push_back(step);
    }
    const bool seizes = rng.Chance(0.5);
    const bool enters = rng.Chance(0.4);
    if (enters) steps.push_back({CosyStepKind::Enter, units});
    if (seizes && rng.Chance(0.4)) {
      steps.push_back({CosyStepKind::SeizeWithin, rng.Chance(0.1) ? 0 : SixDigits(rng, 0.05, 2), odd()});
      steps.back().holds = enters ? units : 0;
    } else if (seizes) {
      steps.push_back({rng.Chance(0.3) ? CosyStepKind::Preempt : CosyStepKind::Seize});
    }
    advance();
    if (enters && rng.Chance(0.5)) {
      steps.push_back({CosyStepKind::Leave, units});
      if (rng.Chance(0.5)) advance();
      if (seizes) steps.push_back({CosyStepKind::Release});
    } else {
      if (seizes) steps.push_back({CosyStepKind::Release});
      if (enters) steps.push_back({CosyStepKind::Leave, units});
    }
  }
  return steps;
}

auto RandomPart(Rng& rng, uint32_t number, bool has_cells) -> CosyPart {
  CosyPart part;
  part.number = number;
  part.kind = static_cast<CosyPartKind>(rng.Below(3));
  part.first = SixDigits(rng, 0.05, 2);
  part.period = SixDigits(rng, 0.3, 2);
  part.effect = RandomEffect(rng, has_cells);
  if (part.kind == CosyPartKind::Relay) {
    part.is_case = rng.Chance(0.5);
    part.rate = SixDigits(rng, 0.4, 2);
    part.low = SixDigits(rng, -2, -1);
    part.high = SixDigits(rng, 2, 4);
    part.lower = SixDigits(rng, -0.8, 0.2);
    part.upper = SixDigits(rng, 0.5, 1.8);
  }
  if (part.kind == CosyPartKind::Jobs) {
    part.count = 1 + rng.Below(9);
    part.steps = RandomSteps(rng);
  }
  return part;
}

constexpr const char* kCellRecord = "CR = RECORD INTEGER NR, ST, PO; STATE Y; SEVENT HALF END";

auto EffectText(CosyEffect effect) -> std::string {
  switch (effect) {
    case CosyEffect::None:      return "";
    case CosyEffect::Signal:    return "SENDSIG SIG";
    case CosyEffect::OpenGate:  return "OPEN DOOR";
    case CosyEffect::CloseGate: return "CLOSE DOOR";
    case CosyEffect::Create:    return "CREATE CELL[NEW]";
    case CosyEffect::Suspend:
      return "IF (YOUNGEST > 0) AND (SLEEPER = 0) THEN BEGIN SUSPEND CELL[YOUNGEST]; SLEEPER := YOUNGEST END";
    case CosyEffect::Resume: return "IF SLEEPER > 0 THEN BEGIN RESUME CELL[SLEEPER]; SLEEPER := 0 END";
    case CosyEffect::Probe:  return "CREATE PROBE[NEW]";
    case CosyEffect::Unprobe:
      return "IF PROBES > GONEBY THEN BEGIN GONEBY := GONEBY + 1; DELETE PROBE[GONEBY] END";
    case CosyEffect::Insert:
      return "SERIAL := SERIAL + 1; INSERT BOX WHERE KEY := MOD(7*SERIAL, 5); LABEL0 := SERIAL END";
    case CosyEffect::Remove:
      return "IF ENTRYNBR(BOX) > 0 THEN BEGIN REMOVE BOX; GONE := MOD(3*GONE + LABEL0, 1009) END";
  }
  return "";
}

auto HandlerText(const std::string& count, CosyEffect effect) -> std::string {
  const std::string text = EffectText(effect);
  return fmt::format("{} := {} + 1{}{}", count, count, text.empty() ? "" : "; ", text);
}

// What is done without what was waited for; who has not got the desk goes away.
auto ElseText(const CosyStep& step, uint32_t part) -> std::string {
  if (step.kind == CosyStepKind::TakeWithin) return " ELSE LABEL0 := 0; GONE := MOD(3*GONE + LABEL0, 1009)";
  if (step.kind != CosyStepKind::SeizeWithin) return " ELSE LATE := LATE + 1";
  const std::string leave = step.holds > 0 ? fmt::format("LEAVE ROOM UNITS = {:.0f}; ", step.holds) : "";
  return fmt::format(" ELSE BEGIN LATE := LATE + 100; {}IN{} := IN{} - 1; TERMINATE END", leave, part, part);
}

auto StepText(const CosyStep& step, uint32_t part) -> std::string {
  const std::string value = fmt::format("{:.6f} + {:.6f}*MOD(TRANSNBR, 2)", step.value, step.odd);
  switch (step.kind) {
    case CosyStepKind::Advance:    return "ADVANCE " + value;
    case CosyStepKind::Seize:      return "SEIZE DESK";
    case CosyStepKind::Preempt:    return "PREEMPT DESK";
    case CosyStepKind::Release:    return "RELEASE DESK";
    case CosyStepKind::Enter:      return fmt::format("ENTER ROOM UNITS = {:.0f}", step.value);
    case CosyStepKind::Leave:      return fmt::format("LEAVE ROOM UNITS = {:.0f}", step.value);
    case CosyStepKind::WaitSignal: return "WAITSIG SIG";
    case CosyStepKind::WaitGate:   return "GATE DOOR";
    case CosyStepKind::Priority:
      return fmt::format("PRIORITY {:.0f} + {:.0f}*MOD(TRANSNBR, 2)", step.value, step.odd);
    case CosyStepKind::Signal:  return "SENDSIG SIG";
    case CosyStepKind::Signal2: return "SENDSIG SOG";
    default:                    break;
  }
  const std::string within = fmt::format(" WITHIN {}{}", value, ElseText(step, part));
  switch (step.kind) {
    case CosyStepKind::SeizeWithin:      return "SEIZE DESK" + within;
    case CosyStepKind::WaitSignalWithin: return "WAITSIG SIG" + within;
    case CosyStepKind::WaitGateWithin:   return "GATE DOOR" + within;
    case CosyStepKind::WaitAnyWithin:    return "WAITSIG ANY (SOG, SIG)" + within;
    case CosyStepKind::WaitAllWithin:    return "WAITSIG ALL (SIG, SOG)" + within;
    case CosyStepKind::WaitFreeWithin:   return "WAIT UNTIL INUSE(DESK) + ENTRYNBR(DESK) = 0" + within;
    case CosyStepKind::TakeWithin:       return fmt::format("TAKE BOX WHEN KEY >= {}{}", step.key, within);
    default:                             return "";
  }
}

auto JobText(const CosyPart& part) -> std::string {
  const uint32_t k = part.number;
  std::string text = fmt::format(
      "DISCRETE PROCESS JOB{0} (VAR REAL COLLECT STAY{0}; VAR INTEGER TIMEPERS IN{0}; VAR FACILITY DESK; VAR "
      "STORAGE ROOM; VAR GATE DOOR; VAR SIGNAL SIG, SOG; VAR INTEGER GONE, LATE; VAR FILE FILE{0}, BOX);\n"
      "  TYPE JR = RECORD INTEGER TRANSNBR; REAL GENTIM END;\n"
      "  VAR FILE OF 100 JR: FILE{0}; INTEGER NR;\n  BEGIN\n"
      "    IF TRANSNBR < {1} THEN GENERATE NR FOR JOB{0} AT TIME + {2:.6f};\n    IN{0} := IN{0} + 1",
      k, part.count, part.period);
  for (const CosyStep& step : part.steps) text += ";\n    " + StepText(step, k);
  return text +
         fmt::format(";\n    IN{0} := IN{0} - 1; STAY{0} := TIME - FILE{0}.TRANSNBR.GENTIM\n  END;\n", k);
}

auto CellText(const CosyCells& cells) -> std::string {
  return fmt::format(
      "CONTINUOUS PROCESS CELL (ALGEBR FLOW <- ALGEBR G; VAR INTEGER BORN, ALIVE, DIED, YOUNGEST, SLEEPER; "
      "VAR "
      "FILE CF);\n"
      "  TYPE {};\n  VAR FILE OF 1000 CR: CF; INTEGER KID;\n  BEGIN\n"
      "    INITIAL BORN := BORN + 1; ALIVE := ALIVE + 1; Y := 1.0; YOUNGEST := NR END;\n"
      "    CONTINUOUS Y' = -({:.6f} + {:.6f}*MOD(NR, 3))*(Y - G); FLOW = Y;\n"
      "      CONDIT HALF: Y - G CROSSES {:.6f} NEG TOL = 1.0E-9 END END;\n"
      "    DISCRETE HALF: IF BORN <= {} THEN CREATE CELL[KID]; DELETE CF.NR END END;\n"
      "    TERMINAL DIED := DIED + NR; ALIVE := ALIVE - 1; IF YOUNGEST = NR THEN YOUNGEST := 0 END\n  END;\n",
      kCellRecord, cells.rate, cells.spread, cells.half, cells.children);
}

auto GainsText(const CosyPlan& plan) -> std::string {
  std::string text;
  for (const double gain : plan.gains) text += fmt::format("{}{:.6f}", text.empty() ? "" : ", ", gain);
  return plan.gains.size() == 1 ? text : "(" + text + ")";
}

constexpr const char* kProbeRecord = "PR = RECORD INTEGER NR, ST, PO; REAL SINCE END";

auto ProbeText() -> std::string {
  return fmt::format(
      "CONTINUOUS PROCESS PROBE (<- ALGEBR Q; VAR REAL TOTAL; VAR INTEGER PROBES; VAR FILE PF);\n"
      "  TYPE {};\n  VAR FILE OF 1000 PR: PF; STATE S;\n  BEGIN\n"
      "    INITIAL S := 0.0; PROBES := PROBES + 1 END;\n    CONTINUOUS S' = Q END;\n"
      "    TERMINAL TOTAL := TOTAL + S END\n  END;\n",
      kProbeRecord);
}

// Equations of a relay in its two directions.
auto RelayText(const CosyPart& part) -> std::string {
  const uint32_t k = part.number;
  const std::string up =
      fmt::format("CONDIT UP{0}: X{0} CROSSES {1:.6f} POS TOL = 1.0E-9 END", k, part.upper);
  const std::string down =
      fmt::format("CONDIT DOWN{0}: X{0} CROSSES {1:.6f} NEG TOL = 1.0E-9 END", k, part.lower);
  if (!part.is_case)
    return fmt::format("    X{0}' = {1:.6f}*(U{0} - X{0});\n    {2};\n    {3};\n", k, part.rate, up, down);
  return fmt::format(
      "    CASE M{0} OF\n      1: X{0}' = {1:.6f}*({2:.6f} - X{0}); {3} END;\n"
      "      2: X{0}' = {1:.6f}*({4:.6f} - X{0}); {5} END\n    END;\n",
      k, part.rate, part.high, up, part.low, down);
}

struct Pieces {
  std::string variables, processes, experiment, initial, equations, events, calls, stored;
};

void AddPart(const CosyPart& part, Pieces& p) {
  const uint32_t k = part.number;
  const std::string count = fmt::format("N{}", k);
  switch (part.kind) {
    case CosyPartKind::Relay:
      p.variables +=
          fmt::format("    STATE X{0}; REAL U{0}; INTEGER N{0}, M{0}; SEVENT UP{0}, DOWN{0};\n", k);
      p.initial += fmt::format("; X{0} := 0.0; U{0} := {1:.6f}; N{0} := 0; M{0} := 1", k, part.high);
      p.equations += RelayText(part);
      p.events += fmt::format(
          "      UP{0}: U{0} := {1:.6f}; M{0} := 2; {2} END;\n      DOWN{0}: U{0} := {3:.6f}; M{0} := 1 "
          "END;\n",
          k, part.low, HandlerText(count, part.effect), part.high);
      p.stored += fmt::format(", X{}", k);
      return;
    case CosyPartKind::Clock:
      p.variables += fmt::format("    INTEGER N{0}; TEVENT TICK{0};\n", k);
      p.initial += fmt::format("; N{0} := 0; SCHEDULE TICK{0} AT {1:.6f}", k, part.first);
      p.events += fmt::format("      TICK{0}: SCHEDULE TICK{0} AT TIME + {1:.6f}; {2} END;\n", k, part.period,
                              HandlerText(count, part.effect));
      return;
    case CosyPartKind::Jobs:
      p.variables += fmt::format(
          "    FILE OF 100 JR: FILE{0}; PROCESS JOB{0} FILE = FILE{0}; REAL STAY{0}; INTEGER IN{0};\n", k);
      p.processes += JobText(part);
      p.experiment += fmt::format("  COLLECT STAY{0} END; TIMEPERS IN{0} START = 0 END;\n", k);
      p.initial += fmt::format("; IN{0} := 0; GENERATE NR FOR JOB{0} AT {1:.6f}", k, part.first);
      p.calls += fmt::format(
          "      JOB{0} (STAY{0}, IN{0}, DESK, ROOM, DOOR, SIG, SOG, GONE, LATE, FILE{0}, BOX);\n", k);
      return;
  }
}

// Times to quarters, which add up without errors.
void MakeCoarse(CosyPlan& plan) {
  const auto quarters = [](double& time, double least) { time = std::max(least, std::round(4 * time) / 4); };
  plan.is_coarse = true;
  // What else happens at the instant of FINISH depends on the order of scheduling.
  plan.is_open = false;
  quarters(plan.stop, 1);
  quarters(plan.interval, 0.25);
  for (CosyPart& part : plan.parts) {
    quarters(part.first, 0.25);
    quarters(part.period, 0.25);
    for (CosyStep& step : part.steps) {
      if (step.kind != CosyStepKind::Advance && !HasPatience(step.kind)) continue;
      quarters(step.value, 0);
      quarters(step.odd, 0);
    }
  }
}

}  // namespace

auto RandomCosyPlan(Rng& rng) -> CosyPlan {
  CosyPlan plan;
  plan.cells.is_present = rng.Chance(0.7);
  plan.cells.rate = SixDigits(rng, 0.3, 2);
  plan.cells.spread = SixDigits(rng, 0.05, 0.5);
  plan.cells.half = SixDigits(rng, 0.1, 0.8);
  plan.gains = {SixDigits(rng, 0.3, 2)};
  if (rng.Chance(0.2)) plan.gains.push_back(SixDigits(rng, 0.3, 2));
  plan.cells.leak = SixDigits(rng, 0.011, 0.21);
  plan.cells.slope = rng.Chance(0.5) ? SixDigits(rng, -0.2, 0) : 0;
  plan.cells.children = rng.Chance(0.5) ? rng.Below(12) : 0;
  plan.storage = 2 + rng.Below(3);
  plan.ranking = rng.Below(4);
  plan.stop = SixDigits(rng, 4, 16);
  plan.is_open = rng.Chance(0.2);
  plan.interval = SixDigits(rng, 0.2, 1);
  const uint32_t n = 1 + rng.Below(6);
  for (uint32_t k = 0; k < n; ++k) plan.parts.push_back(RandomPart(rng, k + 1, plan.cells.is_present));
  bool has_equations = plan.cells.is_present;
  for (const CosyPart& part : plan.parts) has_equations = has_equations || part.kind == CosyPartKind::Relay;
  if (!has_equations && rng.Chance(0.6)) MakeCoarse(plan);
  return plan;
}

auto CosyText(const CosyPlan& plan) -> std::string {
  constexpr std::array kRankings = {"FIFO", "LIFO", "LVF ON KEY", "HVF ON KEY"};
  Pieces p;
  const CosyCells& cells = plan.cells;
  if (cells.is_present) {
    p.variables +=
        "    FILE OF 1000 CR: CF; PROCESS CELL FILE = CF; ALGEBR FLOW, G, Q; STATE H;\n"
        "    FILE OF 1000 PR: PF; PROCESS PROBE FILE = PF; REAL TOTAL;\n"
        "    INTEGER BORN, ALIVE, DIED, YOUNGEST, SLEEPER, NEW, PROBES, GONEBY;\n";
    p.processes += CellText(cells) + ProbeText();
    p.initial +=
        "; H := 0.0; BORN := 0; ALIVE := 0; DIED := 0; YOUNGEST := 0; SLEEPER := 0; TOTAL := 0.0; PROBES := "
        "0; "
        "GONEBY := 0";
    p.equations += fmt::format(
        "    H' = GAIN*FLOW - {:.6f}*H; G = {:.6f}*TIME; Q = FLOW + H;\n    PROBE (<- Q, TOTAL, PROBES, "
        "PF);\n    CELL (FLOW <- G, BORN, ALIVE, DIED, "
        "YOUNGEST, "
        "SLEEPER, CF);\n",
        cells.leak, cells.slope);
  }
  for (const CosyPart& part : plan.parts) AddPart(part, p);
  if (plan.is_open) {
    p.variables += "    TEVENT OVER;\n";
    p.initial += fmt::format("; SCHEDULE OVER AT {:.6f}", plan.stop);
    p.events += "      OVER: FINISH END;\n";
  }
  if (cells.is_present) p.stored = ", H" + p.stored;
  std::string text =
      "PROGRAM P;\nTYPE JR = RECORD INTEGER TRANSNBR; REAL GENTIM END;\n     BR = RECORD INTEGER "
      "KEY, LABEL0 END;\n";
  if (cells.is_present) text += fmt::format("     {};\n     {};\n", kCellRecord, kProbeRecord);
  text += fmt::format(
      "VAR FACILITY DESK; STORAGE ROOM({}); GATE DOOR; SIGNAL SIG, SOG; INTEGER SERIAL, GONE, NR, LATE; REAL "
      "GAIN;\n"
      "    FILE OF 1000 BR RANKED {}: BOX;\n{}",
      plan.storage, kRankings[plan.ranking], p.variables);
  text += fmt::format("STORE GONE{};\n", p.stored);
  text += p.processes;
  text += fmt::format(
      "EXPERIMENT\n{}  PARAMETER GAIN = {};\n  SIMULATE FROM 0.0 TO {} COMINT = {:.6f}\nEND;\nSYSTEM\n",
      p.experiment, GainsText(plan), plan.is_open ? std::string("FINISH") : fmt::format("{:.6f}", plan.stop),
      plan.interval);
  text += "  INITIAL SERIAL := 0; GONE := 0; LATE := 0" + p.initial + " END;\n";
  if (!p.equations.empty()) text += "  CONTINUOUS\n" + p.equations + "  END;\n";
  text += "  DISCRETE\n    EVENTS\n" + p.events + "    END;\n    PROCESSES\n" + p.calls +
          "    END\n  END\nEND\nEND .\n";
  return text;
}

}  // namespace kerf::torture
