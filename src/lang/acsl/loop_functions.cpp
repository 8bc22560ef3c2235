// A loop that jumps back becomes a function of the flat model: how often it runs is known only during the
// run, and only functions may have such loops. What it reads are the inputs, what it assigns the outputs.
#include <algorithm>
#include <map>

#include "expr/walk.h"
#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;
using FlatKind = flat::StatementKind;

KERF_DIAG(AcslLoopContents, Error,
          "a loop of jumps, or one whose number of passes varies, can hold assignments, IF and DO, and "
          "nothing else");

constexpr int64_t kMaxPasses = 10'000'000;
constexpr std::string_view kEndless = "a loop of GO TO statements does not end";

class LoopWriter {
 public:
  LoopWriter(flat::Model& model, flat::OriginId origin, uint32_t n_around)
      : n_around_(n_around),
        model_(model),
        world_(*model.world),
        pool_(world_.pool),
        walker_(pool_),
        rewriter_(pool_),
        origin_(origin) {}

  // False if some statement cannot stand in a function.
  auto TryRead(const std::vector<flat::Statement>& body) -> bool {
    for (const flat::Statement& statement : body) {
      const bool can_stand = statement.kind == FlatKind::Assignment || statement.kind == FlatKind::If ||
                             statement.kind == FlatKind::For || statement.kind == FlatKind::While ||
                             statement.kind == FlatKind::Break;
      const bool is_tuple = statement.target.has_value() && pool_.op(statement.target) == Op::Tuple;
      if (!can_stand || is_tuple) return false;
      if (statement.kind == FlatKind::Assignment) {
        const bool is_element = pool_.op(statement.target) == Op::Subscript;
        NoteAssigned(is_element ? pool_.operand(statement.target, 0) : statement.target);
        NoteRead(statement.target);
      }
      if (statement.value.has_value()) NoteRead(statement.value);
      for (const flat::Branch& branch : statement.branches) {
        if (branch.condition.has_value()) NoteRead(branch.condition);
        if (!TryRead(branch.body)) return false;
      }
    }
    return true;
  }

  [[nodiscard]] auto assigns() const -> bool { return !assigned_.empty(); }

  // (assigned) := function(read), which runs the body until it breaks, or once.
  auto Write(std::vector<flat::Statement> body, bool is_endless) -> flat::Statement {
    std::vector<ExprId> arguments;
    for (const ExprId leaf : read_) arguments.push_back(leaf);
    for (const ExprId leaf : read_) {
      const bool is_assigned = std::ranges::count(assigned_, leaf) > 0;
      AddLocal(leaf, is_assigned ? "_in" : "", flat::Role::Input);
    }
    body_->n_inputs = static_cast<uint32_t>(read_.size());
    for (const ExprId leaf : assigned_) {
      const ExprId input = locals_[leaf];
      locals_[leaf] = AddLocal(leaf, "", flat::Role::Output);
      body_->statements.push_back(Assigned(locals_[leaf], input));
    }
    body_->n_outputs = static_cast<uint32_t>(assigned_.size());
    Translate(body);
    if (is_endless) {
      AddLoop(std::move(body));
    } else {
      for (flat::Statement& statement : body) body_->statements.push_back(std::move(statement));
    }
    body_->is_complete = true;
    return Call(arguments);
  }

 private:
  void NoteRead(ExprId root) {
    for (const ExprId id : walker_.Postorder(root)) {
      // Counters of loops around this one do not change in it.
      const bool is_around = pool_.op(id) == Op::Iterator && pool_.position(id) < n_around_;
      const bool is_leaf = pool_.op(id) == Op::Var || pool_.op(id) == Op::Time || is_around;
      if (is_leaf && std::ranges::count(read_, id) == 0) read_.push_back(id);
    }
  }
  void NoteAssigned(ExprId leaf) {
    if (std::ranges::count(assigned_, leaf) == 0) assigned_.push_back(leaf);
  }

  // By the name that the variable has in the model.
  [[nodiscard]] auto NameOf(ExprId leaf) const -> std::string {
    if (pool_.op(leaf) == Op::Time) return "t";
    if (pool_.op(leaf) == Op::Iterator) return fmt::format("index{}", pool_.position(leaf) + 1);
    return world_.paths.RenderLocal(model_.vars[pool_.var(leaf)].path);
  }

