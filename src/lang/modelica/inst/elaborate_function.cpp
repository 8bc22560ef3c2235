// Functions: their variables, algorithms, external calls and annotations. Also the constructors of records.
#include <algorithm>

#include "lang/modelica/inst/elaborate.h"

namespace kerf::modelica {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(FunctionRecursion, Error, "the variables of the function `{}` depend on the function itself",
          std::string);
KERF_DIAG(NoConstructor, Error, "the external object `{}` has no constructor", std::string);
KERF_DIAG(FunctionVariableUnknown, Error, "the type of the variable `{}` of a function is not known",
          std::string);

// The value that an entry of an annotation has; nothing if there is none.
auto ValueOfEntry(NodeRef entry) -> NodeRef {
  if (!entry.has_value()) return {};
  const NodeRef modification = entry.Find(NodeKind::Modification);
  if (!modification.has_value()) return {};
  NodeRef value;
  for (const NodeRef part : modification.children()) {
    if (!part.Is(NodeKind::ClassModification)) value = part;
  }
  return value;
}

// A text or a list of texts, with nothing to look up.
auto IsWrittenOut(NodeRef value) -> bool {
  if (!value.has_value() || value.Is(NodeKind::String)) return true;
  if (!value.Is(NodeKind::Array)) return false;
  for (const NodeRef element : value.children()) {
    if (!element.Is(NodeKind::String)) return false;
  }
  return true;
}

}  // namespace

auto Elaborator::FunctionOf(ClassElem* elem) -> FunctionId {
  ClassElem* target = instances_.Deref(elem);
  if (target != elem && elem->function_progress == Progress::NotYet) {
    // That the name behind `function f = …` may not be used so is told once.
    elem->function_progress = Progress::Done;
    instances_.LookupClass(elem->shape->bases[0].node.child(), elem->enclosing);
  }
  elem = target;
  if (elem->function.has_value() || elem->function_progress == Progress::Failed) return elem->function;
  Inst* inst = instances_.Self(elem);
  if (elem->function_progress == Progress::InProgress) {
    emitter_.Emit(program_.SpanOf(inst->shape->def), FunctionRecursion, program_.FullName(inst->shape->cls));
    return {};
  }
  elem->function_progress = Progress::InProgress;
  if (const NodeRef der = elem->shape->def.Find(NodeKind::DerClass); der.has_value())
    return DerivativeFunction(elem, der);
  const bool is_record = instances_.IsRecord(elem);
  world_.bodies.push_back(std::make_unique<flat::FunctionBody>());
  const auto number = static_cast<uint32_t>(world_.bodies.size() - 1);
  flat::FunctionBody& body = *world_.bodies[number];
  body.origin = OriginOf(inst->shape->def);
  AddVariables(inst, body);
  flat::Function function;
  function.name = world_.names.Intern(program_.FullName(inst->shape->cls));
  function.n_outputs = body.n_outputs;
  function.body = number;
  elem->function = world_.functions.Add(function);
  elem->function_progress = Progress::Done;
  if (is_record) {
    body.is_constructor = true;
    body.is_complete = true;
    return elem->function;
  }
  functions_.push_back(elem->function);
  MakeFunction(elem, inst, body);
  body.is_complete = true;
  return elem->function;
}

