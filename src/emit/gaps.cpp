// Tables are flat lists of numbers, which every language has.
#include "emit/gaps.h"

#include "emit/delay_gaps.h"
#include "emit/quote.h"

#include <algorithm>

namespace kerf::emit {

namespace {

class GapFiller {
 public:
  GapFiller(const Program& program, StatementWriter& writer, const Target& target, const ListForm& form)
      : program_(program), writer_(writer), target_(target), form_(form) {}

  auto Fill(const TranslateOptions& options) -> Gaps {
    FillOptions(options);
    FillSymbols();
    FillLoops();
    static const Part kNoPart;
    const Part& start = program_.start ? *program_.start : kNoPart;
    FillTables(program_.run, "run_");
    FillTables(start, "start_");
    const auto n_run_loops = static_cast<uint32_t>(program_.run.loops.size());
    FillProcedure("run_once", program_.run, program_.run.once, 0);
    FillProcedure("run_dynamic", program_.run, program_.run.dynamic, 0);
    FillProcedure("run_output", program_.run, program_.run.output, 0);
    FillProcedure("start_once", start, start.once, n_run_loops);
    FillProcedure("start_dynamic", start, start.dynamic, n_run_loops);
    FillAssignments("settings", program_.settings);
    FillAssignments("after_start", program_.after_start);
    FillDelays();
    Count("max_relations", std::max(program_.run.relations.size(), start.relations.size()) + 1);
    Count("max_previous", std::max(program_.run.previous.size(), start.previous.size()) + 1);
    Count("has_start", program_.start ? 1 : 0);
    FillNominals();
    gaps_["terminal"] = Index(program_.run.terminal);
    return std::move(gaps_);
  }

 private:
  void Count(const std::string& key, size_t n) { gaps_[key] = std::to_string(n); }
  void List(const std::string& key, const std::vector<std::string>& items) {
    if (!form_.element.empty()) return Elements(key, items);
    Layout layout = target_.layout;
    layout.statement_end = "";
    Lines lines(layout);
    lines.Statement(fmt::format("{}", fmt::join(items, form_.separator)));
    gaps_[key] = lines.Take();
  }
  void Elements(const std::string& key, const std::vector<std::string>& items) {
    Lines lines(target_.layout);
    const bool is_start = key == "start_values";
    const std::string zero = expr::CodeNumber(0, target_.dialect);
    for (size_t k = 0; k < items.size(); ++k) {
      if (is_start && items[k] == zero) continue;
      lines.Statement(fmt::format(fmt::runtime(form_.element), is_start ? "w" : "kerf_" + key,
                                  k + target_.forms.first_number, items[k]));
    }
    gaps_[key] = lines.Take();
  }
  auto Index(SymbolId id) const -> std::string {
    return std::to_string(id.has_value() ? static_cast<int>(id.index) + form_.first_index
                                         : form_.first_index - 1);
  }
  auto Quoted(std::string_view text) const -> std::string {
    return QuotedText(text, form_.quote, form_.max_text);
  }

  [[nodiscard]] auto Rows(const std::vector<std::string>& items, size_t columns) const
      -> std::vector<std::string> {
    std::vector<std::string> rows;
    for (auto first = items.begin(); first != items.end(); first += static_cast<std::ptrdiff_t>(columns)) {
      const auto last = first + static_cast<std::ptrdiff_t>(columns);
      rows.push_back(fmt::format(fmt::runtime(form_.row), fmt::join(first, last, form_.separator)));
    }
    return rows;
  }

  // Rows of `columns` numbers and one of zeros.
  void Table(const std::string& prefix, const std::string& name, std::vector<std::string> items,
             size_t columns) {
    Count(prefix + "n_" + name, items.size() / columns);
    items.insert(items.end(), columns, "0");
    if (columns > 1 && !form_.row.empty()) items = Rows(items, columns);
    List(prefix + name, items);
  }

  void FillOptions(const TranslateOptions& options) {
    gaps_["model"] = CommentText(program_.name);
    gaps_["function"] = Identifier(program_.name, target_.names);
    Lines states(target_.layout);
    for (size_t k = 0; k < program_.states.size(); ++k)
      states.Comment(
          fmt::format("{}: {}", k + target_.forms.first_number, program_.symbols[program_.states[k]].name));
    gaps_["states"] = states.Take();
    gaps_["user_functions"] = writer_.functions().Text();
    gaps_["title"] = std::string(target_.title);
    gaps_["start"] = expr::CodeNumber(options.start, target_.dialect);
    gaps_["stop"] = expr::CodeNumber(options.stop, target_.dialect);
    gaps_["tolerance"] = expr::CodeNumber(options.tolerance, target_.dialect);
    Count("intervals", options.intervals);
  }

  void FillSymbols() {
    std::vector<std::string> starts;
    // In the order of the variables of the model.
    struct Shown {
      uint32_t order;
      SymbolId symbol;
      std::string_view name;
    };
    std::vector<Shown> shown;
    for (const SymbolId id : program_.symbols.ids()) {
      const Symbol& symbol = program_.symbols[id];
      starts.push_back(expr::CodeNumber(symbol.start, target_.dialect));
      if (symbol.is_shown) shown.push_back({symbol.var.index, id, symbol.name});
    }
    for (const Alias& alias : program_.aliases) {
      if (alias.is_shown) shown.push_back({alias.var.index, alias.symbol, alias.name});
    }
    std::ranges::sort(shown, {}, &Shown::order);
    const SymbolId time{uint32_t{0}};
    shown.insert(shown.begin(), {0, time, program_.symbols[time].name});
    std::vector<std::string> indices;
    std::vector<std::string> names;
    for (const Shown& column : shown) {
      indices.push_back(Index(column.symbol));
      names.push_back(Quoted(CsvName(column.name, form_.max_text)));
    }
    Count("n_symbols", starts.size());
    Count("n_states", program_.states.size());
    Count("n_shown", shown.size());
    List("start_values", starts);
    List("shown", indices);
    List("shown_names", names);
  }

