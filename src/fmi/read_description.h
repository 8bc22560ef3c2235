// modelDescription.xml of FMI 2.0 and 3.0 into a plain struct. The text comes from anywhere: references,
// sizes and names are checked, entities are not expanded, and a document type is refused.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fmi/imported.h"

namespace kerf::fmi {

struct DescriptionMistake {
  // 0: of the whole text.
  uint32_t line = 0;
  std::string text;
};

struct ReadModel {
  ImportedModel model;
  // None: the model is sound.
  std::vector<DescriptionMistake> mistakes;
};

auto ReadDescription(std::string_view text) -> ReadModel;

// Of an archive; mistakes name the file. False: `error` tells them, one a line.
auto ReadDescriptionOf(const std::string& archive, ImportedModel& model, std::string& error) -> bool;

}  // namespace kerf::fmi
