// Functions in C and Fortran that a model brings along. How they are found, compiled and called is not known
// here: whoever runs a model puts an implementation into its World, and the interpreter asks it.
#pragma once

#include <string>

#include "flat/external_c.h"
#include "flat/function.h"

namespace kerf::flat {

class ForeignFunctions {
 public:
  virtual ~ForeignFunctions() = default;
  // Whether the function can be called; false: `error` tells what is missing.
  virtual auto Prepare(const World& world, FunctionId function, std::string& error) -> bool = 0;
  // Calls it as its body says (section 12.9 of the Modelica specification). `call.result` comes with the kind
  // that is expected. An external object is a Value of kind Object whose number this class gives; the
  // function is then a constructor, and the object lives as long as this does. False: `call.error` tells why.
  virtual auto Call(const World& world, FunctionId function, NativeCall& call) -> bool = 0;
  // Puts all external objects back into the state that their constructors gave them, for another run.
  virtual auto RenewObjects(std::string& error) -> bool = 0;
};

}  // namespace kerf::flat