  // Typical sizes of the states, for absolute tolerances, and one more, since no list may be empty.
  void FillNominals() {
    std::vector<std::string> items;
    const std::vector<double>& nominal = program_.work->simcode.state_nominal;
    for (size_t k = 0; k <= program_.states.size(); ++k)
      items.push_back(expr::CodeNumber(k < nominal.size() ? nominal[k] : 1, target_.dialect));
    List("nominal", items);
  }

  void FillLoops() {
    size_t max_n = 1;
    std::vector<std::string> loops;
    std::vector<std::string> unknowns;
    for (const auto& [part, loop] : AllLoops(program_)) {
      max_n = std::max(max_n, loop->unknowns.size());
      loops.push_back(std::to_string(loop->unknowns.size()));
      loops.push_back(std::to_string(unknowns.size() + target_.forms.first_number));
      for (const SymbolId unknown : loop->unknowns) unknowns.push_back(Index(unknown));
    }
    Table("", "loops", loops, 2);
    Table("", "unknowns", unknowns, 1);
    Count("max_n", max_n);
  }

  // When an assertion is asked, as the programs know it.
  static constexpr int kAtAllPoints = 0;
  static constexpr int kAtEvents = 1;
  static constexpr int kAtTheStart = 2;

  void FillTables(const Part& part, const std::string& prefix) {
    std::vector<std::string> items;
    const auto flush = [&](const std::string& name, size_t columns) {
      Table(prefix, name, std::move(items), columns);
      items.clear();
    };
    const auto add = [&](std::initializer_list<SymbolId> symbols) {
      for (const SymbolId symbol : symbols) items.push_back(Index(symbol));
    };
    for (const Relation& r : part.relations) {
      items.push_back(std::to_string(static_cast<int>(r.kind)));
      add({r.function, r.held, r.instant, r.slope});
    }
    flush("relations", 5);
    for (const Previous& p : part.previous) add({p.now, p.before});
    flush("previous", 2);
    for (const Sampler& s : part.samplers) add({s.tick, s.start, s.interval});
    flush("samplers", 3);
    for (const Reinit& r : part.reinits) add({r.state, r.active, r.value});
    flush("reinits", 3);
    std::vector<std::string> texts;
    for (const Termination& t : part.terminations) {
      add({t.active});
      texts.push_back(Quoted(t.message));
    }
    flush("ends", 1);
    texts.push_back(Quoted(""));
    List(prefix + "end_texts", texts);
    texts.clear();
    const auto add_assertions = [&](const Part& of, int at_events) {
      for (const Assertion& a : of.assertions) {
        add({a.valid});
        items.emplace_back(a.is_error ? "1" : "0");
        items.push_back(std::to_string(a.is_at_events ? at_events : kAtAllPoints));
        texts.push_back(Quoted(a.text));
      }
    };
    add_assertions(part, kAtEvents);
    // What is asked at the start stands in the same table.
    if (&part == &program_.run && program_.start) add_assertions(*program_.start, kAtTheStart);
    flush("assertions", 3);
    texts.push_back(Quoted(""));
    Count(prefix + "max_assertions", texts.size());
    List(prefix + "assertion_texts", texts);
  }

  void FillDelays() {
    std::vector<std::string> items;
    for (const DelayedValue& delay : program_.run.delays) {
      items.push_back(Index(delay.value));
      items.push_back(Index(delay.delay));
      items.emplace_back(delay.is_discrete ? "1" : "0");
      items.emplace_back(delay.is_fixed ? "1" : "0");
    }
    Table("", "delays", std::move(items), 4);
    FillDelayGaps(program_, target_, gaps_);
  }

  void FillProcedure(const std::string& key, const Part& part, std::span<const Statement> statements,
                     uint32_t first_loop) {
    Lines lines(target_.layout);
    writer_.Write(lines, part, statements, first_loop);
    gaps_[key] = lines.Take();
  }
  void FillAssignments(const std::string& key, std::span<const Assignment> assignments) {
    Lines lines(target_.layout);
    writer_.Write(lines, assignments);
    gaps_[key] = lines.Take();
  }

  const Program& program_;
  StatementWriter& writer_;
  const Target& target_;
  const ListForm& form_;
  Gaps gaps_;
};

}  // namespace

auto AllLoops(const Program& program) -> std::vector<std::pair<const Part*, const Loop*>> {
  std::vector<std::pair<const Part*, const Loop*>> loops;
  for (const Loop& loop : program.run.loops) loops.emplace_back(&program.run, &loop);
  if (!program.start) return loops;
  for (const Loop& loop : program.start->loops) loops.emplace_back(&*program.start, &loop);
  return loops;
}

auto CommonGaps(const Program& program, StatementWriter& writer, const Target& target, const ListForm& form,
                const TranslateOptions& options) -> Gaps {
  return GapFiller(program, writer, target, form).Fill(options);
}

auto AllStatements(const Gaps& gaps) -> std::string {
  std::string text;
  for (const char* key : {"user_functions", "settings", "run_once", "run_dynamic", "run_output", "start_once",
                          "start_dynamic", "after_start", "residuals"})
    text += gaps.at(key);
  return text;
}

}  // namespace kerf::emit
