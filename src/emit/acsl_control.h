// Control files: what a run needs beside the model, for the sections of an ACSL program.
//
//   control = "cmodel" { head } [ input ] { section } "end"
//   head    = "maxtime" var "=" value | "cinterval" var "=" value | "TERMT" "(" expression ")"
//   input   = "input" N "," decl { "," decl }         decl = var "(" "independ" "," value ")"
//                                                          | var "(" "depend" "," expression ")"
//   section = ("initial" | "dynamic" | "derivative" | "terminal") lines "end" | "discrete" [name] lines "end"
//
// Words count in any case. Lines of sections are taken over as they are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diag/diag.h"
#include "source/buffers.h"

namespace kerf::emit {

struct AcslSetting {
  std::string name;
  std::string value;
  diag::Span span;
};

struct AcslInput {
  std::string name;
  // A value, or an expression of the model's variables by their names in ACSL.
  std::string value;
  bool depends = false;
  diag::Span span;
};

struct AcslDiscrete {
  std::string name;
  std::vector<std::string> lines;
};

struct AcslControl {
  // Where time begins, if not at 0; control files do not say it.
  std::optional<double> start;
  std::optional<AcslSetting> maxtime;
  std::optional<AcslSetting> cinterval;
  // Relative, for all states, where the run asks for another one than usual.
  std::optional<double> tolerance;
  // With their parentheses.
  std::vector<std::string> terminations;
  std::vector<AcslInput> inputs;
  std::vector<std::string> initial;
  std::vector<std::string> dynamic;
  std::vector<std::string> derivative;
  std::vector<std::string> terminal;
  std::vector<AcslDiscrete> discrete;
  // Some TERMT stands in a section.
  bool has_inner_termination = false;
};

// Reads a control file for a model with these inputs; without a list whatever is given is taken. All mistakes
// are told; with any there is no result.
auto TryReadControl(source::BufferId buffer, const source::Buffers& buffers,
                    const std::optional<std::vector<std::string>>& model_inputs, diag::Emitter& emitter)
    -> std::optional<AcslControl>;

}  // namespace kerf::emit
