// Names in flat Modelica text. A path of a variable and the full name of a class are one identifier each,
// quoted where they have dots: 'a.b[2].c', 'Modelica.Math.sin'. Read back they are names of one step, and
// print unchanged.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "expr/print.h"
#include "flat/model.h"

namespace kerf::flat {

// Names of functions and types. Records and functions of one name are told apart by a number.
class WorldNamer : public expr::Namer {
 public:
  explicit WorldNamer(const World& world);
  [[nodiscard]] auto FunctionName(FunctionId function) const -> std::string override;
  [[nodiscard]] auto InputName(FunctionId function, uint32_t position) const -> std::string override;
  [[nodiscard]] auto Text(NameId name) const -> std::string override;
  [[nodiscard]] auto LiteralName(uint16_t detail, int64_t ordinal) const -> std::string override;
  [[nodiscard]] auto TypeName(const expr::Type& type) const -> std::string override;
  [[nodiscard]] auto FieldName(uint16_t detail, uint32_t position) const -> std::string override;

  // The function that makes or ends objects of a class, or none. They are defined inside the class.
  [[nodiscard]] auto Constructor(uint16_t object_class) const -> FunctionId;
  [[nodiscard]] auto Destructor(uint16_t object_class) const -> FunctionId;
  // True if a record or a class of objects defines the function.
  [[nodiscard]] auto IsDefinedByType(FunctionId function) const -> bool;

 protected:
  // Variables of this name hide the class, which is then written with a leading dot.
  void AddVariable(const std::string& name);
  [[nodiscard]] auto world() const -> const World& { return world_; }

 private:
  struct ObjectFunctions {
    FunctionId constructor;
    FunctionId destructor;
  };
  [[nodiscard]] auto Body(FunctionId function) const -> const FunctionBody*;
  auto Unique(std::string name) -> std::string;
  void NameTypes();
  void NameFunctions();
  auto TryNameByType(FunctionId function) -> bool;
  [[nodiscard]] auto Visible(const std::string& name) const -> std::string;

  const World& world_;
  std::vector<std::string> enumerations_;
  std::vector<std::string> records_;
  std::vector<std::string> objects_;
  std::vector<std::string> functions_;
  std::vector<ObjectFunctions> object_functions_;
  std::vector<bool> is_defined_by_type_;
  std::unordered_set<std::string> classes_;
  std::unordered_set<std::string> hidden_;
};

// The same with the variables of a model and of the function being printed. A variable that another language
// made for the derivative of x is der(x).
class ModelNamer : public WorldNamer {
 public:
  explicit ModelNamer(const Model& model);
  [[nodiscard]] auto VarName(VarId var) const -> std::string override;
  [[nodiscard]] auto DerivativeOf(VarId var) const -> VarId override;
  [[nodiscard]] auto LocalName(uint32_t position) const -> std::string override;
  // Locals belong to this function from now on; null: to none.
  void EnterFunction(const FunctionBody* body) { body_ = body; }

 private:
  const Model& model_;
  const FunctionBody* body_ = nullptr;
};

}  // namespace kerf::flat
