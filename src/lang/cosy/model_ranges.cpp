// Ranges: of variables that equations move, and of those that functions of equations assign.
#include "base/number_text.h"
#include "lang/cosy/model_builder.h"

namespace kerf::cosy {

using expr::Op;

auto ModelBuilder::IsWithin(ExprId value, const process::Range& range) -> ExprId {
  const ExprId low = pool_.Binary(Op::GreaterEqual, value, pool_.Real(range.least));
  const ExprId high = pool_.Binary(Op::LessEqual, value, pool_.Real(range.most));
  return pool_.Binary(Op::And, low, high);
}

// A variable that leaves its range is told during the run.
void ModelBuilder::AddRanges() {
  for (const Symbol* symbol : used_) {
    const VarId var = vars_.at(symbol);
    // What a copy is given is looked after where it comes from.
    if (symbol->range == process::kNone || IsFed(*symbol) ||
        part_.model.vars[var].variability != flat::Variability::Continuous)
      continue;
    const process::Range& range = translator_.out().ranges[symbol->range];
    for (uint32_t k = 0; k < symbol->size; ++k) {
      const ExprId value = symbol->is_array ? ElementOf(Ref(var), pool_.Integer(k + 1)) : Ref(var);
      flat::Assertion assertion;
      assertion.condition = IsWithin(value, range);
      assertion.owner = base::PathStore::kRoot;
      assertion.origin = OriginAt(symbol->span);
      assertion.message = pool_.Text(part_.model.world->names.Intern(
          fmt::format("{} leaves its range {} to {}", symbol->name, range.least, range.most)));
      assertion.is_warning = true;
      part_.model.assertions.push_back(assertion);
    }
  }
}

// An assignment to something else ends the run, as it does in statements.
void ModelBuilder::CheckLocalRange(const Symbol& symbol, ExprId target, Span span,
                                   std::vector<flat::Statement>& out) {
  if (symbol.range == process::kNone) return;
  const process::Range& range = translator_.out().ranges[symbol.range];
  flat::Statement check;
  check.kind = flat::StatementKind::Assert;
  check.value = IsWithin(target, range);
  check.message = pool_.Text(part_.model.world->names.Intern(
      fmt::format("`{}` leaves its range {} to {}", symbol.name, base::NumberText(range.least),
                  base::NumberText(range.most))));
  check.origin = OriginAt(span);
  out.push_back(std::move(check));
}

}  // namespace kerf::cosy
