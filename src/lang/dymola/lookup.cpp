// Finding submodels, cuts and paths by name, with subscripts.
#include <algorithm>

#include "base/nearest.h"
#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(UnknownName, Error, "`{}` has no {} `{}`", std::string_view, std::string_view, std::string_view);
KERF_NOTE(DidYouMeanName, "did you mean `{}`?", std::string);
KERF_NOTE(IsSubmodel, "`{}` is a submodel; write `{}.` and the name of a variable", std::string_view,
          std::string_view);
KERF_DIAG(NodeFromOutside, Error, "`{}` is a node of `{}` and cannot be connected from outside",
          std::string_view, std::string_view);
KERF_DIAG(WrongSubscriptCount, Error, "`{}` needs {} subscripts but has {}", std::string_view, size_t,
          size_t);
KERF_DIAG(SubscriptOutside, Error, "the subscript {} of `{}` is outside of 1 to {}", int64_t,
          std::string_view, int32_t);

// More suggestions than these would cost more than they help.
constexpr int kMaxSuggestions = 20;

}  // namespace

void ClassBuilder::ReportUnknown(const Step& step, std::string_view what,
                                 const std::unordered_map<NameId, uint32_t>& names, const Class& in) {
  const NameId name = elab_.Name(step.name);
  auto report = emitter_.Emit(step.span, UnknownName, Text(in.name), what, Text(name));
  if (what == "variable" && in.sub_names.contains(name)) {
    report.Note({}, IsSubmodel, Text(name), Text(name));
    return;
  }
  if (++n_suggestions_ > kMaxSuggestions) return;
  std::vector<std::string> candidates;
  for (const auto& [candidate, index] : names) candidates.emplace_back(Text(candidate));
  std::ranges::sort(candidates);
  const std::string nearest = base::Nearest(Text(name), candidates);
  if (!nearest.empty()) report.Note({}, DidYouMeanName, nearest);
}

auto ClassBuilder::StepsOf(uint32_t first, uint32_t count) const -> std::span<const Step> {
  return {ast_.steps.data() + first, count};
}

// Evaluates the subscripts of a reference that stands outside of expressions, so that ElementIndex finds
// them.
void ClassBuilder::PrepareSubscripts(std::span<const Step> steps) {
  NodeId first;
  NodeId last;
  for (const Step& step : steps) {
    if (!step.has_subscripts || step.count == 0) continue;
    if (!first.has_value()) first = step.first_node;
    last = NodeId{ast_.lists[step.first + step.count - 1]};
  }
  if (first.has_value()) EvaluateNodes(first, last, Use::Fixed);
}

// The class itself if there are no steps.
auto ClassBuilder::FindSubmodel(std::span<const Step> steps) -> Place {
  Place place;
  const Class* in = &cls_;
  for (const Step& step : steps) {
    const auto found = in->sub_names.find(elab_.Name(step.name));
    if (found == in->sub_names.end()) {
      ReportUnknown(step, "submodel", in->sub_names, *in);
      return {};
    }
    const ClassSub& sub = in->subs[found->second];
    if (!sub.cls.has_value()) return {};
    const auto element = ElementIndex(sub.dims, step);
    if (!element) return {};
    in = &elab_[sub.cls];
    place.cls = sub.cls;
    place.var_offset += sub.var_offset + *element * in->n_slots();
    place.leaf_offset += sub.leaf_offset + *element * in->n_leaf_slots();
  }
  return place;
}

void ClassBuilder::ReportSubscriptCount(const Step& step, size_t wanted, size_t given) {
  emitter_.Emit(step.span, WrongSubscriptCount, elab_.program.names[step.name], wanted, given);
}

// Which element of an indexed submodel or cut a step means, counted row by row from 0.
auto ClassBuilder::ElementIndex(const std::vector<int32_t>& dims, const Step& step)
    -> std::optional<uint32_t> {
  if (step.count != dims.size()) {
    ReportSubscriptCount(step, dims.size(), step.count);
    return std::nullopt;
  }
  uint32_t index = 0;
  for (size_t k = 0; k < dims.size(); ++k) {
    const uint32_t node = ast_.lists[step.first + k];
    const auto subscript = FixedSubscript(node, dims[k], step);
    if (!subscript) return std::nullopt;
    index = index * static_cast<uint32_t>(dims[k]) + static_cast<uint32_t>(*subscript - 1);
  }
  return index;
}

auto ClassBuilder::FixedSubscript(uint32_t node, int32_t size, const Step& step) -> std::optional<int32_t> {
  const Value& value = ValueOf(node);
  if (value.expr == expr::Pool::kError) return std::nullopt;
  if (!value.is_fixed || !value.affine.holds) {
    ReportNotFixed(ast_.nodes[node].span);
    return std::nullopt;
  }
  if (!IsInRange(value.affine, size, step)) return std::nullopt;
  return static_cast<int32_t>(value.affine.constant);
}

// Whether the subscript stays within 1..size for all values of the running indices.
auto ClassBuilder::IsInRange(const Affine& affine, int32_t size, const Step& step) -> bool {
  int64_t low = affine.constant;
  int64_t high = affine.constant;
  for (const LoopIndex& loop : loops_) {
    if (!loop.is_iterator) continue;
    const int64_t k = affine.coefficients[loop.position];
    const int64_t a = k * loop.range.first;
    const int64_t b = k * loop.range.last;
    low += std::min(a, b);
    high += std::max(a, b);
  }
  if (low >= 1 && high <= size) return true;
  emitter_.Emit(step.span, SubscriptOutside, low < 1 ? low : high, elab_.program.names[step.name], size);
  return false;
}

auto ClassBuilder::FindCutIn(const Place& place, const Step& step) -> uint32_t {
  const Class& in = place.cls.has_value() ? elab_[place.cls] : cls_;
  const auto found = in.cut_names.find(elab_.Name(step.name));
  if (found == in.cut_names.end()) {
    ReportUnknown(step, "cut", in.cut_names, in);
    return kNoIndex;
  }
  const NamedCut& cut = in.cuts[found->second];
  if (cut.is_node && place.cls.has_value()) {
    emitter_.Emit(step.span, NodeFromOutside, Text(cut.name), Text(in.name));
    return kNoIndex;
  }
  return SelectCut(place, cut, step);
}

// One element of an indexed cut, or the tuple of all of them without subscripts.
auto ClassBuilder::SelectCut(const Place& place, const NamedCut& cut, const Step& step) -> uint32_t {
  if (step.has_subscripts || cut.dims.empty()) {
    const auto element = ElementIndex(cut.dims, step);
    return element ? ImportCut(place, cut.first_node + *element) : kNoIndex;
  }
  std::vector<uint32_t> members;
  for (uint32_t k = 0; k < cut.count; ++k) members.push_back(ImportCut(place, cut.first_node + k));
  return AddTuple(members, step.span);
}

auto ClassBuilder::FindPathIn(const Place& place, const Step& step) -> std::optional<NamedPath> {
  const Class& in = place.cls.has_value() ? elab_[place.cls] : cls_;
  const auto found = in.path_names.find(elab_.Name(step.name));
  if (found == in.path_names.end()) {
    ReportUnknown(step, "path", in.path_names, in);
    return std::nullopt;
  }
  NamedPath path = in.paths[found->second];
  if (path.from == kNoIndex) return std::nullopt;
  path.from = ImportCut(place, path.from);
  path.to = ImportCut(place, path.to);
  return path;
}

}  // namespace kerf::dymola
