// Writes the text of modelica_component.h. Declarations, equations and functions have a file each.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fmi/component.h"
#include "fmi/modelica_component.h"
#include "fmi/modelica_names.h"

namespace kerf::fmi {

class ModelicaWriter {
 public:
  ModelicaWriter(const ImportedModel& model, const ModelicaOptions& options);
  auto Run() -> std::string;

 private:
  template <typename... Arguments>
  void Line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }
  static auto NamesOf(const ImportedModel& model) -> std::set<std::string>;
  static auto Comment(const std::string& text) -> std::string {
    return text.empty() ? "" : " " + Quoted(text);
  }
  // A name that no variable of the FMU has.
  auto Own(std::string name) const -> std::string;
  [[nodiscard]] auto Variable(uint32_t index) const -> const ImportedVariable& {
    return model_.variables[index];
  }
  [[nodiscard]] auto NameOf(uint32_t index) const -> std::string {
    return ModelicaName(Variable(index).name);
  }
  static auto Prefix(const ImportedVariable& variable) -> std::string_view;
  [[nodiscard]] auto TypeName(const ImportedVariable& variable) const -> std::string;
  void WriteTypes();
  [[nodiscard]] auto InputType(const std::string& type) const -> std::string;
  [[nodiscard]] auto Library() const -> std::string;
  void WriteFunctions();
  void WriteFunction(const std::string& name, std::string_view comment, std::string_view symbol,
                     bool has_group, const std::string& annotation);
  void WriteTangents();
  // start, unit, min … as modifiers; `extra` comes first.
  [[nodiscard]] auto Modifiers(const ImportedVariable& variable, const std::string& extra) const
      -> std::string;
  // Integers of Modelica have 32 bits.
  static auto IsWithin(const ImportedVariable& variable, double value) -> bool;
  [[nodiscard]] auto NumberText(const ImportedVariable& variable, double value) const -> std::string;
  [[nodiscard]] auto ItemOf(const ImportedVariable& variable, double value) const -> ImportedItem;
  // The start values as one expression; zeros where there are none.
  [[nodiscard]] auto StartText(const ImportedVariable& variable) const -> std::string;
  static auto Sizes(const ImportedVariable& variable) -> std::string;
  void Declare(std::string_view prefix, const std::string& type, uint32_t index, const std::string& extra,
               const std::string& value);
  static auto Fixed(const ImportedVariable& variable, const std::string& start) -> std::string;
  void WriteVariables();
  static auto Role(const ImportedVariable& variable) -> std::string_view;
  // A derivative that is called der(x) is there without being declared.
  [[nodiscard]] auto IsShown(uint32_t derivative) const -> bool;
  // Names of all elements of the variables, as numbers.
  void AddNumbers(uint32_t index, bool is_before, std::vector<std::string>& numbers) const;
  // The arguments for a group: time, count, states, inputs.
  [[nodiscard]] auto Arguments(const std::vector<uint32_t>& inputs, bool is_before) const -> std::string;
  [[nodiscard]] auto GroupName(size_t k) const -> std::string { return Own(fmt::format("group{}", k)); }
  void WriteHelpers();
  [[nodiscard]] auto HeldName(uint32_t index) const -> std::string;
  void WriteInitialEquations();
  void WriteEquations();
  void WriteDerivatives(const std::string& group);
  void WriteWants();
  void WriteUpdate();
  [[nodiscard]] auto FromNumber(const ImportedVariable& variable, const std::string& number) const
      -> std::string;
  [[nodiscard]] auto AllInputs() const -> std::vector<uint32_t>;
  // What the inputs were at the communication before.
  [[nodiscard]] auto HeldArguments() const -> std::string;
  void WriteExperiment();
  const ImportedModel& model_;
  const ModelicaOptions& options_;
  Component component_;
  std::set<std::string> names_;
  uint32_t n_states_ = 0;
  uint32_t n_updated_ = 0;
  std::string text_;
  // Names of what the FMU itself does not have.
  const std::string instance_ = Own("Instance"), initialize_ = Own("initialize"), values_ = Own("values"),
                    tangents_ = Own("valuesDerivative"), update_ = Own("update"), file_ = Own("fileName"),
                    begin_ = Own("communicationStart"), step_ = Own("communicationStep"), fmu_ = Own("fmu"),
                    started_ = Own("started"), count_ = Own("count"), updated_ = Own("updated"),
                    next_ = Own("nextTime"), wants_ = Own("wantsEvent"), phase_ = Own("phase"),
                    positive_ = Own("positive"), seen_ = Own("positiveBefore");
};

}  // namespace kerf::fmi
