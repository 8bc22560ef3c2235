// See submodels.h.
#include "session/submodels.h"

#include <algorithm>
#include <filesystem>

#include "flat/merge.h"
#include "session/find_process.h"

namespace kerf::session {

namespace {

KERF_DIAG(SubmodelFile, Error, "there is no file `{}` for the submodel `{}`", std::string, std::string);
KERF_DIAG(SubmodelType, Error,
          "the submodel `{}` is to be read from `{}`, but submodels are Modelica files .mo and DYMOLA files "
          ".dym",
          std::string, std::string);
KERF_DIAG(SubmodelFailed, Error, "the submodel `{}` cannot be made from {}", std::string, std::string);
KERF_DIAG(
    SubmodelOpen, Error,
    "nothing says what the submodel `{}` is: write FROM and a file, or name this program as process of a "
    "model (kerf simulate MODEL --process PROGRAM)",
    std::string);
KERF_DIAG(SubmodelsOpen, Error, "one model cannot be both submodels `{}` and `{}`", std::string, std::string);
KERF_DIAG(NoOpenSubmodel, Error,
          "the program has no open submodel that stands for the model: `SUBMODEL name;` without FROM");
KERF_DIAG(SubmodelHasProcess, Error,
          "the model of `{}` names `{}` as its process, which would not take part here; simulate that model, "
          "and leave its submodel open in the program",
          std::string, std::string);
KERF_DIAG(SubmodelSettingName, Error, "the submodel `{}` has no parameter `{}`", std::string, std::string);

// Libraries of the other language mean nothing to it.
void KeepLibraries(Request& request) {
  const std::string_view other = request.file.ends_with(".dym") ? ".mo" : ".dym";
  std::erase_if(request.libraries, [&](const std::string& library) { return library.ends_with(other); });
}

// Reads submodels one after the other into one world.
class SubmodelReader {
 public:
  SubmodelReader(cosy::Program& program, const Request& request, const Request* main,
                 source::Buffers& buffers, diag::Emitter& emitter)
      : program_(program), request_(request), main_(main), buffers_(buffers), emitter_(emitter) {}

  auto Run(std::unique_ptr<flat::Model>& made) -> bool {
    const uint32_t errors = emitter_.n_errors();
    if (!program_.submodels.empty()) made = std::make_unique<flat::Model>();
    for (cosy::Submodel& submodel : program_.submodels) Add(submodel, made.get());
    if (main_ != nullptr && open_ == nullptr) emitter_.Emit(program_.span, NoOpenSubmodel);
    return emitter_.n_errors() == errors;
  }

 private:
  [[nodiscard]] auto NameOf(const cosy::Submodel& submodel) const -> std::string {
    return std::string(program_.names.Written(submodel.name));
  }

  void Add(cosy::Submodel& submodel, flat::Model* into) {
    std::optional<Request> request = RequestFor(submodel);
    if (!request) return;
    request->world = into->world;
    request->sections = SectionUse::Together;
    // All are looked at together.
    request->checks_units = false;
    for (const cosy::SubmodelSetting& setting : submodel.settings)
      request->options.values.push_back({setting.name, setting.value});
    transform::Options options = request->options;
    std::vector<Phase> phases;
    const uint32_t errors = emitter_.n_errors();
    const auto flat = MakeFlat(*request, options, buffers_, emitter_, phases);
    if (!flat || emitter_.n_errors() != errors) {
      emitter_.Emit(submodel.span, SubmodelFailed, NameOf(submodel), SourceOf(*request));
      return;
    }
    // Structure parameters have gone into the equations.
    std::erase_if(submodel.settings, [&](const cosy::SubmodelSetting& setting) {
      return std::ranges::count(options.values, setting.name, &transform::GivenValue::name) == 0;
    });
    CheckSettings(submodel, *flat);
    flat::MergeUnder(into->world->names.Intern(NameOf(submodel)), *flat, *into);
  }

  static auto SourceOf(const Request& request) -> std::string {
    const std::string file = fmt::format("`{}`", std::filesystem::path(request.file).filename().string());
    if (request.model.empty()) return file;
    return fmt::format("`{}`{}", request.model, request.file.empty() ? "" : " of " + file);
  }

  auto RequestFor(cosy::Submodel& submodel) -> std::optional<Request> {
    if (submodel.file.empty() && submodel.class_name.empty()) return OpenRequest(submodel);
    Request request = request_;
    request.options = {};
    request.file.clear();
    request.model = submodel.class_name;
    if (submodel.file.empty()) {
      KeepLibraries(request);
      return request;
    }
    const std::filesystem::path folder = std::filesystem::path(request_.file).parent_path();
    const std::filesystem::path file = submodel.file;
    request.file = file.is_absolute() ? file.string() : (folder / file).string();
    KeepLibraries(request);
    if (!submodel.file.ends_with(".mo") && !submodel.file.ends_with(".dym")) {
      emitter_.Emit(submodel.span, SubmodelType, NameOf(submodel), submodel.file);
      return std::nullopt;
    }
    std::error_code error;
    if (!std::filesystem::exists(request.file, error)) {
      emitter_.Emit(submodel.span, SubmodelFile, submodel.file, NameOf(submodel));
      return std::nullopt;
    }
    const auto process = FindProcess(request, buffers_, emitter_);
    if (!process || process->empty()) return request;
    emitter_.Emit(submodel.span, SubmodelHasProcess, NameOf(submodel),
                  std::filesystem::path(*process).filename().string());
    return std::nullopt;
  }

  // What was set from outside counts like what the program sets.
  auto OpenRequest(cosy::Submodel& submodel) -> std::optional<Request> {
    if (main_ == nullptr) {
      emitter_.Emit(submodel.span, SubmodelOpen, NameOf(submodel));
      return std::nullopt;
    }
    if (open_ != nullptr) {
      emitter_.Emit(submodel.span, SubmodelsOpen, NameOf(*open_), NameOf(submodel));
      return std::nullopt;
    }
    open_ = &submodel;
    for (const transform::GivenValue& given : main_->options.values)
      submodel.settings.push_back({given.name, given.value, submodel.span});
    Request request = *main_;
    request.options = {};
    return request;
  }

  void CheckSettings(const cosy::Submodel& submodel, const flat::Model& flat) {
    for (const cosy::SubmodelSetting& setting : submodel.settings) {
      bool is_known = false;
      const std::string array = setting.name.substr(0, setting.name.rfind('['));
      for (const auto id : flat.vars.ids()) {
        const std::string name = flat.world->paths.Render(flat.vars[id].path);
        is_known = is_known || name == setting.name || name == array;
      }
      if (!is_known) emitter_.Emit(setting.span, SubmodelSettingName, NameOf(submodel), setting.name);
    }
  }

  cosy::Program& program_;
  const Request& request_;
  const Request* main_;
  source::Buffers& buffers_;
  diag::Emitter& emitter_;
  const cosy::Submodel* open_ = nullptr;
};

}  // namespace

auto MakeSubmodels(cosy::Program& program, const Request& request, const Request* main,
                   source::Buffers& buffers, diag::Emitter& emitter, std::unique_ptr<flat::Model>& made)
    -> bool {
  return SubmodelReader(program, request, main, buffers, emitter).Run(made);
}

}  // namespace kerf::session
