// Interpolation, and functions found by name in shared libraries.
#include "sim/functions.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <limits>

namespace kerf::sim {

namespace {

KERF_DIAG(FunctionUndefined, Error, "function `{}` is used but not defined", std::string);
KERF_NOTE(GiveFunction, "give a shared library that defines it: --functions FILE.so, with `{}`", std::string);
KERF_DIAG(CannotOpenLibrary, Error, "cannot open the library `{}`: {}", std::string, std::string);
KERF_DIAG(TooManyArguments, Error, "function `{}` has {} arguments; at most {} can be passed to a C function",
          std::string, uint32_t, size_t);

constexpr size_t kMaxPassedArguments = 8;

void CallTable(void* context, const double* in, double* out) {
  *out = static_cast<const LookupTable*>(context)->At(in[0]);
}

void CallInput(void* context, const double* in, double* out) {
  *out = static_cast<const InputFunction*>(context)->At(in[0]);
}

// A C function with N arguments of type double behind the one calling convention of the ABI.
template <size_t... I>
void CallC(void* symbol, const double* in, double* out, std::index_sequence<I...>) {
  using Function = double (*)(std::remove_cvref_t<decltype(in[I])>...);
  *out = (*reinterpret_cast<Function>(symbol))(in[I]...);
}

template <size_t N>
void CallWith(void* symbol, const double* in, double* out) {
  CallC(symbol, in, out, std::make_index_sequence<N>{});
}

using Caller = void (*)(void*, const double*, double*);

template <size_t... N>
constexpr auto MakeCallers(std::index_sequence<N...>) -> std::array<Caller, sizeof...(N)> {
  return {&CallWith<N>...};
}
constexpr auto kCallers = MakeCallers(std::make_index_sequence<kMaxPassedArguments + 1>{});

void CallProcedure(void* symbol, const double* in, double* out) {
  (*reinterpret_cast<void (*)(const double*, double*)>(symbol))(in, out);
}

auto Prototype(const std::string& name, uint32_t n_arguments, uint32_t n_outputs) -> std::string {
  if (n_outputs > 1) return fmt::format("void {}(const double* in, double* out);", name);
  std::string arguments;
  for (uint32_t k = 0; k < n_arguments; ++k) arguments += k == 0 ? "double" : ", double";
  return fmt::format("double {}({});", name, arguments);
}

}  // namespace

auto LookupTable::At(double at) const -> double {
  const auto after = std::ranges::upper_bound(x, at);
  if (after == x.begin()) return y.front();
  if (after == x.end()) return y.back();
  const auto k = static_cast<size_t>(after - x.begin());
  return y[k - 1] + (y[k] - y[k - 1]) * (at - x[k - 1]) / (x[k] - x[k - 1]);
}

Functions::~Functions() {
  // After a fault they may hold locks that their ends would wait for.
  for (void* library : libraries_) {
    if (fault_.empty()) dlclose(library);
  }
}

auto Functions::AddLibrary(const std::string& path, diag::Emitter& emitter) -> bool {
  // Without a slash the loader would look elsewhere than in the present folder.
  const std::string local = path.find('/') == std::string::npos ? "./" + path : path;
  void* library = dlopen(local.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    emitter.Emit({}, CannotOpenLibrary, path, std::string(dlerror()));
    return false;
  }
  libraries_.push_back(library);
  if (!watch_) watch_.emplace();
  return true;
}

// One that did not come back gives no values, and neither does any other after it.
void Functions::CallUser(void* context, const double* in, double* out) {
  struct Call {
    const UserFunction* function;
    const double* in;
    double* out;
  };
  const auto* function = static_cast<const UserFunction*>(context);
  Functions& owner = *function->owner;
  if (owner.fault_.empty()) {
    base::GuardedCall guarded;
    guarded.name = function->name.c_str();
    Call call{function, in, out};
    const auto run = [](void* given) {
      const auto* asked = static_cast<const Call*>(given);
      asked->function->caller(asked->function->symbol, asked->in, asked->out);
    };
    const base::CallEnd end = base::RunGuarded(guarded, run, &call);
    if (end == base::CallEnd::Returned) return;
    owner.fault_ =
        fmt::format("the external function {} failed: {}", function->name, base::CallEndText(guarded, end));
    if (owner.model_ != nullptr) owner.model_->SetFault(owner.fault_);
  }
  std::fill(out, out + function->n_outputs, std::numeric_limits<double>::quiet_NaN());
}

auto Functions::Resolve(const std::vector<model::FunctionUse>& wanted, diag::Emitter& emitter)
    -> std::vector<KerfFunction> {
  std::vector<KerfFunction> resolved;
  for (const model::FunctionUse& use : wanted) {
    KerfFunction found{nullptr, nullptr, use.n_arguments, use.n_outputs};
    if (model_ != nullptr) {
      const KerfFunction own = model_->Find(expr::FunctionId{use.function});
      if (own.call != nullptr) {
        resolved.push_back(own);
        continue;
      }
    }
    for (const TableInput& input : tables_) {
      if (use.name != model::TableFunctionName(input.name)) continue;
      found.call = CallTable;
      found.context = const_cast<LookupTable*>(input.table.get());
    }
    for (const auto& [name, function] : inputs_) {
      if (use.name != model::TableFunctionName(name)) continue;
      found.call = CallInput;
      found.context = function;
    }
    if (use.n_outputs == 1 && use.n_arguments > kMaxPassedArguments) {
      emitter.Emit({}, TooManyArguments, use.name, use.n_arguments, kMaxPassedArguments);
      resolved.push_back(found);
      continue;
    }
    for (void* library : libraries_) {
      void* symbol = found.call == nullptr ? dlsym(library, use.name.c_str()) : nullptr;
      if (symbol == nullptr) continue;
      const Caller caller = use.n_outputs > 1 ? CallProcedure : kCallers[use.n_arguments];
      user_functions_.push_back(
          std::make_unique<UserFunction>(UserFunction{this, use.name, symbol, caller, use.n_outputs}));
      found.call = CallUser;
      found.context = user_functions_.back().get();
    }
    if (found.call == nullptr) {
      emitter.Emit({}, FunctionUndefined, use.name)
          .Note({}, GiveFunction, Prototype(use.name, use.n_arguments, use.n_outputs));
    }
    resolved.push_back(found);
  }
  return resolved;
}

auto Functions::Breakpoints() const -> std::vector<double> {
  std::vector<double> instants = breakpoints_;
  for (const TableInput& input : tables_)
    instants.insert(instants.end(), input.table->x.begin(), input.table->x.end());
  std::ranges::sort(instants);
  instants.erase(std::ranges::unique(instants).begin(), instants.end());
  return instants;
}

}  // namespace kerf::sim
