// The only file that knows libzip.
#include "fmi/package.h"

#include <zip.h>

#include <filesystem>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/sha256.h"
#include "fmi/terminals.h"

namespace kerf::fmi {

namespace {

// Letters, digits and underscores, as names of shared libraries and prefixes of C functions.
auto IdentifierOf(const std::string& name) -> std::string {
  std::string identifier;
  for (const char c : name) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_digit = c >= '0' && c <= '9';
    if (identifier.empty() && is_digit) identifier += '_';
    identifier += is_letter || is_digit ? c : '_';
  }
  return identifier.empty() ? "model" : identifier;
}

class Archive {
 public:
  explicit Archive(const std::string& path) {
    int code = 0;
    zip_ = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
    if (zip_ != nullptr) return;
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    error_ = zip_error_strerror(&error);
    zip_error_fini(&error);
  }
  Archive(const Archive&) = delete;
  auto operator=(const Archive&) -> Archive& = delete;
  ~Archive() {
    if (zip_ != nullptr) zip_discard(zip_);
  }

  // The text must live until Close.
  void AddText(const std::string& name, std::string_view text) {
    if (zip_ != nullptr) Add(name, zip_source_buffer(zip_, text.data(), text.size(), 0));
  }
  void AddFile(const std::string& name, const std::string& path) {
    if (zip_ != nullptr) Add(name, zip_source_file(zip_, path.c_str(), 0, -1));
  }
  // "" or what went wrong.
  auto Close() -> std::string {
    if (!error_.empty()) return error_;
    if (zip_close(zip_) == 0) {
      zip_ = nullptr;
      return {};
    }
    return zip_strerror(zip_);
  }

 private:
  // Fast rather than small: the code is the same in all FMUs. Files have no time of their own, so that the
  // same model gives the same bytes.
  void Add(const std::string& name, zip_source_t* source) {
    if (!error_.empty()) return;
    const zip_int64_t index =
        source == nullptr ? -1 : zip_file_add(zip_, name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(source);
      error_ = zip_strerror(zip_);
      return;
    }
    const auto at = static_cast<zip_uint64_t>(index);
    constexpr zip_uint16_t kFast = 1;
    constexpr zip_uint16_t kDate = (2000 - 1980) << 9 | 1 << 5 | 1;
    zip_set_file_compression(zip_, at, ZIP_CM_DEFLATE, kFast);
    zip_file_set_dostime(zip_, at, 0, kDate, 0);
    // Importers unpack a library that may be executed.
    constexpr zip_uint32_t kMode = 0100755U << 16;
    zip_file_set_external_attributes(zip_, at, 0, ZIP_OPSYS_UNIX, kMode);
  }

  zip_t* zip_ = nullptr;
  std::string error_;
};

}  // namespace

auto TokenOf(std::string_view stored) -> std::string {
  return "{" + base::Sha256Of(stored).substr(0, 32) + "}";
}

namespace {

auto SourceWith(std::string source, const std::string& token) -> std::string {
  const std::string mark = kTokenMark;
  const size_t at = source.find(mark);
  return at == std::string::npos ? source : source.replace(at, mark.size(), token);
}

}  // namespace

auto WritePackage(const model::CompiledModel& compiled, std::string_view stored,
                  const PackageOptions& options, const std::string& path) -> std::string {
  const Interface& interface = options.interface;
  const bool is_source = !options.source.empty();
  DescriptionOptions description;
  description.identifier = IdentifierOf(compiled.name);
  description.token = TokenOf(is_source ? options.source : stored);
  description.tool = options.tool;
  description.has_model_exchange = options.has_model_exchange;
  description.has_co_simulation = options.has_co_simulation;
  description.has_states = options.has_states && !is_source;
  description.is_source = is_source;
  const bool is_two = options.version == Version::Two;
  const std::string xml = is_two ? Description2(compiled, interface, description)
                                 : Description3(compiled, interface, description);
  const std::string platform = is_two ? "linux64" : "x86_64-linux";
  // A file that is half written is never seen under the name.
  const std::string partial = path + ".part";
  Archive archive(partial);
  archive.AddText("modelDescription.xml", xml);
  const std::string source = is_source ? SourceWith(options.source, description.token) : "";
  const std::string build = is_source && !is_two ? BuildDescription3(description) : "";
  if (is_source) {
    archive.AddText("sources/" + description.identifier + ".c", source);
    if (!build.empty()) archive.AddText("sources/buildDescription.xml", build);
  } else {
    archive.AddFile("binaries/" + platform + "/" + description.identifier + ".so", options.library);
    archive.AddText(kModelFile, stored);
  }
  const std::string terminals = is_two ? "" : Terminals3(compiled, interface);
  if (!terminals.empty()) archive.AddText("terminalsAndIcons/terminalsAndIcons.xml", terminals);
  for (const auto& [name, file] : options.files) archive.AddFile("resources/" + name, file);
  std::string error = archive.Close();
  std::error_code code;
  if (error.empty()) {
    std::filesystem::rename(partial, path, code);
    if (code) error = code.message();
  }
  if (!error.empty()) std::filesystem::remove(partial, code);
  return error;
}

}  // namespace kerf::fmi