void Elaborator::AddVariables(Inst* inst, flat::FunctionBody& body) {
  std::vector<Component*> groups[3];
  const bool is_record = instances_.IsRecord(inst->elem);
  instances_.ForEachComponent(inst, [&](Component* variable) {
    if (!instances_.ResolveType(variable)) return;
    // Constants of a function are replaced by their values.
    if (is_record) {
      groups[0].push_back(variable);
    } else if (variable->Has(kInput)) {
      groups[0].push_back(variable);
    } else if (variable->Has(kOutput)) {
      groups[1].push_back(variable);
    } else if (!variable->Has(kConstant)) {
      groups[2].push_back(variable);
    }
  });
  body.n_inputs = static_cast<uint32_t>(groups[0].size());
  body.n_outputs = is_record ? 0 : static_cast<uint32_t>(groups[1].size());
  std::vector<Component*> all;
  for (const auto& group : groups) all.insert(all.end(), group.begin(), group.end());
  for (uint32_t k = 0; k < all.size(); ++k) all[k]->local = k;
  body.variables.resize(all.size());
  for (uint32_t k = 0; k < all.size(); ++k) {
    flat::Local& local = body.variables[k];
    local.name = all[k]->name;
    local.origin = OriginOf(all[k]->node);
    local.role = k < body.n_inputs                    ? flat::Role::Input
                 : k < body.n_inputs + body.n_outputs ? flat::Role::Output
                                                      : flat::Role::Protected;
    const auto type = TypeOf(all[k]);
    if (!type) {
      emitter_.Emit(program_.SpanOf(all[k]->node), FunctionVariableUnknown,
                    std::string(world_.names[local.name]));
      continue;
    }
    local.type = *type;
    if (type->kind == Kind::Function) local.function_type = FunctionOf(all[k]->type);
    if (type->kind == Kind::Real) local.unit = TextAttribute(all[k], "unit");
    if (!all[k]->has_open_dims) continue;
    // Sizes as expressions of the other variables.
    const auto add_sizes = [&](NodeRef subscripts, Inst* where) {
      if (!subscripts.has_value()) return;
      Scope scope{where, {}};
      for (const NodeRef subscript : subscripts.children()) {
        ExprId size;
        const auto known = SizeOf(subscript, scope, &size, all[k]);
        local.sizes.push_back(known ? world_.pool.Integer(*known) : size);
      }
    };
    add_sizes(all[k]->size_node.Find(NodeKind::Subscripts), all[k]->size_scope);
    add_sizes(all[k]->size_clause.Find(NodeKind::Subscripts), all[k]->size_scope);
    if (all[k]->builtin != nullptr) {
      for (const Subscripts& more : all[k]->builtin->dims) add_sizes(more.node, more.scope);
    }
  }
  for (uint32_t k = 0; k < all.size(); ++k) {
    if (all[k]->mod != nullptr && all[k]->mod->has_value()) {
      body.variables[k].binding = Binding(all[k]);
    } else if (body.variables[k].type.kind == Kind::Record && all[k]->dims.empty() &&
               (is_record || !all[k]->Has(kInput))) {
      bool has_any = false;
      const ExprId fields = FieldBindings(all[k], has_any);
      if (has_any) body.variables[k].binding = fields;
    }
  }
}

// The value of a record without one of its own, from what is said of its fields; zeros where nothing is.
auto Elaborator::FieldBindings(Component* record, bool& has_any) -> ExprId {
  Inst* inst = instances_.InstOf(record);
  if (inst == nullptr) return Pool::kError;
  const auto detail = RecordOf(inst);
  if (!detail) return Pool::kError;
  std::vector<ExprId> values;
  instances_.ForEachComponent(inst, [&](Component* field) {
    if (!IsPresent(field)) return;
    const auto type = TypeOf(field);
    if (!type) {
      values.push_back(Pool::kError);
      return;
    }
    ExprId value = Binding(field);
    if (value.has_value()) has_any = true;
    if (!value.has_value() && type->kind == Kind::Record && field->dims.empty())
      value = FieldBindings(field, has_any);
    if (!value.has_value()) value = flat::ToExpr(flat::DefaultValue(*type, world_), world_);
    values.push_back(value);
  });
  if (std::ranges::count(values, Pool::kError) > 0) return Pool::kError;
  return typing_.MakeRecord(*detail, values);
}

