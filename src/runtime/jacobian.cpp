// df/dx by colours: columns that share no row are found together in one sweep (Curtis, Powell and Reid 1974).
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "runtime/system.h"

namespace kerf::runtime {
namespace {

struct Columns {
  std::vector<uint32_t> col_ptr;
  std::vector<uint32_t> rows;
};

auto FullPattern(uint32_t n) -> Columns {
  Columns full;
  for (uint32_t j = 0; j <= n; ++j) full.col_ptr.push_back(j * n);
  full.rows.resize(static_cast<size_t>(n) * n);
  for (size_t p = 0; p < full.rows.size(); ++p) full.rows[p] = static_cast<uint32_t>(p % n);
  return full;
}

// The same pattern with rows in ascending order and every diagonal entry in it.
auto WithDiagonal(const Columns& given, uint32_t n) -> Columns {
  Columns result{{0}, {}};
  for (uint32_t j = 0; j < n; ++j) {
    std::vector<uint32_t> rows(given.rows.begin() + given.col_ptr[j],
                               given.rows.begin() + given.col_ptr[j + 1]);
    rows.push_back(j);
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    result.rows.insert(result.rows.end(), rows.begin(), rows.end());
    result.col_ptr.push_back(static_cast<uint32_t>(result.rows.size()));
  }
  return result;
}

}  // namespace

auto System::pattern() -> CscPattern {
  if (col_ptr_.empty()) {
    SetUpPattern();
    SetUpColours();
  }
  return {n_states(), col_ptr_.data(), rows_.data()};
}

void System::SetUpPattern() {
  const KerfModel& model = machine_.model();
  const uint32_t n = model.n_states;
  Columns given;
  if (model.n_colours == 0) {
    given = FullPattern(n);
  } else {
    given.col_ptr.assign(model.jac_col_ptr, model.jac_col_ptr + n + 1);
    given.rows.assign(model.jac_row_index, model.jac_row_index + given.col_ptr.back());
  }
  Columns result = WithDiagonal(given, n);
  if (IsWorthDense({n, result.col_ptr.data(), result.rows.data()})) result = FullPattern(n);
  position_.resize(given.rows.size());
  for (uint32_t j = 0; j < n; ++j) {
    const auto begin = result.rows.begin() + result.col_ptr[j];
    const auto end = result.rows.begin() + result.col_ptr[j + 1];
    for (uint32_t p = given.col_ptr[j]; p < given.col_ptr[j + 1]; ++p) {
      position_[p] = static_cast<uint32_t>(std::lower_bound(begin, end, given.rows[p]) - result.rows.begin());
    }
  }
  model_col_ptr_ = std::move(given.col_ptr);
  model_rows_ = std::move(given.rows);
  col_ptr_ = std::move(result.col_ptr);
  rows_ = std::move(result.rows);
}

void System::SetUpColours() {
  const KerfModel& model = machine_.model();
  const uint32_t n_colours = model.n_colours == 0 ? model.n_states : model.n_colours;
  const auto colour = [&](uint32_t j) { return model.n_colours == 0 ? j : model.colour_of_state[j]; };
  colour_start_.assign(n_colours + 1, 0);
  for (uint32_t j = 0; j < model.n_states; ++j) ++colour_start_[colour(j) + 1];
  for (uint32_t c = 0; c < n_colours; ++c) colour_start_[c + 1] += colour_start_[c];
  std::vector<uint32_t> next = colour_start_;
  colour_columns_.resize(model.n_states);
  for (uint32_t j = 0; j < model.n_states; ++j) colour_columns_[next[colour(j)]++] = j;
}

auto System::Jacobian(double t, const double* x, double* values) -> StepStatus {
  SetPoint(t, x);
  const StepStatus status = EvaluateHere();
  if (status != StepStatus::Ok) return status;
  std::fill_n(values, pattern().nnz(), 0.0);
  const StepStatus swept = has_tangents_ ? Note(SweepTangents(values)) : SweepDifferences(t, x, values);
  if (direction_ == Direction::Backward) {
    for (uint32_t p = 0; p < pattern().nnz(); ++p) values[p] = -values[p];
  }
  return swept;
}

auto System::SweepTangents(double* values) -> StepStatus {
  const KerfModel& model = machine_.model();
  const StepStatus status = machine_.PrepareTangents(model.derivative);
  if (status != StepStatus::Ok) return status;
  double* dx = machine_.tangents() + model.state_slot;
  const double* df = machine_.tangents() + model.derivative_slot;
  machine_.tangents()[model.time_slot] = 0;
  std::fill_n(dx, model.n_states, 0.0);
  for (size_t c = 0; c + 1 < colour_start_.size(); ++c) {
    for (uint32_t k = colour_start_[c]; k < colour_start_[c + 1]; ++k) dx[colour_columns_[k]] = 1;
    machine_.RunTangents(model.derivative);
    const uint32_t bad = FindNonFinite(df, model.n_states);
    for (uint32_t k = colour_start_[c]; k < colour_start_[c + 1]; ++k) {
      dx[colour_columns_[k]] = 0;
      Collect(colour_columns_[k], df, values);
    }
    if (bad < model.n_states) {
      std::fill_n(dx, model.n_states, 0.0);
      return machine_.FailNonFinite(model.derivative_slot + bad);
    }
  }
  return StepStatus::Ok;
}

// For models without tangent code: forward differences, scaled by the size of each state.
auto System::SweepDifferences(double t, const double* x, double* values) -> StepStatus {
  const KerfModel& model = machine_.model();
  const double* f = machine_.w() + model.derivative_slot;
  const double relative = std::sqrt(std::numeric_limits<double>::epsilon());
  const auto nominal = [&](uint32_t j) {
    return model.state_nominal == nullptr ? 1 : model.state_nominal[j];
  };
  std::copy_n(f, model.n_states, base_.begin());
  std::copy_n(x, model.n_states, x_.begin());
  for (size_t c = 0; c + 1 < colour_start_.size(); ++c) {
    const auto begin = colour_columns_.begin() + colour_start_[c];
    const auto end = colour_columns_.begin() + colour_start_[c + 1];
    for (auto j = begin; j != end; ++j) x_[*j] = x[*j] + relative * std::max(std::abs(x[*j]), nominal(*j));
    SetPoint(t, x_.data());
    const StepStatus status = EvaluateHere();
    if (status != StepStatus::Ok) return status;
    for (auto j = begin; j != end; ++j) {
      const double step = x_[*j] - x[*j];
      for (uint32_t p = model_col_ptr_[*j]; p < model_col_ptr_[*j + 1]; ++p) {
        difference_[model_rows_[p]] = (f[model_rows_[p]] - base_[model_rows_[p]]) / step;
      }
      Collect(*j, difference_.data(), values);
      x_[*j] = x[*j];
    }
  }
  return StepStatus::Ok;
}

void System::Collect(uint32_t column, const double* source, double* values) const {
  for (uint32_t p = model_col_ptr_[column]; p < model_col_ptr_[column + 1]; ++p) {
    values[position_[p]] = source[model_rows_[p]];
  }
}

}  // namespace kerf::runtime
