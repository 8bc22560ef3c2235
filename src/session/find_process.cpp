// See find_process.h. Most texts name no process, which a look at their characters tells.
#include "session/find_process.h"

#include <algorithm>
#include <filesystem>

#include "diag/consumers.h"
#include "lang/modelica/library/annotations.h"
#include "lang/modelica/library/program.h"

namespace kerf::session {

namespace {

KERF_DIAG(ProcessFile, Error, "there is no file `{}` for the process of the model", std::string);
KERF_DIAG(SecondProcess, Error, "a model has one process, which this one would be the second of");

struct Named {
  std::string file;
  diag::Span span;
};

// Lines `@process FILE`.
auto OfDymola(source::BufferId buffer, const source::Buffers& buffers) -> std::vector<Named> {
  constexpr std::string_view kWord = "@process ";
  constexpr std::string_view kBlank = " \t\r";
  const std::string_view text = buffers.text(buffer);
  const std::filesystem::path folder = std::filesystem::path(buffers.file_name(buffer)).parent_path();
  std::vector<Named> all;
  for (size_t line = 0; line < text.size();) {
    const size_t end = std::min(text.find('\n', line), text.size());
    const size_t begin = text.find_first_not_of(kBlank, line);
    const bool is_process = begin < end && text.substr(begin).starts_with(kWord);
    const size_t name = is_process ? text.find_first_not_of(kBlank, begin + kWord.size()) : end;
    if (name < end) {
      const size_t last = text.find_last_not_of(kBlank, end - 1) + 1;
      const diag::Span span{buffer, static_cast<uint32_t>(name), static_cast<uint32_t>(last)};
      all.push_back({(folder / text.substr(name, last - name)).string(), span});
    }
    line = end + 1;
  }
  return all;
}

auto OfModelica(const Request& request, source::Buffers& buffers, diag::Emitter& silent)
    -> std::vector<Named> {
  base::Interner names;
  modelica::Program program({}, names, buffers, silent);
  const std::vector<modelica::ClassId> classes =
      request.text ? program.AddText(request.text->name, request.text->text) : program.AddFile(request.file);
  if (classes.empty()) return {};
  const modelica::ClassId taken = request.model.empty() ? classes.back() : program.Find(request.model);
  const modelica::NodeRef definition = taken.has_value() ? program.Definition(taken) : modelica::NodeRef();
  if (!definition.has_value()) return {};
  const modelica::NodeRef annotation = modelica::ClassAnnotation(definition);
  const modelica::NodeRef own =
      annotation.has_value() ? modelica::FindModification(annotation, "__Kerf") : annotation;
  const modelica::NodeRef nested = own.has_value() ? modelica::NestedModification(own) : own;
  const modelica::NodeRef entry = nested.has_value() ? modelica::FindModification(nested, "process") : nested;
  const modelica::NodeRef value = entry.has_value() ? modelica::ModificationValue(entry) : entry;
  if (!value.has_value()) return {};
  const std::filesystem::path folder = std::filesystem::path(request.file).parent_path();
  return {{(folder / modelica::PlainString(value)).string(), program.SpanOf(value)}};
}

}  // namespace

auto FindProcess(const Request& request, source::Buffers& buffers, diag::Emitter& emitter)
    -> std::optional<std::string> {
  const bool is_dymola = request.file.ends_with(".dym");
  std::error_code error;
  if ((!is_dymola && !request.file.ends_with(".mo")) ||
      (!request.text && !std::filesystem::is_regular_file(request.file, error)))
    return std::string();
  diag::CollectingConsumer mistakes;
  diag::Emitter silent(mistakes);
  const source::BufferId buffer = LoadFile(request, request.file, buffers, silent);
  if (!buffer.has_value()) return std::string();
  const std::string_view mark = is_dymola ? "@process" : "__Kerf";
  if (buffers.text(buffer).find(mark) == std::string_view::npos) return std::string();
  const std::vector<Named> all = is_dymola ? OfDymola(buffer, buffers) : OfModelica(request, buffers, silent);
  if (all.empty()) return std::string();
  if (all.size() > 1) {
    emitter.Emit(all[1].span, SecondProcess);
    return std::nullopt;
  }
  if (std::filesystem::exists(all[0].file, error)) return all[0].file;
  emitter.Emit(all[0].span, ProcessFile, std::filesystem::path(all[0].file).filename().string());
  return std::nullopt;
}

}  // namespace kerf::session
