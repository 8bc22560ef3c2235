// STORE and OUTPUT.
#include "lang/cosy/translator.h"

namespace kerf::cosy {

namespace {

KERF_DIAG(CosyCannotStore, Error, "`{}` cannot be stored: it has no value", std::string);
KERF_DIAG(CosyUnknownOutputFile, Error,
          "there is no file `{}`: results are in TIMEF, and across runs in CROSSF", std::string_view);
KERF_DIAG(CosyMapOfArray, Error, "a map shows an array over the time, and `{}` is none", std::string_view);
KERF_DIAG(CosySurfaceElevation, Error, "a surface is seen from 0 to 90 degrees above, not from {}", double);

auto KindOf(OutputKind kind) -> process::OutputKind {
  switch (kind) {
    case OutputKind::Plot:    return process::OutputKind::Plot;
    case OutputKind::List:    return process::OutputKind::List;
    case OutputKind::Contour: return process::OutputKind::Contour;
    case OutputKind::Surface: return process::OutputKind::Surface;
    case OutputKind::Title:
    case OutputKind::Factor:
    case OutputKind::Graph:   break;
  }
  return process::OutputKind::Graph;
}

}  // namespace

auto Translator::CellOf(NameId name, Span span) -> uint32_t {
  const Symbol* symbol = global_->Find(name);
  if (symbol == nullptr && Lower(name) == "time") return 0;
  if (symbol == nullptr) symbol = Resolve(*global_, name, span);
  if (symbol == nullptr) return process::kNone;
  if (symbol->kind == SymbolKind::Variable || symbol->kind == SymbolKind::Attribute) return symbol->index;
  emitter_.Emit(span, CosyCannotStore, symbol->name);
  return process::kNone;
}

// A map of each array.
void Translator::AddMaps(const OutputItem& item, const process::Output& common) {
  if (!(common.elevation >= 0 && common.elevation <= 90))
    emitter_.Emit(item.span, CosySurfaceElevation, common.elevation);
  for (const NameId name : item.names) {
    const uint32_t first = CellOf(name, item.span);
    if (first == process::kNone) continue;
    const Symbol* symbol = global_->Find(name);
    if (symbol == nullptr || !symbol->is_array || common.is_across_runs) {
      emitter_.Emit(item.span, CosyMapOfArray, Written(name));
      continue;
    }
    process::Output output = common;
    for (uint32_t k = 0; k < symbol->size; ++k) output.cells.push_back(first + k);
    out_.outputs.push_back(std::move(output));
  }
}

void Translator::TranslateOutputs() {
  const auto add_cells = [&](NameId name, Span span, std::vector<uint32_t>& cells) {
    const uint32_t cell = CellOf(name, span);
    if (cell == process::kNone) return;
    const Symbol* symbol = global_->Find(name);
    for (uint32_t k = 0; k < (symbol == nullptr ? 1 : symbol->size); ++k) cells.push_back(cell + k);
  };
  for (const NameId name : program_.stored) add_cells(name, program_.span, out_.stored);
  std::string title;
  double x_factor = 1;
  double y_factor = 1;
  for (const OutputItem& item : program_.outputs) {
    if (item.kind == OutputKind::Title) {
      title = Lower(item.text);
      continue;
    }
    if (item.kind == OutputKind::Factor) {
      if (item.x_factor.has_value()) x_factor = Constant(item.x_factor, *global_);
      if (item.y_factor.has_value()) y_factor = Constant(item.y_factor, *global_);
      continue;
    }
    process::Output output;
    output.kind = KindOf(item.kind);
    output.title = title;
    output.x_factor = x_factor;
    output.y_factor = y_factor;
    if (item.file.has_value()) {
      output.is_across_runs = Lower(item.file) == "crossf";
      if (!output.is_across_runs && Lower(item.file) != "timef")
        emitter_.Emit(item.span, CosyUnknownOutputFile, Written(item.file));
    }
    if (item.run.has_value()) output.run = WholeConstant(item.run, *global_, 1);
    if (item.versus.has_value()) output.versus = CellOf(item.versus, item.span);
    if (item.azimuth.has_value()) output.azimuth = Constant(item.azimuth, *global_);
    if (item.elevation.has_value()) output.elevation = Constant(item.elevation, *global_);
    if (IsMap(output.kind)) {
      AddMaps(item, output);
      continue;
    }
    for (const NameId name : item.names) add_cells(name, item.span, output.cells);
    out_.outputs.push_back(std::move(output));
  }
}

}  // namespace kerf::cosy
