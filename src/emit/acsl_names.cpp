// See acsl_names.h.
#include "emit/acsl_names.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

namespace kerf::emit {

namespace {

using dae::Dae;
using expr::VarId;

constexpr char kDelimiter = 'X';
constexpr size_t kOwnPart = 3;

// Statements, operators and functions of ACSL and of the Fortran below it, in capitals.
constexpr auto kWords = std::to_array<std::string_view>({
    "ABS",    "ACOS",   "AINT",   "ALGORI", "ALOG",   "ALOG10", "AMAX0",  "AMAX1",  "AMIN0",  "AMIN1",
    "AMOD",   "ARRAY",  "ASIN",   "ATAN",   "ATAN2",  "BCKLSH", "BOUND",  "CALL",   "CINT",   "CINTER",
    "CMPXPL", "CONSTA", "CONTIN", "COS",    "COSH",   "DBLINT", "DEAD",   "DELAY",  "DERIVA", "DERIVT",
    "DIM",    "DISCRE", "DO",     "DYNAMI", "ELSE",   "END",    "ENDIF",  "ERRTAG", "EXP",    "FCNSW",
    "FOR",    "GAUSI",  "GAUSS",  "GO",     "GOTO",   "HARM",   "IABS",   "IF",     "IMPL",   "IMPLC",
    "INCLUD", "INITIA", "INT",    "INTEG",  "INTEGE", "INTERV", "INTVC",  "ISIGN",  "LEDLAG", "LIMINT",
    "LOGD",   "LOGICA", "LSW",    "MACRO",  "MAXT",   "MAXTER", "MERROR", "MINT",   "MINTER", "MOD",
    "NSTEPS", "NSTP",   "OU",     "PARAME", "PRESET", "PROCED", "PROGRA", "PTR",    "PULSE",  "QNTZR",
    "RAMP",   "REAL",   "REALPL", "RSW",    "RTP",    "SCHEDU", "SIGN",   "SIN",    "SINH",   "SORT",
    "SQRT",   "STEP",   "TABLE",  "TAN",    "TANH",   "TERMIN", "TERMT",  "THEN",   "TRAN",   "TYPE",
    "UNIF",   "UNIFI",  "VARIAB", "XERROR", "ZHOLD",  "ZOH",    "T",
});

// Letters and digits alone, a letter first: subscripts and underscores are left out.
auto Plain(std::string_view text) -> std::string {
  std::string plain;
  for (const char c : text) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_digit = c >= '0' && c <= '9';
    if (is_letter || is_digit) plain += c;
  }
  if (plain.empty() || (plain[0] >= '0' && plain[0] <= '9')) plain.insert(plain.begin(), kDelimiter);
  return plain;
}

auto TryTake(AcslNames& names, const std::string& name) -> bool {
  return !IsAcslWord(name) && names.taken.insert(AcslCapitals(name)).second;
}

// A running number behind, and as much of the owner as is left room for.
auto Numbered(AcslNames& names, const std::string& owner, const std::string& own) -> std::string {
  while (true) {
    const std::string digits = std::to_string(++names.counter);
    const size_t n_own = std::min(own.size(), kAcslNameLength - 2 - std::min<size_t>(digits.size(), 4));
    const size_t n_owner = kAcslNameLength - 1 - n_own - std::min<size_t>(digits.size(), 4);
    std::string name =
        Compress(owner, std::max<size_t>(n_owner, 1)) + kDelimiter + Compress(own, n_own) + digits;
    if (TryTake(names, name)) return name;
  }
}

// The owner, an X, and the name.
auto Prefixed(AcslNames& names, const std::string& owner, const std::string& whole) -> std::string {
  const std::string own = Compress(whole, kOwnPart);
  std::string name = Compress(owner, kAcslNameLength - 1 - own.size()) + kDelimiter + own;
  return TryTake(names, name) ? name : Numbered(names, owner, own);
}

class AcslNameMaker {
 public:
  explicit AcslNameMaker(const Dae& dae) : dae_(dae) { made_.names.resize(dae.vars.size()); }

