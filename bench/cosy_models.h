// The hold model, M/M/1 and a computation as COSY programs.
#pragma once

#include <string>

namespace kerf::bench {

// Transactions that are delayed again and again, up to that time.
auto HoldProgram(size_t n_transactions, double stop) -> std::string;
// M/M/1 with rho = 0.8 as the life of a customer, with the time that customers stay.
auto QueueProgram(double stop) -> std::string;
// The same as a sequence of events.
auto QueueEventsProgram(double stop) -> std::string;
// Nothing but statements: a loop of so many passes.
auto LoopProgram(size_t n_passes) -> std::string;

}  // namespace kerf::bench
