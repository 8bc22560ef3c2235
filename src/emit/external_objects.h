// External objects in C programs: made when they are first asked for, as Kerf made them, and dropped at the
// end.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "flat/foreign.h"
#include "flat/world.h"

namespace kerf::emit {

// What C programs have for functions outside.
struct ForeignCode {
  // Texts to include and prototypes.
  std::vector<std::string> declarations;
  // What the program is compiled with.
  std::vector<std::string> words;
  bool has_utilities = false;

  void Take(const ForeignCode& other);
};

// A prototype is for functions that no text declares.
auto CodeOf(const flat::World& world, flat::FunctionId function, const std::string& prototype) -> ForeignCode;

// A text in quotes.
auto QuotedC(std::string_view text) -> std::string;

class ExternalObjects {
 public:
  explicit ExternalObjects(const flat::World& world) : world_(world) {}

  // Whether the object can be made; if so it is, with those that it is made of. False: `why` names what it
  // takes that C programs cannot say.
  auto Add(int64_t number, std::string& why) -> bool;
  // The expression for an object.
  static auto Name(int64_t number) -> std::string;
  [[nodiscard]] auto code() const -> const ForeignCode& { return code_; }
  [[nodiscard]] auto Text() const -> std::string;

 private:
  auto Argument(const flat::Value& value, size_t position, std::string& tables, std::string& why)
      -> std::string;
  auto Table(const flat::Value& array, size_t position, std::string& tables, std::string& why) -> std::string;

  const flat::World& world_;
  // By number: an object is made of objects before it.
  std::map<int64_t, std::string> texts_;
  ForeignCode code_;
};

}  // namespace kerf::emit
