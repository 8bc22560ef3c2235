// libkerf for C++20: handles that free themselves, spans, and exceptions for errors. Everything is in this
// header and calls kerf.h.
//
//   kerf::Session session;
//   kerf::Model model = session.Load("ball.mo");
//   kerf::Result result = model.Simulate({.stop = 3});
//   for (double h : result["h"]) …
#ifndef KERF_KERF_HPP
#define KERF_KERF_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "kerf.h"

namespace kerf {

namespace detail {

template <auto kFree>
struct Freer {
  template <typename T>
  void operator()(T* handle) const {
    kFree(handle);
  }
};
template <typename T, auto kFree>
using Handle = std::unique_ptr<T, Freer<kFree>>;

}  // namespace detail

// A message, with texts of its own.
struct Message {
  kerf_level level = KERF_ERROR;
  std::string code;
  std::string text;
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
  // As the command line prints it, with the source line and a caret.
  std::string rendered = {};
};

inline auto MessageOf(const kerf_message& message) -> Message {
  return {message.level, message.code,   message.text,    message.file,
          message.line,  message.column, message.rendered};
}

class Result;
class Experiment;

// what() is all that the command line would print.
class Error : public std::runtime_error {
 public:
  explicit Error(kerf_error* error)
      : std::runtime_error(kerf_error_text(error)), error_(error, kerf_error_free) {}

  [[nodiscard]] auto messages() const -> std::vector<Message> {
    std::vector<Message> all;
    for (size_t k = 0; k < kerf_error_count(error_.get()); ++k)
      all.push_back(MessageOf(kerf_error_message(error_.get(), k)));
    return all;
  }
  // What a run had computed when it failed; empty if there is nothing, or if it has been taken.
  [[nodiscard]] auto TakeResult() const -> Result;
  // The runs of a combined program that failed; empty likewise.
  [[nodiscard]] auto TakeExperiment() const -> Experiment;

 private:
  std::shared_ptr<kerf_error> error_;
};

namespace detail {

inline auto PointersTo(const std::vector<std::string>& texts) -> std::vector<const char*> {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  return pointers;
}

// The value of call(&error), or an exception.
template <typename Call>
auto Checked(const Call& call) {
  kerf_error* error = nullptr;
  auto value = call(&error);
  if (error != nullptr) throw Error(error);
  return value;
}

}  // namespace detail

enum class Picture : uint8_t { Svg, Page };

struct PlotOptions {
  // An empty name begins the next panel; none: all signals that vary.
  std::vector<std::string> signals = {};
  // Empty: the time.
  std::string versus = {};
  std::string title = {};
  double width = 0;
  double height = 0;
};

// Columns of a run, which somebody else keeps.
class ResultView {
 public:
  ResultView() = default;
  explicit ResultView(const kerf_result* handle) : view_(handle) {}

  [[nodiscard]] explicit operator bool() const { return view_ != nullptr; }
  [[nodiscard]] auto is_complete() const -> bool { return kerf_result_is_complete(get()); }
  [[nodiscard]] auto n_points() const -> size_t { return kerf_result_point_count(get()); }
  [[nodiscard]] auto time() const -> std::span<const double> { return {kerf_result_time(get()), n_points()}; }
  [[nodiscard]] auto n_signals() const -> size_t { return kerf_result_signal_count(get()); }
  [[nodiscard]] auto name(size_t signal) const -> std::string_view {
    return kerf_result_signal_name(get(), signal);
  }
  [[nodiscard]] auto values(size_t signal) const -> std::span<const double> {
    return {kerf_result_values(get(), signal), n_points()};
  }
  [[nodiscard]] auto Has(const std::string& name) const -> bool {
    return kerf_result_find(get(), name.c_str()) != SIZE_MAX;
  }
  // Throws std::out_of_range if there is no signal of that name.
  [[nodiscard]] auto operator[](const std::string& name) const -> std::span<const double> {
    const size_t signal = kerf_result_find(get(), name.c_str());
    if (signal == SIZE_MAX) throw std::out_of_range("the result has no signal " + name);
    return values(signal);
  }
  [[nodiscard]] auto statistics() const -> kerf_statistics { return kerf_result_statistics(get()); }
  [[nodiscard]] auto messages() const -> std::vector<Message> {
    std::vector<Message> all;
    for (size_t k = 0; k < kerf_result_message_count(get()); ++k)
      all.push_back(MessageOf(kerf_result_message(get(), k)));
    return all;
  }
  [[nodiscard]] auto signal(size_t index) const -> kerf_signal { return kerf_result_signal(get(), index); }
  [[nodiscard]] auto n_events() const -> size_t { return kerf_result_event_count(get()); }
  [[nodiscard]] auto event(size_t index) const -> kerf_event { return kerf_result_event(get(), index); }
  // A file .csv or .mat.
  void Write(const std::string& path) const {
    detail::Checked([&](kerf_error** error) { return kerf_result_write(get(), path.c_str(), error); });
  }
  [[nodiscard]] auto Plot(const PlotOptions& options = {}, Picture picture = Picture::Svg) const
      -> std::string;
  [[nodiscard]] auto get() const -> const kerf_result* { return view_; }

