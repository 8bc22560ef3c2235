// The class of the instance and the functions that ask the host.
#include "fmi/modelica_writer.h"

namespace kerf::fmi {

auto ModelicaWriter::Library() const -> std::string {
  return fmt::format("annotation(Library = \"{}\")", kHostLibrary);
}

void ModelicaWriter::WriteFunctions() {
  Line("  class {} \"The FMU while it runs\"", instance_);
  Line("    extends ExternalObject;");
  Line("    function constructor");
  Line("      input String file;");
  Line("      input String token;");
  Line("      input Boolean isCoSimulation;");
  Line("      input String texts[:];");
  Line("      output {} instance;", instance_);
  Line(
      "      external \"C\" instance = kerf_fmi_open(file, token, isCoSimulation, texts, size(texts, 1)) {};",
      Library());
  Line("    end constructor;");
  Line("    function destructor");
  Line("      input {} instance;", instance_);
  Line("      external \"C\" kerf_fmi_close(instance) {};", Library());
  Line("    end destructor;");
  Line("  end {};", instance_);
  WriteFunction(initialize_, "Values after the initialization", "kerf_fmi_initialize", false, "");
  // The host takes differences where the FMU offers no derivatives: one for a direction, not one for each
  // argument.
  const bool is_differentiable = !options_.is_co_simulation;
  WriteFunction(values_, "Values of a group of variables", "kerf_fmi_values", true,
                is_differentiable ? fmt::format("derivative = {}", tangents_) : "");
  if (is_differentiable) WriteTangents();
  WriteFunction(update_, "What an event or a step of communication changes", "kerf_fmi_update", false, "");
}

void ModelicaWriter::WriteFunction(const std::string& name, std::string_view comment, std::string_view symbol,
                                   bool has_group, const std::string& annotation) {
  Line("  function {} \"{}\"", name, comment);
  Line("    input {} instance;", instance_);
  if (has_group) Line("    input Integer group;");
  Line("    input Real v[:];");
  Line("    input Integer n;");
  Line("    output Real y[n];");
  Line("    external \"C\" {}(instance, {}v, size(v, 1), y, size(y, 1)) {};", symbol,
       has_group ? "group, " : "", Library());
  if (!annotation.empty()) Line("    annotation({});", annotation);
  Line("  end {};", name);
}

void ModelicaWriter::WriteTangents() {
  Line("  function {} \"Directional derivatives of a group of variables\"", tangents_);
  Line("    input {} instance;", instance_);
  Line("    input Integer group;");
  Line("    input Real v[:];");
  Line("    input Integer n;");
  Line("    input Real v_der[:];");
  Line("    output Real y_der[n];");
  Line(
      "    external \"C\" kerf_fmi_tangents(instance, group, v, v_der, size(v, 1), y_der, size(y_der, 1)) "
      "{};",
      Library());
  Line("  end {};", tangents_);
}

}  // namespace kerf::fmi
