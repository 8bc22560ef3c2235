// Truth values of the kinds of relation by the side of 0 on which the function lies: -1, 0 or 1.
#pragma once

#include "runtime/abi.h"

namespace kerf::runtime {

inline auto IsEquality(KerfRelationKind kind) -> bool { return kind == KERF_EQUAL || kind == KERF_NOT_EQUAL; }

inline auto TruthAt(KerfRelationKind kind, int side) -> double {
  switch (kind) {
    case KERF_LESS:          return side < 0 ? 1 : 0;
    case KERF_LESS_EQUAL:    return side <= 0 ? 1 : 0;
    case KERF_GREATER:       return side > 0 ? 1 : 0;
    case KERF_GREATER_EQUAL: return side >= 0 ? 1 : 0;
    case KERF_EQUAL:         return side == 0 ? 1 : 0;
    case KERF_NOT_EQUAL:     return side != 0 ? 1 : 0;
    case KERF_FLOOR:         break;
  }
  return 0;
}

// Whether the held value says that the function is 0.
inline auto IsHeldEqual(KerfRelationKind kind, double held) -> bool {
  return IsEquality(kind) && held == TruthAt(kind, 0);
}

// The sign of the root function that goes with the held value.
inline auto HeldSide(KerfRelationKind kind, double held) -> int {
  if (IsHeldEqual(kind, held)) return -1;
  if (kind == KERF_FLOOR || IsEquality(kind)) return 1;
  return held == TruthAt(kind, 1) ? 1 : -1;
}

}  // namespace kerf::runtime
