// The same program written in other ways: equations as sections of statements or by continuous routines, and
// all of it backwards in time. What it does is known from the program that it was made of.
#pragma once

#include <string>

#include "kind.h"

namespace kerf::torture {

struct CosyVariant {
  // Time falls from 0, and every derivative has the other sign.
  bool is_backward = false;
  // Equations stand in NOSORT sections.
  bool has_sections = false;
  // Relays have their derivative from a CONTINUOUS FUNCTION, or (in sections) a CONTINUOUS SUBROUTINE.
  bool has_routines = false;
};

auto RandomCosyVariant(Rng& rng) -> CosyVariant;
// `stop`: where the run ends, or FINISH ends it before.
auto CosyVariantText(std::string text, const CosyVariant& variant, double stop) -> std::string;

}  // namespace kerf::torture
