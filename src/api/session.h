// What a session has been told, of which models keep a copy.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "api/errors.h"
#include "api/kerf.h"
#include "session/session.h"

namespace kerf::api {

struct Setup {
  std::vector<std::string> libraries;
  std::vector<std::string> trusted;
  // Without value: where the command line has it; empty: no caches.
  std::optional<std::string> cache_folder;
  Listener listener;
  // Something could not be kept for lack of memory.
  bool is_incomplete = false;
};

// A request that finds libraries as the session says. Each compilation has one of its own: who is trusted is
// remembered in it.
auto StandardRequest(const Setup& setup) -> session::Request;

}  // namespace kerf::api

struct kerf_session {
  kerf::api::Setup setup;
};
