// The image of the library, with other names of files in it.
#include "compile/bundle.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "flat/foreign.h"
#include "flat/library.h"
#include "flat/world.h"
#include "model/library_image.h"

namespace kerf::compile {

namespace {

namespace fs = std::filesystem;
using model::CompiledModel;
using model::LibraryImage;

// Stands for the folder. No text of a model begins like that by accident.
constexpr std::string_view kFolder =
    "\x01"
    "folder/";

auto CopyOf(const CompiledModel& model) -> std::shared_ptr<LibraryImage> {
  auto image = std::make_shared<LibraryImage>();
  static_cast<model::LibraryTables&>(*image) = static_cast<const LibraryImage&>(*model.library);
  return image;
}

class Bundler {
 public:
  Bundler(const CompiledModel& model, const CompiledModel& storable, std::vector<BundledFile>& files)
      : world_(*flat::LibraryOf(model).world), image_(CopyOf(storable)), files_(files) {}

  auto Run(std::string& why) -> std::shared_ptr<const LibraryImage> {
    for (size_t k = 0; k < image_->functions.size(); ++k) {
      const uint32_t body = image_->functions[k].body;
      if (body != model::kNone && image_->bodies[body].external && image_->bodies[body].external->unit)
        TakeUnit(expr::FunctionId{static_cast<uint32_t>(k)}, *image_->bodies[body].external);
    }
    for (model::ValueImage& value : image_->values) TakeText(value.text);
    for (std::string& name : image_->names) TakeText(name);
    // Functions in C are found by their shared objects, files by their names.
    image_->folders.clear();
    why = why_;
    return why_.empty() ? image_ : nullptr;
  }

 private:
  void TakeUnit(expr::FunctionId function, model::ExternalImage& external) {
    const std::string file = world_.foreign == nullptr ? "" : world_.foreign->FileOf(function);
    if (file.empty()) {
      Refuse(fmt::format("`{}`, which is not written in Modelica, has no shared object", external.name));
      return;
    }
    external.unit = model::UnitImage{};
    external.unit->archives = {NameOf("external", file)};
  }

  void TakeText(std::string& text) {
    if (text.starts_with("modelica:")) Refuse("a function reads a file of a library when it is called");
    if (!text.starts_with("/")) return;
    std::error_code none;
    if (fs::is_regular_file(text, none))
      text = NameOf("files", text);
    else if (text != "/" && fs::is_directory(text, none))
      Refuse(fmt::format("it reads the folder {}", text));
  }

  // Each file once; names say what they are, and numbers keep them apart.
  auto NameOf(const char* folder, const std::string& path) -> std::string {
    auto found = std::ranges::find(files_, path, &BundledFile::path);
    if (found == files_.end()) {
      const std::string name =
          fmt::format("{}/{}-{}", folder, files_.size() + 1, fs::path(path).filename().string());
      found = files_.insert(files_.end(), {name, path});
    }
    return std::string(kFolder) + found->name;
  }

  void Refuse(std::string why) {
    if (why_.empty()) why_ = std::move(why);
  }

  const flat::World& world_;
  std::shared_ptr<LibraryImage> image_;
  std::vector<BundledFile>& files_;
  std::string why_;
};

void PutFolder(std::string& text, const std::string& folder) {
  if (text.starts_with(kFolder)) text = folder + "/" + text.substr(kFolder.size());
}

auto WithLibrary(const CompiledModel& model, std::shared_ptr<const LibraryImage> image)
    -> std::shared_ptr<const CompiledModel> {
  auto changed = std::make_shared<CompiledModel>(model);
  changed->library = std::move(image);
  return changed;
}

}  // namespace

auto CallsForeign(const CompiledModel& model) -> bool {
  const auto& image = static_cast<const LibraryImage&>(*model.library);
  return image.has_foreign || !image.objects.empty();
}

auto Bundle(const CompiledModel& model, const CompiledModel& storable, std::vector<BundledFile>& files,
            std::string& why) -> std::shared_ptr<const CompiledModel> {
  auto image = Bundler(model, storable, files).Run(why);
  return image == nullptr ? nullptr : WithLibrary(storable, std::move(image));
}

auto InFolder(const CompiledModel& read, const std::string& folder) -> std::shared_ptr<const CompiledModel> {
  const auto image = CopyOf(read);
  for (model::ValueImage& value : image->values) PutFolder(value.text, folder);
  for (std::string& name : image->names) PutFolder(name, folder);
  for (model::BodyImage& body : image->bodies) {
    if (!body.external || !body.external->unit) continue;
    for (std::string& file : body.external->unit->archives) PutFolder(file, folder);
  }
  return WithLibrary(read, image);
}

}  // namespace kerf::compile