  auto AddLocal(ExprId leaf, std::string_view suffix, flat::Role role) -> ExprId {
    flat::Local local;
    std::string name = fmt::format("{}{}", NameOf(leaf), suffix);
    while (std::ranges::count(body_->variables, world_.names.Intern(name), &flat::Local::name) > 0)
      name += "_";
    local.name = world_.names.Intern(name);
    local.type = pool_.type(leaf);
    for (const int32_t size : pool_.shapes().dims(local.type.shape))
      local.sizes.push_back(pool_.Integer(size));
    local.role = role;
    local.origin = origin_;
    body_->variables.push_back(local);
    const ExprId made = pool_.Local(static_cast<uint32_t>(body_->variables.size() - 1), local.type);
    locals_[leaf] = made;
    return made;
  }

  auto InLocals(ExprId root) -> ExprId {
    return rewriter_.Rewrite(root, [&](ExprId id) -> ExprId {
      const auto found = locals_.find(id);
      return found == locals_.end() ? ExprId{} : found->second;
    });
  }

  void Translate(std::vector<flat::Statement>& body) {
    for (flat::Statement& statement : body) {
      for (ExprId* part : {&statement.target, &statement.value}) {
        if (part->has_value()) *part = InLocals(*part);
      }
      for (flat::Branch& branch : statement.branches) {
        if (branch.condition.has_value()) branch.condition = InLocals(branch.condition);
        Translate(branch.body);
      }
    }
  }

  auto Assigned(ExprId target, ExprId value) -> flat::Statement {
    flat::Statement statement;
    statement.kind = FlatKind::Assignment;
    statement.target = target;
    statement.value = value;
    statement.origin = origin_;
    return statement;
  }

  // Without end but for its breaks, and for a limit that nobody reaches in earnest.
  void AddLoop(std::vector<flat::Statement> body) {
    flat::Local counter;
    counter.name = world_.names.Intern("passes");
    counter.type = {Kind::Integer, expr::kScalar, 0};
    counter.origin = origin_;
    body_->variables.push_back(counter);
    const ExprId count = pool_.Local(static_cast<uint32_t>(body_->variables.size() - 1), counter.type);
    body_->statements.push_back(Assigned(count, pool_.Integer(0)));
    flat::Statement demand;
    demand.kind = FlatKind::Assert;
    demand.value =
        pool_.Typed(Op::Less, {Kind::Boolean, expr::kScalar, 0}, {count, pool_.Integer(kMaxPasses)});
    demand.message = pool_.Text(world_.names.Intern(kEndless));
    demand.origin = origin_;
    body.insert(body.begin(), demand);
    body.insert(body.begin(), Assigned(count, pool_.Add(count, pool_.Integer(1))));
    flat::Statement loop;
    loop.kind = FlatKind::While;
    loop.origin = origin_;
    loop.branches.push_back({pool_.Boolean(true), std::move(body)});
    body_->statements.push_back(std::move(loop));
  }

  auto Call(const std::vector<ExprId>& arguments) -> flat::Statement {
    flat::Function function;
    function.name = world_.names.Intern(fmt::format("loop_{}", model_.functions.size() + 1));
    function.n_outputs = body_->n_outputs;
    function.body = static_cast<uint32_t>(world_.bodies.size());
    world_.bodies.push_back(std::move(body_));
    const flat::FunctionId id = world_.functions.Add(function);
    model_.functions.push_back(id);
    std::vector<ExprId> operands = {pool_.Function(id)};
    operands.insert(operands.end(), arguments.begin(), arguments.end());
    const ExprId call = pool_.Typed(Op::Call, pool_.type(assigned_[0]), operands);
    return Assigned(assigned_.size() == 1 ? assigned_[0] : pool_.Make(Op::Tuple, assigned_), call);
  }

