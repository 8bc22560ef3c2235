// dlopen.
#include "external/shared_object.h"

#include <dlfcn.h>

#include "external/utilities.h"

namespace kerf::external {

auto SharedObject::Load(const std::string& file, std::string& error) -> std::unique_ptr<SharedObject> {
  void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    error = dlerror();
    return nullptr;
  }
  std::unique_ptr<SharedObject> object(new SharedObject(handle));
  using SetUtilities = void (*)(const UtilitiesTable*);
  if (const auto set = reinterpret_cast<SetUtilities>(object->Find(kSetUtilities)); set != nullptr)
    set(Utilities());
  return object;
}

SharedObject::~SharedObject() {
  if (!is_kept_) dlclose(handle_);
}

auto SharedObject::Find(const std::string& name) const -> void* { return dlsym(handle_, name.c_str()); }

}  // namespace kerf::external
