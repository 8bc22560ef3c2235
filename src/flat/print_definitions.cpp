// Definitions of what a model uses: enumerations, records, classes of objects, functions; each sorted by
// name, so that the order does not depend on who asked for them first.
#include <algorithm>

#include <fmt/format.h>

#include "expr/print_identifier.h"
#include "flat/print_uses.h"
#include "flat/print_writer.h"

namespace kerf::flat {

namespace {

template <typename T>
struct Named {
  // As it is defined, without the leading dot of a use.
  std::string name;
  T id;
};

template <typename T, typename NameOf>
auto Sorted(const std::vector<T>& ids, NameOf name_of) -> std::vector<Named<T>> {
  std::vector<Named<T>> list;
  for (const T id : ids) {
    std::string name = name_of(id);
    if (name.starts_with('.')) name.erase(0, 1);
    list.push_back({std::move(name), id});
  }
  std::ranges::sort(list, {}, &Named<T>::name);
  return list;
}

auto SortedTypes(const Writer& writer, expr::Kind kind, const std::vector<uint16_t>& ids) {
  return Sorted(ids, [&](uint16_t id) { return writer.namer().TypeName({kind, expr::kScalar, id}); });
}

void WriteEnumeration(Writer& writer, const std::string& name, uint16_t id) {
  // Every Modelica tool has these.
  if (name == "StateSelect" || name == "AssertionLevel") return;
  std::string literals;
  for (const NameId literal : writer.world().enumerations[id].literals) {
    literals += (literals.empty() ? "" : ", ") + expr::ModelicaIdentifier(writer.world().names[literal]);
  }
  writer.Line(0, fmt::format("type {} = enumeration({});", name, literals));
}

void WriteRecord(Writer& writer, const std::string& name, uint16_t id) {
  writer.Line(0, fmt::format("record {}", name));
  const auto& fields = writer.world().records[id].fields;
  for (size_t k = 0; k < fields.size(); ++k) {
    writer.Line(1, fmt::format("{} {}{};", writer.namer().TypeName(fields[k].type),
                               writer.namer().FieldName(id, static_cast<uint32_t>(k)),
                               writer.Dimensions(fields[k].type)));
  }
  writer.Line(0, fmt::format("end {};", name));
}

auto Body(const Writer& writer, FunctionId id) -> const FunctionBody& {
  return *writer.world().bodies[writer.world().functions[id].body];
}

void WriteObjectClass(Writer& writer, const std::string& name, uint16_t id) {
  writer.Line(0, fmt::format("class {}", name));
  writer.Line(1, "extends ExternalObject;");
  const FunctionId constructor = writer.namer().Constructor(id);
  const FunctionId destructor = writer.namer().Destructor(id);
  if (constructor.has_value()) WriteFunction(writer, Body(writer, constructor), "constructor", 1);
  if (destructor.has_value()) WriteFunction(writer, Body(writer, destructor), "destructor", 1);
  writer.Line(0, fmt::format("end {};", name));
}

}  // namespace

void WriteDefinitions(Writer& writer) {
  const Uses uses = CollectUses(writer.model(), writer.namer());
  for (const auto& [name, id] : SortedTypes(writer, expr::Kind::Enumeration, uses.enumerations))
    WriteEnumeration(writer, name, id);
  for (const auto& [name, id] : SortedTypes(writer, expr::Kind::Record, uses.records))
    WriteRecord(writer, name, id);
  for (const auto& [name, id] : SortedTypes(writer, expr::Kind::Object, uses.object_classes))
    WriteObjectClass(writer, name, id);
  const auto functions =
      Sorted(uses.functions, [&](FunctionId id) { return writer.namer().FunctionName(id); });
  for (const auto& [name, id] : functions) {
    if (!writer.namer().IsDefinedByType(id)) WriteFunction(writer, Body(writer, id), name, 0);
  }
}

}  // namespace kerf::flat