 private:
  const kerf_result* view_ = nullptr;
};

// The same that is one's own; its values live as long as it does.
class Result : public ResultView {
 public:
  Result() = default;
  explicit Result(kerf_result* handle) : ResultView(handle), handle_(handle) {}

 private:
  detail::Handle<kerf_result, kerf_result_free> handle_;
};

inline auto Error::TakeResult() const -> Result { return Result(kerf_error_take_result(error_.get())); }

inline auto ResultView::Plot(const PlotOptions& options, Picture picture) const -> std::string {
  kerf_plot_options given;
  kerf_plot_options_init(&given);
  const auto signals = detail::PointersTo(options.signals);
  given.signals = signals.data();
  given.n_signals = signals.size();
  if (!options.versus.empty()) given.versus = options.versus.c_str();
  if (!options.title.empty()) given.title = options.title.c_str();
  if (options.width != 0) given.width = options.width;
  if (options.height != 0) given.height = options.height;
  const detail::Handle<char, kerf_text_free> text(detail::Checked([&](kerf_error** error) {
    return kerf_result_plot(get(), &given, picture == Picture::Page ? KERF_PAGE : KERF_SVG, error);
  }));
  return text.get();
}

// An input over time: points, linear between them, or a function that is smooth between `times`.
struct Input {
  std::vector<double> times = {};
  std::vector<double> values = {};
  std::function<double(double time)> function = {};
};

// What is not given is as the model says, or as kerf_run_options_init says.
struct RunOptions {
  double start = std::numeric_limits<double>::quiet_NaN();
  double stop = std::numeric_limits<double>::quiet_NaN();
  double tolerance = std::numeric_limits<double>::quiet_NaN();
  double absolute_tolerance = std::numeric_limits<double>::quiet_NaN();
  double max_step = std::numeric_limits<double>::quiet_NaN();
  double step = std::numeric_limits<double>::quiet_NaN();
  uint32_t intervals = 0;
  bool every_step = false;
  std::string solver = {};
  bool is_interpreted = false;
  // Patterns of the variables to keep; none: all.
  std::vector<std::string> variables = {};
  bool has_protected = false;
  bool checks_tolerance = false;
  uint64_t max_events = 0;
  // The run ends if it returns false.
  std::function<bool(double fraction)> progress = {};
  // Parameters, initial values, guesses and constant inputs, by name.
  std::map<std::string, double> values = {};
  std::map<std::string, Input> inputs = {};
};

class Run;
class Linear;

struct LoadOptions {
  std::string model = {};
  // "name=value", "name=value", "u=expression of time".
  std::vector<std::string> values = {};
  std::vector<std::string> starts = {};
  std::vector<std::string> inputs = {};
  bool has_implicit_form = false;
};

struct LinearOptions {
  bool is_steady = false;
  double start = 0;
  double time = 0;
  std::vector<std::string> inputs = {};
  std::vector<std::string> outputs = {};
};

class Model {
 public:
  explicit Model(kerf_model* handle) : handle_(handle) {}

