// From the World: only what calls, effects and texts reach.
#include "compile/library_image.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include <fmt/format.h>

#include "expr/functions.h"
#include "expr/walk.h"
#include "flat/external_c.h"
#include "flat/foreign.h"
#include "flat/function.h"

namespace kerf::compile {

namespace {

using expr::ExprId;
using expr::FunctionId;
using expr::Op;
using model::kNone;
using model::LibraryImage;

// Known to every Kerf, so that a file need not bring it along.
auto ComesWithKerf(const flat::ExternalCall& external) -> bool {
  const std::string& name = external.name;
  return flat::FindNative(name, external.arguments.size()) != nullptr || name == "fabs" || name == "pow" ||
         name == "fmod" || expr::TryFunctionOp(name).has_value();
}

class ImageBuilder {
 public:
  ImageBuilder(const model::CompiledModel& model, Reach reach)
      : model_(model),
        reach_(reach),
        world_(*flat::LibraryOf(model).world),
        pool_(world_.pool),
        walker_(pool_) {}

  auto Run(std::string& why) -> std::shared_ptr<const LibraryImage> {
    AddTypes();
    for (const flat::RunTimeFunction& function : flat::LibraryOf(model_).functions) {
      if (IsUsed(function.scalar.index)) image_->calls.push_back(CallOf(function));
    }
    for (const model::CompiledModel* problem : ProblemsOf(model_)) AddPart(flat::LibraryOf(*problem));
    AddObjects();
    AddFunctions();
    AddFolders();
    image_->has_foreign = reach_ == Reach::ThisMachine && world_.foreign != nullptr;
    why = why_;
    return why_.empty() ? image_ : nullptr;
  }

 private:
  [[nodiscard]] auto IsUsed(uint32_t function) const -> bool {
    const auto problems = ProblemsOf(model_);
    return std::ranges::any_of(problems, [&](const model::CompiledModel* problem) {
      return std::ranges::find(problem->functions, function, &model::FunctionUse::function) !=
             problem->functions.end();
    });
  }

  void AddPart(const flat::Library& library) {
    model::LibraryPartImage part;
    for (const flat::RunTimeEffect& effect : library.effects) {
      part.effects.push_back({kNone,
                              effect.function.index,
                              ValuesOf(effect.arguments),
                              {effect.is_given.begin(), effect.is_given.end()},
                              0,
                              NodesOf(effect.leaves)});
      Reached(effect.function);
    }
    for (const flat::RunTimeDelay& delay : library.delays)
      part.delays.push_back({delay.function.index, delay.is_discrete, delay.is_fixed});
    for (const ExprId message : library.messages) part.texts.push_back(NodeOf(message));
    image_->parts.push_back(std::move(part));
  }

  auto NameOf(base::NameId name) -> uint32_t {
    if (!name.has_value()) return kNone;
    const auto [at, is_new] = names_.try_emplace(name.index, static_cast<uint32_t>(image_->names.size()));
    if (is_new) image_->names.emplace_back(world_.names[name]);
    return at->second;
  }

  auto TextOf(std::string_view text) -> uint32_t {
    const auto [at, is_new] =
        texts_.try_emplace(std::string(text), static_cast<uint32_t>(image_->names.size()));
    if (is_new) image_->names.emplace_back(text);
    return at->second;
  }

  auto TypeOf(const expr::Type& type) -> uint32_t {
    const uint64_t key =
        uint64_t{type.shape.index} << 32 | uint64_t{type.detail} << 8 | static_cast<uint8_t>(type.kind);
    const auto [at, is_new] = types_.try_emplace(key, static_cast<uint32_t>(image_->types.size()));
    const auto dims = pool_.shapes().dims(type.shape);
    if (is_new)
      image_->types.push_back({static_cast<uint8_t>(type.kind), type.detail, {dims.begin(), dims.end()}});
    return at->second;
  }

  // All of them, because types have their numbers.
  void AddTypes() {
    for (const flat::Enumeration& enumeration : world_.enumerations) {
      model::EnumerationImage made{NameOf(enumeration.name), {}};
      for (const base::NameId literal : enumeration.literals) made.literals.push_back(NameOf(literal));
      image_->enumerations.push_back(std::move(made));
    }
    for (const flat::Record& record : world_.records) {
      model::RecordImage made{NameOf(record.name), {}};
      for (const flat::RecordField& field : record.fields)
        made.fields.insert(made.fields.end(), {NameOf(field.name), TypeOf(field.type)});
      image_->records.push_back(std::move(made));
    }
    for (const base::NameId name : world_.object_classes) image_->object_classes.push_back(NameOf(name));
  }

