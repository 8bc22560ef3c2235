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
  // Names beside those of variables, in capitals.
  std::set<std::string> others;
};

auto MakeAcslNames(const dae::Dae& dae) -> AcslNames;

// A name that is free, `stem` and the smallest number; it is not given again.
auto FreshAcslName(AcslNames& names, std::string_view stem) -> std::string;
// All words of these lines are taken.
void ReserveWords(AcslNames& names, std::span<const std::string> lines);

}  // namespace kerf::emit
