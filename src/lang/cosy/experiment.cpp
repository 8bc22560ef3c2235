// Which variables have statistics: the numbers of these are known before any statement is translated, since
// every assignment to such a variable is an observation.
#include "lang/cosy/translator.h"

namespace kerf::cosy {

namespace {

KERF_DIAG(CosyNoStatistic, Error,
          "there can be no statistics of `{}`: it is no variable of the discrete part", std::string);

}  // namespace

void Translator::DeclareStatistics() {
  for (const Frame& frame : program_.frames) DeclareStatisticsOf(frame.items);
}

void Translator::DeclareStatisticsOf(const std::vector<FrameItem>& items) {
  for (const FrameItem& item : items) {
    DeclareStatisticsOf(item.items);
    const bool is_statistic = item.kind == FrameKind::Collect || item.kind == FrameKind::Histogram ||
                              item.kind == FrameKind::TimePersistent;
    if (!is_statistic) continue;
    for (const Description& description : item.descriptions) {
      Symbol* symbol = Resolve(*global_, description.name, description.span);
      if (symbol == nullptr) continue;
      const bool is_given = symbol->type == Tok::Real || symbol->type == Tok::Integer ||
                            symbol->type == Tok::Boolean || symbol->type == Tok::Logic;
      if (symbol->kind != SymbolKind::Variable || symbol->is_array || !is_given) {
        emitter_.Emit(description.span, CosyNoStatistic, symbol->name);
        continue;
      }
      uint32_t& number = item.kind == FrameKind::Collect     ? symbol->collect
                         : item.kind == FrameKind::Histogram ? symbol->histogram
                                                             : symbol->time_value;
      std::vector<std::string>& names = item.kind == FrameKind::Collect     ? out_.collects
                                        : item.kind == FrameKind::Histogram ? out_.histograms
                                                                            : out_.time_values;
      if (number != process::kNone) continue;
      number = static_cast<uint32_t>(names.size());
      names.push_back(symbol->name);
    }
  }
}

}  // namespace kerf::cosy
