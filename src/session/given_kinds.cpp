// See given_kinds.h.
#include "session/given_kinds.h"

#include <cmath>

#include "base/number_text.h"
#include "flat/given_value.h"
#include "session/given_values.h"

namespace kerf::session {

namespace {

KERF_DIAG(GivenDoesNotFit, Error, "`{}` is {} and cannot be {}", std::string, std::string, std::string);
KERF_DIAG(StringStart, Error, "`{}` is a String and has no initial value", std::string);

auto Shown(const transform::GivenValue& given, const std::string& text) -> std::string {
  const bool is_number = std::isfinite(given.value) && text != "true" && text != "false";
  return is_number ? base::NumberText(given.value) : "`" + text + "`";
}

class GivenResolver {
 public:
  GivenResolver(flat::Model& model, diag::Emitter& emitter) : model_(model), emitter_(emitter) {}

  // Those that are left are for the passes.
  void Resolve(std::vector<transform::GivenValue>& values, const std::vector<std::string>& texts,
               bool are_starts) {
    std::vector<transform::GivenValue> left;
    for (size_t k = 0; k < values.size(); ++k) {
      if (ResolveOne(values[k], TextOfValue(texts, k), are_starts)) left.push_back(values[k]);
    }
    values = std::move(left);
  }

 private:
  auto ResolveOne(transform::GivenValue& given, const std::string& text, bool is_start) -> bool {
    const auto var = TryFindGiven(model_, given.name);
    if (!var) {
      // The passes know the names that there are, and tell.
      if (!std::isfinite(given.value)) given.value = 0;
      return true;
    }
    expr::Type type = model_.vars[*var].type;
    type.shape = expr::kScalar;
    const auto value = flat::TryGivenValue(text, given.value, type, *model_.world);
    if (!value) {
      emitter_.Emit({}, GivenDoesNotFit, given.name, flat::GivenKinds(type, *model_.world),
                    Shown(given, text));
      return false;
    }
    if (type.kind != expr::Kind::Text) {
      given.value = value->kind == expr::Kind::Real ? value->real : static_cast<double>(value->integer);
      // What changes at events only begins as its start value says.
      if (is_start && type.kind != expr::Kind::Real) SetStart(model_, given, emitter_);
      return true;
    }
    if (is_start) {
      emitter_.Emit({}, StringStart, given.name);
    } else {
      SetText(model_, given.name, value->text(), emitter_);
    }
    return false;
  }

  flat::Model& model_;
  diag::Emitter& emitter_;
};

}  // namespace

auto TextOfValue(const std::vector<std::string>& texts, size_t k) -> std::string {
  return k < texts.size() ? texts[k] : "";
}

auto ResolveGiven(const Request& request, flat::Model& model, transform::Options& options,
                  diag::Emitter& emitter) -> bool {
  const uint32_t errors = emitter.n_errors();
  GivenResolver resolver(model, emitter);
  resolver.Resolve(options.values, request.value_texts, false);
  resolver.Resolve(options.starts, request.start_texts, true);
  return emitter.n_errors() == errors;
}

auto HasNumbersOnly(const Request& request, diag::Emitter& emitter) -> bool {
  const uint32_t errors = emitter.n_errors();
  const auto check = [&](const std::vector<transform::GivenValue>& values,
                         const std::vector<std::string>& texts) {
    for (size_t k = 0; k < values.size(); ++k) {
      if (!std::isfinite(values[k].value))
        emitter.Emit({}, GivenDoesNotFit, values[k].name, std::string("a number"),
                     Shown(values[k], TextOfValue(texts, k)));
    }
  };
  check(request.options.values, request.value_texts);
  check(request.options.starts, request.start_texts);
  return emitter.n_errors() == errors;
}

}  // namespace kerf::session
