// The binary of an FMU: a shared object with the functions of FMI.
#pragma once

#include <memory>
#include <string>

namespace kerf::fmihost {

class Library {
 public:
  // Loading runs what the binary runs when it is loaded. Null: `error` tells why.
  static auto Load(const std::string& file, std::string& error) -> std::unique_ptr<Library>;
  Library(const Library&) = delete;
  auto operator=(const Library&) -> Library& = delete;
  ~Library();

  // Null: it has no such function.
  [[nodiscard]] auto Find(const std::string& name) const -> void*;

 private:
  explicit Library(void* handle) : handle_(handle) {}
  void* handle_;
};

}  // namespace kerf::fmihost
