// Values by writing over: from the weakest declaration to the strongest, each on what stands there. (Kerf
// lays strong modifiers over weak ones before it looks at a declaration.)
#include <algorithm>
#include <functional>

#include "declarations_model.h"

namespace kerf::torture {

namespace {

using Values = std::map<std::string, Term>;
using Numbers = std::map<std::string, double>;

// Parts of a value that are given, of an element that may be one of two.
void Write(Values& values, const std::vector<Argument>& arguments, const Numbers& scope, size_t element = 0) {
  for (const Argument& argument : arguments) {
    const auto resolved = [&](Term term) {
      const auto found = scope.find(term.name);
      if (found == scope.end()) return term;
      term.constant += term.factor * static_cast<int>(found->second);
      term.factor = 0;
      return term;
    };
    const Term first = resolved(argument.value);
    const Term second = argument.second ? resolved(*argument.second) : first;
    if (argument.name == "v") {
      values["v[1]"] = first;
      values["v[2]"] = second;
    } else {
      values[argument.name] = element == 0 ? first : second;
    }
  }
}

auto Evaluate(const Values& values, const std::string& name) -> double {
  const Term& term = values.at(name);
  return term.constant + (term.factor == 0 ? 0 : term.factor * Evaluate(values, term.name));
}

class Writer {
 public:
  explicit Writer(const Declarations& model) : model_(model), last_(model.n_holders) {}

  auto Run() -> std::optional<Numbers> {
    double p = 1;
    for (int level = 0; level <= last_; ++level) {
      if (const Saying* said = Find(model_, What::Number, level)) p = said->arguments[0].value.constant;
    }
    holder_["p"] = p;
    top_["t"] = 3;
    numbers_["h.p"] = p;
    Class();
    Component();
    Plain();
    Array();
    Record();
    Nested();
    Records();
    Function();
    return is_good_ ? std::optional(numbers_) : std::nullopt;
  }

 private:
  // A replaceable element: its class, what it says itself, what every redeclaration takes over, and what was
  // said from outside of the present one.
  struct Replaceable {
    int cls = 0;
    int constraint_class = 0;
    Values own;
    Values constraint;
    Values after;
  };

  auto Scope(int level) const -> const Numbers& { return level == last_ ? top_ : holder_; }

  void Need(bool condition) { is_good_ = is_good_ && condition; }
  void NeedNames(const std::vector<Argument>& arguments, const std::vector<std::string>& names) {
    for (const Argument& argument : arguments) Need(std::ranges::count(names, argument.name) == 1);
  }

  auto Leaf(int cls) const -> Values {
    Values values = {
        {"k0", {10, 0, ""}}, {"k1", {11, 2, "k0"}}, {"v[1]", {12, 0, ""}}, {"v[2]", {13, 0, ""}}};
    if (cls > 0) {
      if (const Saying* said = Find(model_, What::Leaf1, 0)) Write(values, said->arguments, {});
      values["k2"] = {14, 0, ""};
    }
    if (cls > 1) {
      if (const Saying* said = Find(model_, What::Leaf2, 0)) Write(values, said->arguments, {});
      values["k3"] = {15, 3, "k0"};
    }
    return values;
  }

  auto Fields(int cls) const -> Values {
    Values values = {{"a", {20, 0, ""}}, {"b", {21, 2, "a"}}};
    if (cls > 0) {
      if (const Saying* said = Find(model_, What::Record1, 0)) Write(values, said->arguments, {});
      values["d"] = {22, 0, ""};
    }
    return values;
  }

  static auto Inputs(int cls) -> Values {
    if (cls == 0) return {{"a", {30, 0, ""}}, {"b", {31, 2, "a"}}};
    return {{"a", {32, 0, ""}}, {"b", {31, 2, "a"}}};
  }

  auto Follow(What what, const std::function<std::vector<std::string>(int)>& names) -> Replaceable {
    Replaceable now;
    for (int level = 0; level <= last_; ++level) {
      const Saying* said = Find(model_, what, level);
      if (said == nullptr) continue;
      if (level == 0 || said->redeclares) {
        Replace(now, *said, level, names);
      } else {
        NeedNames(said->arguments, names(now.constraint_class));
        Write(now.after, said->arguments, Scope(level));
        Write(now.constraint, said->arguments, Scope(level));
      }
    }
    return now;
  }

  void Replace(Replaceable& now, const Saying& said, int level,
               const std::function<std::vector<std::string>(int)>& names) {
    Need(said.cls >= now.constraint_class && (!said.is_element || (level > 0 && level < last_)));
    NeedNames(said.arguments, names(said.cls));
    now.cls = said.cls;
    now.own.clear();
    now.after.clear();
    Write(now.own, said.arguments, Scope(level));
    if (said.constrains) {
      Need(said.constraint >= now.constraint_class && said.constraint <= said.cls);
      NeedNames(said.constraint_arguments, names(said.constraint));
      Write(now.constraint, said.constraint_arguments, Scope(level));
      now.constraint_class = said.constraint;
    } else if (level == 0) {
      Write(now.constraint, said.arguments, Scope(level));
      now.constraint_class = said.cls;
    }
  }

  static void Overwrite(Values& values, const Values& by) {
    for (const auto& [name, term] : by) values[name] = term;
  }

