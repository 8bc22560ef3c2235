// External objects that are tables of the Modelica Standard Library with the numbers in the model: what its
// functions compute from them can be said without the library.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "emit/table_pieces.h"
#include "flat/foreign.h"

namespace kerf::emit {

enum class TimeEvents : uint8_t { Always = 1, AtDiscontinuities, None };

struct TableObject {
  enum class Kind : uint8_t { Time, Line, Plane };
  Kind kind = Kind::Line;
  uint32_t n_rows = 0;
  uint32_t n_columns = 0;
  // Row by row. Of a plane the first row and column are where the others belong.
  std::vector<double> numbers;
  // Of a line: the columns, from 1, that can be asked for.
  std::vector<int64_t> columns;
  Smoothness smoothness = Smoothness::Linear;
  Extrapolation extrapolation = Extrapolation::HoldLastPoint;
  // Of a line over time: before `start` the value is 0; the points are shifted.
  double start = 0;
  double shift = 0;
  TimeEvents events = TimeEvents::Always;

  [[nodiscard]] auto Column(int64_t number) const -> std::vector<double>;
};

// Nothing if the object is another one, has its numbers in a file, or is a spline over two variables.
auto TryTable(const flat::World& world, const flat::MadeObject& object) -> std::optional<TableObject>;

// What a function of such objects computes, "getValue"; "" if it is none.
auto TableFunction(std::string_view external_name) -> std::string_view;

// When something happens in a table over time, without its shift.
auto EventTimes(const TableObject& table) -> std::vector<double>;

}  // namespace kerf::emit
