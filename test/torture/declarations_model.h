// A random Modelica model of declarations: classes `H0` to `Hn`, each extending the one before, and an
// instance of the last. All hold the same elements; what each level says of them is a list of sayings, from
// which the text and the values are made independently. Saying too little or in the wrong order makes no
// model.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kind.h"

namespace kerf::torture {

// constant + factor*name.
struct Term {
  int constant = 0;
  int factor = 0;
  std::string name;
};

// `name = value`, for an array of two elements `name = {value, value}` or `each name = value`.
struct Argument {
  std::string name;
  Term value;
  std::optional<Term> second;
  bool is_each = false;
};

enum class What : uint8_t {
  Leaf1,      // what L1 says of its base L0
  Leaf2,      // what L2 says of its base L1
  Record1,    // what R1 says of its base R0
  Class,      // replaceable model MM
  Used,       // MM m
  Component,  // replaceable L… c
  Plain,      // L… q
  Array,      // L… qa[2]
  Record,     // R… r
  Nested,     // S s, with a record n in it
  Records,    // R… ra[2]
  Function,   // replaceable function FF
  Number,     // parameter p
};
inline constexpr std::array kAllWhats = {
    What::Leaf1, What::Leaf2,  What::Record1, What::Class,   What::Used,     What::Component, What::Plain,
    What::Array, What::Record, What::Nested,  What::Records, What::Function, What::Number};

struct Saying {
  What what = What::Number;
  // 0 is the declaration in H0; then the extends clauses; the last one is the instance.
  int level = 0;
  // Which of the classes, at level 0 and of redeclarations.
  int cls = 0;
  std::vector<Argument> arguments;
  bool redeclares = false;
  // A redeclaration among the elements of the class, not in the extends clause.
  bool is_element = false;
  bool constrains = false;
  int constraint = 0;
  std::vector<Argument> constraint_arguments;
  // Of records: a value of the whole. Of the nested record: of the record in it.
  bool is_whole = false;
  bool is_inner_whole = false;
  // Of the second element of an array of records.
  std::vector<Argument> other_arguments;
};

struct Declarations {
  int n_holders = 1;
  std::vector<Saying> sayings;
};

auto RandomDeclarations(Rng& rng) -> Declarations;
auto TextOf(const Declarations& model) -> std::string;
// Values by full name; nothing if the sayings make no correct model.
auto ValuesOf(const Declarations& model) -> std::optional<std::map<std::string, double>>;

inline auto Find(const Declarations& model, What what, int level) -> const Saying* {
  for (const Saying& saying : model.sayings) {
    if (saying.what == what && saying.level == level) return &saying;
  }
  return nullptr;
}

// Parameters of the classes L0, L1, L2, and fields of R0, R1.
inline auto LeafNames(int cls) -> std::vector<std::string> {
  std::vector<std::string> names = {"k0", "k1", "v"};
  if (cls > 0) names.emplace_back("k2");
  if (cls > 1) names.emplace_back("k3");
  return names;
}
inline auto FieldNames(int cls) -> std::vector<std::string> {
  return cls > 0 ? std::vector<std::string>{"a", "b", "d"} : std::vector<std::string>{"a", "b"};
}

}  // namespace kerf::torture
