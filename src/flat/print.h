// A flat model as Modelica text: first the types and functions it uses, then one model without components of
// classes. Names with dots are one quoted identifier each, so that the text can be read and flattened again
// and then prints as itself.
#pragma once

#include <string>

#include "flat/model.h"

namespace kerf::flat {

auto Print(const Model& model) -> std::string;

}  // namespace kerf::flat
