// Names: where they get values, and what they are therefore.
#include <algorithm>

#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslDeclaredTwice, Error, "`{}` has two values", std::string_view);
KERF_DIAG(AcslArraySize, Error, "the size of `{}` is not a whole number from 1 to {}", std::string_view, int);
KERF_DIAG(AcslArraysTooLarge, Error,
          "with `{}` the arrays have {} elements; {} is the limit, which `--max-size` sets", std::string_view,
          uint64_t, uint64_t);
KERF_DIAG(AcslAssignedInBoth, Error,
          "`{}` is defined in DERIVATIVE and assigned in a section that runs at events", std::string_view);
KERF_DIAG(AcslAssignedFixed, Error, "`{}` is a PARAMETER or a setting and cannot be assigned to",
          std::string_view);
KERF_NOTE(AcslOtherPlace, "the other place is here");

constexpr int kMaxSize = 100'000;

}  // namespace

auto Flattener::SymbolOf(NameId name) -> Symbol& {
  const auto [found, is_new] = symbol_index_.try_emplace(name, static_cast<uint32_t>(symbols_.size()));
  if (is_new) {
    symbols_.push_back(std::make_unique<Symbol>());
    symbols_.back()->name = name;
  }
  return *symbols_[found->second];
}

// A name that the program does not use.
auto Flattener::Hidden(std::string_view wanted, Span span) -> NameId {
  std::string name(wanted);
  for (int k = 2; program_.names.Find(name).has_value(); ++k) name = fmt::format("{}{}", wanted, k);
  Symbol& symbol = SymbolOf(Text(name));
  symbol.span = span;
  symbol.is_hidden = true;
  return symbol.name;
}

void Flattener::CollectDeclarations() {
  for (const TypeDeclaration& type : program_.types) SymbolOf(type.name).kind = type.kind;
  for (uint32_t k = 0; k < program_.constants.size(); ++k) {
    const Constant& constant = program_.constants[k];
    Symbol& symbol = SymbolOf(constant.name);
    if (symbol.constant) {
      emitter_.Emit(constant.span, AcslDeclaredTwice, program_.names.Written(constant.name))
          .Note(symbol.span, AcslOtherPlace);
      continue;
    }
    symbol.constant = k;
    symbol.span = constant.span;
    symbol.role = constant.is_fixed ? Role::Fixed : Role::Parameter;
    if (constant.kind == DataKind::Logical) symbol.kind = expr::Kind::Boolean;
    if (constant.kind == DataKind::Text) symbol.kind = expr::Kind::Text;
  }
  CollectSettings();
  EvaluateFixed();
  uint64_t n_elements = 0;
  for (const ArrayDeclaration& array : program_.arrays) {
    Symbol& symbol = SymbolOf(array.name);
    symbol.dims.clear();
    uint64_t n_own = 1;
    for (const NodeId size : array.sizes) {
      const auto value = size.has_value() ? TryEvaluate(size) : std::nullopt;
      if (!value || *value < 1 || *value > kMaxSize || *value != static_cast<int32_t>(*value)) {
        emitter_.Emit(array.span, AcslArraySize, program_.names.Written(array.name), kMaxSize);
        symbol.dims.clear();
        break;
      }
      symbol.dims.push_back(static_cast<int32_t>(*value));
      n_own *= static_cast<uint64_t>(*value);
      if (n_elements + n_own <= options_.max_size) continue;
      emitter_.Emit(array.span, AcslArraysTooLarge, program_.names.Written(array.name), n_elements + n_own,
                    options_.max_size);
      symbol.dims.clear();
      return;
    }
    n_elements += symbol.dims.empty() ? 0 : n_own;
  }
}

void Flattener::CollectSettings() {
  const Settings& s = program_.settings;
  const auto take = [&](const std::optional<Setting>& setting) {
    if (!setting) return;
    Symbol& symbol = SymbolOf(setting->name);
    symbol.setting = setting->value;
    symbol.span = setting->span;
    symbol.role = Role::Parameter;
  };
  for (const auto* setting : {&s.cinterval, &s.nsteps, &s.maxterval, &s.minterval, &s.algorithm})
    take(*setting);
  for (const Section& section : program_.sections) {
    if (section.interval.name.has_value()) take(section.interval);
    for (const auto* setting : {&section.nsteps, &section.maxterval, &section.minterval, &section.algorithm})
      take(*setting);
  }
  SymbolOf(s.variable ? s.variable->name : Text("t")).role = Role::Time;
}

