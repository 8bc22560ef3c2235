// What has been compiled, loaded and made so far.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <unordered_map>

#include "base/guarded_call.h"
#include "external/build.h"
#include "external/call.h"
#include "external/external.h"
#include "external/shared_object.h"

namespace kerf::external {

namespace {

namespace fs = std::filesystem;
using expr::Kind;
using expr::Op;
using flat::FunctionId;
using flat::World;

class Functions : public flat::ForeignFunctions {
 public:
  explicit Functions(Options options) : options_(std::move(options)) {
    rules_.object_pointer = [this](int64_t number) { return Pointer(number); };
    fortran_rules_ = rules_;
    fortran_rules_.is_fortran = true;
    if (options_.may_call && options_.watches_faults) watch_.emplace();
  }
  Functions(const Functions&) = delete;
  auto operator=(const Functions&) -> Functions& = delete;
  ~Functions() override;

  [[nodiscard]] auto IsCalling() const -> bool override { return static_cast<bool>(options_.may_call); }
  auto Prepare(const World& world, FunctionId function, std::string& error) -> bool override;
  [[nodiscard]] auto Needs(const World& world, FunctionId function) const -> flat::CompilerNeeds override;
  [[nodiscard]] auto UnitOf(FunctionId function) const -> const Unit* override;
  auto IsRepeatable(const World& world, FunctionId function) -> bool override {
    return Find(world, function).own.address != nullptr;
  }
  [[nodiscard]] auto FileOf(FunctionId function) const -> std::string override;
  auto Call(const World& world, FunctionId function, flat::NativeCall& call) -> bool override;
  [[nodiscard]] auto TryObject(int64_t number) const -> std::optional<flat::MadeObject> override;
  [[nodiscard]] auto n_objects() const -> size_t override { return objects_.size(); }
  auto RenewObjects(std::string& error) -> bool override;
  [[nodiscard]] auto fault() const -> const std::string& override { return fault_; }

 private:
  struct Entry {
    PreparedCall call;
    OwnFunction own;
    bool is_fortran = false;
    Unit unit;
    std::string file;
    // Why it cannot be called; "": it can.
    std::string error;
  };
  struct Loaded {
    Unit unit;
    std::unique_ptr<SharedObject> object;
    std::string error;
    std::string file;
  };
  // What a constructor has made, and what it takes to do so again.
  struct Object {
    void* pointer = nullptr;
    const Entry* constructor = nullptr;
    // Null: nothing has to be done at the end.
    const Entry* destructor = nullptr;
    flat::NativeCall made_by;
    FunctionId constructor_id;
    FunctionId destructor_id;
  };

  auto Find(const World& world, FunctionId function) -> const Entry&;
  auto Resolve(const World& world, FunctionId function, Entry& entry) -> bool;
  auto ResolveOwn(const flat::ExternalCall& external, Entry& entry) -> bool;
  auto MayRun(const Entry& entry, flat::NativeCall& call) const -> bool;
  auto LoadUnit(const Unit& unit, std::string& error) -> const Loaded&;
  auto FileOfUnit(const Unit& unit, const std::string& accessed, std::string& error) -> std::string;
  auto LoadAccessor(const Unit& unit, Entry& entry) -> bool;
  auto BuildFolders() -> std::vector<std::string>;
  auto Run(const Entry& entry, flat::NativeCall& call, void*& pointer) -> bool;
  auto AddObject(const World& world, FunctionId constructor, flat::NativeCall& call, void* pointer) -> bool;
  auto Describe(const World& world, FunctionId function, flat::NativeCall& call) -> bool;
  void Destroy(Object& object);
  [[nodiscard]] auto Pointer(int64_t number) const -> void* {
    const bool is_there = number >= 1 && number <= static_cast<int64_t>(objects_.size());
    return is_there ? objects_[static_cast<size_t>(number - 1)].pointer : nullptr;
  }

