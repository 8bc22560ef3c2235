// What is said in a form of its own becomes plain statements: NOSORT, integrals inside of a PROCEDURAL, jumps
// that are neither IF nor loop, and settings of a single DERIVATIVE section.
#include <algorithm>
#include <unordered_map>

#include "lang/acsl/block_integrals.h"
#include "lang/acsl/check_blocks.h"
#include "lang/acsl/jump_table.h"
#include "lang/acsl/operator_names.h"
#include "lang/acsl/parser.h"

namespace kerf::acsl {

namespace {

auto HasOperator(const Program& program, const Statement& statement) -> bool {
  if (!statement.value.has_value()) return false;
  for (uint32_t k = program.nodes[statement.value].first; k <= statement.value.index; ++k) {
    const Node& node = program.nodes[NodeId{k}];
    if (node.kind == NodeKind::Call && IsOperatorName(program.names.lower[node.name])) return true;
  }
  return false;
}

// What keeps its order between NOSORT and SORT is a PROCEDURAL. Integrals may stand in it; other operators
// with a memory are rules of their own, and the statements around them are blocks before and behind.
auto Ordered(const Program& program, std::vector<Statement> statements) -> std::vector<Statement> {
  std::vector<Statement> out;
  bool is_ordered = false;
  bool is_open = false;
  for (Statement& statement : statements) {
    const bool is_mark = statement.kind == StatementKind::NoSort || statement.kind == StatementKind::Sort;
    const bool stays = statement.kind == StatementKind::Procedural ||
                       statement.kind == StatementKind::Schedule ||
                       statement.kind == StatementKind::Terminate ||
                       (HasOperator(program, statement) && !IsIntegral(program, statement));
    if (is_mark) is_ordered = statement.kind == StatementKind::NoSort;
    if (is_mark || !is_ordered || stays) {
      is_open = false;
      if (!is_mark) out.push_back(std::move(statement));
      continue;
    }
    if (!is_open) {
      Statement block;
      block.kind = StatementKind::Procedural;
      block.serial = statement.serial;
      block.span = statement.span;
      out.push_back(std::move(block));
      is_open = true;
    }
    out.back().span = diag::Cover(out.back().span, statement.span);
    out.back().body.push_back(std::move(statement));
  }
  return out;
}

// A call of a routine among equations is sorted like a PROCEDURAL.
void WrapCalls(std::vector<Statement>& statements) {
  for (Statement& statement : statements) {
    if (statement.kind != StatementKind::Call || statement.positions.empty()) continue;
    Statement block;
    block.kind = StatementKind::Procedural;
    block.serial = statement.serial;
    block.span = statement.span;
    block.body.push_back(std::move(statement));
    statement = std::move(block);
  }
}

}  // namespace

void Parser::TidySections() {
  AddActions();
  TieCalls();
  TieRuns();
  size_t n_derivatives = 0;
  for (const Section& section : program_.sections) {
    if (section.kind == SectionKind::Derivative) ++n_derivatives;
  }
  Settings& s = program_.settings;
  for (Section& section : program_.sections) {
    if (section.kind == SectionKind::Derivative) {
      section.statements = Ordered(program_, std::move(section.statements));
      section.statements = TakeOutIntegrals(program_, std::move(section.statements), n_statements_, emitter_);
      WrapCalls(section.statements);
    }
  }
  CheckBlocks(program_, emitter_);
  for (Section& section : program_.sections) {
    TabulateJumps(program_, section.statements, n_statements_);
    if (n_derivatives > 1) continue;
    for (const auto& [own, all] : {std::pair{&section.nsteps, &s.nsteps},
                                   {&section.maxterval, &s.maxterval},
                                   {&section.minterval, &s.minterval},
                                   {&section.algorithm, &s.algorithm}}) {
      if (*own && !*all) std::swap(*own, *all);
    }
  }
  for (Routine& routine : program_.routines) TabulateJumps(program_, routine.body, n_statements_);
}

}  // namespace kerf::acsl
