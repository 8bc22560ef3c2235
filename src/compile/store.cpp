// Messages into tables, places into lines, the library into what can be written, and back.
#include "compile/store.h"

#include "compile/library_image.h"
#include "compile/source_lines.h"
#include "model/stored_messages.h"

namespace kerf::compile {

namespace {

using model::CompiledModel;
using model::LibraryImage;
using model::MessageTable;

auto CountsOf(const CompiledModel& model) -> model::MessageCounts {
  return {model.n_equations, static_cast<uint32_t>(model.assignments.size()),
          static_cast<uint32_t>(model.relations.size()), static_cast<uint32_t>(model.assertions.size())};
}

void MovePlaces(CompiledModel& model, const source::Buffers& buffers) {
  MessageTable table = CollectMessages(*model.messages, CountsOf(model));
  SourceLines lines(buffers);
  const auto each_place = [&](auto act) {
    for (auto* rows : {&table.equations, &table.conditions, &table.assertions}) {
      for (MessageTable::Row& row : *rows) act(row.place);
    }
    for (model::Termination& termination : model.terminations) act(termination.place);
    for (model::Place& place : model.effects) act(place);
  };
  each_place([&](const model::Place& place) { lines.Show(place); });
  model.sources = lines.Texts();
  each_place([&](model::Place& place) { place = lines.Moved(place); });
  model.messages = std::make_shared<model::StoredMessages>(std::move(table));
}

// Files become buffers; what places call them follows.
void TakeSources(CompiledModel& model, source::Buffers& buffers) {
  std::vector<uint32_t> number;
  for (const model::SourceText& file : model.sources)
    number.push_back(buffers.Add(file.name, file.text).index);
  MessageTable table = static_cast<const model::StoredMessages&>(*model.messages).table();
  const auto move = [&](model::Place& place) {
    if (place.file != model::Place::kNoFile) place.file = number[place.file];
  };
  for (auto* rows : {&table.equations, &table.conditions, &table.assertions}) {
    for (MessageTable::Row& row : *rows) move(row.place);
  }
  for (model::Termination& termination : model.terminations) move(termination.place);
  for (model::Place& place : model.effects) move(place);
  model.sources.clear();
  model.messages = std::make_shared<model::StoredMessages>(std::move(table));
}

auto WithMessages(const CompiledModel& model, const source::Buffers& buffers)
    -> std::shared_ptr<CompiledModel> {
  auto storable = std::make_shared<CompiledModel>(model);
  storable->library = nullptr;
  MovePlaces(*storable, buffers);
  return storable;
}

auto WithSources(const CompiledModel& model, std::shared_ptr<const model::Library> library,
                 source::Buffers& buffers) -> std::shared_ptr<CompiledModel> {
  auto opened = std::make_shared<CompiledModel>(model);
  opened->library = std::move(library);
  TakeSources(*opened, buffers);
  return opened;
}

}  // namespace

auto MakeStorable(const CompiledModel& model, const source::Buffers& buffers, Reach reach, std::string& why)
    -> std::shared_ptr<const CompiledModel> {
  auto image = MakeLibraryImage(model, reach, why);
  if (!image) return nullptr;
  auto storable = WithMessages(model, buffers);
  storable->library = std::move(image);
  for (auto* problem : {&storable->initial, &storable->homotopy_problem}) {
    if (*problem != nullptr) *problem = WithMessages(**problem, buffers);
  }
  return storable;
}

auto Open(const CompiledModel& read, source::Buffers& buffers, const ForeignMaker& make_foreign,
          std::string& error) -> std::shared_ptr<const CompiledModel> {
  std::vector<uint32_t> n_variables;
  for (const CompiledModel* problem : ProblemsOf(read)) n_variables.push_back(problem->variables.size());
  const auto libraries =
      MakeLibraries(static_cast<const LibraryImage&>(*read.library), n_variables, make_foreign, error);
  if (libraries.empty()) return nullptr;
  auto model = WithSources(read, libraries[0], buffers);
  size_t part = 1;
  for (auto* problem : {&model->initial, &model->homotopy_problem}) {
    if (*problem != nullptr) *problem = WithSources(**problem, libraries[part++], buffers);
  }
  return model;
}

}  // namespace kerf::compile
