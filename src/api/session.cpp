// Sessions.
#include "api/session.h"

#include <new>

#include "lang/modelica/library/search_path.h"
#include "session/installation.h"
#include "session/trust.h"

namespace kerf::api {

auto StandardRequest(const Setup& setup) -> session::Request {
  const modelica::Environment environment = modelica::ReadEnvironment();
  const std::string own = session::OwnLibraryFolder();
  session::Request request;
  request.libraries = setup.libraries;
  request.dymola_path = session::OwnDymolaFolders();
  request.library_path = modelica::LibraryPath({}, environment);
  request.library_path.push_back(own + "/modelica");
  request.cache_folder = setup.cache_folder.value_or(modelica::UserCacheFolder(environment));
  request.trust = session::MakeTrust(setup.trusted, environment.trust);
  return request;
}

// Whatever is missing then is told when a model is loaded.
template <typename Body>
void Change(kerf_session* session, const Body& body) noexcept {
  if (session == nullptr) return;
  try {
    body(session->setup);
  } catch (...) {
    session->setup.is_incomplete = true;
  }
}

}  // namespace kerf::api

using kerf::api::Change;
using kerf::api::Setup;

kerf_session* kerf_session_new(void) { return new (std::nothrow) kerf_session; }

void kerf_session_free(kerf_session* session) { delete session; }

void kerf_session_add_library(kerf_session* session, const char* path) {
  Change(session, [&](Setup& setup) { setup.libraries.emplace_back(path); });
}

void kerf_session_add_trust(kerf_session* session, const char* name_or_path) {
  Change(session, [&](Setup& setup) { setup.trusted.emplace_back(name_or_path); });
}

void kerf_session_set_cache(kerf_session* session, const char* folder) {
  Change(session, [&](Setup& setup) { setup.cache_folder = folder == nullptr ? "" : folder; });
}

void kerf_session_on_message(kerf_session* session, kerf_message_function function, void* user) {
  Change(session, [&](Setup& setup) { setup.listener = {function, user}; });
}
