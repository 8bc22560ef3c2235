// What a replication leaves behind when it is done apart from the others: in another process, or before its
// turn. Given to the engine in the order of the replications, it is as if they had been done one by one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "combined/run_record.h"
#include "diag/diag.h"

namespace kerf::combined {

struct PrintedLine {
  bool is_trace = false;
  std::string text;
};

struct Replica {
  bool ok = false;
  std::vector<RunRecord> records;
  std::vector<std::vector<double>> cross_rows;
  std::vector<PrintedLine> lines;
  std::vector<diag::Diagnostic> diagnostics;
};

// As bytes for a process that began as a copy of this one. None if they are not all there.
auto Pack(Replica& replica) -> std::string;
auto Unpack(std::string_view bytes) -> std::optional<Replica>;

// Passes on what is emitted, or holds it back.
class HoldingConsumer : public diag::Consumer {
 public:
  explicit HoldingConsumer(diag::Emitter& outer) : outer_(outer) {}
  void Take(const diag::Diagnostic& diagnostic) override {
    if (held != nullptr) return held->push_back(diagnostic);
    outer_.Take(diagnostic);
  }
  std::vector<diag::Diagnostic>* held = nullptr;

 private:
  diag::Emitter& outer_;
};

}  // namespace kerf::combined
