// Functions in C and Fortran that a model brings along. How they are found, compiled and called is not known
// here: whoever runs a model puts an implementation into its World, and the interpreter asks it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flat/external_c.h"
#include "flat/function.h"

namespace kerf::flat {

// An external object as its constructor made it.
struct MadeObject {
  // Its class, as in expr::Type.
  uint16_t detail = 0;
  FunctionId constructor;
  // Without value: nothing has to be done at the end.
  FunctionId destructor;
  // In the order of the external call.
  std::vector<Value> arguments;
};

// Code that is compiled together. Functions with equal units share one shared object.
struct CodeUnit {
  // Texts of C (annotation Include).
  std::vector<std::string> includes;
  // Where their headers are looked for; existing folders.
  std::vector<std::string> include_folders;
  std::vector<std::string> sources;
  // Archives and shared objects by file, libraries of the system by name.
  std::vector<std::string> archives;
  std::vector<std::string> system_libraries;
  // Macros, each defined as 1.
  std::vector<std::string> macros;
  // Which library was looked for where, if one was not found. The function may be there all the same, such as
  // one of the C library.
  std::string missing;
  friend auto operator==(const CodeUnit&, const CodeUnit&) -> bool = default;
};

// What a C program that calls a function outside is compiled with.
struct CompilerNeeds {
  // Macros, folders of headers, sources, libraries.
  std::vector<std::string> words;
  // Its code calls ModelicaUtilities (section 12.9.6 of the specification).
  bool has_utilities = false;
};

class ForeignFunctions {
 public:
  virtual ~ForeignFunctions() = default;
  // False: functions are described, for those who only look at a model, and calls have no value.
  [[nodiscard]] virtual auto IsCalling() const -> bool = 0;
  // Whether the function can be called; false: `error` tells what is missing.
  virtual auto Prepare(const World& world, FunctionId function, std::string& error) -> bool = 0;
  [[nodiscard]] virtual auto Needs(const World& world, FunctionId function) const -> CompilerNeeds = 0;
  // What a function that can be called is part of; null for others.
  [[nodiscard]] virtual auto UnitOf(FunctionId function) const -> const CodeUnit* = 0;
  // Whether equal arguments give equal results, also with external objects among them, so that results may
  // be remembered.
  virtual auto IsRepeatable(const World& /*world*/, FunctionId /*function*/) -> bool { return false; }
  // The shared object that it was found in; "" for others.
  [[nodiscard]] virtual auto FileOf(FunctionId function) const -> std::string = 0;
  // Calls it as its body says (section 12.9 of the Modelica specification). `call.result` comes with the kind
  // that is expected. An external object is a Value of kind Object whose number this class gives; the
  // function is then a constructor, and the object lives as long as this does. False: `call.error` tells why.
  virtual auto Call(const World& world, FunctionId function, NativeCall& call) -> bool = 0;
  // How the object with that number was made; nothing if there is none.
  [[nodiscard]] virtual auto TryObject(int64_t number) const -> std::optional<MadeObject> = 0;
  [[nodiscard]] virtual auto n_objects() const -> size_t = 0;
  // Puts all external objects back into the state that their constructors gave them, for another run.
  virtual auto RenewObjects(std::string& error) -> bool = 0;
  // How a call ended that did not come back by itself (a crash, exit(), an interrupt); "": none has. After it
  // nothing is called any more, and a run must end.
  [[nodiscard]] virtual auto fault() const -> const std::string& = 0;
};

}  // namespace kerf::flat
