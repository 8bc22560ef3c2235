// A world with a few variables of each type, and typing on it that collects its diagnostics.
#pragma once

#include <gtest/gtest.h>

#include "diag/consumers.h"
#include "lang/modelica/inst/typing.h"

namespace kerf::modelica {

class TypingTest : public testing::Test {
 protected:
  using Kind = expr::Kind;
  using Op = expr::Op;
  static constexpr ExprId kError = expr::Pool::kError;

  TypingTest() {
    world.enumerations.push_back({Name("Colour"), {Name("red"), Name("green"), Name("blue")}});
    world.enumerations.push_back({Name("Shape"), {Name("round"), Name("square")}});
    world.records.push_back({Name("Point"), {{Name("x"), {}}, {Name("n"), {Kind::Integer}}}});
    world.records.push_back({Name("RealPoint"), {{Name("n"), {}}, {Name("x"), {}}}});
    world.records.push_back({Name("Other"), {{Name("x"), {}}, {Name("m"), {}}}});
  }

  auto Name(std::string_view text) -> NameId { return world.names.Intern(text); }
  auto Text(std::string_view text) -> ExprId { return pool.Text(Name(text)); }
  auto Var(Kind kind, std::vector<int32_t> sizes = {}, uint16_t detail = 0) -> ExprId {
    return pool.Var(expr::VarId{n_vars++}, {kind, pool.shapes().Make(sizes), detail});
  }
  auto Real(std::vector<int32_t> sizes = {}) -> ExprId { return Var(Kind::Real, std::move(sizes)); }
  auto Integer(std::vector<int32_t> sizes = {}) -> ExprId { return Var(Kind::Integer, std::move(sizes)); }
  auto Boolean(std::vector<int32_t> sizes = {}) -> ExprId { return Var(Kind::Boolean, std::move(sizes)); }
  auto Int(int64_t value) -> ExprId { return pool.Integer(value); }
  auto Ints(std::initializer_list<int64_t> values) -> ExprId {
    std::vector<ExprId> elements;
    for (const int64_t value : values) elements.push_back(Int(value));
    return typing.Array(elements, {});
  }
  auto Array(std::vector<ExprId> elements) -> ExprId { return typing.Array(elements, {}); }
  auto Bin(TokenKind op, ExprId x, ExprId y) -> ExprId { return typing.Binary(op, x, y, {}); }
  auto At(ExprId array, std::vector<ExprId> subscripts) -> ExprId {
    return typing.Subscript(array, subscripts, {});
  }
  auto Call(std::string_view name, std::vector<ExprId> positional,
            const std::vector<std::pair<std::string_view, ExprId>>& named = {}) -> ExprId {
    CallArguments arguments{std::move(positional), {}, {}, {}};
    for (const auto& [key, value] : named) arguments.named.push_back({Name(key), value, {}});
    return typing.Builtin(name, arguments);
  }
  auto TypeOf(ExprId id) -> std::string { return id == kError ? "error" : typing.TypeText(id); }
  // The code and text of the only diagnostic since the last call, or how many there were.
  auto Said() -> std::string {
    const auto all = std::move(consumer.all);
    consumer.all.clear();
    if (all.size() != 1) return std::to_string(all.size()) + " diagnostics";
    return std::string(all[0].code) + ": " + all[0].text;
  }
  auto SaidCode() -> std::string {
    const std::string said = Said();
    return said.substr(0, said.find(':'));
  }

  flat::World world;
  expr::Pool& pool = world.pool;
  diag::CollectingConsumer consumer;
  diag::Emitter emitter{consumer};
  // The variables whose value is known when compiling.
  std::vector<std::pair<ExprId, int64_t>> known;
  Typing typing{world, emitter, [this](ExprId id) -> std::optional<int64_t> {
                  for (const auto& [var, value] : known) {
                    if (var == id) return value;
                  }
                  return std::nullopt;
                }};
  uint32_t n_vars = 0;
};

}  // namespace kerf::modelica
