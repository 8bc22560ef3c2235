// Models: the source and what has been compiled of it.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/pool.h"
#include "api/session.h"
#include "session/wishes.h"

namespace kerf::api {

// What a run needs that is part of a compilation.
struct Needs {
  std::vector<std::pair<std::string, double>> values;
  std::vector<std::pair<std::string, double>> starts;
  // For the solver `ida`.
  bool has_implicit_form = false;
  // Sections of an ACSL program are not integrated apart.
  bool is_together = false;
  friend auto operator<=>(const Needs&, const Needs&) = default;
};

// One compilation.
struct Variant {
  explicit Variant(std::shared_ptr<const model::CompiledModel> model) : pool(std::move(model)) {}
  [[nodiscard]] auto compiled() const -> const model::CompiledModel& { return pool.compiled(); }

  [[nodiscard]] auto HasImplicitForm() const -> bool { return !compiled().implicit.y_slots.empty(); }

  InstancePool pool;
  // The texts that its messages show.
  std::shared_ptr<source::Buffers> buffers;
  std::vector<model::SectionRate> sections;
};

// A variable as callers see it: those that the compiler has added are left out.
struct PublicVariable {
  std::string name;
  // Its number in the compiled model, and its declaration.
  uint32_t number = 0;
  uint32_t declaration = model::kNone;
  kerf_kind kind = KERF_ALGEBRAIC;
};

// What kerf_load gives. Nothing in it changes but the variants, which a mutex guards.
class Model {
 public:
  Setup setup;
  // Nothing for a model that came compiled.
  std::optional<session::Request> request;
  session::Wishes wishes;
  std::shared_ptr<Variant> base;
  std::vector<PublicVariable> variables;
  // Unit, display unit, quantity and description, as attributes of the compiled model.
  std::vector<std::array<std::string, 4>> attribute_texts;
  // Indices of variables, by name.
  std::vector<uint32_t> by_name;
  // Indices of variables, in the order of the integrator.
  std::vector<uint32_t> states;

  // Of variables; KERF_NO_VARIABLE if there is none of that name.
  [[nodiscard]] auto Find(std::string_view name) const -> uint32_t;
  // With trust of its own, which remembers what one compilation is made of.
  [[nodiscard]] auto Request() const -> session::Request;
  // Null after messages.
  auto VariantFor(const Needs& needs, Failure& failure) const -> std::shared_ptr<Variant>;

 private:
  mutable std::mutex mutex_;
  mutable std::map<Needs, std::shared_ptr<Variant>> variants_;
};

// The variables of the base variant as callers see them.
void ListVariables(Model& model);
// That variable; its texts live as long as the model.
auto Describe(const Model& model, uint32_t index) -> kerf_variable;

// The class, and what is put in before a compilation. False after messages.
auto TakeOptions(const kerf_load_options& options, session::Request& request, diag::Emitter& emitter) -> bool;

// Compiles what the request and the needs say. Null after messages.
auto CompileVariant(const session::Request& request, const Needs& needs, Listener listener, Failure& failure)
    -> std::shared_ptr<Variant>;

}  // namespace kerf::api

struct kerf_model {
  std::shared_ptr<const kerf::api::Model> model;
};
