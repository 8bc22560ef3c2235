// Each class gets its text once; variables are rendered where they occur.
#include "flat/print_names.h"

#include <unordered_map>

#include <fmt/format.h>

#include "expr/print_identifier.h"

namespace kerf::flat {

WorldNamer::WorldNamer(const World& world) : world_(world) {
  NameTypes();
  NameFunctions();
}

auto WorldNamer::Body(FunctionId function) const -> const FunctionBody* {
  if (!world_.functions.Contains(function)) return nullptr;
  const uint32_t body = world_.functions[function].body;
  return body == Function::kNoBody ? nullptr : world_.bodies[body].get();
}

// The name, or with the smallest number behind it that nothing else has.
auto WorldNamer::Unique(std::string name) -> std::string {
  std::string text = expr::ModelicaIdentifier(name);
  if (text.front() == '\'') name = text.substr(1, text.size() - 2);
  for (int k = 2; classes_.contains(text); ++k) text = fmt::format("'{}${}'", name, k);
  classes_.insert(text);
  return text;
}

void WorldNamer::NameTypes() {
  for (const Enumeration& e : world_.enumerations) enumerations_.push_back(Unique(Text(e.name)));
  for (const Record& record : world_.records) records_.push_back(Unique(Text(record.name)));
  for (const NameId name : world_.object_classes) objects_.push_back(Unique(Text(name)));
  object_functions_.resize(objects_.size());
}

void WorldNamer::NameFunctions() {
  is_defined_by_type_.resize(world_.functions.size());
  std::unordered_map<std::string, FunctionId> found;
  for (const FunctionId id : world_.functions.ids()) {
    if (Body(id) != nullptr) found.emplace(Text(world_.functions[id].name), id);
  }
  const auto find = [&](const std::string& name) -> FunctionId {
    const auto entry = found.find(name);
    if (entry == found.end()) return {};
    is_defined_by_type_[entry->second.index] = true;
    return entry->second;
  };
  for (size_t k = 0; k < objects_.size(); ++k) {
    const std::string name = Text(world_.object_classes[k]);
    object_functions_[k] = {find(name + ".constructor"), find(name + ".destructor")};
  }
  functions_.resize(world_.functions.size());
  for (size_t k = 0; k < objects_.size(); ++k) {
    const auto [constructor, destructor] = object_functions_[k];
    if (constructor.has_value()) functions_[constructor.index] = objects_[k];
    if (destructor.has_value()) functions_[destructor.index] = objects_[k] + ".destructor";
  }
  for (const FunctionId id : world_.functions.ids()) {
    if (is_defined_by_type_[id.index] || TryNameByType(id)) continue;
    const std::string name = Text(world_.functions[id].name);
    functions_[id.index] = Body(id) == nullptr ? expr::ModelicaIdentifier(name) : Unique(name);
  }
}

// The constructor of a record has the record's name.
auto WorldNamer::TryNameByType(FunctionId function) -> bool {
  const FunctionBody* body = Body(function);
  if (body == nullptr || !body->is_constructor || body->variables.size() <= body->n_inputs) return false;
  const expr::Type& type = body->variables[body->n_inputs].type;
  if (type.kind != expr::Kind::Record) return false;
  functions_[function.index] = records_[type.detail];
  return is_defined_by_type_[function.index] = true;
}

void WorldNamer::AddVariable(const std::string& name) {
  if (classes_.contains(name)) hidden_.insert(name);
}

auto WorldNamer::Visible(const std::string& name) const -> std::string {
  return hidden_.contains(name) ? "." + name : name;
}

auto WorldNamer::FunctionName(FunctionId function) const -> std::string {
  return Visible(functions_[function.index]);
}

auto WorldNamer::InputName(FunctionId function, uint32_t position) const -> std::string {
  const FunctionBody* body = Body(function);
  if (body == nullptr || position >= body->variables.size()) return Namer::InputName(function, position);
  return expr::ModelicaIdentifier(world_.names[body->variables[position].name]);
}

auto WorldNamer::Text(NameId name) const -> std::string { return std::string(world_.names[name]); }

auto WorldNamer::LiteralName(uint16_t detail, int64_t ordinal) const -> std::string {
  const auto& literals = world_.enumerations[detail].literals;
  // A value outside the enumeration cannot be written as a literal.
  if (ordinal < 1 || static_cast<size_t>(ordinal) > literals.size()) {
    return fmt::format("{}({})", Visible(enumerations_[detail]), ordinal);
  }
  const std::string_view literal = world_.names[literals[static_cast<size_t>(ordinal - 1)]];
  return fmt::format("{}.{}", Visible(enumerations_[detail]), expr::ModelicaIdentifier(literal));
}

auto WorldNamer::TypeName(const expr::Type& type) const -> std::string {
  switch (type.kind) {
    case expr::Kind::Real:        return "Real";
    case expr::Kind::Integer:     return "Integer";
    case expr::Kind::Boolean:     return "Boolean";
    case expr::Kind::Text:        return "String";
    case expr::Kind::Clock:       return "Clock";
    case expr::Kind::Function:    return "Function";
    case expr::Kind::Enumeration: return Visible(enumerations_[type.detail]);
    case expr::Kind::Record:      return Visible(records_[type.detail]);
    case expr::Kind::Object:      return Visible(objects_[type.detail]);
  }
  return "";
}

auto WorldNamer::FieldName(uint16_t detail, uint32_t position) const -> std::string {
  return expr::ModelicaIdentifier(world_.names[world_.records[detail].fields[position].name]);
}

auto WorldNamer::Constructor(uint16_t object_class) const -> FunctionId {
  return object_functions_[object_class].constructor;
}

auto WorldNamer::Destructor(uint16_t object_class) const -> FunctionId {
  return object_functions_[object_class].destructor;
}

auto WorldNamer::IsDefinedByType(FunctionId function) const -> bool {
  return is_defined_by_type_[function.index];
}

ModelNamer::ModelNamer(const Model& model) : WorldNamer(*model.world), model_(model) {
  for (const VarId id : model.vars.ids()) AddVariable(VarName(id));
  for (const auto& body : world().bodies) {
    for (const Local& local : body->variables)
      AddVariable(expr::ModelicaIdentifier(world().names[local.name]));
  }
}

auto ModelNamer::VarName(VarId var) const -> std::string {
  return expr::ModelicaIdentifier(world().paths.Render(model_.vars[var].path));
}

auto ModelNamer::DerivativeOf(VarId var) const -> VarId { return model_.vars[var].derivative_of; }

auto ModelNamer::LocalName(uint32_t position) const -> std::string {
  if (body_ == nullptr || position >= body_->variables.size()) return Namer::LocalName(position);
  return expr::ModelicaIdentifier(world().names[body_->variables[position].name]);
}

}  // namespace kerf::flat
