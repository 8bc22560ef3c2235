// Header, names, and the problems one after the other.
#include "model/file.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "base/hash.h"
#include "model/fields.h"
#include "model/verify.h"

namespace kerf::model {

static_assert(std::endian::native == std::endian::little, "files are little-endian");

namespace {

constexpr std::string_view kMagic("\x7fKERF\r\n\x1a", 8);

// Files of a compiler with other instructions are of another version.
constexpr auto Version() -> uint64_t {
  uint64_t version = kFormatVersion;
  for (const std::string_view op : kTapeOpText) {
    for (const char c : op) version = base::Combine(version, static_cast<uint8_t>(c));
  }
  return version;
}

auto Checksum(std::string_view bytes) -> uint64_t {
  uint64_t sum = bytes.size();
  while (!bytes.empty()) {
    uint64_t word = 0;
    const size_t n = std::min(bytes.size(), sizeof word);
    std::memcpy(&word, bytes.data(), n);
    sum = base::Combine(sum, word);
    bytes.remove_prefix(n);
  }
  return sum;
}

struct StoredPath {
  uint32_t parent = 0;
  uint32_t name = 0;
  std::vector<int32_t> subscripts;
};
template <typename Archive>
void Fields(Archive& archive, Of<Archive, StoredPath>& x) {
  archive(x.parent, x.name, x.subscripts);
}

struct NameTable {
  std::vector<std::string> names;
  // Without the root, parents first.
  std::vector<StoredPath> paths;
};
template <typename Archive>
void Fields(Archive& archive, Of<Archive, NameTable>& x) {
  archive(x.names, x.paths);
}

// Numbers for the names and paths that a model uses, in order of use.
class NameCollector {
 public:
  explicit NameCollector(const base::PathStore& paths)
      : paths_(paths), name_number_(paths.names().size(), kNone), path_number_(paths.size(), kNone) {
    path_number_[base::PathStore::kRoot.index] = 0;
  }

  auto Take(Variables variables) -> Variables {
    for (base::PathId& path : variables.path) path = NumberOf(path);
    for (Attributes& row : variables.attributes) {
      for (base::NameId* name : {&row.unit, &row.display_unit, &row.quantity, &row.description})
        *name = NumberOf(*name);
    }
    for (Enumeration& enumeration : variables.enumerations) {
      enumeration.name = NumberOf(enumeration.name);
      for (base::NameId& literal : enumeration.literals) literal = NumberOf(literal);
    }
    return variables;
  }
  [[nodiscard]] auto table() const -> const NameTable& { return table_; }

 private:
  auto NumberOf(base::NameId name) -> base::NameId {
    if (!name.has_value()) return name;
    uint32_t& number = name_number_[name.index];
    if (number == kNone) {
      number = static_cast<uint32_t>(table_.names.size());
      table_.names.emplace_back(paths_.names()[name]);
    }
    return base::NameId{number};
  }

  auto NumberOf(base::PathId path) -> base::PathId {
    std::vector<base::PathId> missing;
    for (base::PathId at = path; path_number_[at.index] == kNone; at = paths_[at].parent)
      missing.push_back(at);
    for (size_t k = missing.size(); k-- > 0;) {
      const base::PathNode& node = paths_[missing[k]];
      const auto subscripts = paths_.subscripts(missing[k]);
      table_.paths.push_back({path_number_[node.parent.index],
                              NumberOf(node.name).index,
                              {subscripts.begin(), subscripts.end()}});
      path_number_[missing[k].index] = static_cast<uint32_t>(table_.paths.size());
    }
    return base::PathId{path_number_[path.index]};
  }