  [[nodiscard]] auto name() const -> std::string_view { return kerf_model_name(get()); }
  [[nodiscard]] auto n_equations() const -> uint32_t { return kerf_model_equation_count(get()); }
  [[nodiscard]] auto n_variables() const -> uint32_t { return kerf_model_variable_count(get()); }
  [[nodiscard]] auto variable(uint32_t index) const -> kerf_variable {
    return kerf_model_variable(get(), index);
  }
  // KERF_NO_VARIABLE if there is none of that name.
  [[nodiscard]] auto TryFind(const std::string& name) const -> uint32_t {
    return kerf_model_find(get(), name.c_str());
  }
  // Throws std::out_of_range if there is none of that name.
  [[nodiscard]] auto Find(const std::string& name) const -> uint32_t {
    const uint32_t index = TryFind(name);
    if (index == KERF_NO_VARIABLE) throw std::out_of_range("the model has no variable " + name);
    return index;
  }
  [[nodiscard]] auto states() const -> std::vector<uint32_t> {
    std::vector<uint32_t> states(kerf_model_state_count(get()));
    kerf_model_states(get(), states.data());
    return states;
  }
  [[nodiscard]] auto Equations(bool is_solved = false) const -> std::string {
    const detail::Handle<char, kerf_text_free> text(
        detail::Checked([&](kerf_error** error) { return kerf_model_equations(get(), is_solved, error); }));
    return text.get();
  }
  // Text, or an HTML page.
  [[nodiscard]] auto Explain(kerf_format format = KERF_TEXT) const -> std::string {
    const detail::Handle<char, kerf_text_free> text(
        detail::Checked([&](kerf_error** error) { return kerf_model_explain(get(), format, error); }));
    return text.get();
  }
  void Write(const std::string& path) const {
    detail::Checked([&](kerf_error** error) { return kerf_model_write(get(), path.c_str(), error); });
  }
  // Of FMI 2.0 or 3.0.
  void WriteFmu(const std::string& path, int version = 2, bool has_model_exchange = true,
                bool has_co_simulation = true) const {
    detail::Checked([&](kerf_error** error) {
      return kerf_model_write_fmu(get(), path.c_str(), version, has_model_exchange, has_co_simulation, error);
    });
  }
  [[nodiscard]] auto Simulate(const RunOptions& options = {}) const -> Result;
  // By index of the variable.
  [[nodiscard]] auto Steady(const std::map<std::string, double>& values = {}) const -> std::vector<double>;
  [[nodiscard]] auto Linearize(const LinearOptions& options = {}) const -> Linear;
  [[nodiscard]] auto get() const -> const kerf_model* { return handle_.get(); }

 private:
  detail::Handle<kerf_model, kerf_model_free> handle_;
};

struct ProgramOptions {
  std::string solver = {};
  // Negative: as the program says.
  double tolerance = -1;
  double absolute_tolerance = -1;
  double max_step = -1;
  uint32_t replications = 1;
  bool is_antithetic = false;
  uint32_t workers = 1;
  uint64_t seed = 0;
  bool keeps_points = false;
  bool is_interpreted = false;
  uint64_t max_events = 0;
  std::function<void(const char* line)> print = {};
  // The runs end if it returns false.
  std::function<bool()> goes_on = {};
};

// All runs of a combined program.
class Experiment {
 public:
  Experiment() = default;
  explicit Experiment(kerf_experiment* handle) : handle_(handle) {}

  [[nodiscard]] explicit operator bool() const { return handle_ != nullptr; }
  [[nodiscard]] auto n_runs() const -> size_t { return kerf_experiment_run_count(get()); }
  [[nodiscard]] auto run(size_t index) const -> kerf_experiment_run {
    return kerf_experiment_run_at(get(), index);
  }
  [[nodiscard]] auto result(size_t run) const -> ResultView {
    return ResultView(kerf_experiment_result(get(), run));
  }
  [[nodiscard]] auto cross() const -> ResultView { return ResultView(kerf_experiment_cross(get())); }
  // By variable of the program; null for a run that there is not.
  [[nodiscard]] auto final_values(size_t run) const -> const double* {
    return kerf_experiment_final(get(), run);
  }
  [[nodiscard]] auto statistics(size_t run) const -> std::vector<kerf_statistic> {
    std::vector<kerf_statistic> all;
    for (size_t k = 0; k < kerf_experiment_statistic_count(get(), run); ++k)
      all.push_back(kerf_experiment_statistic(get(), run, k));
    return all;
  }
  // Means over replications.
  [[nodiscard]] auto means() const -> std::vector<kerf_statistic> { return statistics(SIZE_MAX); }
  [[nodiscard]] auto histograms(size_t run) const -> std::vector<kerf_histogram> {
    std::vector<kerf_histogram> all;
    for (size_t k = 0; k < kerf_experiment_histogram_count(get(), run); ++k)
      all.push_back(kerf_experiment_histogram(get(), run, k));
    return all;
  }
  [[nodiscard]] auto messages() const -> std::vector<Message> {
    std::vector<Message> all;
    for (size_t k = 0; k < kerf_experiment_message_count(get()); ++k)
      all.push_back(MessageOf(kerf_experiment_message(get(), k)));
    return all;
  }
  [[nodiscard]] auto get() const -> const kerf_experiment* { return handle_.get(); }

