// Folders in which archives are unpacked while they run. One that is left behind after a crash of an FMU goes
// when the program ends.
#pragma once

#include <string>

namespace kerf::fmihost {

// An empty folder of its own for each call; "" if none can be made.
auto MakeFolder() -> std::string;
void RemoveFolder(const std::string& folder);

}  // namespace kerf::fmihost
