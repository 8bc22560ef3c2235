// dlopen.
#include "fmihost/library.h"

#include <dlfcn.h>

namespace kerf::fmihost {

auto Library::Load(const std::string& file, std::string& error) -> std::unique_ptr<Library> {
  void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle != nullptr) return std::unique_ptr<Library>(new Library(handle));
  error = dlerror();
  return nullptr;
}

// The C++ library that an FMU brings along never returns its reserve for exceptions, and a leak checker
// cannot know whose it was once the FMU is gone.
Library::~Library() {
#ifndef __SANITIZE_ADDRESS__
  dlclose(handle_);
#endif
}

auto Library::Find(const std::string& name) const -> void* { return dlsym(handle_, name.c_str()); }

}  // namespace kerf::fmihost