 private:
  detail::Handle<kerf_experiment, kerf_experiment_free> handle_;
};

inline auto Error::TakeExperiment() const -> Experiment {
  return Experiment(kerf_error_take_experiment(error_.get()));
}

// A combined program: COSY, or a model on which processes act.
class Program {
 public:
  explicit Program(kerf_program* handle) : handle_(handle) {}

  [[nodiscard]] auto name() const -> std::string_view { return kerf_program_name(get()); }
  [[nodiscard]] auto n_variables() const -> size_t { return kerf_program_variable_count(get()); }
  [[nodiscard]] auto variable(size_t index) const -> kerf_signal {
    return kerf_program_variable(get(), index);
  }
  [[nodiscard]] auto Run(const ProgramOptions& options = {}) const -> Experiment {
    kerf_program_options given;
    kerf_program_options_init(&given);
    if (!options.solver.empty()) given.solver = options.solver.c_str();
    given.tolerance = options.tolerance;
    given.absolute_tolerance = options.absolute_tolerance;
    given.max_step = options.max_step;
    given.replications = options.replications;
    given.is_antithetic = options.is_antithetic;
    given.workers = options.workers;
    given.seed = options.seed;
    given.keeps_points = options.keeps_points;
    given.is_interpreted = options.is_interpreted;
    given.max_events = options.max_events;
    given.user = const_cast<ProgramOptions*>(&options);
    if (options.print)
      given.print = [](void* user, const char* line) {
        static_cast<const ProgramOptions*>(user)->print(line);
      };
    if (options.goes_on)
      given.goes_on = [](void* user) { return static_cast<const ProgramOptions*>(user)->goes_on(); };
    return Experiment(
        detail::Checked([&](kerf_error** error) { return kerf_program_run(get(), &given, error); }));
  }
  [[nodiscard]] auto get() const -> const kerf_program* { return handle_.get(); }

 private:
  detail::Handle<kerf_program, kerf_program_free> handle_;
};

class Session {
 public:
  Session() : handle_(kerf_session_new()) {
    if (handle_ == nullptr) throw std::bad_alloc();
  }

  void AddLibrary(const std::string& path) { kerf_session_add_library(get(), path.c_str()); }
  void AddTrust(const std::string& name_or_path) { kerf_session_add_trust(get(), name_or_path.c_str()); }
  void SetCache(const std::string& folder) { kerf_session_set_cache(get(), folder.c_str()); }
  // Hears warnings and notes; must live as long as the session and its models.
  void OnMessage(std::function<void(const kerf_message&)>& function) {
    kerf_session_on_message(
        get(),
        [](void* user, const kerf_message* message) {
          (*static_cast<std::function<void(const kerf_message&)>*>(user))(*message);
        },
        &function);
  }
  [[nodiscard]] auto Load(const std::string& file_or_class, const LoadOptions& options = {}) const -> Model {
    return Model(WithOptions(options, [&](const kerf_load_options& given, kerf_error** error) {
      return kerf_load(get(), file_or_class.c_str(), &given, error);
    }));
  }
  [[nodiscard]] auto LoadText(const std::string& text, kerf_language language,
                              const LoadOptions& options = {}, const std::string& name = "<text>") const
      -> Model {
    return Model(WithOptions(options, [&](const kerf_load_options& given, kerf_error** error) {
      return kerf_load_text(get(), text.c_str(), language, name.c_str(), &given, error);
    }));
  }
  [[nodiscard]] auto LoadProgram(const std::string& file_or_class, const LoadOptions& options = {}) const
      -> Program {
    return Program(WithOptions(options, [&](const kerf_load_options& given, kerf_error** error) {
      return kerf_program_load(get(), file_or_class.c_str(), &given, error);
    }));
  }
  [[nodiscard]] auto LoadProgramText(const std::string& text, const std::string& name = "<text>") const
      -> Program {
    return Program(detail::Checked([&](kerf_error** error) {
      return kerf_program_load_text(get(), text.c_str(), name.c_str(), error);
    }));
  }
  [[nodiscard]] auto get() const -> kerf_session* { return handle_.get(); }

