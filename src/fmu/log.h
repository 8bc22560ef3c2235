// Messages for the importer, one call of its callback each.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>

#include "diag/diag.h"
#include "fmu/status.h"
#include "source/buffers.h"

namespace kerf::fmu {

// Must not throw.
using LogFunction = std::function<void(Status status, const char* category, const std::string& text)>;

// Errors and warnings are always told, other messages where the importer wants them.
class Log : public diag::Consumer {
 public:
  Log(LogFunction function, bool is_on) : function_(std::move(function)), is_on_(is_on), emitter_(*this) {}
  Log(const Log&) = delete;
  auto operator=(const Log&) -> Log& = delete;

  // Without categories: all. False: there is no category of that name.
  auto Configure(bool is_on, const std::set<std::string>& categories) -> bool;
  void SetPlaces(std::shared_ptr<const source::Buffers> buffers) { buffers_ = std::move(buffers); }
  void Take(const diag::Diagnostic& diagnostic) override;
  void Error(const std::string& text) { Tell(Status::Error, text); }
  void Tell(Status status, const std::string& text);
  [[nodiscard]] auto emitter() -> diag::Emitter& { return emitter_; }

 private:
  LogFunction function_;
  bool is_on_;
  std::set<std::string> categories_;
  std::shared_ptr<const source::Buffers> buffers_;
  diag::Emitter emitter_;
};

}  // namespace kerf::fmu
