// A text as it is typed, letter by letter: every request at every moment.
#include "client.h"

namespace kerf::lsp {
namespace {

constexpr std::string_view kText = R"(within ;
package P "Parts"
  import Modelica.Units.SI;
  connector Pin SI.Voltage v; flow Real i; end Pin;
  partial model TwoPin Pin p, n; protected Real u = p.v - n.v; end TwoPin;
  model R "Resistor"
    extends TwoPin(p(v(start=1)));
    parameter Real R(unit="Ohm") = 1 annotation(Dialog(group="x"));
    replaceable model X = TwoPin constrainedby TwoPin(n(v.start=2));
    type E = enumeration(a, b);
    Real z[3] = {sin(k) for k in 1:3};
  equation
    u = R*p.i;
    for i in 1:3 loop connect(p, n); end for;
    if z[1] > 2 then u = 1; else u = f(a=1, b=function g(c=2)); end if;
  end R;
end P;
)";

TEST(Typing, EveryPrefixIsAnswered) {
  Client client;
  client.Open("");
  for (size_t size = 0; size <= kText.size(); ++size) {
    const std::string text(kText.substr(0, size));
    client.Notify("textDocument/didChange", {{"textDocument", {{"uri", kUri}, {"version", size + 2}}},
                                             {"contentChanges", {{{"text", text}}}}});
    client.cursor = Lines(text).PositionOf(static_cast<uint32_t>(size));
    for (const char* method : {"hover", "definition", "references", "completion", "signatureHelp"})
      static_cast<void>(client.AtCursor(method));
    client.received.clear();
  }
}

// One letter is missing, the cursor stands there.
TEST(Typing, EveryHoleIsAnswered) {
  Client client;
  client.Open("");
  for (size_t at = 0; at < kText.size(); ++at) {
    std::string text(kText);
    text.erase(at, 1);
    client.Notify("textDocument/didChange", {{"textDocument", {{"uri", kUri}, {"version", at + 2}}},
                                             {"contentChanges", {{{"text", text}}}}});
    client.cursor = Lines(text).PositionOf(static_cast<uint32_t>(at));
    for (const char* method : {"hover", "definition", "completion"})
      static_cast<void>(client.AtCursor(method));
    client.received.clear();
  }
}

}  // namespace
}  // namespace kerf::lsp