  auto Run() -> AcslNames {
    for (const VarId id : dae_.vars.ids()) {
      if (!IsDerivative(id)) ++count_[AcslCapitals(Base(id))];
    }
    TakeKept();
    for (const VarId id : dae_.vars.ids()) {
      if (!IsDerivative(id) && made_.names[id.index].empty()) made_.names[id.index] = MakeName(id);
    }
    // Derivatives come last: a variable of the model never gives way to one. One of second order follows
    // that of the first, whichever was declared before the other.
    for (const VarId id : dae_.vars.ids()) NameDerivatives(id);
    return std::move(made_);
  }

 private:
  [[nodiscard]] auto IsDerivative(VarId id) const -> bool { return dae_.vars[id].derivative_of.has_value(); }
  [[nodiscard]] auto Own(VarId id) const -> std::string {
    return Plain(dae_.world->paths.RenderLocal(dae_.vars[id].path));
  }
  [[nodiscard]] auto Base(VarId id) const -> std::string { return Compress(Own(id), kAcslNameLength); }
  [[nodiscard]] auto Owner(VarId id) const -> std::string {
    const base::PathId parent = dae_.world->paths[dae_.vars[id].path].parent;
    if (parent == base::PathStore::kRoot) return Plain(dae_.world->names[dae_.name]);
    return Plain(dae_.world->paths.RenderLocal(parent));
  }

  // Inputs and outputs of the main model keep their names, which control files use.
  void TakeKept() {
    for (const VarId id : dae_.vars.ids()) {
      const dae::Var& var = dae_.vars[id];
      const bool is_top = dae_.world->paths[var.path].parent == base::PathStore::kRoot;
      if (!is_top || !(var.is_output || var.kind == dae::VarKind::Input)) continue;
      const std::string base = Base(id);
      if (TryTake(made_, base)) made_.names[id.index] = base;
    }
  }

  auto MakeName(VarId id) -> std::string {
    const std::string base = Base(id);
    if (count_[AcslCapitals(base)] == 1 && TryTake(made_, base)) return base;
    return Prefixed(made_, Owner(id), Own(id));
  }

  void NameDerivatives(VarId id) {
    if (IsDerivative(id)) return;
    VarId state = id;
    for (VarId next = dae_.vars[id].derivative; next.has_value(); next = dae_.vars[next].derivative) {
      const std::string& of = made_.names[state.index];
      std::string name = Compress("d" + of, kAcslNameLength);
      if (!TryTake(made_, name)) name = Numbered(made_, "d", Compress(of, kOwnPart));
      made_.names[next.index] = name;
      state = next;
    }
  }

  const Dae& dae_;
  AcslNames made_;
  // How many variables have a name after cutting it down; case does not count.
  std::map<std::string, uint32_t> count_;
};

}  // namespace

auto AcslCapitals(std::string_view text) -> std::string {
  std::string capitals(text);
  for (char& c : capitals) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return capitals;
}

auto Compress(std::string_view text, size_t n) -> std::string {
  if (text.size() <= n) return std::string(text);
  const size_t n_last = n / 2;
  return std::string(text.substr(0, n - n_last)) + std::string(text.substr(text.size() - n_last));
}

auto IsAcslWord(std::string_view name) -> bool { return std::ranges::count(kWords, AcslCapitals(name)) > 0; }

auto FreshAcslName(AcslNames& names, std::string_view stem) -> std::string {
  for (size_t number = 1;; ++number) {
    const std::string digits = std::to_string(number);
    std::string name =
        std::string(stem.substr(0, kAcslNameLength - std::min(digits.size(), kOwnPart))) + digits;
    if (TryTake(names, name)) return name;
  }
}

auto OwnedAcslName(AcslNames& names, std::string_view owner, std::string_view own) -> std::string {
  std::string name = Compress(Plain(own), kAcslNameLength);
  return TryTake(names, name) ? name : Prefixed(names, Plain(owner), Plain(own));
}

void ReserveWords(AcslNames& names, std::span<const std::string> lines) {
  for (const std::string& line : lines) {
    std::string word;
    for (const char c : line + " ") {
      const bool is_part = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (is_part) {
        word += c;
        continue;
      }
      if (!word.empty()) names.taken.insert(AcslCapitals(word));
      word.clear();
    }
  }
}

auto MakeAcslNames(const Dae& dae) -> AcslNames { return AcslNameMaker(dae).Run(); }

}  // namespace kerf::emit
