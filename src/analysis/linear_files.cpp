// A linear model as JSON and as MAT file.
#include <nlohmann/json.hpp>

#include "analysis/linear_model.h"
#include "results/matrices.h"

namespace kerf::analysis {

namespace {

using Json = nlohmann::ordered_json;

// As a list of rows.
auto Rows(const Matrix& matrix) -> Json {
  Json rows = Json::array();
  for (uint32_t i = 0; i < matrix.n_rows; ++i) {
    Json row = Json::array();
    for (uint32_t j = 0; j < matrix.n_cols; ++j) row.push_back(matrix.at(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

auto ModeJson(const LinearModel& model, const Mode& mode) -> Json {
  Json states;
  for (const Participation& p : mode.states) states[model.states[p.state]] = p.share;
  // JSON has no infinity: nothing is said of the time constant of a mode that neither decays nor grows.
  return {{"real", mode.eigenvalue.real()},
          {"imaginary", mode.eigenvalue.imag()},
          {"pair", mode.is_pair},
          {"time_constant", mode.eigenvalue.real() == 0 ? Json() : Json(mode.time_constant)},
          {"frequency", mode.frequency},
          {"damping", mode.damping},
          {"participation", states}};
}

auto Column(std::string name, const std::vector<double>& values) -> results::NamedMatrix {
  return {std::move(name), static_cast<uint32_t>(values.size()), values.empty() ? 0U : 1U, values, {}};
}

auto Named(std::string name, const Matrix& matrix) -> results::NamedMatrix {
  return {std::move(name), matrix.n_rows, matrix.n_cols, matrix.entries, {}};
}

// [A B; C D].
auto Joined(const LinearModel& model) -> Matrix {
  const uint32_t n = model.a.n_rows;
  Matrix whole(n + model.c.n_rows, n + model.b.n_cols);
  const auto put = [&](const Matrix& part, uint32_t row, uint32_t col) {
    for (uint32_t j = 0; j < part.n_cols; ++j) {
      for (uint32_t i = 0; i < part.n_rows; ++i) whole.at(row + i, col + j) = part.at(i, j);
    }
  };
  put(model.a, 0, 0);
  put(model.b, 0, n);
  put(model.c, n, 0);
  put(model.d, n, n);
  return whole;
}

}  // namespace

auto JsonOf(const LinearModel& model) -> std::string {
  Json modes = Json::array();
  for (const Mode& mode : model.modes) modes.push_back(ModeJson(model, mode));
  const Json json = {{"model", model.name},
                     {"time", model.time},
                     {"states", model.states},
                     {"inputs", model.inputs},
                     {"outputs", model.outputs},
                     {"x", model.x},
                     {"der_x", model.x_dot},
                     {"u", model.u},
                     {"y", model.y},
                     {"A", Rows(model.a)},
                     {"B", Rows(model.b)},
                     {"C", Rows(model.c)},
                     {"D", Rows(model.d)},
                     {"modes", modes}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

auto WriteMat(const LinearModel& model, const std::string& path) -> std::string {
  std::vector<std::string> names = model.states;
  names.insert(names.end(), model.inputs.begin(), model.inputs.end());
  names.insert(names.end(), model.outputs.begin(), model.outputs.end());
  std::vector<double> real;
  std::vector<double> imaginary;
  for (const Mode& mode : model.modes) {
    for (const double sign : {1.0, -1.0}) {
      if (sign < 0 && !mode.is_pair) continue;
      real.push_back(mode.eigenvalue.real());
      imaginary.push_back(sign * mode.eigenvalue.imag());
    }
  }
  return results::WriteMatrices(path, {Named("ABCD", Joined(model)),
                                       Column("nx", {static_cast<double>(model.states.size())}),
                                       {"xuyName", 0, 0, {}, names},
                                       Named("A", model.a),
                                       Named("B", model.b),
                                       Named("C", model.c),
                                       Named("D", model.d),
                                       Column("x", model.x),
                                       Column("der_x", model.x_dot),
                                       Column("u", model.u),
                                       Column("y", model.y),
                                       Column("eigenvalues_real", real),
                                       Column("eigenvalues_imaginary", imaginary)});
}

}  // namespace kerf::analysis
