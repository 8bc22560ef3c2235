// A worklist over functions; types are marked on the way.
#include "flat/print_uses.h"

#include "expr/walk.h"
#include "flat/print_expressions.h"

namespace kerf::flat {

namespace {

class Collector {
 public:
  Collector(const Model& model, const WorldNamer& namer)
      : model_(model),
        world_(*model.world),
        namer_(namer),
        walker_(world_.pool),
        enumerations_(world_.enumerations.size()),
        records_(world_.records.size()),
        objects_(world_.object_classes.size()),
        functions_(world_.functions.size()) {}

  auto Run() -> Uses {
    for (const FunctionId id : model_.functions) AddFunction(id);
    for (const VarId id : model_.vars.ids()) AddType(model_.vars[id].type);
    Walk(model_);
    while (!pending_.empty()) {
      const FunctionId id = pending_.back();
      pending_.pop_back();
      AddBody(*world_.bodies[world_.functions[id].body]);
    }
    return {Marked<uint16_t>(enumerations_), Marked<uint16_t>(records_), Marked<uint16_t>(objects_),
            Marked<FunctionId>(functions_)};
  }

 private:
  template <typename T>
  static auto Marked(const std::vector<bool>& marks) -> std::vector<T> {
    std::vector<T> list;
    for (size_t k = 0; k < marks.size(); ++k) {
      if (marks[k]) list.push_back(static_cast<T>(k));
    }
    return list;
  }

  template <typename Whole>
  void Walk(const Whole& whole) {
    std::vector<ExprId> roots;
    const auto add = [&](ExprId id) { roots.push_back(id); };
    VisitExpressions(whole, add);
    for (const ExprId id : walker_.Postorder(roots)) {
      AddType(world_.pool.type(id));
      if (world_.pool.op(id) == expr::Op::Function) AddFunction(world_.pool.function(id));
    }
  }

  void AddFunction(FunctionId id) {
    if (!id.has_value() || world_.functions[id].body == Function::kNoBody || functions_[id.index]) return;
    functions_[id.index] = true;
    pending_.push_back(id);
  }

  void AddBody(const FunctionBody& body) {
    for (const Local& local : body.variables) {
      AddType(local.type);
      AddFunction(local.function_type);
    }
    for (const DerivativeOf& derivative : body.derivatives) AddFunction(derivative.function);
    Walk(body);
  }

  // Records contain records of earlier or later numbers: a stack, since they may be deep.
  void AddType(const expr::Type& type) {
    if (type.kind < expr::Kind::Enumeration) return;
    std::vector<expr::Type> stack = {type};
    while (!stack.empty()) {
      const expr::Type top = stack.back();
      stack.pop_back();
      if (top.kind == expr::Kind::Enumeration) enumerations_[top.detail] = true;
      if (top.kind == expr::Kind::Object && !objects_[top.detail]) {
        objects_[top.detail] = true;
        AddFunction(namer_.Constructor(top.detail));
        AddFunction(namer_.Destructor(top.detail));
      }
      if (top.kind != expr::Kind::Record || records_[top.detail]) continue;
      records_[top.detail] = true;
      for (const RecordField& field : world_.records[top.detail].fields) stack.push_back(field.type);
    }
  }

  const Model& model_;
  const World& world_;
  const WorldNamer& namer_;
  expr::Walker walker_;
  std::vector<bool> enumerations_;
  std::vector<bool> records_;
  std::vector<bool> objects_;
  std::vector<bool> functions_;
  std::vector<FunctionId> pending_;
};

}  // namespace

auto CollectUses(const Model& model, const WorldNamer& namer) -> Uses {
  return Collector(model, namer).Run();
}

}  // namespace kerf::flat