  const base::PathStore& paths_;
  std::vector<uint32_t> name_number_;
  std::vector<uint32_t> path_number_;
  NameTable table_;
};

// The names of a model that was read.
struct Names {
  base::Interner texts;
  base::PathStore paths{texts};
};

auto MakeNames(const NameTable& table) -> std::shared_ptr<Names> {
  auto names = std::make_shared<Names>();
  for (uint32_t k = 0; k < table.names.size(); ++k) {
    if (names->texts.Intern(table.names[k]).index != k) return nullptr;
  }
  for (uint32_t k = 0; k < table.paths.size(); ++k) {
    const StoredPath& path = table.paths[k];
    if (path.parent > k || path.name >= table.names.size()) return nullptr;
    const base::PathId made =
        names->paths.Child(base::PathId{path.parent}, base::NameId{path.name}, path.subscripts);
    if (made.index != k + 1) return nullptr;
  }
  return names;
}

// All fields of one problem but the names of the paths and the other problems.
template <typename Archive, typename Programs, typename Tape, typename Table>
void ProblemFields(Archive& archive, Of<Archive, CompiledModel>& m, Of<Archive, Variables>& variables,
                   Programs& programs, Tape& tape, Table& messages) {
  archive(m.name, m.n_equations, m.experiment, variables, programs, tape, m.blocks, m.relations, m.assertions,
          m.previous, m.implicit, m.directions, m.states, m.watched, m.assignments, m.terminations, m.effects,
          m.functions, m.held_conditions, m.tuning, m.tuned_slots, m.started_relations, m.homotopy, m.sources,
          messages);
}

void WriteProblem(Writer& writer, const CompiledModel& m, const Variables& variables) {
  const auto* messages = dynamic_cast<const StoredMessages*>(m.messages.get());
  KERF_CHECK(messages != nullptr);
  ProblemFields(writer, m, variables, *m.programs, *m.tape, messages->table());
}

auto ReadProblem(Reader& reader, const std::shared_ptr<Names>& names, std::string& error)
    -> std::shared_ptr<CompiledModel> {
  auto m = std::make_shared<CompiledModel>();
  auto programs = std::make_shared<Programs>();
  auto tape = std::make_shared<Tape>();
  MessageTable messages;
  ProblemFields(reader, *m, m->variables, *programs, *tape, messages);
  if (!reader.is_good()) {
    error = "its contents end too early or have values that do not exist";
    return nullptr;
  }
  m->paths = {names, &names->paths};
  m->programs = std::move(programs);
  m->tape = std::move(tape);
  m->messages = std::make_shared<StoredMessages>(std::move(messages));
  return m;
}

using Problems = std::array<std::shared_ptr<CompiledModel>, 3>;

auto VerifyAll(const Problems& problems, const LibraryImage& library) -> std::string {
  size_t part = 0;
  for (const auto& problem : problems) {
    if (!problem) continue;
    if (part == library.parts.size()) return "its library is incomplete";
    const auto& messages = static_cast<const StoredMessages&>(*problem->messages);
    std::string error = Verify(*problem, messages.table(), library.parts[part++]);
    if (!error.empty()) return error;
  }
  return part == library.parts.size() ? "" : "its library goes on behind its end";
}

auto ReadHeader(std::string_view bytes, std::string& error) -> bool {
  error.clear();
  if (!IsCompiledModel(bytes)) {
    error = "it is no compiled model";
    return false;
  }
  std::array<uint64_t, 4> header{};
  if (bytes.size() >= kHeaderSize) std::memcpy(header.data(), bytes.data(), kHeaderSize);
  if (bytes.size() < kHeaderSize) {
    error = "it is cut off";
  } else if (header[1] != Version()) {
    error = "it was made by another version of Kerf";
  } else if (header[2] != bytes.size() - kHeaderSize) {
    error = fmt::format("it has {} bytes instead of {}", bytes.size(), header[2] + kHeaderSize);
  } else if (header[3] != Checksum(bytes.substr(kHeaderSize))) {
    error = "its checksum is wrong";
  }
  return error.empty();
}

}  // namespace

auto IsCompiledModel(std::string_view bytes) -> bool { return bytes.starts_with(kMagic); }

auto Seal(std::string_view payload) -> std::string {
  std::string bytes(kMagic);
  for (const uint64_t word : {Version(), uint64_t{payload.size()}, Checksum(payload)})
    bytes.append(reinterpret_cast<const char*>(&word), sizeof word);
  bytes += payload;
  return bytes;
}

auto Write(const CompiledModel& model) -> std::string {
  NameCollector names(*model.paths);
  const std::array<const CompiledModel*, 3> problems = {&model, model.initial.get(),
                                                        model.homotopy_problem.get()};
  Writer body;
  for (const CompiledModel* problem : problems) {
    body(problem != nullptr);
    if (problem != nullptr) WriteProblem(body, *problem, names.Take(problem->variables));
  }
  const auto* library = dynamic_cast<const LibraryImage*>(model.library.get());
  KERF_CHECK(library != nullptr);
  body(*library);
  Writer all;
  all(names.table());
  return Seal(all.bytes() + body.bytes());
}

auto Read(std::string_view bytes, std::string& error) -> std::shared_ptr<const CompiledModel> {
  if (!ReadHeader(bytes, error)) return nullptr;
  Reader reader(bytes.substr(kHeaderSize));
  NameTable table;
  reader(table);
  const std::shared_ptr<Names> names = reader.is_good() ? MakeNames(table) : nullptr;
  if (!names) {
    error = "its names are damaged";
    return nullptr;
  }
  Problems problems;
  for (std::shared_ptr<CompiledModel>& problem : problems) {
    bool has_problem = false;
    reader(has_problem);
    if (!has_problem) continue;
    problem = ReadProblem(reader, names, error);
    if (!problem) return nullptr;
  }
  auto library = std::make_shared<LibraryImage>();
  reader(*library);
  if (!reader.is_good() || !reader.IsAtEnd() || !problems[0]) {
    error = "its contents end too early or go on behind their end";
    return nullptr;
  }
  error = VerifyAll(problems, *library);
  if (!error.empty()) return nullptr;
  for (size_t k = 1; k < problems.size(); ++k) {
    if (!problems[k] || problems[k]->variables.size() >= problems[0]->variables.size()) continue;
    error = "a problem of the start has too few variables";
    return nullptr;
  }
  problems[0]->library = std::move(library);
  problems[0]->initial = std::move(problems[1]);
  problems[0]->homotopy_problem = std::move(problems[2]);
  return problems[0];
}

}  // namespace kerf::model