  auto NodeOf(ExprId root) -> uint32_t {
    if (!root.has_value()) return kNone;
    for (const ExprId id : walker_.Postorder(root)) {
      const auto [at, is_new] = nodes_.try_emplace(id.index, static_cast<uint32_t>(image_->nodes.size()));
      if (!is_new) continue;
      model::NodeImage made{static_cast<uint8_t>(pool_.op(id)), TypeOf(pool_.type(id)), 0, kNone, {}};
      if (expr::arity_of(pool_.op(id)) == 0) {
        FillLeaf(id, made);
      } else {
        for (const ExprId operand : pool_.operands(id)) made.operands.push_back(nodes_.at(operand.index));
      }
      image_->nodes.push_back(std::move(made));
    }
    return nodes_.at(root.index);
  }

  void FillLeaf(ExprId id, model::NodeImage& made) {
    switch (pool_.op(id)) {
      case Op::Spelled: made.name = TextOf(pool_.spelling(id)); [[fallthrough]];
      case Op::Real:    made.bits = std::bit_cast<uint64_t>(pool_.number(id)); return;
      case Op::Integer: made.bits = static_cast<uint64_t>(pool_.integer(id)); return;
      case Op::Boolean: made.bits = pool_.boolean(id) ? 1 : 0; return;
      case Op::Iterator:
      case Op::Text:
        made.bits = pool_.position(id);
        made.name = NameOf(pool_.name(id));
        if (pool_.op(id) == Op::Text) NoteUri(world_.names[pool_.name(id)]);
        return;
      case Op::Var:
      case Op::Local: made.bits = pool_.position(id); return;
      case Op::Function:
        made.bits = pool_.function(id).index;
        Reached(pool_.function(id));
        return;
      default: return;
    }
  }

  auto NodesOf(const std::vector<ExprId>& list) -> std::vector<uint32_t> {
    std::vector<uint32_t> numbers;
    for (const ExprId id : list) numbers.push_back(NodeOf(id));
    return numbers;
  }

  auto ValueOf(const flat::Value& value) -> uint32_t {
    model::ValueImage made;
    made.kind = static_cast<uint8_t>(value.kind);
    made.is_array = value.is_array;
    made.detail = value.detail;
    made.bits = static_cast<uint64_t>(value.integer);
    if (value.kind == expr::Kind::Object && reach_ == Reach::Anywhere) Refuse("it has external objects");
    if (value.block != nullptr) {
      made.text = value.block->text;
      made.dims = value.block->dims;
      made.elements = ValuesOf(value.block->elements);
      made.function = value.block->function.index;
      made.bound_inputs = value.block->bound_inputs;
      if (value.block->function.has_value()) Reached(value.block->function);
    }
    image_->values.push_back(std::move(made));
    return static_cast<uint32_t>(image_->values.size() - 1);
  }

  auto ValuesOf(const std::vector<flat::Value>& values) -> std::vector<uint32_t> {
    std::vector<uint32_t> numbers;
    for (const flat::Value& value : values) numbers.push_back(ValueOf(value));
    return numbers;
  }

  auto CallOf(const flat::RunTimeFunction& function) -> model::CallImage {
    Reached(function.function);
    return {function.scalar.index,        function.function.index,
            ValuesOf(function.arguments), {function.is_given.begin(), function.is_given.end()},
            function.n_outputs,           {}};
  }

  auto StatementOf(const flat::Statement& statement) -> uint32_t {
    model::StatementImage made{static_cast<uint8_t>(statement.kind),
                               NodeOf(statement.target),
                               NodeOf(statement.value),
                               NodeOf(statement.message),
                               {}};
    for (const flat::Branch& branch : statement.branches)
      made.branches.push_back({NodeOf(branch.condition), StatementsOf(branch.body)});
    image_->statements.push_back(std::move(made));
    return static_cast<uint32_t>(image_->statements.size() - 1);
  }

  auto StatementsOf(const std::vector<flat::Statement>& statements) -> std::vector<uint32_t> {
    std::vector<uint32_t> numbers;
    for (const flat::Statement& statement : statements) numbers.push_back(StatementOf(statement));
    return numbers;
  }

  // A library that a URI names.
  void NoteUri(std::string_view text) {
    constexpr std::string_view kModelica = "modelica://";
    if (!text.starts_with("modelica:")) return;
    if (reach_ == Reach::Anywhere) Refuse("a function reads a file of a library");
    if (text.starts_with(kModelica)) NoteLibrary(text.substr(kModelica.size()));
  }