 private:
  template <typename Call>
  static auto WithOptions(const LoadOptions& options, const Call& call)
      -> std::invoke_result_t<const Call&, const kerf_load_options&, kerf_error**> {
    kerf_load_options given;
    kerf_load_options_init(&given);
    const auto values = detail::PointersTo(options.values);
    const auto starts = detail::PointersTo(options.starts);
    const auto inputs = detail::PointersTo(options.inputs);
    given.model = options.model.empty() ? nullptr : options.model.c_str();
    given.values = values.data();
    given.n_values = values.size();
    given.starts = starts.data();
    given.n_starts = starts.size();
    given.inputs = inputs.data();
    given.n_inputs = inputs.size();
    given.has_implicit_form = options.has_implicit_form;
    return detail::Checked([&](kerf_error** error) { return call(given, error); });
  }

  detail::Handle<kerf_session, kerf_session_free> handle_;
};

namespace detail {

// Options and settings in the form of C, as long as this lives.
class CRun {
 public:
  CRun(const Model& model, const RunOptions& given) : patterns_(PointersTo(given.variables)) {
    kerf_run_options_init(&options, model.get());
    const auto take = [](double value, double& to) {
      if (!std::isnan(value)) to = value;
    };
    take(given.start, options.start);
    take(given.stop, options.stop);
    take(given.tolerance, options.tolerance);
    take(given.absolute_tolerance, options.absolute_tolerance);
    take(given.max_step, options.max_step);
    take(given.step, options.step);
    if (given.intervals > 0) options.intervals = given.intervals;
    options.every_step = given.every_step;
    if (!given.solver.empty()) options.solver = given.solver.c_str();
    options.is_interpreted = given.is_interpreted;
    options.variables = patterns_.data();
    options.n_variables = patterns_.size();
    options.has_protected = given.has_protected;
    options.checks_tolerance = given.checks_tolerance;
    options.max_events = given.max_events;
    if (given.progress) {
      options.progress = [](void* user, double fraction) {
        return (*static_cast<const std::function<bool(double)>*>(user))(fraction);
      };
      options.progress_user = const_cast<std::function<bool(double)>*>(&given.progress);
    }
    for (const auto& [name, value] : given.values) values_.push_back({model.Find(name), value});
    for (const auto& [name, input] : given.inputs) AddInput(model.Find(name), input);
    settings = {values_.data(), values_.size(), inputs_.data(), inputs_.size()};
  }
  CRun(const CRun&) = delete;
  auto operator=(const CRun&) -> CRun& = delete;

  kerf_run_options options{};
  kerf_settings settings{};

 private:
  void AddInput(uint32_t variable, const Input& input) {
    kerf_input given{};
    given.variable = variable;
    given.times = input.times.data();
    given.values = input.values.data();
    given.n = input.times.size();
    if (input.function) {
      given.function = [](void* user, double time) {
        return (*static_cast<const std::function<double(double)>*>(user))(time);
      };
      given.user = const_cast<std::function<double(double)>*>(&input.function);
    } else if (input.values.size() != input.times.size()) {
      throw std::invalid_argument("an input needs as many values as times");
    }
    inputs_.push_back(given);
  }

