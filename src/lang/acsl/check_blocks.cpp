// See check_blocks.h. Definite assignment: a name has a value where all paths from the beginning of the block
// give it one. Bodies of DO run at least once. Blocks with jumps are not looked at.
#include "lang/acsl/check_blocks.h"

#include <algorithm>
#include <unordered_map>

#include "lang/acsl/block_integrals.h"

namespace kerf::acsl {

KERF_DIAG(
    AcslReadEarly, Warning,
    "`{}` has no value here: the block assigns it further down, and does not keep its last value; using 0",
    std::string_view);
KERF_DIAG(AcslPartlyAssigned, Warning,
          "not every path through this block assigns `{}`, which does not keep its last value; using 0",
          std::string_view);

namespace {

using Counts = std::unordered_map<NameId, uint32_t>;

void AddReads(const Program& program, const Statement& statement, NameSet& names) {
  const auto add = [&](NodeId root) {
    if (!root.has_value()) return;
    for (uint32_t k = program.nodes[root].first; k <= root.index; ++k) {
      const Node& node = program.nodes[NodeId{k}];
      if (node.kind == NodeKind::Name || node.kind == NodeKind::Call) names.insert(node.name);
    }
  };
  for (const NodeId id : {statement.value, statement.last, statement.step}) add(id);
  for (const Target& target : statement.targets) {
    for (const NodeId subscript : target.subscripts) add(subscript);
  }
  for (const auto* body : {&statement.body, &statement.else_body}) {
    for (const Statement& inner : *body) AddReads(program, inner, names);
  }
}

class BlockChecker {
 public:
  BlockChecker(const Program& program, const Statement& block, diag::Emitter& emitter)
      : program_(program), block_(block), emitter_(emitter) {
    for (const Statement& statement : block.body) AddAssigned(statement, assigned_in_block_);
    LeaveOutElements(block.body);
  }

  // `readers`: how many statements of sections read a name.
  void Run(const Counts& readers) {
    NameSet own;
    AddReads(program_, block_, own);
    NameSet read_outside;
    for (const NameId name : assigned_in_block_) {
      const auto found = readers.find(name);
      if (found != readers.end() && found->second > (own.contains(name) ? 1U : 0U)) read_outside.insert(name);
    }
    NameSet known;
    Walk(block_.body, known);
    for (const Statement& statement : block_.body) TellOpen(statement, known, read_outside);
  }

 private:
  // Which elements of an array have a value depends on subscripts.
  void LeaveOutElements(const std::vector<Statement>& body) {
    for (const Statement& statement : body) {
      for (const Target& target : statement.targets) {
        if (!target.subscripts.empty()) assigned_in_block_.erase(target.name);
      }
      LeaveOutElements(statement.body);
      LeaveOutElements(statement.else_body);
    }
  }

  void TellOpen(const Statement& statement, const NameSet& known, const NameSet& read_outside) {
    for (const Target& target : statement.targets) {
      const bool is_wanted =
          read_outside.contains(target.name) ||
          std::ranges::find(block_.targets, target.name, &Target::name) != block_.targets.end();
      if (!assigned_in_block_.contains(target.name) || known.contains(target.name) || !is_wanted ||
          !told_.insert(target.name).second)
        continue;
      emitter_.Emit(target.span, AcslPartlyAssigned, program_.names.Written(target.name));
    }
    for (const auto* body : {&statement.body, &statement.else_body}) {
      for (const Statement& inner : *body) TellOpen(inner, known, read_outside);
    }
  }

  void Read(NodeId root, const NameSet& known) {
    if (!root.has_value()) return;
    for (uint32_t k = program_.nodes[root].first; k <= root.index; ++k) {
      const Node& node = program_.nodes[NodeId{k}];
      const bool is_name = node.kind == NodeKind::Name || node.kind == NodeKind::Call;
      if (!is_name || !assigned_in_block_.contains(node.name) || known.contains(node.name)) continue;
      if (told_.insert(node.name).second)
        emitter_.Emit(node.span, AcslReadEarly, program_.names.Written(node.name));
    }
  }

  void ReadIn(const Statement& statement, const NameSet& known) {
    // What a routine assigns to stands among its arguments, too.
    NameSet given = known;
    if (statement.kind == StatementKind::Call) {
      for (const Target& target : statement.targets) given.insert(target.name);
    }
    for (const NodeId id : {statement.value, statement.last, statement.step}) Read(id, given);
    for (const Target& target : statement.targets) {
      for (const NodeId subscript : target.subscripts) Read(subscript, known);
    }
  }

  void Walk(const std::vector<Statement>& body, NameSet& known) {
    for (const Statement& statement : body) {
      ReadIn(statement, known);
      if (statement.kind == StatementKind::If) {
        WalkIf(statement, known);
        continue;
      }
      if (statement.kind == StatementKind::Do) known.insert(statement.name);
      if (!statement.body.empty()) WalkLoop(statement, known);
      for (const Target& target : statement.targets) known.insert(target.name);
    }
  }

  void WalkLoop(const Statement& loop, NameSet& known) {
    const NameSet outer = repeated_;
    AddAssigned(loop, repeated_);
    Walk(loop.body, known);
    repeated_ = outer;
  }

  // A condition may see to it that the first time through a loop is another one.
  void WalkIf(const Statement& choice, NameSet& known) {
    NameSet yes = known;
    NameSet no = known;
    for (NameSet* branch : {&yes, &no}) branch->insert(repeated_.begin(), repeated_.end());
    Walk(choice.body, yes);
    Walk(choice.else_body, no);
    AddDefinite(choice, known);
  }

  // What both branches assign.
  static void AddDefinite(const Statement& choice, NameSet& known) {
    NameSet yes;
    NameSet no;
    AddAlways(choice.body, yes);
    AddAlways(choice.else_body, no);
    for (const NameId name : yes) {
      if (no.contains(name)) known.insert(name);
    }
  }
  static void AddAlways(const std::vector<Statement>& body, NameSet& known) {
    for (const Statement& statement : body) {
      if (statement.kind == StatementKind::If)
        AddDefinite(statement, known);
      else
        AddAssigned(statement, known);
    }
  }

  const Program& program_;
  const Statement& block_;
  diag::Emitter& emitter_;
  NameSet assigned_in_block_;
  // What the loops around assign.
  NameSet repeated_;
  NameSet told_;
};

}  // namespace

void CheckBlocks(const Program& program, diag::Emitter& emitter) {
  Counts readers;
  for (const Section& section : program.sections) {
    for (const Statement& statement : section.statements) {
      NameSet reads;
      AddReads(program, statement, reads);
      for (const NameId name : reads) ++readers[name];
    }
  }
  for (const Section& section : program.sections) {
    if (section.kind != SectionKind::Derivative) continue;
    for (const Statement& block : section.statements) {
      if (block.kind != StatementKind::Procedural || Jumps(block.body)) continue;
      BlockChecker(program, block, emitter).Run(readers);
    }
  }
}

}  // namespace kerf::acsl
