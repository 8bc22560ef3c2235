// Whether one class can stand for another: compatibility of interfaces, sections 6.4 and 6.5 of the Modelica
// specification. Every public element of the one must exist in the other, of a compatible type and with
// compatible prefixes.
#pragma once

#include <optional>
#include <string>

#include "lang/modelica/inst/instances.h"

namespace kerf::modelica {

class Subtypes {
 public:
  explicit Subtypes(Instances& instances) : instances_(instances) {}

  // Why `a` is no subtype of `b`, as the end of a sentence about `a`; nothing if it is one. Of the sizes of
  // array types only the number is compared. Mistakes in the classes themselves may be reported on the way.
  auto WhyNot(ClassElem* a, ClassElem* b) -> std::optional<std::string>;
  // How many dimensions a class has by itself, as in `type T = Real[3]`.
  auto RankOf(ClassElem* elem) -> uint32_t;

 private:
  auto WhyNotAt(ClassElem* a, ClassElem* b, uint32_t depth) -> std::optional<std::string>;
  auto WhyNotBuiltin(const BuiltinType& a, const BuiltinType& b) -> std::optional<std::string>;
  auto WhyNotElement(Inst* a, Inst* owner, uint32_t k, uint32_t depth) -> std::optional<std::string>;
  auto WhyNotComponent(Component* a, Component* b, uint32_t depth) -> std::optional<std::string>;
  auto Inherits(Inst* inst, const Shape* shape) -> bool;

  Instances& instances_;
};

}  // namespace kerf::modelica
