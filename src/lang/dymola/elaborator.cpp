// Classes on demand, names and functions.
#include "lang/dymola/elaborator.h"

#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(SubmodelsTooDeep, Error, "submodels are nested more than {} deep", int);

constexpr int kMaxClassDepth = 200;

}  // namespace

namespace {

auto ModelIn(const std::shared_ptr<flat::World>& world) -> flat::Model {
  flat::Model model;
  if (world != nullptr) model.world = world;
  return model;
}

}  // namespace

Elaborator::Elaborator(const Program& the_program, const FlattenOptions& the_options,
                       diag::Emitter& the_emitter)
    : program(the_program),
      ast(the_program.ast),
      options(the_options),
      emitter(the_emitter),
      model(ModelIn(the_options.world)),
      world(*model.world),
      pool(world.pool),
      variants(ast.decls.size()),
      names_(the_program.names.size()) {}

auto Elaborator::Name(NameId program_name) -> NameId {
  NameId& name = names_[program_name.index];
  if (!name.has_value()) name = world.names.Intern(program.names[program_name]);
  return name;
}

auto Elaborator::MakeOrigin(const Span& span, flat::MadeBy made_by) -> OriginId {
  return world.origins.Add({span, made_by, {}});
}

auto Elaborator::FunctionOf(NameId name, uint32_t n_outputs) -> expr::FunctionId {
  const auto [place, added] = functions_.try_emplace({name, n_outputs});
  if (added) place->second = world.functions.Add({name, n_outputs});
  return place->second;
}

auto Elaborator::ClassOf(DeclId decl, const StructureValues& given, const Span& use) -> ClassId {
  auto cls = std::make_unique<Class>();
  cls->decl = decl;
  cls->name = Name(ast[decl].name);
  ClassBuilder builder(*this, *cls);
  if (!builder.DeclareStructure(given, use)) return {};
  const std::vector<double> values = builder.structure_values();
  if (const auto known = variants[decl.index].find(values); known != variants[decl.index].end())
    return known->second;
  ++depth;
  if (depth <= kMaxClassDepth) builder.Build();
  --depth;
  const bool is_deep = depth >= kMaxClassDepth || cls->depth > kMaxClassDepth;
  if (is_deep) emitter.Emit(use, SubmodelsTooDeep, kMaxClassDepth);
  const ClassId id = is_deep ? ClassId{} : ClassId{classes.size()};
  if (!is_deep) classes.push_back(std::move(cls));
  variants[decl.index].emplace(values, id);
  return id;
}

auto StructureParameters(const ModelDecl& decl) -> std::vector<uint32_t> {
  std::vector<uint32_t> indices;
  for (uint32_t k = 0; k < decl.parameters.size(); ++k) {
    if (decl.parameters[k].is_structure) indices.push_back(k);
  }
  return indices;
}

auto SubscriptsOf(const std::vector<int32_t>& dims, uint32_t element) -> std::vector<int32_t> {
  std::vector<int32_t> subscripts(dims.size());
  for (size_t k = dims.size(); k > 0; --k) {
    const auto size = static_cast<uint32_t>(dims[k - 1]);
    subscripts[k - 1] = static_cast<int32_t>(element % size) + 1;
    element /= size;
  }
  return subscripts;
}

}  // namespace kerf::dymola
