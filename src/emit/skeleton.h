// Skeletons: programs with gaps. @name@ in a skeleton is a gap; a gap that stands alone on its line takes the
// lines of its text, and the line goes if there is none.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace kerf::emit {

using Gaps = std::map<std::string, std::string, std::less<>>;

// A file of the folder support, by its name.
auto SupportText(std::string_view file) -> std::string_view;
auto FillSkeleton(std::string_view skeleton, const Gaps& gaps) -> std::string;

}  // namespace kerf::emit
