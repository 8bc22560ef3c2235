// Names of at most six letters and digits for ACSL, as the program of 1991 made them: a variable keeps its
// own name, cut down, if no other has it; else the name of its submodel and an X stand in front.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dae/model.h"

namespace kerf::emit {

inline constexpr size_t kAcslNameLength = 6;

// The first and the last characters of a text that is longer than n, the first half the larger one.
auto Compress(std::string_view text, size_t n) -> std::string;

// Case does not count in ACSL: the form in which names are compared.
auto AcslCapitals(std::string_view text) -> std::string;

// True for words of the language; case does not count.
auto IsAcslWord(std::string_view name) -> bool;

struct AcslNames {
  // By VarId. Of a derivative: `d` and the name of its state.
  std::vector<std::string> names;
  // Functions that give the past of a variable, and its value before the start.
  struct Delay {
    expr::FunctionId function;
    expr::VarId value;
    expr::ExprId before;
  };
  std::vector<Delay> delays;
  // Variables of functions in the statements that stand for their calls: Local leaves, by position.
  struct Local {
    std::string name;
    expr::Kind kind = expr::Kind::Real;
  };
  std::vector<Local> locals;
  // All names of the program, in capitals.
  std::set<std::string> taken;
  // The last running number.
  uint32_t counter = 0;
};

auto MakeAcslNames(const dae::Dae& dae) -> AcslNames;

// A name that is free, `stem` and the smallest number; it is not given again.
auto FreshAcslName(AcslNames& names, std::string_view stem) -> std::string;
// The name of a thing that belongs to `owner`, by the rules for variables; it is not given again.
auto OwnedAcslName(AcslNames& names, std::string_view owner, std::string_view own) -> std::string;
// All words of these lines are taken.
void ReserveWords(AcslNames& names, std::span<const std::string> lines);

}  // namespace kerf::emit
