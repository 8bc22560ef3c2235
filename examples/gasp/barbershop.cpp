// Joe's barbershop, written with GASP's subprograms: customers arrive every 15 minutes on average, a haircut
// takes 12 to 18 minutes, and the shop closes after 100 haircuts.
//
//   build/gasp_barbershop            one day, with histograms
//   build/gasp_barbershop trace      the first events of it, one line each
//   build/gasp_barbershop html       the report as a page
//   build/gasp_barbershop 1000       that many days, and how sure their means are
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#include "events/gasp.h"
#include "events/trace.h"

namespace {

using kerf::events::GaspProgram;

class Barbershop : public GaspProgram {
 public:
  Barbershop() : GaspProgram("Joe's barbershop", 3) {
    NameEVNT(kArrival, "arrival");
    NameEVNT(kEndOfService, "end of service");
    queue_ = AddFILE("waiting");
    time_in_queue_ = AddCOLCT("time in queue");
    time_in_system_ = AddCOLCT("time in system");
    busy_ = AddTIMST("busy", 0);
    queue_histogram_ = AddHISTO("time in queue", 30, 2, 0);
    system_histogram_ = AddHISTO("time in system", 20, 3, 13);
    SEED(23577);
  }

  void INTLC() override {
    is_busy_ = false;
    n_served_ = 0;
    SCHED(EXPON(15, 1), kArrival);
  }

  void EVNTS(int code) override {
    if (code == kArrival) {
      Arrive();
    } else {
      EndService();
    }
  }

 private:
  static constexpr int kArrival = 1;
  static constexpr int kEndOfService = 2;
  static constexpr int kMaxServed = 100;
  // The attribute that holds the time of arrival.
  static constexpr int kArrived = 3;

  void Arrive() {
    SCHED(TNOW() + EXPON(15, 1), kArrival);
    ATRIB(kArrived) = TNOW();
    if (is_busy_) return FILEM(queue_);
    is_busy_ = true;
    TIMST(1, busy_);
    BeginService();
  }

  void BeginService() {
    COLCT(TNOW() - ATRIB(kArrived), time_in_queue_);
    HISTO(TNOW() - ATRIB(kArrived), queue_histogram_);
    SCHED(TNOW() + UNFRM(12, 18, 2), kEndOfService);
  }

  void EndService() {
    COLCT(TNOW() - ATRIB(kArrived), time_in_system_);
    HISTO(TNOW() - ATRIB(kArrived), system_histogram_);
    if (++n_served_ == kMaxServed) return FINIS();
    if (NNQ(queue_) == 0) {
      is_busy_ = false;
      return TIMST(0, busy_);
    }
    RMOVE(queue_);
    BeginService();
  }

  int queue_ = 0;
  int time_in_queue_ = 0;
  int time_in_system_ = 0;
  int busy_ = 0;
  int queue_histogram_ = 0;
  int system_histogram_ = 0;
  bool is_busy_ = false;
  int n_served_ = 0;
};

}  // namespace

auto main(int argc, char** argv) -> int {
  Barbershop shop;
  const std::string wish = argc > 1 ? argv[1] : "";
  kerf::events::TextTrace trace(std::cout);
  if (wish == "trace") {
    shop.MONTR(&trace);
    kerf::events::RunOptions options;
    options.stop = 120;
    shop.GASP(options);
    return 0;
  }
  kerf::events::ReportOptions report{"Joe's barbershop"};
  if (const int n = std::atoi(wish.c_str()); n > 0) {
    kerf::events::ReplicationOptions options;
    options.n_replications = static_cast<uint32_t>(n);
    const kerf::events::Replications all = shop.GASP(options);
    for (const auto& estimate : all.estimates) {
      std::printf("%-16s %10.3f +- %.3f\n", estimate.name.c_str(), estimate.interval.mean,
                  estimate.interval.half_width);
    }
    return all.fault.IsSet() ? 1 : 0;
  }
  const bool is_well = shop.GASP().end != kerf::events::End::Fault;
  std::cout << (wish == "html" ? kerf::events::ReportHtml(shop.world(), report) : shop.SUMRY());
  return is_well ? 0 : 1;
}
