// Statements as text, and what they do.
#include "program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace kerf::torture {

namespace {

enum class After : uint8_t { On, Break, Return };

class Executor {
 public:
  explicit Executor(Environment& environment) : environment_(environment) {}

  auto Run(const std::vector<Step>& steps) -> After {
    for (const Step& step : steps) {
      if (++n_steps_ > 3000) throw NoValue{"too long"};
      const After after = One(step);
      if (after != After::On) return after;
    }
    return After::On;
  }

 private:
  auto One(const Step& step) -> After {
    switch (step.doing) {
      case Doing::Assign: Assign(step); return After::On;
      case Doing::If:     return Choose(step);
      case Doing::For:
      case Doing::While:  return Loop(step);
      case Doing::Break:  return After::Break;
      case Doing::Return: return After::Return;
      case Doing::Assert:
        if (Evaluate(step.conditions[0], environment_).number == 0) throw NoValue{"an assertion"};
        return After::On;
    }
    return After::On;
  }

  void Assign(const Step& step) {
    Val value = Evaluate(step.value, environment_);
    Val& target = environment_.values.at(step.name);
    const Sort sort = target.sort;
    if (step.subscripts.empty()) {
      if (value.dims != target.dims) throw NoValue{"another size"};
      target = sort == Sort::Real ? AsReal(std::move(value)) : std::move(value);
      return;
    }
    // `end` is the size of the target.
    std::vector<Val> subscripts;
    for (const Node& subscript : step.subscripts) subscripts.push_back(Evaluate(subscript, environment_));
    AssignSubscripted(target, subscripts, value);
  }

  auto Choose(const Step& step) -> After {
    for (size_t k = 0; k < step.bodies.size(); ++k) {
      if (k == step.conditions.size() || Evaluate(step.conditions[k], environment_).number != 0)
        return Run(step.bodies[k]);
    }
    return After::On;
  }

  auto Loop(const Step& step) -> After {
    if (step.doing == Doing::While) {
      while (Evaluate(step.conditions[0], environment_).number != 0) {
        const After after = Run(step.bodies[0]);
        if (after == After::Return) return after;
        if (after == After::Break) break;
      }
      return After::On;
    }
    const Val range = Evaluate(step.value, environment_);
    for (const Val& element : range.parts) {
      environment_.values[step.name] = element;
      const After after = Run(step.bodies[0]);
      if (after == After::Return) return after;
      if (after == After::Break) break;
    }
    environment_.values.erase(step.name);
    return After::On;
  }

  Environment& environment_;
  int n_steps_ = 0;
};

auto StepText(const Step& step, const std::string& indentation) -> std::string {
  const std::string inner = indentation + "  ";
  switch (step.doing) {
    case Doing::Assign: {
      std::vector<std::string> subscripts;
      for (const Node& subscript : step.subscripts) subscripts.push_back(TextOf(subscript));
      return fmt::format("{}{} := {};\n", step.name,
                         subscripts.empty() ? "" : fmt::format("[{}]", fmt::join(subscripts, ", ")),
                         TextOf(step.value));
    }
    case Doing::If: {
      std::string text;
      for (size_t k = 0; k < step.bodies.size(); ++k) {
        if (k > 0) text += indentation;
        text += k == step.conditions.size()
                    ? "else\n"
                    : fmt::format("{} {} then\n", k == 0 ? "if" : "elseif", TextOf(step.conditions[k]));
        text += TextOf(step.bodies[k], inner);
      }
      return text + indentation + "end if;\n";
    }
    case Doing::For:
      return fmt::format("for {} in {} loop\n{}{}end for;\n", step.name, TextOf(step.value),
                         TextOf(step.bodies[0], inner), indentation);
    case Doing::While:
      return fmt::format("while {} loop\n{}{}end while;\n", TextOf(step.conditions[0]),
                         TextOf(step.bodies[0], inner), indentation);
    case Doing::Break:  return "break;\n";
    case Doing::Return: return "return;\n";
    case Doing::Assert: return fmt::format("assert({}, \"it holds\");\n", TextOf(step.conditions[0]));
  }
  return "";
}

}  // namespace

void Execute(const Program& program, Environment& environment) {
  for (const ProgramVar& var : program.vars) environment.values[var.leaf.name] = var.start;
  Executor(environment).Run(program.steps);
}

auto TextOf(const std::vector<Step>& steps, const std::string& indentation) -> std::string {
  std::string text;
  for (const Step& step : steps) text += indentation + StepText(step, indentation);
  return text;
}

auto Occurs(const std::vector<Step>& steps, Doing doing) -> bool {
  return std::ranges::any_of(steps, [&](const Step& step) {
    return step.doing == doing ||
           std::ranges::any_of(step.bodies, [&](const auto& body) { return Occurs(body, doing); });
  });
}

}  // namespace kerf::torture
