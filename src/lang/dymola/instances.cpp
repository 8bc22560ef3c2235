// See instances.h.
#include "lang/dymola/instances.h"

#include <algorithm>

namespace kerf::dymola {

namespace {

struct Frame {
  uint32_t instance;
  uint32_t sub;
  uint32_t element;
};

auto MakeChild(Elaborator& elab, const Instance& parent, uint32_t parent_index, const ClassSub& sub,
               uint32_t element) -> Instance {
  const Class& type = elab[sub.cls];
  Instance child;
  child.cls = sub.cls;
  child.parent = parent_index;
  child.path = elab.world.paths.Child(parent.path, sub.name, SubscriptsOf(sub.dims, element));
  child.base = parent.base + sub.var_offset + element * type.n_slots();
  child.is_prototype = parent.is_prototype && sub.takes_prototype && element == 0;
  child.event = parent.is_prototype ? sub.event : parent.event;
  if (child.is_prototype) child.event = elab.ast[type.decl].event;
  return child;
}

}  // namespace

void TakePrototypes(Elaborator& elab, const std::vector<std::pair<DeclId, ClassId>>& decls) {
  std::vector<ClassSub*> subs;
  for (const auto& [decl, cls] : decls) {
    for (ClassSub& sub : elab.classes[cls.index]->subs) {
      if (sub.cls.has_value()) subs.push_back(&sub);
    }
  }
  std::ranges::stable_sort(subs, {}, &ClassSub::event);
  std::vector<bool> taken(elab.ast.decls.size(), false);
  for (ClassSub* sub : subs) {
    const DeclId type = elab[sub->cls].decl;
    // A type with structure parameters is compiled anew for each of its submodels.
    const bool is_variable = elab.ast[type].is_type && !StructureParameters(elab.ast[type]).empty();
    sub->takes_prototype = !is_variable && !taken[type.index];
    if (!is_variable) taken[type.index] = true;
  }
}

auto BuildInstances(Elaborator& elab, ClassId top) -> InstanceTree {
  InstanceTree tree;
  tree.instances.reserve(elab[top].n_instances);
  Instance root;
  root.cls = top;
  root.path = base::PathStore::kRoot;
  root.is_prototype = true;
  root.event = elab.ast[elab[top].decl].event;
  tree.instances.push_back(root);
  std::vector<Frame> stack = {{0, 0, 0}};
  uint32_t counter = 0;
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const Instance instance = tree.instances[frame.instance];
    const Class& cls = elab[instance.cls];
    if (frame.sub == cls.subs.size()) {
      tree.instances[frame.instance].key = uint64_t{instance.event} << 32 | counter++;
      tree.order.push_back(frame.instance);
      stack.pop_back();
      continue;
    }
    const ClassSub& sub = cls.subs[frame.sub];
    if (frame.element == sub.count) {
      ++frame.sub;
      frame.element = 0;
      continue;
    }
    const uint32_t index = static_cast<uint32_t>(tree.instances.size());
    tree.instances.push_back(MakeChild(elab, instance, frame.instance, sub, frame.element++));
    stack.push_back({index, 0, 0});
  }
  std::ranges::sort(tree.order, {}, [&](uint32_t k) { return tree.instances[k].key; });
  return tree;
}

}  // namespace kerf::dymola
