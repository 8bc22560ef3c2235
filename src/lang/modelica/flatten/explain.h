// Why a variable of a flattened model is as it is: the modifiers and redeclarations that chose its value,
// attributes and type, or the equations and connections that determine it. The modifiers must have kept their
// history (Mods::KeepHistory).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "flat/explanation.h"
#include "flat/print_names.h"
#include "lang/modelica/inst/elaborate.h"

namespace kerf::modelica {

struct ExplainContext {
  Elaborator& elaborator;
  Inst* root;
  const flat::Model& model;
  // Values given from outside, by full name.
  const flat::GivenValues& given;
  diag::Emitter& emitter;
};

class Explainer {
 public:
  explicit Explainer(const ExplainContext& context);
  // Nothing if the model has no such variable, which is emitted.
  auto Explain(std::string_view name) -> std::optional<flat::Explanation>;

 private:
  // The components of a name, outermost first; subscripts of the last one if it is an array of a predefined
  // type.
  struct Subject {
    std::vector<Component*> path;
    std::vector<int32_t> subscripts;
    // The last component is switched off.
    bool is_absent = false;
  };
  struct NameStep {
    std::string name;
    std::vector<int32_t> subscripts;
    // What follows the name.
    std::string_view rest;
  };

  // explain_name.cpp
  static auto Split(std::string_view name) -> std::vector<NameStep>;
  auto Find(std::string_view name) -> std::optional<Subject>;
  auto Enter(const NameStep& step, Component*& component, Subject& subject, std::string_view name) -> bool;
  auto ReportSubscripts(std::string_view name, const Component* component) -> bool;
  void ReportMissing(std::string_view name, const Subject& subject, Inst* scope, const NameStep& step);

  // explain_value.cpp
  auto Absent(const Subject& subject) -> flat::Explanation;
  auto Title(const Subject& subject) -> std::string;
  auto NameOf(const Subject& subject) -> std::string;
  auto ValueText(const Subject& subject) -> std::string;
  auto ExprText(ExprId id) -> std::string;
  auto ModSteps(const Mod* mod) -> std::vector<flat::ExplanationStep>;
  auto ValueSteps(const Subject& subject) -> std::vector<flat::ExplanationStep>;
  void AddAttributes(const Subject& subject, flat::Explanation& explanation);

  // explain_type.cpp
  void AddTypes(const Subject& subject, flat::Explanation& explanation);
  auto ClassText(ClassElem* type) -> std::string;
  auto ChoiceSteps(Inst* scope, NameId name) -> std::vector<flat::ExplanationStep>;
  void AddChoice(std::string title, std::vector<flat::ExplanationStep> steps, flat::Explanation& explanation);
  void AddClassChoices(Component* component, flat::Explanation& explanation);

  // explain_equations.cpp
  void AddEquations(VarId var, std::vector<flat::ExplanationStep>& steps);
  void AddStatement(const flat::Statement& statement, VarId var, std::string_view role, PathId owner,
                    std::vector<flat::ExplanationStep>& steps);
  void AddConnections(VarId var, std::vector<flat::ExplanationStep>& steps);
  auto Mentions(ExprId id, VarId var) -> bool;
  auto OwnerText(PathId owner) -> std::string;

  // explain_quote.cpp
  auto Quote(std::string role, NodeRef place, const Inst* scope) -> flat::ExplanationStep;

  ExplainContext context_;
  Elaborator& elaborator_;
  Instances& instances_;
  Program& program_;
  flat::World& world_;
  expr::Walker walker_;

  // Paths as they are, without the quotes that make flat text readable again. An explanation may meet
  // variables that the model does without.
  class Names : public flat::WorldNamer {
   public:
    Names(const flat::World& world, const Elaborator& elaborator)
        : flat::WorldNamer(world), elaborator_(elaborator) {}
    [[nodiscard]] auto VarName(VarId var) const -> std::string override {
      return world().paths.Render(elaborator_.ComponentOf(var)->path);
    }

   private:
    const Elaborator& elaborator_;
  };
  Names names_;
  // Choices that were told for a component further out.
  std::set<std::string> told_;
};

// Pieces of the text as one line without comments; explain_quote.cpp.
auto LineOf(const Tree& tree, uint32_t begin, uint32_t end) -> std::string;
// "replaceable model Load = Resistor constrainedby OnePort": what a ComponentClause (with one of its
// components) or a ClassDef declares, without description and annotation.
auto DeclarationText(NodeRef clause, NodeRef node) -> std::string;

}  // namespace kerf::modelica
