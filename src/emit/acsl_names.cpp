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

class NameMaker {
 public:
  explicit NameMaker(const Dae& dae) : dae_(dae), names_(dae.vars.size()) {}

  auto Run() -> AcslNames {
    for (const VarId id : dae_.vars.ids()) {
      if (!IsDerivative(id)) ++count_[AcslCapitals(Base(id))];
    }
    TakeKept();
    for (const VarId id : dae_.vars.ids()) {
      if (!IsDerivative(id) && names_[id.index].empty()) names_[id.index] = MakeName(id);
    }
    // Derivatives come last: a variable of the model never gives way to one. One of second order follows
    // that of the first, whichever was declared before the other.
    for (const VarId id : dae_.vars.ids()) NameDerivatives(id);
    return {std::move(names_), {}, {}};
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
      if (IsAcslWord(base) || !taken_.insert(AcslCapitals(base)).second) continue;
      names_[id.index] = base;
    }
  }

  auto MakeName(VarId id) -> std::string {
    const std::string base = Base(id);
    const bool is_unique = count_[AcslCapitals(base)] == 1 && !IsAcslWord(base);
    if (is_unique && taken_.insert(AcslCapitals(base)).second) return base;
    const std::string own = Compress(Own(id), kOwnPart);
    const std::string owner = Compress(Owner(id), kAcslNameLength - 1 - own.size());
    std::string name = owner + kDelimiter + own;
    if (!IsAcslWord(name) && taken_.insert(AcslCapitals(name)).second) return name;
    return Numbered(Owner(id), own);
  }

  // A running number behind, and as much of the owner as is left room for.
  auto Numbered(const std::string& owner, const std::string& own) -> std::string {
    while (true) {
      const std::string digits = std::to_string(++counter_);
      const size_t n_own = std::min(own.size(), kAcslNameLength - 2 - std::min<size_t>(digits.size(), 4));
      const size_t n_owner = kAcslNameLength - 1 - n_own - std::min<size_t>(digits.size(), 4);
      std::string name =
          Compress(owner, std::max<size_t>(n_owner, 1)) + kDelimiter + Compress(own, n_own) + digits;
      if (taken_.insert(AcslCapitals(name)).second) return name;
    }
  }

  void NameDerivatives(VarId id) {
    if (IsDerivative(id)) return;
    VarId state = id;
    for (VarId next = dae_.vars[id].derivative; next.has_value(); next = dae_.vars[next].derivative) {
      std::string name = Compress("d" + names_[state.index], kAcslNameLength);
      if (IsAcslWord(name) || !taken_.insert(AcslCapitals(name)).second)
        name = Numbered("d", Compress(names_[state.index], kOwnPart));
      names_[next.index] = name;
      state = next;
    }
  }

  const Dae& dae_;
  std::vector<std::string> names_;
  // How many variables have a name after cutting it down; case does not count.
  std::map<std::string, uint32_t> count_;
  std::set<std::string> taken_;
  uint32_t counter_ = 0;
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
  const auto is_of_variable = [&](const std::string& name) {
    return std::ranges::any_of(names.names, [&](const std::string& n) { return AcslCapitals(n) == name; });
  };
  for (size_t number = 1;; ++number) {
    const std::string digits = std::to_string(number);
    std::string name =
        std::string(stem.substr(0, kAcslNameLength - std::min(digits.size(), kOwnPart))) + digits;
    const std::string capitals = AcslCapitals(name);
    if (!is_of_variable(capitals) && !IsAcslWord(name) && names.others.insert(capitals).second) return name;
  }
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
      if (!word.empty()) names.others.insert(AcslCapitals(word));
      word.clear();
    }
  }
}

auto MakeAcslNames(const Dae& dae) -> AcslNames { return NameMaker(dae).Run(); }

}  // namespace kerf::emit