  static void Overwrite(Values& values, const Replaceable& by) {
    Overwrite(values, by.constraint);
    Overwrite(values, by.own);
    Overwrite(values, by.after);
  }

  void Take(const std::string& path, const Values& values) {
    for (const auto& [name, term] : values) numbers_[path + name] = Evaluate(values, name);
  }

  void Class() {
    const Replaceable now = Follow(What::Class, LeafNames);
    Values values = Leaf(now.cls);
    Overwrite(values, now);
    for (int level = 0; level <= last_; ++level) {
      const Saying* said = Find(model_, What::Used, level);
      if (said == nullptr) continue;
      NeedNames(said->arguments, LeafNames(0));
      Write(values, said->arguments, Scope(level));
    }
    Take("h.m.", values);
  }

  void Component() {
    const Replaceable now = Follow(What::Component, LeafNames);
    Values values = Leaf(now.cls);
    Overwrite(values, now);
    Take("h.c.", values);
  }

  auto FirstClass(What what) const -> int {
    const Saying* said = Find(model_, what, 0);
    return said != nullptr ? said->cls : 0;
  }

  void Plain() {
    const int cls = FirstClass(What::Plain);
    Values values = Leaf(cls);
    for (int level = 0; level <= last_; ++level) {
      const Saying* said = Find(model_, What::Plain, level);
      if (said == nullptr) continue;
      NeedNames(said->arguments, LeafNames(cls));
      Write(values, said->arguments, Scope(level));
    }
    Take("h.q.", values);
  }

  void Array() {
    const int cls = FirstClass(What::Array);
    for (size_t element = 0; element < 2; ++element) {
      Values values = Leaf(cls);
      for (int level = 0; level <= last_; ++level) {
        const Saying* said = Find(model_, What::Array, level);
        if (said == nullptr) continue;
        NeedNames(said->arguments, LeafNames(cls));
        Write(values, said->arguments, Scope(level), element);
      }
      Take("h.qa[" + std::to_string(element + 1) + "].", values);
    }
  }

  // A record as a value of its own with `whole`; parts of a value that is given as a whole cannot be changed.
  void WriteRecord(Values& values, bool& is_bound, int cls, const std::vector<Argument>& arguments,
                   bool whole, int level, size_t element = 0) {
    Need(whole || !is_bound || arguments.empty());
    NeedNames(arguments, FieldNames(cls));
    if (whole) values = Fields(cls);
    is_bound = is_bound || whole;
    Write(values, arguments, Scope(level), element);
  }

  void Record() {
    const int cls = FirstClass(What::Record);
    Values values = Fields(cls);
    bool is_bound = false;
    for (int level = 0; level <= last_; ++level) {
      if (const Saying* said = Find(model_, What::Record, level))
        WriteRecord(values, is_bound, cls, said->arguments, said->is_whole, level);
    }
    Take("h.r.", values);
  }

  void Nested() {
    Values values = Fields(1);
    Values own = {{"x", {23, 0, ""}}};
    bool is_bound = false;
    bool is_inner_bound = false;
    for (int level = 0; level <= last_; ++level) {
      const Saying* said = Find(model_, What::Nested, level);
      if (said == nullptr) continue;
      Need(said->is_whole || !is_bound);
      if (said->is_whole) own = {{"x", {23, 0, ""}}};
      is_bound = is_bound || said->is_whole;
      WriteRecord(values, is_inner_bound, 1, said->arguments, said->is_whole || said->is_inner_whole, level);
      Write(own, said->other_arguments, Scope(level));
    }
    Take("h.s.n.", values);
    Take("h.s.", own);
  }

  void Records() {
    const int cls = FirstClass(What::Records);
    for (size_t element = 0; element < 2; ++element) {
      Values values = Fields(cls);
      bool is_bound = false;
      for (int level = 0; level <= last_; ++level) {
        const Saying* said = Find(model_, What::Records, level);
        if (said == nullptr) continue;
        const bool is_second = said->is_whole && element == 1;
        WriteRecord(values, is_bound, cls, is_second ? said->other_arguments : said->arguments,
                    said->is_whole, level, said->is_whole ? 0 : element);
      }
      Take("h.ra[" + std::to_string(element + 1) + "].", values);
    }
  }

  void Function() {
    const auto names = [](int) { return std::vector<std::string>{"a", "b"}; };
    const Replaceable now = Follow(What::Function, names);
    Values values = Inputs(now.cls);
    Overwrite(values, now);
    const double base = now.cls == 0 ? 0 : 5;
    numbers_["h.y1"] = base + 1 + 10 * Evaluate(values, "a") + 100 * Evaluate(values, "b");
    values["a"] = {2, 0, ""};
    numbers_["h.y2"] = base + 1 + 10 * Evaluate(values, "a") + 100 * Evaluate(values, "b");
    values = Inputs(now.cls);
    Overwrite(values, now);
    values["b"] = {4, 0, ""};
    numbers_["h.y3"] = base + 1 + 10 * Evaluate(values, "a") + 100 * Evaluate(values, "b");
  }

  const Declarations& model_;
  int last_;
  bool is_good_ = true;
  Numbers holder_;
  Numbers top_;
  Numbers numbers_;
};

}  // namespace

auto ValuesOf(const Declarations& model) -> std::optional<std::map<std::string, double>> {
  return Writer(model).Run();
}

}  // namespace kerf::torture
