// Why a variable is as it is, for people who ask: what set its value, what that was laid over, which
// equations speak of it. Plain data with the place of each step; tools print it.
#pragma once

#include <string>
#include <vector>

#include "diag/diag.h"

namespace kerf::flat {

struct ExplanationStep {
  // What the step does, such as "set by".
  std::string role;
  // Empty: the text of the span.
  std::string text;
  diag::Span span;
  // The class or component in which it stands, if that is worth saying.
  std::string where;
};

struct Explanation {
  // Such as "PI.k = 100".
  std::string title;
  std::vector<ExplanationStep> steps;
  // Attributes, and the classes that redeclarations chose.
  std::vector<Explanation> parts;
};

}  // namespace kerf::flat
