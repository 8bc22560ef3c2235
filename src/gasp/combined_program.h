// GASP-V programs: events, files and statistics as in events/gasp.h, and a continuous part. Derive from
// CombinedProgram, write INTLC, EVNTS and STATE, and SCOND if there are conditions, and call GASP with a stop
// time. Numbers count from 1, and names are those of GASP.
//
//   STATE  computes DD(1) … DD(NNEQD()) from SS(1) … and TNOW()
//   SCOND  computes ZZ(1) …, one for each condition; where it crosses 0, EVNTS(IIEVT()) is called with
//          KKZ(k) = 1 or -1 for the conditions that have come at that instant, and 0 for the others
//   SSAVE  is called at the communication points, every DTSAV
//
// STATE and SCOND are called at trial points as well, and must do nothing else than compute. What they use
// may change in INTLC and EVNTS only: the integrator starts anew after each event. SetNNEQD changes the
// number of equations there.
//
// What makes results doubtful without ending the run stands in RunOutcome::warnings and in the report:
// events of a condition that follow each other ever faster, a condition that could not be located, a state
// whose error the method does not see.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "events/gasp.h"
#include "runtime/agent.h"
#include "runtime/chattering.h"
#include "runtime/observer.h"
#include "runtime/run_options.h"

namespace kerf::gasp {

// How the crossings of a condition are located (runtime/location.h).
enum class Scheme : uint8_t { Interpolation, Bisection, RegulaFalsi, Generalised, Hermite };

struct Condition {
  std::string name;
  Scheme scheme = Scheme::Interpolation;
  // 1: upwards, -1: downwards, 0: both.
  int direction = 0;
  // |ZZ| that will do for 0; 0: as small as rounding errors let it become.
  double tolerance = 0;
  // Crossings in the first step after an event are none.
  bool is_blind_first_step = false;
};

struct Integration {
  // As for `kerf simulate --solver`.
  std::string method = "dopri5";
  double relative_error = 1e-8;
  double absolute_error = 1e-8;
  double max_step = 0;
  // Communication interval; 0: none.
  double dtsav = 0;
};

class CombinedProgram : public events::GaspProgram, private runtime::Agent, private runtime::Observer {
 public:
  CombinedProgram(std::string title, int n_equations, int n_attributes = 4);

  // Declarations, before GASP.
  auto AddSCOND(Condition condition) -> int;
  void SetIIEVT(int code) { state_event_code_ = code; }
  [[nodiscard]] auto IIEVT() const -> int { return state_event_code_; }
  auto integration() -> Integration& { return integration_; }

  virtual void STATE() = 0;
  virtual void SCOND() {}
  virtual void SSAVE() {}

  // In STATE and SCOND the time of the trial point.
  [[nodiscard]] auto TNOW() const -> double { return is_trying_ ? trial_time_ : GaspProgram::TNOW(); }
  // A number that is none ends the run with a message.
  auto SS(int k) -> double& { return At(states_, k, "SS"); }
  auto DD(int k) -> double& { return At(derivatives_, k, "DD"); }
  auto ZZ(int k) -> double& { return At(functions_, k, "ZZ"); }
  [[nodiscard]] auto KKZ(int k) -> int { return static_cast<int>(At(flags_, k, "KKZ")); }
  [[nodiscard]] auto NNEQD() const -> int { return static_cast<int>(states_.size()); }
  // New states are 0 until the program sets them.
  void SetNNEQD(int n_equations);
  // The present step of the integrator.
  [[nodiscard]] auto DTFUL() const -> double { return step_size_; }
  [[nodiscard]] auto statistics() const -> const runtime::RunStatistics& { return statistics_; }

 private:
  friend class ContinuousModel;

  auto At(std::vector<double>& values, int k, const char* what) -> double&;
  // From states to derivatives and functions of conditions, in w.
  void Evaluate(double* w);
  void TakeFrom(const double* w);
  auto FireConditions(const double* w) -> bool;
  void Save(double t, runtime::PointKind kind);
  [[nodiscard]] auto IsRestructured() const -> bool { return states_.size() != n_in_model_; }
  auto RunStretch(double stop) -> runtime::RunResult;
  void Fail(const runtime::RunResult& result);
  // Once in a run for each sentence's `key`.
  void Warn(const std::string& key, const std::string& text);
  void WatchConditions(double t);
  void WarnOf(const runtime::RunResult& result);

  auto RunUntil(events::World& world, double stop) -> events::Next override;
  auto NextTime() -> double override;
  auto Act(double t, double step_size, double* w) -> runtime::DeedKind override;
  void Point(double t, const double* w, runtime::PointKind kind) override;

  Integration integration_;
  std::vector<Condition> conditions_;
  int state_event_code_ = 0;
  std::vector<double> states_;
  std::vector<double> derivatives_;
  std::vector<double> functions_;
  std::vector<double> flags_;
  // Whether each function was positive when it was last looked at; empty before the first look.
  std::vector<bool> was_positive_;
  bool is_trying_ = false;
  double trial_time_ = 0;
  double step_size_ = 0;
  double save_start_ = 0;
  uint64_t n_saved_ = 0;
  // The number of equations that the executive knows of.
  size_t n_in_model_ = 0;
  runtime::RunStatistics statistics_;
  // Over all stretches of a run.
  runtime::AccumulationWatch accumulation_;
  runtime::ChatteringWatch chattering_;
  // Where the present stretch of the run is to end.
  double stop_ = 0;
  std::set<std::string> warned_;
  double nowhere_ = 0;
};

}  // namespace kerf::gasp