  Options options_;
  MemoryRules rules_;
  MemoryRules fortran_rules_;
  // Held by pointer because objects refer to them.
  std::unordered_map<FunctionId, std::unique_ptr<Entry>> entries_;
  std::vector<Loaded> units_;
  std::vector<std::unique_ptr<SharedObject>> accessors_;
  std::vector<Object> objects_;
  // Goes at the end; "" if there is none.
  std::string temporary_folder_;
  std::optional<base::FaultWatch> watch_;
  // How a function ended that did not do so by itself; "": none has.
  std::string fault_;
};

// The last object made is the first to go: it may use others.
Functions::~Functions() {
  while (!objects_.empty()) {
    Destroy(objects_.back());
    objects_.pop_back();
  }
  // Nor do they run what they would run at their end.
  if (!fault_.empty()) {
    for (auto& accessor : accessors_) accessor->KeepOpen();
    for (Loaded& unit : units_) {
      if (unit.object != nullptr) unit.object->KeepOpen();
    }
  }
  accessors_.clear();
  units_.clear();
  std::error_code failure;
  if (!temporary_folder_.empty()) fs::remove_all(temporary_folder_, failure);
}

// The cache, and a folder of this run for a cache that cannot be written.
auto Functions::BuildFolders() -> std::vector<std::string> {
  std::vector<std::string> folders;
  if (!options_.cache_folder.empty()) folders.push_back(options_.cache_folder + "/external");
  std::error_code failure;
  if (temporary_folder_.empty()) {
    std::string name = (fs::temp_directory_path(failure) / "kerf-external-XXXXXX").string();
    if (!failure && mkdtemp(name.data()) != nullptr) temporary_folder_ = name;
  }
  if (!temporary_folder_.empty()) folders.push_back(temporary_folder_);
  return folders;
}

auto Functions::FileOfUnit(const Unit& unit, const std::string& accessed, std::string& error) -> std::string {
  if (!options_.is_built) return Build({unit, accessed, options_.compiler, BuildFolders()}, error);
  return unit.archives.empty() ? "" : unit.archives.front();
}

auto Functions::LoadUnit(const Unit& unit, std::string& error) -> const Loaded& {
  const auto found = std::ranges::find(units_, unit, &Loaded::unit);
  if (found != units_.end()) {
    error = found->error;
    return *found;
  }
  Loaded loaded{unit, nullptr, "", ""};
  loaded.file = FileOfUnit(unit, "", loaded.error);
  if (loaded.file.empty() && loaded.error.empty()) loaded.error = "there is no folder for compiled code";
  if (!loaded.file.empty()) loaded.object = SharedObject::Load(loaded.file, loaded.error);
  error = loaded.error;
  units_.push_back(std::move(loaded));
  return units_.back();
}

// For functions that only the included texts see.
auto Functions::LoadAccessor(const Unit& unit, Entry& entry) -> bool {
  std::string error;
  const std::string file = FileOfUnit(unit, entry.call.name, error);
  auto object = file.empty() ? nullptr : SharedObject::Load(file, error);
  if (object == nullptr) return false;
  using Access = void* (*)();
  const auto access = reinterpret_cast<Access>(object->Find(kAccess));
  if (access != nullptr) entry.call.address = access();
  accessors_.push_back(std::move(object));
  entry.file = file;
  return entry.call.address != nullptr;
}

auto Functions::Resolve(const World& world, FunctionId function, Entry& entry) -> bool {
  const flat::FunctionBody& body = *world.bodies[world.functions[function].body];
  const flat::ExternalCall& external = *body.external;
  entry.is_fortran = external.language == "FORTRAN 77";
  if (!entry.is_fortran && external.language != "C") {
    entry.error = fmt::format("the language {} is none of C and FORTRAN 77", external.language);
    return false;
  }
  entry.call.name = external.name;
  entry.call.has_result = external.result.has_value();
  for (const flat::ExprId argument : external.arguments) {
    entry.call.is_output.push_back(world.pool.op(argument) == Op::Local &&
                                   body.variables[world.pool.position(argument)].role != flat::Role::Input);
  }
  if (!options_.may_call) return true;
  Unit& unit = entry.unit;
  unit = options_.find_unit ? options_.find_unit(function) : FindUnit(world, function);
  if (ResolveOwn(external, entry)) return true;
  if (!options_.may_call(world, function, unit, entry.error)) return false;
  const Loaded& loaded = LoadUnit(unit, entry.error);
  entry.file = loaded.file;
  const SharedObject* object = loaded.object.get();
  if (!unit.missing.empty()) entry.error = unit.missing;
  if (object == nullptr) return false;
  std::string symbol = external.name;
  if (entry.is_fortran) {
    for (char& c : symbol) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    symbol += '_';
  }
  entry.call.address = object->Find(symbol);
  if (entry.call.address != nullptr || (!entry.is_fortran && LoadAccessor(unit, entry))) {
    entry.error.clear();
    return true;
  }
  if (!unit.missing.empty()) return false;
  entry.error = fmt::format("neither what its annotations include nor the libraries {{{}}} define {}",
                            fmt::join(external.libraries, ", "), symbol);
  return false;
}

// A unit that was found before names the library as one of the system.
auto Functions::ResolveOwn(const flat::ExternalCall& external, Entry& entry) -> bool {
  const OwnFunctions& own = options_.own;
  const Unit known{{}, {}, {}, {}, {own.library}, {}, ""};
  const bool is_own = external.libraries == known.system_libraries && external.includes.empty();
  if (!own.find || entry.is_fortran || !(is_own || entry.unit == known)) return false;
  entry.own = own.find(external.name);
  if (entry.own.address == nullptr) return false;
  entry.call.address = entry.own.address;
  entry.unit = known;
  return true;
}

// A function of Kerf reads its arguments as they are declared, so nobody may pass it others.
auto Functions::MayRun(const Entry& entry, flat::NativeCall& call) const -> bool {
  if (entry.own.address == nullptr) return true;
  std::string why = "its arguments are not those that it expects";
  bool may = entry.own.accepts(call.arguments);
  if (may && entry.own.opens_file)
    may = options_.own.may_open && options_.own.may_open(call.arguments.front().text(), why);
  if (!may) call.error = fmt::format("the external function {} cannot be called: {}", entry.call.name, why);
  return may;
}

auto Functions::Find(const World& world, FunctionId function) -> const Entry& {
  std::unique_ptr<Entry>& entry = entries_[function];
  if (entry == nullptr) {
    entry = std::make_unique<Entry>();
    if (!Resolve(world, function, *entry))
      entry->error = fmt::format("the external function {} cannot be called: {}",
                                 world.bodies[world.functions[function].body]->external->name, entry->error);
  }
  return *entry;
}

auto Functions::Prepare(const World& world, FunctionId function, std::string& error) -> bool {
  const Entry& entry = Find(world, function);
  error = entry.error;
  return error.empty();
}

// Where something is missing, Prepare has told so.
auto Functions::Needs(const World& world, FunctionId function) const -> flat::CompilerNeeds {
  const Unit unit = FindUnit(world, function);
  return {CompilerWords(unit), Mentions(unit, "ModelicaUtilities")};
}

auto Functions::UnitOf(FunctionId function) const -> const Unit* {
  const auto found = entries_.find(function);
  const bool is_callable = options_.may_call && found != entries_.end() && found->second->error.empty();
  return is_callable ? &found->second->unit : nullptr;
}

auto Functions::FileOf(FunctionId function) const -> std::string {
  return UnitOf(function) == nullptr ? "" : entries_.at(function)->file;
}

// After a fault locks may be held and memory half written: all that the libraries have stays as it is.
auto Functions::Run(const Entry& entry, flat::NativeCall& call, void*& pointer) -> bool {
  if (!fault_.empty()) {
    call.error = fault_;
    return false;
  }
  if (!MayRun(entry, call)) return false;
  return CallFunction(entry.call, entry.is_fortran ? fortran_rules_ : rules_, call, pointer, fault_);
}

auto Functions::Call(const World& world, FunctionId function, flat::NativeCall& call) -> bool {
  const Entry& entry = Find(world, function);
  if (!entry.error.empty()) {
    call.error = entry.error;
    return false;
  }
  if (!options_.may_call) return Describe(world, function, call);
  void* pointer = nullptr;
  const bool is_constructor = entry.call.has_result && call.result.kind == Kind::Object;
  if (!is_constructor) return Run(entry, call, pointer);
  const flat::NativeCall given = call;
  if (!Run(entry, call, pointer)) return false;
  flat::NativeCall again = given;
  if (!AddObject(world, function, again, pointer)) {
    call.error = again.error;
    return false;
  }
  call.result.integer = static_cast<int64_t>(objects_.size());
  return true;
}

// Where nothing is called: an object is what its constructor would be given, another call has no value.
auto Functions::Describe(const World& world, FunctionId function, flat::NativeCall& call) -> bool {
  const Entry& entry = Find(world, function);
  if (entry.call.has_result && call.result.kind == Kind::Object) {
    flat::NativeCall given = call;
    if (!AddObject(world, function, given, nullptr)) {
      call.error = given.error;
      return false;
    }
    call.result.integer = static_cast<int64_t>(objects_.size());
    return true;
  }
  call.error = fmt::format("the external function {} is called by the run only", entry.call.name);
  call.is_unknown = true;
  return false;
}

auto Functions::AddObject(const World& world, FunctionId constructor, flat::NativeCall& call, void* pointer)
    -> bool {
  Object object{pointer, &Find(world, constructor), nullptr, call, constructor, {}};
  const std::string name = std::string(world.names[world.object_classes[call.result.detail]]) + ".destructor";
  for (const FunctionId id : world.functions.ids()) {
    const flat::Function& known = world.functions[id];
    if (world.names[known.name] != name || known.body == flat::Function::kNoBody) continue;
    if (!world.bodies[known.body]->external) continue;
    object.destructor = &Find(world, id);
    object.destructor_id = id;
    call.error = object.destructor->error;
    if (call.error.empty() && object.destructor->call.is_output.size() != 1)
      call.error = fmt::format("{} must pass the object and nothing else", name);
    if (!call.error.empty()) return false;
  }
  objects_.push_back(std::move(object));
  return true;
}

// Nobody is left to be told of an error.
void Functions::Destroy(Object& object) {
  if (object.destructor == nullptr || object.pointer == nullptr || !fault_.empty()) return;
  flat::NativeCall call;
  const auto at = static_cast<int64_t>(&object - objects_.data());
  flat::Value number = flat::Value::Integer(at + 1);
  ConvertKind(number, Kind::Object, object.made_by.result.detail);
  call.arguments = {number};
  void* none = nullptr;
  Run(*object.destructor, call, none);
  // Of a crash one should know all the same.
  if (!fault_.empty()) std::fprintf(stderr, "kerf: error: %s\n", fault_.c_str());
  object.pointer = nullptr;
}

auto Functions::TryObject(int64_t number) const -> std::optional<flat::MadeObject> {
  if (number < 1 || number > static_cast<int64_t>(objects_.size())) return std::nullopt;
  const Object& object = objects_[static_cast<size_t>(number - 1)];
  return flat::MadeObject{object.made_by.result.detail, object.constructor_id, object.destructor_id,
                          object.made_by.arguments};
}

auto Functions::RenewObjects(std::string& error) -> bool {
  if (!options_.may_call) return true;
  for (size_t k = objects_.size(); k-- > 0;) Destroy(objects_[k]);
  for (Object& object : objects_) {
    flat::NativeCall call = object.made_by;
    if (!Run(*object.constructor, call, object.pointer)) {
      error = call.error;
      return false;
    }
  }
  return true;
}

}  // namespace

auto MakeForeignFunctions(Options options) -> std::shared_ptr<flat::ForeignFunctions> {
  return std::make_shared<Functions>(std::move(options));
}

}  // namespace kerf::external