  std::vector<const char*> patterns_;
  std::vector<kerf_value> values_;
  std::vector<kerf_input> inputs_;
};

}  // namespace detail

inline auto Model::Simulate(const RunOptions& options) const -> Result {
  const detail::CRun given(*this, options);
  return Result(detail::Checked(
      [&](kerf_error** error) { return kerf_simulate(get(), &given.options, &given.settings, error); }));
}

inline auto Model::Steady(const std::map<std::string, double>& values) const -> std::vector<double> {
  const RunOptions options{.values = values};
  const detail::CRun given(*this, options);
  std::vector<double> found(n_variables());
  detail::Checked(
      [&](kerf_error** error) { return kerf_steady(get(), &given.settings, found.data(), error); });
  return found;
}

// A run step by step. The options must not change while it lives.
class Run {
 public:
  Run(const Model& model, RunOptions options = {})
      : options_(std::make_unique<RunOptions>(std::move(options))) {
    const detail::CRun given(model, *options_);
    handle_.reset(detail::Checked([&](kerf_error** error) {
      return kerf_run_new(model.get(), &given.options, &given.settings, error);
    }));
  }

  void Initialize() {
    detail::Checked([&](kerf_error** error) { return kerf_run_initialize(get(), error); });
  }
  void Step() {
    detail::Checked([&](kerf_error** error) { return kerf_run_step(get(), error); });
  }
  void StepTo(double time) {
    detail::Checked([&](kerf_error** error) { return kerf_run_step_to(get(), time, error); });
  }
  [[nodiscard]] auto is_done() const -> bool { return kerf_run_is_done(get()); }
  [[nodiscard]] auto time() const -> double { return kerf_run_time(get()); }
  [[nodiscard]] auto n_events() const -> uint64_t { return kerf_run_event_count(get()); }
  void Get(std::span<const uint32_t> variables, std::span<double> values) const {
    detail::Checked([&](kerf_error** error) {
      return kerf_run_get(get(), variables.data(), std::min(variables.size(), values.size()), values.data(),
                          error);
    });
  }
  [[nodiscard]] auto Get(uint32_t variable) const -> double {
    double value = 0;
    Get({&variable, 1}, {&value, 1});
    return value;
  }
  void Set(std::span<const kerf_value> values) {
    detail::Checked(
        [&](kerf_error** error) { return kerf_run_set(get(), values.data(), values.size(), error); });
  }
  void Set(uint32_t variable, double value) {
    const kerf_value given{variable, value};
    Set({&given, 1});
  }
  [[nodiscard]] auto ResultSoFar() const -> Result {
    return Result(detail::Checked([&](kerf_error** error) { return kerf_run_result(get(), error); }));
  }
  [[nodiscard]] auto get() const -> kerf_run* { return handle_.get(); }

 private:
  // Functions among them are called while the run lives.
  std::unique_ptr<RunOptions> options_;
  detail::Handle<kerf_run, kerf_run_free> handle_;
};

// x' = A x + B u, y = C x + D u near a point.
class Linear {
 public:
  explicit Linear(kerf_linear* handle) : handle_(handle) {}
  // 'x', 'u' or 'y'.
  [[nodiscard]] auto count(char which) const -> size_t { return kerf_linear_count(handle_.get(), which); }
  [[nodiscard]] auto name(char which, size_t index) const -> std::string_view {
    return kerf_linear_name(handle_.get(), which, index);
  }
  [[nodiscard]] auto value(char which, size_t index) const -> double {
    return kerf_linear_value(handle_.get(), which, index);
  }
  // Of 'A', 'B', 'C' or 'D'.
  [[nodiscard]] auto entry(char which, size_t row, size_t column) const -> double {
    return kerf_linear_entry(handle_.get(), which, row, column);
  }

 private:
  detail::Handle<kerf_linear, kerf_linear_free> handle_;
};

inline auto Model::Linearize(const LinearOptions& options) const -> Linear {
  kerf_linear_options given;
  kerf_linear_options_init(&given);
  const auto inputs = detail::PointersTo(options.inputs);
  const auto outputs = detail::PointersTo(options.outputs);
  given.is_steady = options.is_steady;
  given.start = options.start;
  given.time = options.time;
  given.inputs = inputs.data();
  given.n_inputs = inputs.size();
  given.outputs = outputs.data();
  given.n_outputs = outputs.size();
  return Linear(detail::Checked([&](kerf_error** error) { return kerf_linearize(get(), &given, error); }));
}

}  // namespace kerf

#endif
