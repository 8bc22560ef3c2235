// A World from an image: numbers are checked here, what they mean by flat::Verify.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compile/library_image.h"
#include "expr/walk.h"
#include "flat/function.h"
#include "flat/verify.h"

namespace kerf::compile {

namespace {

using expr::ExprId;
using expr::FunctionId;
using expr::Kind;
using expr::Op;
using model::kNone;
using model::LibraryImage;

// Nesting of values and statements: more would overflow the stack of who takes them apart.
constexpr uint32_t kMaxDepth = 200;

class LibraryBuilder {
 public:
  LibraryBuilder(const LibraryImage& image, const std::vector<uint32_t>& n_variables,
                 const ForeignMaker& make_foreign)
      : image_(image), n_variables_(n_variables), make_foreign_(make_foreign), world_(*shared_) {}

  auto Run(std::string& error) -> std::vector<std::shared_ptr<const flat::Library>> {
    if (!make_foreign_ && NeedsForeign()) {
      error = "it has functions in C, which a file cannot bring along";
      return {};
    }
    for (const std::string& name : image_.names) names_.push_back(world_.names.Intern(name));
    AddTypes();
    AddFunctions();
    for (const model::NodeImage& node : image_.nodes) nodes_.push_back(NodeOf(node));
    for (const model::ValueImage& value : image_.values) values_.push_back(ValueOf(value));
    MakeStatements();
    for (const model::BodyImage& body : image_.bodies) AddBody(body);
    Require(image_.parts.size() == n_variables_.size());
    std::vector<std::shared_ptr<const flat::Library>> libraries;
    for (size_t k = 0; k < image_.parts.size() && is_good_; ++k)
      libraries.push_back(LibraryOf(image_.parts[k], n_variables_[k]));
    if (is_good_) Verify();
    if (is_good_ && !MakeForeign(error)) return {};
    if (is_good_) return libraries;
    error = "its functions are damaged";
    return {};
  }

 private:
  [[nodiscard]] auto NeedsForeign() const -> bool {
    const auto has_unit = [](const model::BodyImage& body) { return body.external && body.external->unit; };
    return image_.has_foreign || !image_.objects.empty() || !image_.folders.empty() ||
           std::ranges::any_of(image_.bodies, has_unit);
  }

  // Functions outside and the objects that they have made. False: `error` tells what cannot be had.
  auto MakeForeign(std::string& error) -> bool {
    if (!make_foreign_ || !image_.has_foreign) return true;
    world_.library_folder = [folders = image_.folders](std::string_view library) -> std::string {
      const auto found = std::ranges::find(folders, library, &model::FolderImage::library);
      return found == folders.end() ? "" : found->folder;
    };
    world_.foreign = make_foreign_([this](FunctionId function) { return UnitOf(function); });
    for (const FunctionId id : world_.functions.ids()) {
      const model::FunctionImage& function = image_.functions[id.index];
      if (function.body == kNone || !image_.bodies[function.body].external ||
          !image_.bodies[function.body].external->unit)
        continue;
      if (!world_.foreign->Prepare(world_, id, error)) return false;
    }
    for (const model::ObjectImage& object : image_.objects) {
      flat::NativeCall call;
      call.world = &world_;
      call.arguments = Values(object.arguments);
      call.result.kind = Kind::Object;
      call.result.detail = object.detail;
      call.result.integer = 0;
      error = call.error;
      const FunctionId constructor = Function(object.constructor);
      if (!is_good_ || !IsConstructor(constructor, object, call.arguments.size())) {
        error = "its objects are damaged";
        return false;
      }
      if (world_.foreign->Call(world_, constructor, call)) continue;
      error = call.error;
      return false;
    }
    return true;
  }

  [[nodiscard]] auto IsConstructor(FunctionId function, const model::ObjectImage& object,
                                   size_t n_arguments) const -> bool {
    const uint32_t body = image_.functions[function.index].body;
    if (body == kNone || object.detail >= image_.object_classes.size()) return false;
    const auto& external = image_.bodies[body].external;
    return external && external->unit && external->arguments.size() == n_arguments;
  }

