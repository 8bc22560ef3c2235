// A soaking pit, written with GASP's subprograms: steel ingots arrive at random and are heated in a furnace
// with room for a few of them. Each heats up towards the temperature of the furnace by a differential
// equation of its own, so that their number changes at events; a cold ingot cools the furnace. Ingots that
// are hot enough leave, those that find the furnace full wait and cool down.
//
//   build/gasp_soaking_pit           30 days with a place for 9 ingots
//   build/gasp_soaking_pit 7 100     a place for 7, 100 runs, and how sure their means are
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "gasp/combined_program.h"

namespace {

// Temperatures in degrees Celsius, times in hours.
constexpr double kFlame = 1420;
constexpr double kHotEnough = 1200;
constexpr double kFurnaceRate = 0.35;

class SoakingPit : public kerf::gasp::CombinedProgram {
 public:
  explicit SoakingPit(int n_places) : CombinedProgram("soaking pit", 1, kRate), n_places_(n_places) {
    NameEVNT(kArrival, "arrival");
    NameEVNT(kReady, "ready");
    SetIIEVT(kReady);
    waiting_ = AddFILE("waiting");
    heating_time_ = AddCOLCT("time to heat");
    waiting_time_ = AddCOLCT("wait");
    in_pit_ = AddTIMST("ingots in pit");
    furnace_ = AddTIMST("furnace", kFlame);
    heating_histogram_ = AddHISTO("time to heat", 12, 2, 10);
    for (int k = 0; k < n_places; ++k)
      AddSCOND(
          {.name = "hot enough", .scheme = kerf::gasp::Scheme::Hermite, .direction = 1, .tolerance = 1e-6});
    integration().dtsav = 1;
    SEED(1974);
  }

  void INTLC() override {
    SetNNEQD(1);
    SS(1) = kFlame;
    ingots_.clear();
    SCHED(EXPON(kMeanGap, 1), kArrival);
  }

  void STATE() override {
    DD(1) = (kFlame - SS(1)) * kFurnaceRate;
    for (int k = 2; k <= NNEQD(); ++k) DD(k) = (SS(1) - SS(k)) * ingots_[static_cast<size_t>(k - 2)].rate;
  }

  // An empty place is never hot enough.
  void SCOND() override {
    for (int k = 1; k <= n_places_; ++k) ZZ(k) = k < NNEQD() ? SS(k + 1) - kHotEnough : -1;
  }

  void SSAVE() override { TIMST(SS(1), furnace_); }

  void EVNTS(int code) override {
    if (code == kArrival) {
      SCHED(TNOW() + EXPON(kMeanGap, 1), kArrival);
      Arrive();
    } else {
      for (int k = n_places_; k >= 1; --k) {
        if (KKZ(k) == 1) Leave(k);
      }
    }
  }

 private:
  static constexpr int kArrival = 1;
  static constexpr int kReady = 2;
  // Attributes of an ingot beyond time and code.
  static constexpr int kArrived = 3;
  static constexpr int kRate = 4;
  static constexpr double kMeanGap = 2.25;

  struct Ingot {
    double rate = 0;
    double loaded = 0;
  };

  void Arrive() {
    ATRIB(kArrived) = TNOW();
    ATRIB(kRate) = TRIAG(0.13, 0.18, 0.24, 2);
    if (static_cast<int>(ingots_.size()) < n_places_) return Load();
    FILEM(waiting_);
  }

  // The ingot whose attributes are at hand. It comes with 370 degrees and has cooled down since.
  void Load() {
    const double wait = TNOW() - ATRIB(kArrived);
    const double temperature = 370 * std::exp(-0.1 * wait);
    COLCT(wait, waiting_time_);
    ingots_.push_back({ATRIB(kRate), TNOW()});
    SetNNEQD(NNEQD() + 1);
    SS(NNEQD()) = temperature;
    SS(1) -= (SS(1) - temperature) / (n_places_ + 1);
    TIMST(static_cast<double>(ingots_.size()), in_pit_);
  }

  // Place k becomes free; those behind it move up.
  void Leave(int k) {
    const Ingot& ingot = ingots_[static_cast<size_t>(k - 1)];
    COLCT(TNOW() - ingot.loaded, heating_time_);
    HISTO(TNOW() - ingot.loaded, heating_histogram_);
    ingots_.erase(ingots_.begin() + (k - 1));
    for (int i = k + 1; i < NNEQD(); ++i) SS(i) = SS(i + 1);
    SetNNEQD(NNEQD() - 1);
    TIMST(static_cast<double>(ingots_.size()), in_pit_);
    if (NNQ(waiting_) == 0) return;
    RMOVE(waiting_);
    Load();
  }

  int n_places_;
  int waiting_ = 0;
  int heating_time_ = 0;
  int waiting_time_ = 0;
  int in_pit_ = 0;
  int furnace_ = 0;
  int heating_histogram_ = 0;
  std::vector<Ingot> ingots_;
};

}  // namespace

auto main(int argc, char** argv) -> int {
  SoakingPit pit(argc > 1 ? std::max(1, std::atoi(argv[1])) : 9);
  kerf::events::RunOptions run;
  run.stop = 30 * 24;
  if (argc > 2) {
    kerf::events::ReplicationOptions options;
    options.run = run;
    options.n_replications = static_cast<uint32_t>(std::max(2, std::atoi(argv[2])));
    const kerf::events::Replications all = pit.GASP(options);
    for (const auto& estimate : all.estimates)
      std::printf("%-16s %10.3f +- %.3f\n", estimate.name.c_str(), estimate.interval.mean,
                  estimate.interval.half_width);
    return all.fault.IsSet() ? 1 : 0;
  }
  const bool is_well = pit.GASP(run).end != kerf::events::End::Fault;
  std::cout << pit.SUMRY();
  return is_well ? 0 : 1;
}
