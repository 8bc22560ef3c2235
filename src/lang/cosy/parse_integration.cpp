// INTEGRAT: how the continuous part is integrated. The settings have the names of GASP-V's data cards.
#include "lang/cosy/parser.h"

namespace kerf::cosy {

// INTEGRAT [METHOD name [STEP = h]] {DTMAX = h | RRERR = e | AAERR = e | ALARMS | SHORTCROSS}
auto Parser::ReadIntegration(FrameItem& item) -> bool {
  item.kind = FrameKind::Integrate;
  Take();
  if (AcceptWord("method") && (!ExpectName(item.name) || !ReadOption("step", item.interval))) return false;
  for (;;) {
    const bool is_setting = IsWord("dtmax") || IsWord("rrerr") || IsWord("aaerr");
    if (!is_setting && !IsWord("alarms") && !IsWord("shortcross")) break;
    Setting setting;
    setting.name = Peek().name;
    setting.span = Peek().span();
    if (is_setting ? !ReadSetting(setting) : Take().kind != Tok::Name) return false;
    item.settings.push_back(setting);
  }
  if (item.name.has_value() || !item.settings.empty()) return true;
  return Unexpected("METHOD, DTMAX, RRERR, AAERR, ALARMS or SHORTCROSS");
}

}  // namespace kerf::cosy