  void NoteLibrary(std::string_view path) {
    const std::string library(path.substr(0, path.find_first_of("./")));
    if (std::ranges::find(libraries_, library) == libraries_.end()) libraries_.push_back(library);
  }

  void AddFolders() {
    if (reach_ == Reach::Anywhere || !world_.library_folder) return;
    for (const std::string& library : libraries_)
      image_->folders.push_back({library, world_.library_folder(library)});
  }

  // All that there are, because values know them by number.
  void AddObjects() {
    if (reach_ == Reach::Anywhere || world_.foreign == nullptr) return;
    for (size_t k = 0; k < world_.foreign->n_objects(); ++k) {
      const auto made = world_.foreign->TryObject(static_cast<int64_t>(k + 1));
      Reached(made->constructor);
      if (made->destructor.has_value()) Reached(made->destructor);
      image_->objects.push_back({made->constructor.index, made->detail, ValuesOf(made->arguments)});
    }
  }

  void Reached(FunctionId function) {
    if (is_reached_.size() < world_.functions.size()) is_reached_.resize(world_.functions.size(), false);
    if (is_reached_[function.index]) return;
    is_reached_[function.index] = true;
    waiting_.push_back(function);
  }

  // Bodies reach further functions.
  void AddFunctions() {
    for (const FunctionId id : world_.functions.ids()) {
      const flat::Function& function = world_.functions[id];
      image_->functions.push_back({NameOf(function.name), function.n_outputs, kNone});
    }
    while (!waiting_.empty()) {
      const FunctionId id = waiting_.back();
      waiting_.pop_back();
      const uint32_t body = world_.functions[id].body;
      if (body == flat::Function::kNoBody) continue;
      model::BodyImage made = BodyOf(*world_.bodies[body], id);
      image_->functions[id.index].body = static_cast<uint32_t>(image_->bodies.size());
      image_->bodies.push_back(std::move(made));
    }
  }

  auto BodyOf(const flat::FunctionBody& body, FunctionId id) -> model::BodyImage {
    model::BodyImage made;
    made.n_inputs = body.n_inputs;
    made.n_outputs = body.n_outputs;
    made.is_impure = body.is_impure;
    made.is_partial = body.is_partial;
    made.is_constructor = body.is_constructor;
    for (const flat::Local& local : body.variables) {
      if (local.function_type.has_value()) Reached(local.function_type);
      made.variables.push_back({NameOf(local.name), TypeOf(local.type), NodesOf(local.sizes),
                                static_cast<uint8_t>(local.role), local.function_type.index,
                                NodeOf(local.binding)});
    }
    made.statements = StatementsOf(body.statements);
    if (!body.external) return made;
    const flat::ExternalCall& external = *body.external;
    made.external = {
        external.language, external.name, NodeOf(external.result), NodesOf(external.arguments), {}};
    const std::string_view name = world_.names[world_.functions[id].name];
    NoteLibrary(name);
    if (!ComesWithKerf(external)) made.external->unit = UnitOf(id, name);
    return made;
  }

  auto UnitOf(FunctionId function, std::string_view name) -> model::UnitImage {
    const flat::CodeUnit* unit = nullptr;
    if (reach_ == Reach::ThisMachine && world_.foreign != nullptr) unit = world_.foreign->UnitOf(function);
    if (unit == nullptr) {
      Refuse(fmt::format("it calls `{}`, which is not written in Modelica", name));
      return {};
    }
    return {unit->includes,         unit->include_folders, unit->sources, unit->archives,
            unit->system_libraries, unit->macros,          unit->missing};
  }

  void Refuse(std::string why) {
    if (why_.empty()) why_ = std::move(why);
  }

  const model::CompiledModel& model_;
  Reach reach_;
  const flat::World& world_;
  const expr::Pool& pool_;
  expr::Walker walker_;
  std::shared_ptr<LibraryImage> image_ = std::make_shared<LibraryImage>();
  std::unordered_map<uint32_t, uint32_t> names_;
  std::unordered_map<std::string, uint32_t> texts_;
  std::unordered_map<uint64_t, uint32_t> types_;
  std::unordered_map<uint32_t, uint32_t> nodes_;
  std::vector<std::string> libraries_;
  std::vector<bool> is_reached_;
  std::vector<FunctionId> waiting_;
  std::string why_;
};

}  // namespace

auto MakeLibraryImage(const model::CompiledModel& model, Reach reach, std::string& why)
    -> std::shared_ptr<const LibraryImage> {
  return ImageBuilder(model, reach).Run(why);
}

}  // namespace kerf::compile
