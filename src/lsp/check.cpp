// The classes of a text, one by one.
#include "lsp/check.h"

#include <unordered_set>

#include <fmt/format.h>

#include "lang/modelica/flatten/flatten.h"
#include "lsp/check_filter.h"
#include "lsp/diagnostics.h"
#include "units/check.h"

namespace kerf::lsp {

namespace {

using modelica::ClassId;
using modelica::NodeKind;
using modelica::NodeRef;
using modelica::Program;
using modelica::Restriction;

struct FoundClass {
  NodeRef def;
  ClassId id;
  // Stands in packages only, none of them partial: it means something by itself.
  bool is_free = true;
};

auto ClassesOf(const modelica::Tree& tree, Program& program) -> std::vector<FoundClass> {
  std::vector<FoundClass> classes;
  for (const NodeRef node : modelica::Root(tree).children()) {
    if (node.Is(NodeKind::ClassDef)) classes.push_back({node, program.ClassOf(node, Program::kRoot)});
  }
  for (size_t k = 0; k < classes.size(); ++k) {
    const FoundClass outer = classes[k];
    const bool is_free = outer.is_free && !outer.def.Has(modelica::kPartial) &&
                         outer.def.restriction() == Restriction::Package;
    for (const NodeRef list : outer.def.children()) {
      if (!list.Is(NodeKind::ElementList)) continue;
      for (const NodeRef element : list.children()) {
        if (element.Is(NodeKind::ClassDef))
          classes.push_back({element, program.ClassOf(element, outer.id), is_free});
      }
    }
  }
  return classes;
}

auto IsModel(const FoundClass& found) -> bool {
  const Restriction restriction = found.def.restriction();
  return found.is_free && !found.def.Has(modelica::kReplaceable | modelica::kShort) &&
         (restriction == Restriction::Model || restriction == Restriction::Block);
}

// What is to be simulated must be complete.
auto IsExperiment(NodeRef def) -> bool {
  const NodeRef annotation = def.Find(NodeKind::Annotation);
  return annotation.has_value() &&
         modelica::Instances::FindAnnotation(annotation, {"experiment"}).has_value();
}

class Checker {
 public:
  Checker(const CheckJob& job, const CheckSinks& sinks) : job_(job), sinks_(sinks) {}

  void Run() {
    Snapshot snapshot(job_.sources);
    Report(snapshot.said(), snapshot, {}, "");
    snapshot.Forget();
    const modelica::Tree* tree = snapshot.TreeOf(job_.path);
    if (tree == nullptr) return;
    for (const FoundClass& found : ClassesOf(*tree, snapshot.program())) {
      if (sinks_.begin) {
        sinks_.begin({{"class", snapshot.program().FullName(found.id)},
                      {"range", snapshot.LocationOf(found.def).at("range")}});
      }
      if (IsModel(found)) {
        Flatten(snapshot.program().FullName(found.id), found.def, snapshot);
      } else {
        CheckNames(found, snapshot);
      }
    }
  }

 private:
  // A mistake in another file is told where the class is that leads to it.
  void Report(const std::vector<diag::Diagnostic>& all, Snapshot& snapshot, NodeRef def,
              const std::string& class_name) {
    Json out = Json::array();
    for (const diag::Diagnostic& diagnostic : all) {
      const bool has_place = diagnostic.span.has_value();
      Json json;
      if (has_place && snapshot.buffers().file_name(diagnostic.span.buffer) == job_.path) {
        const Json location = snapshot.LocationOf(diagnostic.span);
        json = DiagnosticJson(diagnostic, location.at("range"), snapshot);
      } else if (def.has_value() && diagnostic.level == diag::Level::Error) {
        json = DiagnosticJson(diagnostic, snapshot.LocationOf(def).at("range"), snapshot);
        json["message"] = fmt::format("in `{}`: {}", class_name, json["message"].get<std::string>());
        if (has_place)
          json["relatedInformation"].push_back(
              {{"location", snapshot.LocationOf(diagnostic.span)}, {"message", diagnostic.text}});
      } else {
        continue;
      }
      const std::string key = json["range"].dump() + json["message"].get<std::string>();
      if (told_.insert(key).second) out.push_back(std::move(json));
    }
    if (!out.empty()) sinks_.take(out);
  }

  // In a program of its own: a flat model is the only owner of its world.
  void Flatten(const std::string& name, NodeRef def, Snapshot& outer) {
    diag::CollectingConsumer collected;
    diag::Emitter emitter(collected);
    source::Buffers buffers;
    auto world = std::make_shared<flat::World>();
    diag::CollectingConsumer ignored;
    diag::Emitter quiet(ignored);
    SwitchingConsumer both(quiet, emitter);
    diag::Emitter reading(both);
    Program program(job_.sources.options, world->names, buffers, reading);
    for (const OpenText& text : outer.sources().texts) program.AddText(text.path, text.text);
    both.is_open = true;
    modelica::ComponentReport report;
    modelica::FlattenOptions options{.class_name = name};
    options.component = &report;
    const auto flat = modelica::Flatten(program, world, options, emitter);
    if (flat) units::CheckUnits(*flat, emitter);
    if (def.Has(modelica::kPartial)) KeepNames(collected.all);
    if (!IsExperiment(def)) DropWhatUsersGive(collected.all);
    if (report.has_ports && !report.has_experiment) DropWhatPartsLack(collected.all);
    Translate(collected.all, buffers, outer);
    Report(collected.all, outer, def, name);
  }

  // Passes on what is said once the texts have been added; what was said before is told already.
  class SwitchingConsumer : public diag::Consumer {
   public:
    SwitchingConsumer(diag::Emitter& closed, diag::Emitter& open) : closed_(closed), open_(open) {}
    void Take(const diag::Diagnostic& diagnostic) override { (is_open ? open_ : closed_).Take(diagnostic); }
    bool is_open = false;

   private:
    diag::Emitter& closed_;
    diag::Emitter& open_;
  };

  // Spans of one set of buffers as spans of the snapshot's.
  void Translate(std::vector<diag::Diagnostic>& all, const source::Buffers& buffers, Snapshot& snapshot) {
    const auto translate = [&](diag::Span& span) {
      if (!span.has_value()) return;
      const std::string& file = buffers.file_name(span.buffer);
      auto& copy = copies_[file];
      if (!copy.has_value()) copy = snapshot.buffers().Add(file, std::string(buffers.text(span.buffer)));
      span.buffer = copy;
    };
    for (diag::Diagnostic& diagnostic : all) {
      translate(diagnostic.span);
      for (diag::Note& note : diagnostic.notes) translate(note.span);
    }
  }

  void CheckNames(const FoundClass& found, Snapshot& snapshot) {
    modelica::Instances& instances = snapshot.instances();
    modelica::ClassElem* elem = instances.ClassOf(found.id);
    modelica::Inst* inst = elem != nullptr ? instances.Self(elem) : nullptr;
    if (inst != nullptr && inst->shape->def == found.def) {
      instances.EnsureBases(inst);
      for (uint32_t k = 0; k < inst->shape->elements.size(); ++k) {
        if (inst->shape->elements[k].is_component)
          static_cast<void>(instances.ResolveType(instances.ComponentAt(inst, k)));
      }
    }
    Report(snapshot.said(), snapshot, {}, "");
    snapshot.Forget();
  }

  const CheckJob& job_;
  const CheckSinks& sinks_;
  std::unordered_set<std::string> told_;
  std::unordered_map<std::string, diag::BufferId> copies_;
};

}  // namespace

void Check(const CheckJob& job, const CheckSinks& sinks) { Checker(job, sinks).Run(); }

}  // namespace kerf::lsp
