// Programs in the manner of GASP-IV and GASP-V, under their own names: derive from GaspProgram, write INTLC
// and EVNTS (and OTPUT if wanted), and call GASP. The names are those of the manuals, in capitals, and so are
// the numbers: files, variables, attributes and streams count from 1; file 1 holds the events.
//
// The attributes of the entry that is being handled stand in ATRIB: (1) the time of the event and (2) its
// code, the rest is the program's. EVNTS finds those of its event there; RMOVE and COPY put those of an entry
// there; SCHED and FILEM take them from there. See docs/events.md for an example.
//
// A program with STATE and SCOND, the continuous part, derives from gasp::CombinedProgram
// (gasp/combined_program.h), which is one of these with more.
#pragma once

#include <string>
#include <vector>

#include "events/queue.h"
#include "events/report.h"
#include "events/run.h"
#include "events/world.h"

namespace kerf::events {

class GaspProgram : private Program {
 public:
  // Entries have so many attributes, the time and the code of events included.
  explicit GaspProgram(std::string title, int n_attributes = 4);

  // Declarations, before GASP. Each gets the next number of its kind; the first file declared is file 2.
  auto AddFILE(const std::string& name, Ranking ranking = Ranking::Fifo, int attribute = 0,
               size_t capacity = SIZE_MAX) -> int;
  auto AddCOLCT(const std::string& name) -> int;
  auto AddTIMST(const std::string& name, double initial = 0) -> int;
  auto AddHISTO(const std::string& name, int n_cells, double width, double first_limit) -> int;
  void NameEVNT(int code, const std::string& name);
  void SEED(uint64_t seed) { SetSeed(world_, seed); }

  // Runs the program, and again as long as OTPUT asks for it.
  auto GASP(const RunOptions& options = {}) -> RunOutcome;
  auto GASP(const ReplicationOptions& options) -> Replications;

  // The program's own part.
  virtual void INTLC() = 0;
  virtual void EVNTS(int code) = 0;
  virtual void OTPUT() {}

  // Time and attributes.
  [[nodiscard]] auto TNOW() const -> double { return world_.now; }
  auto ATRIB(int k) -> double&;

  // Events. SCHED takes time, code and attributes from ATRIB, or sets the first two before.
  auto SCHED() -> EventId;
  auto SCHED(double time, int code) -> EventId;
  auto CANCL(EventId event) -> bool;

  // Files. FILEM puts an entry with the attributes of ATRIB into a file. RMOVE takes the first entry, or the
  // one given, out of it; COPY leaves it there. NFIND: 1 the largest value greater than x, 2 the smallest
  // greater, 3 the largest less, 4 the smallest less, 5 equal within the tolerance.
  void FILEM(int file);
  void RMOVE(int file);
  void RMOVE(EntityId entry, int file);
  void COPY(EntityId entry);
  auto NFIND(double x, int code, int file, int attribute, double tolerance = 0) -> EntityId;
  // The number of entries now, and the largest there was.
  auto NNQ(int file) -> int;
  auto MMAXQ(int file) -> int;

  // Statistics.
  void COLCT(double x, int variable);
  void TIMST(double x, int variable);
  void HISTO(double x, int histogram);
  void CLEAR();

  // Random numbers; the stream is the last argument.
  auto DRAND(int stream) -> double;
  auto UNFRM(double low, double high, int stream) -> double;
  auto RNORM(double mean, double std, int stream) -> double;
  auto EXPON(double mean, int stream) -> double;
  auto ERLNG(double mean, int phases, int stream) -> double;
  auto GAMA(double shape, double scale, int stream) -> double;
  auto BETA(double a, double b, int stream) -> double;
  auto TRIAG(double low, double mode, double high, int stream) -> double;
  auto RLOGN(double mean, double std, int stream) -> double;
  auto WEIBL(double shape, double scale, int stream) -> double;
  auto NPOSN(double mean, int stream) -> int;

  // Run control: FINIS ends the run after this event; in OTPUT, RERUN asks for the same again and CONTN for
  // going on until `stop`. ERROR ends everything with a message.
  void FINIS();
  void RERUN();
  void CONTN(double stop);
  void ERROR(const std::string& message);
  // A line for each event goes there from now on; null ends that.
  void MONTR(EventObserver* observer) { world_.observer = observer; }
  // The summary report.
  [[nodiscard]] auto SUMRY() const -> std::string { return ReportText(world_, {title_}); }
  [[nodiscard]] auto world() -> World& { return world_; }

  // For a combined run.
  auto NextEventTime() -> double { return world_.calendar.NextTime(); }
  // Handles all events up to that time.
  auto HandleEvents(double time) -> Status;

 private:
  void Initialise(World& world) override;
  void Handle(World& world, const Event& event) override;
  void Finish(World& world) override;
  auto NewEntry() -> EntityId;
  void Load(EntityId entry);
  auto FileOf(int number) -> FileId;
  auto Has(int number, size_t n, const char* what) -> bool;
  auto Sample(DistributionKind kind, double a, double b, double c, int stream) -> double;

  World world_;
  std::string title_;
  ClassId entry_class_{};
  std::vector<double> attributes_;
  double nowhere_ = 0;
};

}  // namespace kerf::events
