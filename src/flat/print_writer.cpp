// Sizes of variables.
#include "flat/print_writer.h"

namespace kerf::flat {

auto Writer::Dimensions(const expr::Type& type, const std::vector<ExprId>& sizes) const -> std::string {
  const auto dims = world().pool.shapes().dims(type.shape);
  if (dims.empty()) return "";
  std::string text = "[";
  for (size_t k = 0; k < dims.size(); ++k) {
    if (k > 0) text += ",";
    if (dims[k] != expr::kUnknownSize) {
      text += std::to_string(dims[k]);
    } else {
      text += k < sizes.size() && sizes[k].has_value() ? Expr(sizes[k]) : ":";
    }
  }
  return text + "]";
}

}  // namespace kerf::flat
