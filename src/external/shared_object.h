// A loaded shared object.
#pragma once

#include <memory>
#include <string>

namespace kerf::external {

class SharedObject {
 public:
  // Null: `error` tells why.
  static auto Load(const std::string& file, std::string& error) -> std::unique_ptr<SharedObject>;
  SharedObject(const SharedObject&) = delete;
  auto operator=(const SharedObject&) -> SharedObject& = delete;
  ~SharedObject();
  // It stays loaded until the program ends.
  void KeepOpen() { is_kept_ = true; }

  // The address of a function of it or of the libraries it was linked with; null if there is none.
  [[nodiscard]] auto Find(const std::string& name) const -> void*;

 private:
  explicit SharedObject(void* handle) : handle_(handle) {}
  void* handle_;
  bool is_kept_ = false;
};

}  // namespace kerf::external
