// Bytes from and to files.
#include "compile/model_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "compile/store.h"
#include "model/file.h"

namespace kerf::compile {

namespace {

KERF_DIAG(CannotOpenModel, Error, "cannot read the compiled model `{}`: {}", std::string, std::string);
KERF_DIAG(CannotWriteModel, Error, "cannot write the compiled model `{}`: {}", std::string, std::string);
KERF_DIAG(CannotStoreModel, Error, "`{}` cannot be written to a file yet: {}", std::string, std::string);

}  // namespace

auto TryReadModel(const std::string& path, source::Buffers& buffers, diag::Emitter& emitter)
    -> std::shared_ptr<const model::CompiledModel> {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  if (file) bytes << file.rdbuf();
  if (!file || file.bad()) {
    emitter.Emit({}, CannotOpenModel, path, std::string(errno != 0 ? std::strerror(errno) : "it is empty"));
    return nullptr;
  }
  std::string error;
  const auto read = model::Read(bytes.view(), error);
  auto opened = read ? Open(*read, buffers, {}, error) : nullptr;
  if (!opened) emitter.Emit({}, CannotOpenModel, path, error);
  return opened;
}

auto WriteModel(const model::CompiledModel& compiled, const std::string& path, const source::Buffers& buffers,
                diag::Emitter& emitter) -> bool {
  std::string why;
  const auto storable = MakeStorable(compiled, buffers, Reach::Anywhere, why);
  if (!storable) {
    emitter.Emit({}, CannotStoreModel, compiled.name, why);
    return false;
  }
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << model::Write(*storable);
  file.close();
  if (!file) emitter.Emit({}, CannotWriteModel, path, std::string(std::strerror(errno)));
  return static_cast<bool>(file);
}

}  // namespace kerf::compile
