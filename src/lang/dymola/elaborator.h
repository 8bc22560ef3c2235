// What elaboration shares: the program, the flat model under construction, and the classes made so far.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "lang/dymola/class.h"
#include "lang/dymola/dymola.h"

namespace kerf::dymola {

// Values given for the structure parameters of a type, in their order; none where the default holds.
using StructureValues = std::vector<std::optional<double>>;

struct Elaborator {
  Elaborator(const Program& the_program, const FlattenOptions& the_options, diag::Emitter& the_emitter);

  // The class of a declaration for these structure parameters, elaborated on first use. Without value if a
  // parameter has no value or submodels are nested too deeply, which is reported at `use`.
  auto ClassOf(DeclId decl, const StructureValues& given, const Span& use) -> ClassId;
  auto operator[](ClassId id) const -> const Class& { return *classes[id.index]; }

  // The name in the flat model's interner.
  auto Name(NameId program_name) -> NameId;
  auto Text(NameId name) const -> std::string_view { return world.names[name]; }
  auto MakeOrigin(const Span& span, flat::MadeBy made_by) -> OriginId;
  auto FunctionOf(NameId name, uint32_t n_outputs) -> expr::FunctionId;

  const Program& program;
  const Ast& ast;
  const FlattenOptions& options;
  diag::Emitter& emitter;
  flat::Model model;
  flat::World& world;
  expr::Pool& pool;
  std::vector<std::unique_ptr<Class>> classes;
  // Classes of each declaration by the values of its structure parameters.
  std::vector<std::map<std::vector<double>, ClassId>> variants;
  int depth = 0;

 private:
  std::vector<NameId> names_;
  std::map<std::pair<NameId, uint32_t>, expr::FunctionId> functions_;
};

// The structure parameters of a declaration, as indices into its parameters.
auto StructureParameters(const ModelDecl& decl) -> std::vector<uint32_t>;

// The subscripts of element number `element` of something indexed, counted row by row.
auto SubscriptsOf(const std::vector<int32_t>& dims, uint32_t element) -> std::vector<int32_t>;

}  // namespace kerf::dymola
