// Diagnostics as text: place, message, notes.
#include "fmu/log.h"

#include <algorithm>
#include <array>

#include "fmi/log_categories.h"

namespace kerf::fmu {

namespace {

auto CategoryOf(Status status) -> const char* {
  switch (status) {
    case Status::Ok:      return fmi::kLogEvents;
    case Status::Warning: return fmi::kLogWarnings;
    case Status::Discard:
    case Status::Error:
    case Status::Fatal:   break;
  }
  return fmi::kLogErrors;
}

auto StatusOf(diag::Level level) -> Status {
  switch (level) {
    case diag::Level::Note:    return Status::Ok;
    case diag::Level::Warning: return Status::Warning;
    case diag::Level::Error:   break;
  }
  return Status::Error;
}

}  // namespace

auto Log::Configure(bool is_on, const std::set<std::string>& categories) -> bool {
  constexpr auto kAll =
      std::to_array<const char*>({fmi::kLogErrors, fmi::kLogWarnings, fmi::kLogEvents, "logAll"});
  for (const std::string& category : categories) {
    if (std::ranges::find(kAll, category) == kAll.end()) return false;
  }
  is_on_ = is_on;
  categories_ = categories.contains("logAll") ? std::set<std::string>() : categories;
  return true;
}

void Log::Take(const diag::Diagnostic& diagnostic) {
  std::string text = buffers_ == nullptr ? "" : buffers_->Place(diagnostic.span);
  if (!text.empty()) text += ": ";
  text += diagnostic.text;
  for (const diag::Note& note : diagnostic.notes) text += "; " + note.text;
  Tell(StatusOf(diagnostic.level), text);
}

void Log::Tell(Status status, const std::string& text) {
  const char* category = CategoryOf(status);
  const bool is_wanted = is_on_ && (categories_.empty() || categories_.contains(category));
  if (function_ && (is_wanted || status != Status::Ok)) function_(status, category, text);
}

}  // namespace kerf::fmu