  auto UnitOf(FunctionId function) const -> flat::CodeUnit {
    const model::UnitImage& unit = *image_.bodies[image_.functions[function.index].body].external->unit;
    return {unit.includes,         unit.include_folders, unit.sources, unit.archives,
            unit.system_libraries, unit.macros,          unit.missing};
  }

  void Require(bool holds) { is_good_ = is_good_ && holds; }

  template <typename T>
  auto At(const std::vector<T>& list, uint32_t number) -> T {
    Require(number < list.size());
    return number < list.size() ? list[number] : T{};
  }
  auto Name(uint32_t number) -> base::NameId {
    const base::NameId name = At(names_, number);
    return name.has_value() ? name : world_.names.Intern("");
  }
  auto OptionalNode(uint32_t number) -> ExprId { return number == kNone ? ExprId{} : At(nodes_, number); }
  auto Function(uint64_t number) -> FunctionId {
    Require(number < image_.functions.size());
    return FunctionId{static_cast<uint32_t>(number < image_.functions.size() ? number : 0)};
  }
  auto OptionalFunction(uint32_t number) -> FunctionId {
    return number == kNone ? FunctionId{} : Function(number);
  }
  auto Type(uint32_t number) -> expr::Type { return At(types_, number); }

  // Records come in an order in which each type stands before its use but for their own numbers.
  void AddTypes() {
    for (const model::EnumerationImage& enumeration : image_.enumerations) {
      flat::Enumeration made{Name(enumeration.name), {}};
      for (const uint32_t literal : enumeration.literals) made.literals.push_back(Name(literal));
      world_.enumerations.push_back(std::move(made));
    }
    for (const uint32_t name : image_.object_classes) world_.object_classes.push_back(Name(name));
    for (const model::TypeImage& type : image_.types) types_.push_back(TypeOf(type));
    for (const model::RecordImage& record : image_.records) {
      flat::Record made{Name(record.name), {}};
      Require(record.fields.size() % 2 == 0);
      for (size_t k = 0; k + 1 < record.fields.size(); k += 2)
        made.fields.push_back({Name(record.fields[k]), Type(record.fields[k + 1])});
      world_.records.push_back(std::move(made));
    }
    CheckRecords();
  }

  auto TypeOf(const model::TypeImage& type) -> expr::Type {
    const bool is_kind = type.kind <= static_cast<uint8_t>(Kind::Function);
    Require(is_kind);
    const Kind kind = is_kind ? static_cast<Kind>(type.kind) : Kind::Real;
    uint64_t count = 1;
    for (const int32_t dim : type.dims) {
      Require(dim >= expr::kUnknownSize);
      count *= dim > 0 ? static_cast<uint64_t>(dim) : 1;
      Require(count < (1U << 28));
    }
    if (kind == Kind::Enumeration) Require(type.detail < image_.enumerations.size());
    if (kind == Kind::Record) Require(type.detail < image_.records.size());
    if (kind == Kind::Object) Require(type.detail < image_.object_classes.size());
    return {kind, is_good_ ? world_.pool.shapes().Make(type.dims) : expr::kScalar, type.detail};
  }

  // No record contains itself.
  void CheckRecords() {
    const size_t n = world_.records.size();
    std::vector<uint32_t> depth(n, 0);
    for (size_t round = 0; round <= n && is_good_; ++round) {
      bool is_changed = false;
      for (size_t k = 0; k < n; ++k) {
        for (const flat::RecordField& field : world_.records[k].fields) {
          if (field.type.kind != Kind::Record || depth[k] > depth[field.type.detail]) continue;
          depth[k] = depth[field.type.detail] + 1;
          is_changed = true;
          Require(depth[k] <= kMaxDepth);
        }
      }
      if (!is_changed) return;
    }
  }

  void AddFunctions() {
    for (const model::FunctionImage& function : image_.functions) {
      Require(function.body == kNone || function.body < image_.bodies.size());
      world_.functions.Add({Name(function.name), function.n_outputs, function.body});
    }
  }