void Elaborator::MakeFunction(ClassElem* elem, Inst* inst, flat::FunctionBody& body) {
  static_cast<void>(elem);
  instances_.ForEachPart(inst, [&](Inst* part) {
    for (const NodeRef section : part->shape->sections) {
      if (!section.Is(NodeKind::AlgorithmSection)) continue;
      Scope scope{part, {}};
      for (const NodeRef statement : section.children()) {
        if (statement.Is(NodeKind::Annotation) || statement.Is(NodeKind::Description)) continue;
        StatementOf(statement, scope, body.statements);
      }
    }
    if (part->shape->external.has_value()) AddExternal(part, part->shape->external, body);
    AddFunctionAnnotations(part, body);
  });
  body.is_impure = body.is_impure || inst->shape->def.Has(kImpure);
  body.is_partial = inst->shape->def.Has(kPartial);
}

auto Elaborator::TextsOf(NodeRef entry, Scope& scope) -> std::vector<std::string> {
  std::vector<std::string> texts;
  const NodeRef value = ValueOfEntry(entry);
  if (!value.has_value()) return texts;
  const auto known = TryEvaluate(Expression(value, scope));
  if (!known) return texts;
  if (known->is_array) {
    for (const flat::Value& element : known->elements()) texts.push_back(element.text());
  } else if (known->kind == Kind::Text) {
    texts.push_back(known->text());
  }
  return texts;
}

void Elaborator::AddExternal(Inst* inst, NodeRef external, flat::FunctionBody& body) {
  flat::ExternalCall call;
  call.language = "C";
  if (external.token().kind == TokenKind::String) {
    const std::string_view text = external.token_text();
    call.language = std::string(text.substr(1, text.size() - 2));
  }
  call.origin = OriginOf(external);
  Scope scope{inst, {}};
  if (const NodeRef foreign = external.Find(NodeKind::ExternalCall); foreign.has_value()) {
    call.name = std::string(foreign.token_text());
    NodeRef at = foreign.child();
    if (at.Is(NodeKind::Ref)) {
      call.result = Expression(at, scope);
      at = at.next();
    }
    for (const NodeRef argument : at.children()) call.arguments.push_back(Expression(argument, scope));
  } else {
    // By default: all inputs and sizes in order, the output as result if it is one scalar.
    call.name = std::string(inst->shape->def.token_text());
    const Inst* whole = inst;
    while (whole->derived != nullptr) whole = whole->derived;
    call.name = std::string(whole->shape->def.token_text());
    const bool returns =
        body.n_outputs == 1 && world_.pool.shapes().rank(body.variables[body.n_inputs].type.shape) == 0;
    for (uint32_t k = 0; k < body.n_inputs + body.n_outputs; ++k) {
      const flat::Local& local = body.variables[k];
      const ExprId value = world_.pool.Local(k, local.type);
      if (k >= body.n_inputs && returns) {
        call.result = value;
        continue;
      }
      call.arguments.push_back(value);
      const auto rank = world_.pool.shapes().rank(local.type.shape);
      for (uint32_t d = 1; d <= rank; ++d) {
        call.arguments.push_back(
            world_.pool.Typed(Op::Size, {Kind::Integer, expr::kScalar, 0}, {value, world_.pool.Integer(d)}));
      }
    }
  }
  const NodeRef annotation = external.Find(NodeKind::Annotation);
  const auto texts = [&](std::string_view name) {
    std::vector<std::string> all;
    for (const NodeRef place : {annotation, inst->shape->annotation}) {
      const NodeRef entry = Instances::FindAnnotation(place, {name});
      const std::vector<std::string> more = TextsOf(entry, scope);
      all.insert(all.end(), more.begin(), more.end());
      call.has_computed_texts = call.has_computed_texts || !IsWrittenOut(ValueOfEntry(entry));
    }
    return all;
  };
  call.libraries = texts("Library");
  call.includes = texts("Include");
  call.include_directories = texts("IncludeDirectory");
  call.library_directories = texts("LibraryDirectory");
  call.source_directories = texts("SourceDirectory");
  body.external = std::move(call);
}

