// The trace of a run: a line for each event with its time, number, name and entity.
#pragma once

#include <ostream>

#include "events/world.h"

namespace kerf::events {

class TextTrace : public EventObserver {
 public:
  explicit TextTrace(std::ostream& out) : out_(out) {}
  void Take(const World& world, const Event& event) override;

 private:
  std::ostream& out_;
};

}  // namespace kerf::events
