// The variables of a cut clause. One that was not declared before is a terminal variable from here on. In an
// indexed cut `cut hole[n] (x / f)` undeclared variables are arrays of that size, and hole[k] has x[k] and
// f[k].
#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

auto ClassBuilder::MakeElement(const CutElement& from, const std::vector<int32_t>& dims, uint32_t element)
    -> Element {
  Element made;
  if (from.dot) return made;
  const NameId name = elab_.Name(from.name);
  const auto found = cls_.var_names.find(name);
  made.negative = from.negative;
  if (found != cls_.var_names.end()) {
    made.var = found->second;
  } else {
    made.var = AddVar(name, VarKind::Terminal, pool_.shapes().Make(dims), from.span);
    cls_.vars[made.var].is_implicit = true;
  }
  cls_.vars[made.var].is_used = true;
  std::vector<int32_t> subscripts = ElementSubscripts(from, made.var, dims, element);
  made.first_subscript = static_cast<uint32_t>(cls_.subscripts.size());
  made.n_subscripts = static_cast<uint32_t>(subscripts.size());
  cls_.subscripts.insert(cls_.subscripts.end(), subscripts.begin(), subscripts.end());
  return made;
}

// Those that are written, or in an indexed cut those of the element if the variable's first sizes are the
// cut's.
auto ClassBuilder::ElementSubscripts(const CutElement& from, uint32_t var, const std::vector<int32_t>& dims,
                                     uint32_t element) -> std::vector<int32_t> {
  const auto shape = pool_.shapes().dims(cls_.vars[var].shape);
  std::vector<int32_t> subscripts;
  if (!from.subscripts.empty()) {
    Step step;
    step.name = from.name;
    step.span = from.span;
    if (from.subscripts.size() > shape.size())
      ReportSubscriptCount(step, shape.size(), from.subscripts.size());
    for (size_t k = 0; k < std::min(from.subscripts.size(), shape.size()); ++k) {
      EvaluateNodes(from.subscripts[k].first, from.subscripts[k].root, Use::Fixed);
      const auto subscript = FixedSubscript(from.subscripts[k].root.index, shape[k], step);
      subscripts.push_back(subscript.value_or(1));
    }
    return subscripts;
  }
  const bool is_array_of_cut =
      !dims.empty() && shape.size() >= dims.size() && std::equal(dims.begin(), dims.end(), shape.begin());
  if (is_array_of_cut) subscripts = SubscriptsOf(dims, element);
  return subscripts;
}

}  // namespace kerf::dymola