  auto NodeOf(const model::NodeImage& node) -> ExprId {
    const bool is_op = node.op < expr::kOpCount && node.op != static_cast<uint8_t>(Op::Error);
    Require(is_op);
    const expr::Type type = Type(node.type);
    if (!is_good_) return {};
    const Op op = static_cast<Op>(node.op);
    const int arity = expr::arity_of(op);
    if (arity == 0) return LeafOf(op, type, node);
    std::vector<ExprId> operands;
    for (const uint32_t operand : node.operands) operands.push_back(At(nodes_, operand));
    Require(!operands.empty() && (arity < 0 || static_cast<size_t>(arity) == operands.size()));
    if (!is_good_) return {};
    // A function, or an input that is one.
    Require(op != Op::Call || world_.pool.op(operands[0]) == Op::Function ||
            world_.pool.type(operands[0]).kind == Kind::Function);
    return is_good_ ? world_.pool.Typed(op, type, operands) : ExprId{};
  }

  auto LeafOf(Op op, const expr::Type& type, const model::NodeImage& node) -> ExprId {
    expr::Pool& pool = world_.pool;
    const auto position = static_cast<uint32_t>(node.bits);
    switch (op) {
      case Op::Real:    return pool.Real(std::bit_cast<double>(node.bits));
      case Op::Spelled: return pool.Spelled(std::bit_cast<double>(node.bits), At(image_.names, node.name));
      case Op::Integer:
        if (type.kind == Kind::Enumeration)
          return pool.Literal(type.detail, std::bit_cast<int64_t>(node.bits));
        return pool.Integer(std::bit_cast<int64_t>(node.bits));
      case Op::Boolean:  return pool.Boolean(node.bits != 0);
      case Op::Text:     return pool.Text(Name(node.name));
      case Op::Var:      return pool.Var(expr::VarId{position}, type);
      case Op::Time:     return pool.Time();
      case Op::Iterator: return pool.Iterator(position, Name(node.name), type);
      case Op::Local:    return pool.Local(position, type);
      case Op::Function: return pool.Function(Function(node.bits));
      case Op::Colon:    return pool.Colon();
      default:           Require(false); return {};
    }
  }

  auto ValueOf(const model::ValueImage& value) -> flat::Value {
    flat::Value made;
    const bool is_object = value.kind == static_cast<uint8_t>(Kind::Object);
    Require(value.kind <= static_cast<uint8_t>(Kind::Function) &&
            (!is_object || value.is_array || value.bits <= image_.objects.size()));
    if (!is_good_) return made;
    made.kind = static_cast<Kind>(value.kind);
    made.is_array = value.is_array;
    made.detail = value.detail;
    made.integer = std::bit_cast<int64_t>(value.bits);
    uint32_t depth = 0;
    uint64_t count = 1;
    std::vector<flat::Value> elements;
    for (const uint32_t element : value.elements) {
      elements.push_back(At(values_, element));
      depth = std::max(depth, At(value_depth_, element) + 1);
    }
    for (const int32_t dim : value.dims) {
      Require(dim >= 0);
      count *= static_cast<uint64_t>(std::max(dim, 0));
    }
    value_depth_.push_back(depth);
    Require(depth <= kMaxDepth && value.dims.empty() != value.is_array &&
            (!value.is_array || count == elements.size()));
    const bool has_block =
        value.is_array || made.kind == Kind::Text || made.kind == Kind::Record || made.kind == Kind::Function;
    if (made.kind == Kind::Record) Require(IsRecordValue(made, elements));
    if (!has_block) return made;
    made.block = std::make_shared<flat::ValueBlock>();
    made.block->text = value.text;
    made.block->dims = value.dims;
    made.block->elements = std::move(elements);
    if (made.kind == Kind::Function && !made.is_array) made.block->function = Function(value.function);
    made.block->bound_inputs = value.bound_inputs;
    return made;
  }