  // How many DO loops stand around this one.
  uint32_t n_around_;
  flat::Model& model_;
  flat::World& world_;
  Pool& pool_;
  expr::Walker walker_;
  expr::Rewriter rewriter_;
  flat::OriginId origin_;
  std::unique_ptr<flat::FunctionBody> body_ = std::make_unique<flat::FunctionBody>();
  // Leaves of the model, in order of occurrence.
  std::vector<ExprId> read_;
  std::vector<ExprId> assigned_;
  std::map<ExprId, ExprId> locals_;
};

}  // namespace

// A variable that tells loops around a jump that it leaves them, too, as far as that one.
auto Flattener::LeftFlag(size_t loop, Span span) -> ExprId {
  ExprId& left = jump_loops_[loop].left;
  if (left.has_value()) return left;
  if (routine_ != nullptr) {
    const NameId name = Text(fmt::format("left_{}", routine_body_->variables.size()));
    return left = AddLocal(*routine_, name, program_.names.Written(name), flat::Role::Protected, span);
  }
  const flat::Variability variability = place_ == SectionKind::Initial      ? flat::Variability::Parameter
                                        : place_ == SectionKind::Derivative ? flat::Variability::Continuous
                                                                            : flat::Variability::Discrete;
  const ExprId flag = HiddenVar("left", Kind::Real, variability, pool_.Real(0), span);
  jump_loops_[loop].left = flag;
  return flag;
}

// Behind a loop inside others: on and out, if it was left for the sake of one of these.
void Flattener::LeaveOuter(const Statement& statement, std::vector<flat::Statement>& out) {
  for (const JumpLoop& outer : jump_loops_) {
    if (!outer.left.has_value()) continue;
    flat::Statement leave;
    leave.kind = FlatKind::Break;
    leave.origin = OriginAt(statement.span);
    flat::Statement question;
    question.kind = FlatKind::If;
    question.origin = leave.origin;
    question.branches.push_back({pool_.Binary(Op::Greater, outer.left, pool_.Real(0)), {std::move(leave)}});
    out.push_back(std::move(question));
  }
}

void Flattener::LowerLoop(const Statement& statement, std::vector<flat::Statement>& out) {
  std::vector<flat::Statement> body;
  const uint32_t errors = emitter_.n_errors();
  jump_loops_.push_back({statement.name, {}});
  LowerBody(statement.body, body);
  const ExprId left = jump_loops_.back().left;
  jump_loops_.pop_back();
  if (emitter_.n_errors() != errors) return;
  if (left.has_value()) out.push_back(Assign(left, pool_.Real(0), statement.span));
  // A loop inside of another one is part of its function; the counter of a DO around it is none of its
  // inputs.
  if (!jump_loops_.empty() || routine_ != nullptr) {
    flat::Statement loop;
    loop.kind = FlatKind::While;
    loop.origin = OriginAt(statement.span);
    loop.branches.push_back({pool_.Boolean(true), std::move(body)});
    out.push_back(std::move(loop));
    LeaveOuter(statement, out);
    return;
  }
  LoopWriter writer(model_, OriginAt(statement.span), loop_depth_);
  if (!writer.TryRead(body) || !writer.assigns()) {
    emitter_.Emit(statement.span, AcslLoopContents);
    return;
  }
  out.push_back(writer.Write(std::move(body), true));
}

// Whether only the run tells how often a DO loop, or one in it, is gone through.
auto Flattener::HasVaryingRange(const flat::Statement& statement) const -> bool {
  if (statement.kind == FlatKind::For && !IsSetBefore(statement.value)) return true;
  return std::ranges::any_of(statement.branches, [&](const flat::Branch& branch) {
    return std::ranges::any_of(branch.body, [&](const flat::Statement& one) { return HasVaryingRange(one); });
  });
}

void Flattener::LowerVaryingDo(flat::Statement loop, Span span, std::vector<flat::Statement>& out) {
  std::vector<flat::Statement> body;
  body.push_back(std::move(loop));
  LoopWriter writer(model_, OriginAt(span), 0);
  if (!writer.TryRead(body) || !writer.assigns()) {
    emitter_.Emit(span, AcslLoopContents);
    return;
  }
  out.push_back(writer.Write(std::move(body), false));
}

}  // namespace kerf::acsl
