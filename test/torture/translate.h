// Random models through `kerf translate` to every target that can be run here.
#pragma once

#include "kind.h"

namespace kerf::torture {

auto MakeTranslate() -> std::unique_ptr<Kind>;

}  // namespace kerf::torture
