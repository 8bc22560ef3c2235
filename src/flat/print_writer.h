// The text under construction, and the parts that all printers of flat Modelica share.
#pragma once

#include <limits>
#include <string>
#include <string_view>

#include "flat/print.h"
#include "flat/print_names.h"

namespace kerf::flat {

class Writer {
 public:
  Writer(const Model& model, ModelNamer& namer, const Comments& comments)
      : model_(model), namer_(namer), comments_(comments) {}

  [[nodiscard]] auto model() const -> const Model& { return model_; }
  [[nodiscard]] auto world() const -> const World& { return *model_.world; }
  [[nodiscard]] auto namer() const -> ModelNamer& { return namer_; }
  [[nodiscard]] auto is_for_readers() const -> bool { return comments_.is_for_readers; }

  void Line(int depth, std::string_view text) {
    out_.append(static_cast<size_t>(depth + indent_) * 2, ' ').append(text).append("\n");
  }
  // All lines from here on stand that much deeper.
  void Indent(int depth) { indent_ += depth; }
  // What the author says about a place.
  [[nodiscard]] auto CommentsAt(OriginId origin) const -> std::vector<std::string> {
    if (!comments_.at || !origin.has_value()) return {};
    return comments_.at(world().origins[origin].span);
  }
  void WriteComments(int depth, OriginId origin) {
    for (const std::string& comment : CommentsAt(origin)) Line(depth, "// " + comment);
  }
  void WriteCommentsAbove(int depth, OriginId origin) {
    if (!comments_.above || !origin.has_value()) return;
    for (const std::string& comment : comments_.above(world().origins[origin].span))
      Line(depth, "// " + comment);
  }
  [[nodiscard]] auto Expr(ExprId id) const -> std::string {
    return expr::Print(model_.world->pool, id, namer_, kWhole);
  }
  [[nodiscard]] auto Equation(ExprId lhs, ExprId rhs) const -> std::string {
    return expr::PrintEquation(model_.world->pool, lhs, rhs, namer_, kWhole);
  }
  // "[3,:]": the dimensions of a type; those not known are `sizes` or colons. Nothing for a scalar.
  [[nodiscard]] auto Dimensions(const expr::Type& type, const std::vector<ExprId>& sizes = {}) const
      -> std::string;
  [[nodiscard]] auto Take() -> std::string { return std::move(out_); }

 private:
  static constexpr expr::PrintOptions kWhole = {.max_length = std::numeric_limits<size_t>::max()};
  const Model& model_;
  ModelNamer& namer_;
  const Comments& comments_;
  int indent_ = 0;
  std::string out_;
};

// assert(condition, message, AssertionLevel.warning); `level` is the text of the level or empty.
auto AssertText(const Writer& writer, ExprId condition, ExprId message, std::string_view level)
    -> std::string;
void WriteStatement(Writer& writer, const Statement& statement, int depth);
// The declaration of one variable.
void WriteVar(Writer& writer, VarId id);
// Types and functions that the model uses.
void WriteDefinitions(Writer& writer);
// The list of clock partitions, and "// clock 1.2" for what belongs to one, nothing for others.
void WriteClocks(Writer& writer);
auto ClockText(const Clocking& clocking, const std::vector<uint32_t>& partitions, size_t k) -> std::string;
void WriteFunction(Writer& writer, const FunctionBody& body, const std::string& name, int depth);

}  // namespace kerf::flat