  [[nodiscard]] auto IsRecordValue(const flat::Value& value, const std::vector<flat::Value>& elements) const
      -> bool {
    if (value.detail >= world_.records.size()) return false;
    return value.is_array || elements.size() == world_.records[value.detail].fields.size();
  }

  // Each statement goes to one place, so that nothing is copied twice.
  void MakeStatements() {
    std::vector<uint32_t> depth;
    is_used_.assign(image_.statements.size(), false);
    for (const model::StatementImage& statement : image_.statements) {
      flat::Statement made;
      Require(statement.kind <= static_cast<uint8_t>(flat::StatementKind::Reinit));
      if (!is_good_) return;
      made.kind = static_cast<flat::StatementKind>(statement.kind);
      made.target = OptionalNode(statement.target);
      made.value = OptionalNode(statement.value);
      made.message = OptionalNode(statement.message);
      uint32_t own = 0;
      for (const model::BranchImage& branch : statement.branches) {
        for (const uint32_t inner : branch.body) own = std::max(own, At(depth, inner) + 1);
        if (own > kMaxDepth) Require(false);
        if (!is_good_) return;
        made.branches.push_back({OptionalNode(branch.condition), Take(branch.body)});
      }
      CheckForm(made);
      depth.push_back(own);
      statements_.push_back(std::move(made));
    }
  }

  // The parts that the interpreter takes for granted.
  void CheckForm(const flat::Statement& statement) {
    using flat::StatementKind;
    switch (statement.kind) {
      case StatementKind::Assignment:
        Require(statement.target.has_value() && statement.value.has_value());
        break;
      case StatementKind::Call:   Require(statement.value.has_value()); break;
      case StatementKind::Assert: Require(statement.value.has_value()); break;
      case StatementKind::If:     Require(!statement.branches.empty()); break;
      case StatementKind::For:
        Require(statement.branches.size() == 1 && statement.target.has_value() &&
                statement.value.has_value() && world_.pool.op(statement.target) == Op::Iterator);
        break;
      case StatementKind::While:
        Require(statement.branches.size() == 1 && statement.branches[0].condition.has_value());
        break;
      case StatementKind::Break:
      case StatementKind::Return:    break;
      case StatementKind::Terminate: break;
      case StatementKind::Equality:
      case StatementKind::When:
      case StatementKind::Reinit:    Require(false); break;
    }
  }

  auto Take(const std::vector<uint32_t>& numbers) -> std::vector<flat::Statement> {
    std::vector<flat::Statement> taken;
    for (const uint32_t number : numbers) {
      Require(number < statements_.size() && !is_used_[number]);
      if (!is_good_) return {};
      is_used_[number] = true;
      taken.push_back(std::move(statements_[number]));
    }
    return taken;
  }

  void AddBody(const model::BodyImage& image) {
    auto body = std::make_unique<flat::FunctionBody>();
    body->n_inputs = image.n_inputs;
    body->n_outputs = image.n_outputs;
    body->is_impure = image.is_impure;
    body->is_partial = image.is_partial;
    body->is_constructor = image.is_constructor;
    body->is_complete = true;
    Require(uint64_t{image.n_inputs} + image.n_outputs <= image.variables.size());
    for (const model::LocalImage& local : image.variables) {
      flat::Local made;
      made.name = Name(local.name);
      made.type = Type(local.type);
      for (const uint32_t size : local.sizes) made.sizes.push_back(OptionalNode(size));
      Require(local.role <= static_cast<uint8_t>(flat::Role::Protected) &&
              (made.sizes.empty() || made.sizes.size() == world_.pool.shapes().rank(made.type.shape)));
      made.role = static_cast<flat::Role>(local.role);
      made.function_type = OptionalFunction(local.function_type);
      made.binding = OptionalNode(local.binding);
      body->variables.push_back(std::move(made));
    }
    body->statements = Take(image.statements);
    if (image.external) {
      flat::ExternalCall external;
      external.language = image.external->language;
      external.name = image.external->name;
      external.result = OptionalNode(image.external->result);
      for (const uint32_t argument : image.external->arguments)
        external.arguments.push_back(At(nodes_, argument));
      body->external = std::move(external);
    }
    world_.bodies.push_back(std::move(body));
  }

