// INTEGRAT: the method with its step, and what is to be set beside it.
#include <algorithm>
#include <array>

#include "lang/cosy/coder.h"

namespace kerf::cosy {

namespace {

using process::IntegrationSetting;
using process::Service;

KERF_DIAG(CosySettingTwice, Error, "`{}` is given twice", std::string_view);

struct NamedSetting {
  std::string_view name;
  IntegrationSetting setting;
};

constexpr auto kSettings = std::to_array<NamedSetting>({
    {"dtmax", IntegrationSetting::LargestStep},
    {"rrerr", IntegrationSetting::RelativeTolerance},
    {"aaerr", IntegrationSetting::AbsoluteTolerance},
    {"alarms", IntegrationSetting::Alarms},
    {"shortcross", IntegrationSetting::ShortCrossings},
});

}  // namespace

void Coder::Integration(const cosy::FrameItem& item, const Scope& scope) {
  for (const Setting& setting : item.settings) {
    const auto is_same = [&](const Setting& other) { return other.name == setting.name; };
    if (&*std::ranges::find_if(item.settings, is_same) != &setting)
      emitter_.Emit(setting.span, CosySettingTwice, translator_.Written(setting.name));
    const Value value = setting.value.has_value() ? NumberOf(setting.value, scope) : Number(1);
    const auto found = std::ranges::find(kSettings, translator_.Lower(setting.name), &NamedSetting::name);
    if (value.is_good) Invoke(Service::SetIntegration, static_cast<uint32_t>(found->setting), {value});
  }
  if (!item.name.has_value()) return;
  const Value step = item.interval.has_value() ? NumberOf(item.interval, scope) : Number(0);
  if (!step.is_good) return;
  auto& texts = translator_.out().texts;
  texts.emplace_back(translator_.Lower(item.name));
  Invoke(Service::SetMethod, static_cast<uint32_t>(texts.size() - 1), {step});
}

}  // namespace kerf::cosy
