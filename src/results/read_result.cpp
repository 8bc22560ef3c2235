// The choice of a reader by file name.
#include "results/read_result.h"

#include "results/extension.h"

namespace kerf::results {

auto ReadResult(const std::string& path) -> Loaded {
  const std::string extension = LowerExtension(path);
  if (extension == ".mat") return ReadMat(path);
  if (extension == ".csv") return ReadCsv(path);
  return {.table = {}, .error = UnknownExtensionText(path)};
}

}  // namespace kerf::results
