// The phases in order.
#include "lang/modelica/flatten/flatten.h"

#include "flat/find_clocks.h"
#include "lang/modelica/flatten/flattener.h"
#include "lang/modelica/inst/class_rules.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(NoSuchModel, Error, "there is no class `{}`", std::string);
KERF_NOTE(NearestModel, "did you mean `{}`?", std::string);
KERF_DIAG(PartialModel, Error, "`{}` is partial: it is meant to be extended, not used by itself",
          std::string);
KERF_DIAG(NotAModel, Error, "`{}` is a {}; only models and blocks have equations to solve", std::string,
          std::string);

KERF_DIAG(ClockRates, Error,
          "the clocks do not fit together: one would tick every {} and every {} intervals of another",
          std::string, std::string);

auto RatioText(const flat::Ratio& ratio) -> std::string {
  return std::to_string(ratio.n) + (ratio.d == 1 ? "" : "/" + std::to_string(ratio.d));
}

auto LimitsOf(const FlattenOptions& options) -> ElaborationLimits {
  ElaborationLimits limits;
  if (options.max_steps > 0) limits.max_steps = options.max_steps;
  if (options.max_elements > 0) limits.max_elements = options.max_elements;
  return limits;
}

auto RestrictionText(Restriction restriction) -> std::string {
  switch (restriction) {
    case Restriction::Package:          return "package";
    case Restriction::Function:
    case Restriction::OperatorFunction: return "function";
    case Restriction::Type:             return "type";
    case Restriction::Operator:         return "operator";
    default:                            return "class";
  }
}

}  // namespace

Flattener::Flattener(Program& program, std::shared_ptr<flat::World> world, const FlattenOptions& options,
                     diag::Emitter& emitter)
    : program_(program),
      shared_world_(world),
      world_(*world),
      options_(options),
      target_(emitter),
      capture_(emitter),
      emitter_(capture_),
      instances_(program, world_, emitter_),
      elaborator_(instances_, capture_, LimitsOf(options)),
      stream_rewriter_(world_.pool),
      walker_(world_.pool) {
  model_.world = std::move(world);
  elaborator_.SetConnectionFacts(this);
  if (options.max_parts > 0) instances_.SetMaxParts(options.max_parts);
}

// The name with its first wrong step replaced by the nearest there is.
auto Flattener::NearestClass(std::string_view name) -> std::string {
  ClassId at = Program::kRoot;
  std::string so_far;
  while (!name.empty()) {
    const size_t dot = std::min(name.find('.'), name.size());
    const std::string_view step = name.substr(0, dot);
    name.remove_prefix(std::min(dot + 1, name.size()));
    const ClassId next = program_.FindChild(at, world_.names.Intern(step));
    if (!next.has_value()) {
      const std::string nearest = program_.NearestChild(at, step);
      return nearest.empty() ? "" : so_far + nearest + (name.empty() ? "" : "." + std::string(name));
    }
    so_far += std::string(step) + ".";
    at = next;
  }
  return "";
}

void Flattener::CheckClocks() {
  const auto conflict =
      flat::FindClocks(model_, [&](ExprId id) { return elaborator_.TryEvaluateInteger(id); });
  // Which clocks there are depends on these values.
  for (const VarId id : model_.vars.ids())
    model_.vars[id].is_structural =
        model_.vars[id].is_structural || elaborator_.ComponentOf(id)->is_structural;
  if (!conflict) return;
  emitter_.Emit(conflict->origin.has_value() ? world_.origins[conflict->origin].span : diag::Span{},
                ClockRates, RatioText(conflict->expected), RatioText(conflict->found));
}

auto Flattener::Run() -> bool {
  ClassElem* elem = instances_.ClassNamed(options_.class_name);
  if (elem == nullptr) {
    auto builder = emitter_.Emit({}, NoSuchModel, options_.class_name);
    const std::string nearest = NearestClass(options_.class_name);
    if (!nearest.empty()) builder.Note({}, NearestModel, nearest);
    return false;
  }
  const NodeRef def = elem->shape->def;
  // Why its text could not be read has been told.
  if (!def.has_value()) return false;
  const diag::Span span = program_.SpanOf(def.tree(), def.node().token);
  const Restriction restriction = elem->shape->restriction;
  const bool has_equations = restriction == Restriction::Model || restriction == Restriction::Block ||
                             restriction == Restriction::Class || restriction == Restriction::Connector ||
                             restriction == Restriction::Record || restriction == Restriction::OperatorRecord;
  if (!has_equations) {
    emitter_.Emit(span, NotAModel, options_.class_name, RestrictionText(restriction));
    return false;
  }
  is_partial_ = def.Has(kPartial);
  if (options_.component != nullptr) {
    options_.component->name = options_.class_name;
    options_.component->is_partial = is_partial_;
  } else if (is_partial_) {
    emitter_.Emit(span, PartialModel, options_.class_name);
    return false;
  }
  model_.name = world_.names.Intern(options_.class_name);
  model_.listing = flat::Listing::Simplified;
  elaborator_.SetModelName(options_.class_name);
  elaborator_.SetGivenValues(options_.values);
  root_ = instances_.NewModel(elem);
  VisitInst(root_);
  // Visiting one may make others.
  for (size_t k = 0; k < instances_.automatic_inners().size(); ++k)
    VisitComponent(instances_.automatic_inners()[k]);
  for (size_t k = 0; k < insts_.size(); ++k) CollectConnections(insts_[k]);
  ExpandConnectors();
  for (size_t k = 0; k < pairs_.size(); ++k) ConnectPair(pairs_[k]);
  VisitExpandables();
  FindOutside();
  FinishGraph();
  for (size_t k = 0; k < insts_.size(); ++k) AddSections(insts_[k]);
  AddConnectionEquations();
  AddVariables();
  ReplaceStreams();
  AddExperiment();
  CheckClocks();
  CheckBindings();
  CheckVariability();
  CheckDiscrete();
  CheckConnectors();
  AddCalledFunctions();
  ClassRules(elaborator_).CheckAll();
  if (capture_.n_errors() == 0) {
    CheckBalance();
    if (!is_partial_) CheckReference();
  }
  return capture_.n_errors() == 0;
}

auto Flatten(Program& program, std::shared_ptr<flat::World> world, const FlattenOptions& options,
             diag::Emitter& emitter) -> std::optional<flat::Model> {
  world->library_folder = [&](std::string_view name) -> std::string {
    const ClassId library = program.FindChild(Program::kRoot, world->names.Intern(name));
    return library.has_value() ? program.FolderOf(library) : "";
  };
  Flattener flattener(program, world, options, emitter);
  const bool is_done = flattener.Run();
  // The world outlives the program.
  std::map<std::string, std::string, std::less<>> folders;
  for (const ClassId id : program.Children(Program::kRoot))
    folders.emplace(world->names[program[id].name], program.FolderOf(id));
  world->library_folder = [folders = std::move(folders)](std::string_view name) -> std::string {
    const auto found = folders.find(name);
    return found == folders.end() ? "" : found->second;
  };
  if (!is_done) return std::nullopt;
  return flattener.TakeModel();
}

}  // namespace kerf::modelica
