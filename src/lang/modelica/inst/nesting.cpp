// Classes that contain themselves, directly or through others.
#include "lang/modelica/inst/instances.h"

namespace kerf::modelica {

namespace {

// Components in components beyond this, or so many of one class inside each other, are taken for a class that
// contains itself.
constexpr uint32_t kMaxNesting = 600;
constexpr uint32_t kMaxOfOneClass = 60;

KERF_DIAG(RecursiveComponents, Error, "a class contains itself: {}", std::string);

}  // namespace

// Every branch of the tree would come to the same end, and there may be 2^depth of them: one is told, and no
// further instance is made.
auto Instances::IsEndless(const Component* component) -> bool {
  if (is_recursive_) return true;
  if (component->parent == nullptr) return false;
  const Shape* shape = Whole(component->parent)->shape;
  uint32_t depth = 0;
  uint32_t n = 0;
  for (const Component* at = component; at != nullptr && at->parent != nullptr;
       at = Whole(at->parent)->component) {
    ++depth;
    n += Whole(at->parent)->shape == shape ? 1 : 0;
  }
  if (depth <= kMaxNesting && n <= kMaxOfOneClass) return false;
  emitter_.Emit(program_.SpanOf(component->node), RecursiveComponents, CycleText(component));
  is_recursive_ = true;
  return true;
}

// "A has b of class B, which has a of class A": from the class that comes again.
auto Instances::CycleText(const Component* component) -> std::string {
  std::vector<const Component*> chain;
  const Shape* again = Whole(component->parent)->shape;
  const Component* at = component;
  do {
    chain.push_back(at);
    const Inst* owner = Whole(at->parent);
    at = owner->component;
    if (owner->shape == again && chain.size() > 1) break;
  } while (at != nullptr && at->parent != nullptr && chain.size() < 8);
  std::string text = program_.FullName(again->cls);
  for (size_t k = chain.size(); k-- > 0;) {
    if (chain[k]->type == nullptr) continue;
    text += " has `" + std::string(world_.names[chain[k]->name]) + "` of class " +
            program_.FullName(chain[k]->type->shape->cls) + (k > 0 ? ", which" : "");
  }
  return text;
}

}  // namespace kerf::modelica
