// The functions in the form of C. An error leaves them by the way of ModelicaError; what has a destructor is
// gone by then. Handles are looked up, because a model could pass the object of another class.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "external/utilities.h"
#include "fmi/modelica_component.h"
#include "fmihost/host.h"
#include "fmihost/hosted.h"

namespace kerf::fmihost {

namespace {

class Register {
 public:
  auto Add(std::unique_ptr<Hosted> hosted) -> void* {
    const std::scoped_lock lock(mutex_);
    all_.push_back(std::move(hosted));
    return all_.back().get();
  }
  auto Find(void* handle) -> Hosted* {
    const std::scoped_lock lock(mutex_);
    const auto found = std::ranges::find(all_, handle, &std::unique_ptr<Hosted>::get);
    return found == all_.end() ? nullptr : found->get();
  }
  auto Take(void* handle) -> std::unique_ptr<Hosted> {
    const std::scoped_lock lock(mutex_);
    const auto found = std::ranges::find(all_, handle, &std::unique_ptr<Hosted>::get);
    if (found == all_.end()) return nullptr;
    std::unique_ptr<Hosted> taken = std::move(*found);
    all_.erase(found);
    return taken;
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Hosted>> all_;
};

// What crashes is not taken apart when the program ends: it lives as long as the process.
auto TheRegister() -> Register& {
  static auto* const all = new Register;
  return *all;
}

auto PlaceText(const void* context) -> std::string {
  const auto& place = *static_cast<const Place*>(context);
  const std::string time = std::isnan(place.time) ? "" : fmt::format(" at time {}", place.time);
  return fmt::format("{} of the FMU `{}`{}", place.function, place.fmu, time);
}

// Ends the call with a text that outlives it.
void FailWith(std::string error) {
  static thread_local std::string text;
  text = std::move(error);
  external::Utilities()->error(text.c_str());
}

// True after an error, which `error` tells.
template <typename Ask>
auto HasFailed(void* handle, std::string& error, const Ask& ask) -> bool {
  Hosted* const hosted = TheRegister().Find(handle);
  if (hosted == nullptr) {
    error = "it was given something else than an FMU";
    return true;
  }
  external::SetCallPlace(PlaceText, &hosted->place());
  error = ask(*hosted);
  for (const std::string& warning : hosted->TakeWarnings())
    external::Utilities()->warning(fmt::format("the FMU {} warns: {}", hosted->place().fmu, warning).c_str());
  return !error.empty();
}

template <typename Ask>
void AskHosted(void* handle, const Ask& ask) {
  std::string error;
  const bool has_failed = HasFailed(handle, error, ask);
  if (has_failed) FailWith(std::move(error));
}

}  // namespace

// The names of the functions in models, what they are called with, and themselves. Letters of arguments: o an
// object, t a text, n a number, T an array of texts, R one of Reals, s the size of the array before.
extern "C" {

static auto KerfFmiOpen(const char* file, const char* token, int is_co_simulation, const char* const* texts,
                        size_t n_texts) -> void* {
  void* handle = nullptr;
  std::string error;
  {
    const OpenRequest request{file, token, is_co_simulation != 0, {texts, texts + n_texts}};
    auto hosted = std::make_unique<Hosted>();
    external::SetCallPlace(PlaceText, &hosted->place());
    error = hosted->Open(request);
    if (!error.empty()) error = fmt::format("`{}`: {}", hosted->place().fmu, error);
    if (error.empty()) handle = TheRegister().Add(std::move(hosted));
    external::SetCallPlace(nullptr, nullptr);
  }
  if (handle == nullptr) FailWith(std::move(error));
  return handle;
}

static void KerfFmiClose(void* handle) {
  auto hosted = TheRegister().Take(handle);
  if (hosted != nullptr) external::SetCallPlace(PlaceText, &hosted->place());
  hosted.reset();
  external::SetCallPlace(nullptr, nullptr);
}

static void KerfFmiInitialize(void* handle, const double* v, size_t n_v, double* y, size_t n_y) {
  AskHosted(handle, [&](Hosted& hosted) { return hosted.Initialize({v, n_v}, {y, n_y}); });
}

static void KerfFmiValues(void* handle, int group, const double* v, size_t n_v, double* y, size_t n_y) {
  AskHosted(handle,
            [&](Hosted& hosted) { return hosted.Values(static_cast<size_t>(group), {v, n_v}, {y, n_y}); });
}

static void KerfFmiTangents(void* handle, int group, const double* v, const double* direction, size_t n_v,
                            double* tangents, size_t n_tangents) {
  AskHosted(handle, [&](Hosted& hosted) {
    return hosted.Tangents(static_cast<size_t>(group), {v, n_v}, {direction, n_v}, {tangents, n_tangents});
  });
}

static void KerfFmiUpdate(void* handle, const double* v, size_t n_v, double* y, size_t n_y) {
  AskHosted(handle, [&](Hosted& hosted) { return hosted.Update({v, n_v}, {y, n_y}); });
}

}  // extern "C"

namespace {

// Whether each value is what its letter says.
auto Fits(std::string_view letters, const std::vector<flat::Value>& arguments) -> bool {
  if (letters.size() != arguments.size()) return false;
  for (size_t k = 0; k < letters.size(); ++k) {
    const flat::Value& value = arguments[k];
    bool fits = false;
    switch (letters[k]) {
      case 'o': fits = value.kind == expr::Kind::Object && !value.is_array; break;
      case 't': fits = value.kind == expr::Kind::Text && !value.is_array; break;
      case 'n':
        fits = (value.kind == expr::Kind::Integer || value.kind == expr::Kind::Boolean) && !value.is_array;
        break;
      case 'T': fits = value.kind == expr::Kind::Text && value.is_array; break;
      case 'R': fits = value.kind == expr::Kind::Real && value.is_array; break;
      case 's':
        fits = value.kind == expr::Kind::Integer && !value.is_array && k > 0 && arguments[k - 1].is_array &&
               value.integer == static_cast<int64_t>(arguments[k - 1].elements().size());
        break;
      default: break;
    }
    if (!fits) return false;
  }
  return true;
}

struct Named {
  std::string_view name;
  external::OwnFunction function;
};

template <typename Function>
auto AddressOf(Function* function) -> void* {
  return reinterpret_cast<void*>(function);
}

auto FindOwn(std::string_view name) -> external::OwnFunction {
  using Arguments = const std::vector<flat::Value>&;
  static const std::array<Named, 6> kFunctions = {{
      {"kerf_fmi_open", {AddressOf(&KerfFmiOpen), [](Arguments all) { return Fits("ttnTs", all); }, true}},
      {"kerf_fmi_close", {AddressOf(&KerfFmiClose), [](Arguments all) { return Fits("o", all); }, false}},
      {"kerf_fmi_initialize",
       {AddressOf(&KerfFmiInitialize), [](Arguments all) { return Fits("oRsRs", all); }, false}},
      {"kerf_fmi_values",
       {AddressOf(&KerfFmiValues), [](Arguments all) { return Fits("onRsRs", all); }, false}},
      {"kerf_fmi_tangents",
       {AddressOf(&KerfFmiTangents),
        [](Arguments all) {
          return Fits("onRRsRs", all) && all[2].elements().size() == all[3].elements().size();
        },
        false}},
      {"kerf_fmi_update",
       {AddressOf(&KerfFmiUpdate), [](Arguments all) { return Fits("oRsRs", all); }, false}},
  }};
  const auto found = std::ranges::find(kFunctions, name, &Named::name);
  return found == kFunctions.end() ? external::OwnFunction{} : found->function;
}

}  // namespace

auto MakeOwnFunctions(std::function<bool(const std::string& file, std::string& why)> may_open)
    -> external::OwnFunctions {
  return {fmi::kHostLibrary, FindOwn, std::move(may_open)};
}

}  // namespace kerf::fmihost