  auto Values(const std::vector<uint32_t>& numbers) -> std::vector<flat::Value> {
    std::vector<flat::Value> values;
    for (const uint32_t number : numbers) values.push_back(At(values_, number));
    return values;
  }

  static auto CountLeaves(const flat::Value& value) -> size_t {
    if (value.kind == Kind::Function) return 0;
    if (!value.is_array && value.kind != Kind::Record) return 1;
    size_t count = 0;
    for (const flat::Value& element : value.elements()) count += CountLeaves(element);
    return count;
  }

  // Arguments that are given and those that come from outside are all that there are.
  void CheckArguments(const model::CallImage& call, const std::vector<flat::Value>& arguments) {
    size_t n_leaves = 0;
    for (const flat::Value& argument : arguments) n_leaves += CountLeaves(argument);
    Require(n_leaves == call.is_given.size());
  }

  // In terms of variables alone.
  auto Expression(uint32_t number, uint32_t n_variables) -> ExprId {
    const ExprId root = OptionalNode(number);
    if (!root.has_value() || !is_good_) return root;
    const expr::Pool& pool = world_.pool;
    for (const ExprId id : walker_.Postorder(root)) {
      const Op op = pool.op(id);
      Require(op != Op::Local && (op != Op::Var || pool.var(id).index < n_variables));
    }
    return root;
  }

  auto LibraryOf(const model::LibraryPartImage& part, uint32_t n_variables)
      -> std::shared_ptr<const flat::Library> {
    auto library = std::make_shared<flat::Library>();
    library->world = shared_;
    for (const model::CallImage& call : image_.calls) {
      std::vector<flat::Value> arguments = Values(call.arguments);
      CheckArguments(call, arguments);
      library->functions.push_back({Function(call.scalar),
                                    Function(call.function),
                                    std::move(arguments),
                                    {call.is_given.begin(), call.is_given.end()},
                                    call.n_outputs});
    }
    for (const model::CallImage& call : part.effects) {
      std::vector<flat::Value> arguments = Values(call.arguments);
      CheckArguments(call, arguments);
      const auto n_open = static_cast<size_t>(std::ranges::count(call.is_given, 0));
      Require(call.leaves.size() == n_open);
      std::vector<ExprId> leaves;
      for (const uint32_t leaf : call.leaves) leaves.push_back(Expression(leaf, n_variables));
      library->effects.push_back({Function(call.function),
                                  std::move(arguments),
                                  {call.is_given.begin(), call.is_given.end()},
                                  std::move(leaves)});
    }
    for (const model::DelayImage& delay : part.delays)
      library->delays.push_back({Function(delay.function), delay.is_discrete, delay.is_fixed});
    for (const uint32_t text : part.texts) library->messages.push_back(Expression(text, n_variables));
    return library;
  }

  void Verify() {
    flat::Model functions;
    functions.world = shared_;
    is_good_ = flat::Verify(functions).empty();
  }

  const LibraryImage& image_;
  const std::vector<uint32_t>& n_variables_;
  const ForeignMaker& make_foreign_;
  std::shared_ptr<flat::World> shared_ = std::make_shared<flat::World>();
  flat::World& world_;
  expr::Walker walker_{world_.pool};
  bool is_good_ = true;
  std::vector<base::NameId> names_;
  std::vector<expr::Type> types_;
  std::vector<ExprId> nodes_;
  std::vector<flat::Value> values_;
  std::vector<uint32_t> value_depth_;
  std::vector<flat::Statement> statements_;
  std::vector<bool> is_used_;
};

}  // namespace

auto MakeLibraries(const LibraryImage& image, const std::vector<uint32_t>& n_variables,
                   const ForeignMaker& make_foreign, std::string& error)
    -> std::vector<std::shared_ptr<const flat::Library>> {
  return LibraryBuilder(image, n_variables, make_foreign).Run(error);
}

}  // namespace kerf::compile
