// A flat model as Modelica text: first the types and functions it uses, then one model without components of
// classes. Names with dots are one quoted identifier each, so that the text can be read and flattened again
// and then prints as itself.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "flat/model.h"

namespace kerf::flat {

// What the author of a text has said beside it; lines without marks of comments.
struct Comments {
  // For people who go on with the text: definitions stand in the model, parameters in front of variables;
  // hidden variables that nothing refers to are left out.
  bool is_for_readers = false;
  std::vector<std::string> heading;
  // What stands above a place, and above or behind it; each comment is given once.
  std::function<std::vector<std::string>(const diag::Span&)> above;
  std::function<std::vector<std::string>(const diag::Span&)> at;
};

auto Print(const Model& model, const Comments& comments = {}) -> std::string;

}  // namespace kerf::flat