void Flattener::CollectAssignments() {
  for (const Section& section : program_.sections) {
    if (section.kind != SectionKind::Derivative) NoteAssignments(section.statements, section.kind);
  }
}

void Flattener::NoteAssignments(const std::vector<Statement>& body, SectionKind kind) {
  for (const Statement& statement : body) {
    const bool assigns = statement.kind == StatementKind::Assign || statement.kind == StatementKind::Call;
    if (assigns && !continuous_.contains(statement.serial)) {
      for (const Target& target : statement.targets) NoteAssigned(target, kind);
    }
    NoteAssignments(statement.body, kind);
    NoteAssignments(statement.else_body, kind);
  }
}

void Flattener::NoteAssigned(const Target& target, SectionKind kind) {
  Symbol& symbol = SymbolOf(target.name);
  // EvaluateInitial has seen it.
  const bool is_settled =
      kind == SectionKind::Initial && symbol.setting && symbol.kind != expr::Kind::Boolean;
  if (is_settled) return;
  if (symbol.role == Role::Fixed || symbol.role == Role::Time || symbol.setting) {
    emitter_.Emit(target.span, AcslAssignedFixed, program_.names.Written(target.name));
    return;
  }
  if (!symbol.span.has_value()) symbol.span = target.span;
  switch (kind) {
    case SectionKind::Initial:    ++symbol.n_in_initial; break;
    case SectionKind::Program:
    case SectionKind::Derivative: symbol.in_derivative = true; break;
    case SectionKind::Dynamic:
    case SectionKind::Discrete:
    case SectionKind::Terminal:
      if (symbol.in_derivative && !symbol.is_state && !symbol.in_event) {
        emitter_.Emit(target.span, AcslAssignedInBoth, program_.names.Written(target.name))
            .Note(symbol.span, AcslOtherPlace);
      }
      symbol.in_event = true;
      break;
  }
}

// Assigned once, as a whole and unconditionally, from what is known before.
auto Flattener::IsPlainInitial(NameId name) -> bool {
  for (const Section& section : program_.sections) {
    if (section.kind != SectionKind::Initial) continue;
    for (const Statement& statement : StructureJumps(section.statements)) {
      if (statement.kind == StatementKind::GoTo) return false;
      const bool is_it = statement.kind == StatementKind::Assign && statement.targets.size() == 1 &&
                         statement.targets[0].name == name;
      if (!is_it) continue;
      if (!statement.targets[0].subscripts.empty()) return false;
      for (uint32_t k = program_.nodes[statement.value].first; k <= statement.value.index; ++k) {
        const Node& node = program_.nodes[NodeId{k}];
        const bool is_name = node.kind == NodeKind::Name || node.kind == NodeKind::Call;
        if (!is_name) continue;
        const auto found = symbol_index_.find(node.name);
        const Role role = found == symbol_index_.end() ? Role::Unknown : symbols_[found->second]->role;
        const bool is_function = node.kind == NodeKind::Call && found == symbol_index_.end();
        if (!is_function && role != Role::Parameter && role != Role::Fixed) return false;
        if (is_function && IsOperator(NodeId{k})) return false;
      }
      return true;
    }
  }
  return false;
}

void Flattener::DecideRoles() {
  // In the order of the text, so that one such name may use another.
  for (const Section& section : program_.sections) {
    if (section.kind != SectionKind::Initial) continue;
    for (const Statement& statement : section.statements) {
      for (const Target& target : statement.targets) {
        Symbol& symbol = SymbolOf(target.name);
        const bool is_once = symbol.n_in_initial == 1 && !symbol.in_event && !symbol.in_derivative &&
                             !symbol.constant && symbol.dims.empty() && symbol.kind == expr::Kind::Real;
        if (is_once && IsPlainInitial(target.name)) symbol.role = Role::Parameter;
      }
    }
  }
  for (const auto& symbol : symbols_) {
    if (symbol->role == Role::Fixed || symbol->role == Role::Time) continue;
    if (symbol->is_state) {
      symbol->role = Role::State;
    } else if (symbol->in_derivative) {
      symbol->role = Role::Algebraic;
    } else if (symbol->in_event) {
      symbol->role = Role::Discrete;
    } else if (symbol->n_in_initial > 0 && (symbol->role != Role::Parameter || symbol->constant)) {
      symbol->role = Role::Computed;
    }
  }
}

}  // namespace kerf::acsl
