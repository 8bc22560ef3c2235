// The arguments of the library's constructors, in the order of ModelicaStandardTables.h.
#include "emit/table_object.h"

#include <algorithm>
#include <array>

namespace kerf::emit {

namespace {

constexpr std::string_view kPrefix = "ModelicaStandardTables_";
constexpr size_t kNone = 0;

struct Constructor {
  std::string_view name;
  TableObject::Kind kind;
  // Positions of arguments, beside the file, the name and the numbers, which lead.
  size_t smoothness;
  size_t columns = kNone;
  size_t start = kNone;
  size_t shift = kNone;
  size_t events = kNone;
};

constexpr auto kConstructors = std::to_array<Constructor>({
    {"CombiTimeTable_init2", TableObject::Kind::Time, 8, 6, 5, 10, 11},
    {"CombiTimeTable_init3", TableObject::Kind::Time, 8, 6, 5, 10, 11},
    {"CombiTable1D_init2", TableObject::Kind::Line, 7, 5},
    {"CombiTable1D_init3", TableObject::Kind::Line, 7, 5},
    {"CombiTable2D_init2", TableObject::Kind::Plane, 5},
    {"CombiTable2D_init3", TableObject::Kind::Plane, 5},
});

auto IsNoName(const flat::Value& value) -> bool {
  return value.text() == "NoName" || value.text().find_first_not_of(' ') == std::string::npos;
}

auto FindConstructor(const flat::World& world, const flat::MadeObject& object) -> const Constructor* {
  const flat::FunctionBody& body = *world.bodies[world.functions[object.constructor].body];
  const std::string_view name = body.external->name;
  if (!name.starts_with(kPrefix)) return nullptr;
  const auto* found = std::ranges::find(kConstructors, name.substr(kPrefix.size()), &Constructor::name);
  return found == kConstructors.end() ? nullptr : found;
}

}  // namespace

auto TableObject::Column(int64_t number) const -> std::vector<double> {
  std::vector<double> column;
  for (auto k = static_cast<size_t>(number - 1); k < numbers.size(); k += n_columns)
    column.push_back(numbers[k]);
  return column;
}

auto TableFunction(std::string_view external_name) -> std::string_view {
  const size_t end = external_name.rfind('_');
  const bool is_one = external_name.starts_with(kPrefix) && end > kPrefix.size();
  return is_one ? external_name.substr(end + 1) : std::string_view();
}

auto TryTable(const flat::World& world, const flat::MadeObject& object) -> std::optional<TableObject> {
  const Constructor* constructor = FindConstructor(world, object);
  if (constructor == nullptr) return std::nullopt;
  const std::vector<flat::Value>& given = object.arguments;
  if (!IsNoName(given[0]) || !IsNoName(given[1])) return std::nullopt;
  TableObject table;
  table.kind = constructor->kind;
  table.n_rows = static_cast<uint32_t>(given[2].dims()[0]);
  table.n_columns = static_cast<uint32_t>(given[2].dims()[1]);
  for (const flat::Value& number : given[2].elements()) table.numbers.push_back(number.number());
  table.smoothness = static_cast<Smoothness>(given[constructor->smoothness].integer);
  table.extrapolation = static_cast<Extrapolation>(given[constructor->smoothness + 1].integer);
  if (table.kind == TableObject::Kind::Plane && IsSpline(table.smoothness)) return std::nullopt;
  if (constructor->columns != kNone) {
    for (const flat::Value& column : given[constructor->columns].elements())
      table.columns.push_back(column.integer);
  }
  if (constructor->start == kNone) return table;
  table.start = given[constructor->start].number();
  table.shift = given[constructor->shift].number();
  table.events = static_cast<TimeEvents>(given[constructor->events].integer);
  return table;
}

// A spline that ends somewhere is smooth up to there.
auto EventTimes(const TableObject& table) -> std::vector<double> {
  const std::vector<double> x = table.Column(1);
  const bool is_periodic = table.extrapolation == Extrapolation::Periodic;
  const bool is_smooth = IsSpline(table.smoothness);
  std::vector<double> times;
  if (!is_periodic) times.push_back(x.front());
  for (size_t k = 1; k + 1 < x.size() && (is_periodic || !is_smooth); ++k) {
    const bool is_jump = x[k] == x[k + 1];
    const bool is_inside = x[k] > x.front() && x[k] < x.back();
    const bool is_wanted =
        table.events == TimeEvents::Always || (table.events == TimeEvents::AtDiscontinuities && is_jump);
    if (is_inside && is_wanted && (times.empty() || x[k] > times.back())) times.push_back(x[k]);
  }
  if (times.empty() || x.back() > times.back()) times.push_back(x.back());
  return times;
}

}  // namespace kerf::emit
