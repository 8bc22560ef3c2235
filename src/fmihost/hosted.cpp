// Opening, and the initialization. hosted_run.cpp has what follows.
#include "fmihost/hosted.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "fmi/read_description.h"
#include "fmi/unpack.h"
#include "fmihost/folders.h"

namespace kerf::fmihost {

namespace {

namespace fs = std::filesystem;

// The binary for this machine, as both versions name its folder.
auto PlatformOf(fmi::Version version) -> const char* {
#ifdef __aarch64__
  return version == fmi::Version::Two ? "aarch64-linux" : "aarch64-linux";
#else
  return version == fmi::Version::Two ? "linux64" : "x86_64-linux";
#endif
}

// For messages: what platforms there are.
auto PlatformsIn(const fs::path& folder) -> std::string {
  std::vector<std::string> names;
  std::error_code failure;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

}  // namespace

auto NoteFailure(Setting& setting, const char* status, bool is_final, bool is_fatal) -> std::string {
  const std::string& said = setting.last_message;
  std::string text = fmt::format("it returned {}{}{}", status, said.empty() ? "" : ": ", said);
  setting.is_broken = setting.is_broken || is_final;
  setting.is_lost = setting.is_lost || is_fatal;
  if (is_final) setting.failure = text;
  return text;
}

auto ToFmu(const fmi::ImportedModel& model, const fmi::ImportedVariable& variable, double number) -> double {
  if (variable.type != fmi::ValueType::Enumeration) return number;
  const auto& items = model.enumerations[variable.attributes.enumeration].items;
  const bool is_literal = number >= 1 && number <= static_cast<double>(items.size());
  return is_literal ? static_cast<double>(items[static_cast<size_t>(number) - 1].value) : number;
}

auto FromFmu(const fmi::ImportedModel& model, const fmi::ImportedVariable& variable, double number)
    -> double {
  if (variable.type != fmi::ValueType::Enumeration) return number;
  const auto& items = model.enumerations[variable.attributes.enumeration].items;
  const auto found = std::ranges::find(items, static_cast<int64_t>(number), &fmi::ImportedItem::value);
  return found == items.end() ? 1 : static_cast<double>(found - items.begin() + 1);
}

auto Hosted::Open(const OpenRequest& request) -> std::string {
  const std::string error = Unpack(request);
  return error.empty() ? MakeInstance() : error;
}

Hosted::~Hosted() {
  if (instance_ != nullptr && mode_ == Mode::Running && !setting_.is_broken) instance_->Terminate();
  instance_.reset();
  library_.reset();
  RemoveFolder(folder_);
}

auto Hosted::Unpack(const OpenRequest& request) -> std::string {
  std::string error;
  setting_.place.fmu = request.file;
  setting_.place.function = "reading";
  if (!fmi::ReadDescriptionOf(request.file, model_, error)) return error;
  if (model_.token != request.token)
    return fmt::format("its token is {}, not {}: it has changed since it was imported", model_.token,
                       request.token);
  const auto& interface = request.is_co_simulation ? model_.co_simulation : model_.model_exchange;
  if (!interface)
    return fmt::format("it does not offer {}", request.is_co_simulation ? "co-simulation" : "model exchange");
  component_ = fmi::MakeComponent(model_, request.is_co_simulation);
  if (request.texts.size() != component_.texts.size()) return "the texts are not those of the FMU";
  n_states_ = fmi::CountOf(model_, component_.states);
  texts_ = request.texts;
  folder_ = MakeFolder();
  if (folder_.empty()) return "there is no folder for what is in the FMU";
  if (!fmi::Unpack(request.file, folder_, error)) return error;
  const fs::path binaries = fs::path(folder_) / "binaries";
  const fs::path binary = binaries / PlatformOf(model_.version) / (interface->identifier + ".so");
  std::error_code failure;
  if (!fs::is_regular_file(binary, failure))
    return fmt::format("it has no binary for {}; there is: {}", PlatformOf(model_.version),
                       PlatformsIn(binaries));
  setting_.is_co_simulation = request.is_co_simulation;
  setting_.model = &model_;
  const fs::path resources = fs::path(folder_) / "resources";
  fs::create_directories(resources, failure);
  setting_.resources = resources.string();
  setting_.place.function = "loading";
  library_ = Library::Load(binary.string(), error);
  if (library_ == nullptr) return fmt::format("its binary cannot be loaded: {}", error);
  setting_.library = library_.get();
  return "";
}

auto Hosted::MakeInstance() -> std::string {
  instance_.reset();
  mode_ = Mode::Instantiated;
  count_ = 0;
  x_.clear();
  remembered_.clear();
  updated_.clear();
  std::string error;
  instance_ =
      model_.version == fmi::Version::Two ? MakeInstance2(setting_, error) : MakeInstance3(setting_, error);
  if (!error.empty()) return error;
  input_starts_.clear();
  uint32_t n = 0;
  for (const uint32_t input : component_.inputs) {
    input_starts_.push_back(n);
    n += model_.variables[input].count();
  }
  // Nothing has been set: no value is equal to what is not a number.
  inputs_.assign(n, std::nan(""));
  return "";
}

// Sets variables whose values are not those of the description. Numbers stand behind each other.
auto Hosted::SetChanged(std::span<const uint32_t> variables, std::span<const double> values) -> std::string {
  size_t at = 0;
  for (const uint32_t k : variables) {
    const fmi::ImportedVariable& variable = model_.variables[k];
    const uint32_t n = variable.count();
    bool is_changed = false;
    for (uint32_t i = 0; i < n; ++i) {
      const size_t start = variable.start.size() == 1 ? 0 : i;
      const double given =
          start < variable.start.size() ? FromFmu(model_, variable, variable.start[start]) : std::nan("");
      is_changed = is_changed || values[at + i] != given;
    }
    std::string error = is_changed ? instance_->SetNumbers({&k, 1}, values.data() + at) : "";
    if (!error.empty()) return fmt::format("{} (`{}`)", error, variable.name);
    at += n;
  }
  return "";
}

auto Hosted::Initialize(std::span<const double> v, std::span<double> y) -> std::string {
  const uint32_t n_parameters = fmi::CountOf(model_, component_.parameters);
  const uint32_t n_exact = fmi::CountOf(model_, component_.exact_states);
  uint32_t n_inputs = 0;
  for (const uint32_t k : component_.initial_inputs)
    n_inputs += model_.variables[component_.inputs[k]].count();
  if (v.size() != 1 + n_parameters + n_exact + n_inputs || y.size() != 1 + n_states_)
    return "the arguments are not those of the FMU";
  if (!std::ranges::equal(v, started_by_) || started_.empty()) {
    if (mode_ != Mode::Instantiated) {
      if (std::string error = MakeInstance(); !error.empty()) return error;
    }
    started_by_.assign(v.begin(), v.end());
    started_.clear();
    if (std::string error = Start(v); !error.empty()) return error;
  }
  std::ranges::copy(started_, y.begin());
  return "";
}

auto Hosted::Start(std::span<const double> v) -> std::string {
  setting_.place.time = time_ = v[0];
  const uint32_t n_parameters = fmi::CountOf(model_, component_.parameters);
  const uint32_t n_exact = fmi::CountOf(model_, component_.exact_states);
  for (size_t k = 0; k < texts_.size(); ++k) {
    const fmi::ImportedVariable& variable = model_.variables[component_.texts[k]];
    const std::string given = variable.start_texts.empty() ? "" : variable.start_texts.front();
    if (!variable.sizes.empty() || texts_[k] == given) continue;
    if (std::string error = instance_->SetText(component_.texts[k], texts_[k]); !error.empty()) return error;
  }
  std::string error = SetChanged(component_.parameters, v.subspan(1, n_parameters));
  if (error.empty()) error = SetChanged(component_.exact_states, v.subspan(1 + n_parameters, n_exact));
  if (error.empty()) error = instance_->EnterInitialization(v[0]);
  if (error.empty()) {
    mode_ = Mode::Initialization;
    count_ = 1;
    error = SetInputs(v.subspan(1 + n_parameters + n_exact), component_.initial_inputs, true);
  }
  if (!error.empty()) return error;
  started_.assign(1 + n_states_, 1);
  return instance_->GetNumbers(component_.states, started_.data() + 1);
}

}  // namespace kerf::fmihost
