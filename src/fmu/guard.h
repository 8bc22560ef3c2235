// The border that no exception crosses, and names that FMI's functions are declared with.
#pragma once

#include <exception>
#include <string>

#include "fmu/instance.h"

#define KERF_FMI extern "C" __attribute__((visibility("default")))

namespace kerf::fmu {

// body() with the instance, unless there is none or it has failed before. What is thrown ends the instance.
template <typename Holder, typename Body>
auto Guarded(void* handle, const Body& body) -> Status {
  if (handle == nullptr) return Status::Error;
  auto& holder = *static_cast<Holder*>(handle);
  try {
    return body(holder, *holder.instance);
  } catch (const std::exception& error) {
    holder.instance->log().Error(error.what());
  } catch (...) {
    holder.instance->log().Error("an unknown exception");
  }
  return Status::Fatal;
}

// The path of a URI file:///a/b or file:/a/b, or the text itself; without slash at its end.
auto PathOf(std::string uri) -> std::string;

}  // namespace kerf::fmu
