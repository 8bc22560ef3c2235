// The arguments of libffi and the way back from an error.
#include "external/call.h"

#include <ffi.h>
#include <fmt/format.h>

#include "external/utilities.h"

namespace kerf::external {

namespace {

using expr::Kind;
using flat::Value;

// What is passed in a register or on the stack.
union Passed {
  double real;
  int64_t integer;
  size_t length;
  const void* pointer;
};

union Returned {
  double real;
  ffi_arg integer;
  void* pointer;
};

auto ReturnType(const PreparedCall& prepared, Kind kind) -> ffi_type* {
  if (!prepared.has_result) return &ffi_type_void;
  switch (kind) {
    case Kind::Real:        return &ffi_type_double;
    case Kind::Integer:
    case Kind::Boolean:
    case Kind::Enumeration: return &ffi_type_sint;
    case Kind::Text:
    case Kind::Object:      return &ffi_type_pointer;
    case Kind::Record:
    case Kind::Clock:
    case Kind::Function:    break;
  }
  return nullptr;
}

class ArgumentList {
 public:
  ArgumentList(const PreparedCall& prepared, const MemoryRules& rules, flat::NativeCall& call)
      : prepared_(prepared), rules_(rules), call_(call) {
    const size_t n = call.arguments.size();
    // Nothing may move once a pointer to it has been taken; Fortran has lengths of texts behind the
    // arguments.
    memories_.resize(n);
    passed_.reserve(2 * n);
    for (size_t k = 0; k < n; ++k) Add(k);
    if (rules.is_fortran) AddLengths();
    for (Passed& value : passed_) values_.push_back(&value);
  }

  [[nodiscard]] auto types() -> std::vector<ffi_type*>& { return types_; }
  [[nodiscard]] auto values() -> void** { return values_.data(); }

  void TakeOutputs() {
    for (size_t k = 0; k < memories_.size(); ++k) {
      if (prepared_.is_output[k]) FromMemory(call_.arguments[k], memories_[k], rules_);
    }
  }

 private:
  void Add(size_t k) {
    const Value& value = call_.arguments[k];
    const bool is_reference =
        rules_.is_fortran || prepared_.is_output[k] || value.is_array || value.kind == Kind::Record;
    Passed passed{};
    if (rules_.is_fortran && value.kind == Kind::Text && !value.is_array) {
      passed.pointer = value.text().c_str();
      types_.push_back(&ffi_type_pointer);
    } else if (is_reference) {
      memories_[k] = ToMemory(value, rules_);
      passed.pointer = memories_[k].data();
      types_.push_back(&ffi_type_pointer);
    } else {
      types_.push_back(AddScalar(value, passed));
    }
    passed_.push_back(passed);
  }

  auto AddScalar(const Value& value, Passed& passed) const -> ffi_type* {
    switch (value.kind) {
      case Kind::Real:        passed.real = value.real; return &ffi_type_double;
      case Kind::Text:        passed.pointer = value.text().c_str(); return &ffi_type_pointer;
      case Kind::Object:      passed.pointer = rules_.object_pointer(value.integer); return &ffi_type_pointer;
      case Kind::Integer:
      case Kind::Boolean:
      case Kind::Enumeration:
      case Kind::Record:
      case Kind::Clock:
      case Kind::Function:    break;
    }
    // A C function has int here, or size_t for the size of an array: in a whole register both find theirs.
    passed.integer = value.integer;
    return &ffi_type_sint64;
  }

  void AddLengths() {
    for (const Value& value : call_.arguments) {
      if (value.kind != Kind::Text || value.is_array) continue;
      Passed passed{};
      passed.length = value.text().size();
      passed_.push_back(passed);
      types_.push_back(&ffi_type_pointer);
    }
  }

  const PreparedCall& prepared_;
  const MemoryRules& rules_;
  flat::NativeCall& call_;
  std::vector<Memory> memories_;
  std::vector<Passed> passed_;
  std::vector<ffi_type*> types_;
  std::vector<void*> values_;
};

// What libffi needs.
struct Entered {
  ffi_cif* interface = nullptr;
  void* address = nullptr;
  void* result = nullptr;
  void** values = nullptr;
};

void Enter(void* context) {
  const auto* call = static_cast<const Entered*>(context);
  ffi_call(call->interface, reinterpret_cast<void (*)()>(call->address), call->result, call->values);
}

void TakeResult(const Returned& returned, Value& result, void*& object) {
  switch (result.kind) {
    case Kind::Real:        result.real = returned.real; return;
    case Kind::Integer:
    case Kind::Enumeration: result.integer = static_cast<int>(returned.integer); return;
    case Kind::Boolean:     result.integer = static_cast<int>(returned.integer) != 0 ? 1 : 0; return;
    case Kind::Object:      object = returned.pointer; return;
    case Kind::Text:        {
      const auto* text = static_cast<const char*>(returned.pointer);
      result = Value::Text(text == nullptr ? "" : text);
      return;
    }
    case Kind::Record:
    case Kind::Clock:
    case Kind::Function: return;
  }
}

}  // namespace

auto CallFunction(const PreparedCall& prepared, const MemoryRules& rules, flat::NativeCall& call,
                  void*& object, std::string& fault) -> bool {
  ffi_type* const result_type = ReturnType(prepared, call.result.kind);
  if (result_type == nullptr || (prepared.has_result && call.result.is_array)) {
    call.error = fmt::format("the external function {} cannot return an array or record", prepared.name);
    return false;
  }
  ArgumentList arguments(prepared, rules, call);
  ffi_cif interface;
  const auto n = static_cast<unsigned>(arguments.types().size());
  if (ffi_prep_cif(&interface, FFI_DEFAULT_ABI, n, result_type, arguments.types().data()) != FFI_OK) {
    call.error = fmt::format("the external function {} cannot be called with {} arguments", prepared.name, n);
    return false;
  }
  Returned returned{};
  CallState state;
  CallState* const outer = SetCurrentCall(&state);
  state.guarded.name = prepared.name.c_str();
  Entered entered{&interface, prepared.address, &returned, arguments.values()};
  const base::CallEnd end = base::RunGuarded(state.guarded, Enter, &entered);
  SetCurrentCall(outer);
  call.messages = std::move(state.messages);
  if (end != base::CallEnd::Returned) {
    const std::string why = end == base::CallEnd::Left ? state.error : base::CallEndText(state.guarded, end);
    const std::string what =
        state.describe == nullptr ? "the external function " + prepared.name : state.describe(state.context);
    call.error = fmt::format("{} failed: {}", what, why);
    if (end != base::CallEnd::Left) fault = call.error;
    return false;
  }
  arguments.TakeOutputs();
  if (prepared.has_result) TakeResult(returned, call.result, object);
  return true;
}

}  // namespace kerf::external