void Elaborator::AddFunctionAnnotations(Inst* inst, flat::FunctionBody& body) {
  const NodeRef annotation = inst->shape->annotation;
  if (!annotation.has_value()) return;
  const auto value_of = [&](std::string_view name) -> NodeRef {
    const NodeRef entry = Instances::FindAnnotation(annotation, {name});
    if (!entry.has_value()) return {};
    const NodeRef modification = entry.Find(NodeKind::Modification);
    if (!modification.has_value()) return {};
    for (const NodeRef part : modification.children()) {
      if (!part.Is(NodeKind::ClassModification)) return part;
    }
    return {};
  };
  if (const NodeRef value = value_of("Inline"); value.has_value())
    body.inlining = value.Is(NodeKind::True) ? flat::Inlining::Early : flat::Inlining::Never;
  if (const NodeRef value = value_of("LateInline"); value.Is(NodeKind::True))
    body.inlining = flat::Inlining::Late;
  if (const NodeRef value = value_of("smoothOrder"); value.Is(NodeKind::Number))
    body.smooth_order =
        static_cast<int32_t>(std::strtol(std::string(value.token_text()).c_str(), nullptr, 10));
  AddDerivatives(inst, body);
  if (const NodeRef value = value_of("__ModelicaAssociation_Impure"); value.Is(NodeKind::True))
    body.is_impure = true;
}

// derivative(order = 2, noDerivative = x) = f and inverse(u = g(y)). What cannot be made is left out: it
// matters only if somebody needs the derivative.
void Elaborator::AddDerivatives(Inst* inst, flat::FunctionBody& body) {
  const NodeRef list = inst->shape->annotation.child();
  if (!list.Is(NodeKind::ClassModification)) return;
  const auto position = [&](std::string_view name) {
    uint32_t k = 0;
    while (k < body.variables.size() && world_.names[body.variables[k].name] != name) ++k;
    return k;
  };
  capture_.Open();
  for (const NodeRef entry : list.children()) {
    if (!entry.Is(NodeKind::ElementModification)) continue;
    const NodeRef modification = entry.Find(NodeKind::Modification);
    if (!modification.has_value()) continue;
    if (entry.child().text() == "derivative") {
      flat::DerivativeOf derivative;
      for (const NodeRef part : modification.children()) {
        if (part.Is(NodeKind::Ref)) {
          ClassElem* elem = instances_.LookupClass(part, inst, false);
          if (elem != nullptr) derivative.function = FunctionOf(elem);
          continue;
        }
        if (!part.Is(NodeKind::ClassModification)) continue;
        for (const NodeRef argument : part.children()) {
          const NodeRef value = argument.Find(NodeKind::Modification).child();
          if (argument.child().text() == "order" && value.Is(NodeKind::Number))
            derivative.order =
                static_cast<int32_t>(std::strtol(std::string(value.token_text()).c_str(), nullptr, 10));
          if (argument.child().text() == "zeroDerivative")
            derivative.zero_derivative.push_back(position(value.text()));
          if (argument.child().text() == "noDerivative")
            derivative.no_derivative.push_back(position(value.text()));
        }
      }
      if (derivative.function.has_value()) body.derivatives.push_back(std::move(derivative));
    } else if (entry.child().text() == "inverse") {
      Scope scope{inst, {}};
      for (const NodeRef argument : modification.child().children()) {
        const NodeRef value = argument.Find(NodeKind::Modification).child();
        if (!value.Is(NodeKind::Call)) continue;
        const ExprId call = Expression(value, scope);
        if (call != Pool::kError) body.inverses.push_back({position(argument.child().text()), call});
      }
    }
  }
  capture_.Drop();
}

auto Elaborator::ObjectConstructor(ClassElem* elem) -> ClassElem* {
  Inst* inst = instances_.Self(elem);
  const Found found = instances_.FindInInst(inst, world_.names.Intern("constructor"));
  if (found.cls == nullptr)
    emitter_.Emit(program_.SpanOf(inst->shape->def), NoConstructor, program_.FullName(inst->shape->cls));
  return found.cls;
}

}  // namespace kerf::modelica
