// Models that go through a file run as they did before, and damaged files are refused or do no harm.
#include "compile/store.h"

#include <gtest/gtest.h>

#include <random>

#include "compile_text.h"
#include "model/file.h"
#include "model/interpret.h"
#include "model/print.h"
#include "sim/simulate.h"

namespace kerf::compile {

namespace {

auto AllSources() -> std::vector<ModelSource> {
  std::vector<ModelSource> all = ModelSources();
  for (ModelSource& source : FunctionSources()) all.push_back(std::move(source));
  return all;
}

auto FindSource(const std::string& name) -> ModelSource {
  for (const ModelSource& source : AllSources()) {
    if (source.name == name) return source;
  }
  ADD_FAILURE() << "no model " << name;
  return {};
}

auto BytesOf(const ModelSource& source) -> std::string {
  CompiledText compiled;
  CompileText(source, compiled);
  if (!compiled.model) return "";
  std::string why;
  const auto storable = MakeStorable(*compiled.model, compiled.buffers, Reach::Anywhere, why);
  EXPECT_NE(storable, nullptr) << source.name << ": " << why;
  return storable ? model::Write(*storable) : "";
}

// The same bits, also of what is not a number.
void ExpectSame(const results::Table& a, const results::Table& b, const std::string& name) {
  ASSERT_EQ(a.names, b.names) << name;
  for (size_t k = 0; k < a.columns.size(); ++k) {
    ASSERT_EQ(a.columns[k].size(), b.columns[k].size()) << name;
    EXPECT_EQ(std::memcmp(a.columns[k].data(), b.columns[k].data(), a.columns[k].size() * sizeof(double)), 0)
        << name << " " << a.names[k];
  }
}

TEST(StoredModel, RunsAsItsSourceWithTheSameMessages) {
  for (const ModelSource& source : AllSources()) {
    CompiledText compiled;
    CompileText(source, compiled);
    ASSERT_NE(compiled.model, nullptr);
    std::string why;
    const auto storable = MakeStorable(*compiled.model, compiled.buffers, Reach::Anywhere, why);
    ASSERT_NE(storable, nullptr) << source.name << ": " << why;
    std::string error;
    const auto read = model::Read(model::Write(*storable), error);
    ASSERT_NE(read, nullptr) << source.name << ": " << error;
    source::Buffers buffers;
    // A file that was read before, so that numbers of files differ.
    buffers.Add("other", "text\n");
    const auto opened = Open(*read, buffers, {}, error);
    ASSERT_NE(opened, nullptr) << source.name << ": " << error;
    for (const sim::Engine engine : {sim::Engine::Interpreter, sim::Engine::Jit}) {
      const TextRun before = RunCompiled(*compiled.model, source.stop, engine, compiled.buffers);
      const TextRun after = RunCompiled(*opened, source.stop, engine, buffers);
      EXPECT_EQ(before.outcome.ok, after.outcome.ok) << source.name;
      EXPECT_EQ(before.messages, after.messages) << source.name;
      ExpectSame(before.outcome.table, after.outcome.table, source.name);
      EXPECT_GT(before.outcome.n_points, 0U) << source.name;
    }
    EXPECT_EQ(model::Print(*compiled.model), model::Print(*opened)) << source.name;
  }
}

TEST(StoredModel, KnowsWhatIsProtected) {
  CompiledText compiled;
  CompileText(FindSource("hidden"), compiled);
  std::string error;
  const auto read = model::Read(BytesOf(FindSource("hidden")), error);
  ASSERT_NE(read, nullptr) << error;
  for (const bool has_protected : {false, true}) {
    const std::vector<bool> is_recorded = sim::RecordedVariables(*read, has_protected);
    EXPECT_EQ(is_recorded, sim::RecordedVariables(*compiled.model, has_protected));
    for (const std::string name : {"x", "der(x)", "a[1]", "a[2]", "y", "der(a[2])"}) {
      const uint32_t variable = FindVariable(*read, name);
      ASSERT_NE(variable, model::kNone) << name;
      EXPECT_EQ(is_recorded[variable], has_protected || name.find('x') != std::string::npos) << name;
    }
  }
}

TEST(StoredModel, TellsOfASingularTornBlockWhatIsLeft) {
  // y and w are iterated, z and u hidden. From 0.5 on y and w matter as a sum only.
  const ModelSource source = {
      "torn", ".mo",
      "model Torn\n  Real x(start = 2, fixed = true), y(start = 1), z, u, w(start = 1);\n"
      "  Real p = if time < 0.5 then 1 else 0;\nequation\n  der(x) = -1;\n  z = y + w;\n  u = z^3 + z + "
      "p*y;\n"
      "  u + sin(z) = 1 + p*w^3;\n  exp(z) + u = 3 + p*w*y;\nend Torn;\n",
      1};
  CompiledText compiled;
  CompileText(source, compiled);
  std::string error;
  const auto read = model::Read(BytesOf(source), error);
  ASSERT_NE(read, nullptr) << error;
  source::Buffers buffers;
  const auto opened = Open(*read, buffers, {}, error);
  ASSERT_NE(opened, nullptr) << error;
  const TextRun before = RunCompiled(*compiled.model, source.stop, sim::Engine::Jit, compiled.buffers);
  const TextRun after = RunCompiled(*opened, source.stop, sim::Engine::Jit, buffers);
  EXPECT_FALSE(before.outcome.ok);
  EXPECT_FALSE(after.outcome.ok);
  const std::string what = "time 0.5: `y` and `w` cannot be determined: at this point ";
  EXPECT_NE(before.messages.find(what + "3 equations are linearly dependent"), std::string::npos);
  EXPECT_NE(after.messages.find(what + "2 equations are linearly dependent"), std::string::npos);
}

TEST(StoredModel, HasTheSameBytesEachTime) {
  for (const ModelSource& source : AllSources()) {
    const std::string bytes = BytesOf(source);
    EXPECT_EQ(bytes, BytesOf(source)) << source.name;
    std::string error;
    const auto read = model::Read(bytes, error);
    ASSERT_NE(read, nullptr) << error;
    EXPECT_EQ(model::Write(*read), bytes) << source.name;
  }
}

TEST(StoredModel, AnyWrongBitAndAnyMissingEndIsNoticed) {
  const std::string bytes = BytesOf(ModelSources()[1]);
  std::string error;
  for (size_t n = 0; n < bytes.size(); n += n < 64 ? 1 : 97) {
    EXPECT_EQ(model::Read(std::string_view(bytes).substr(0, n), error), nullptr) << n;
    EXPECT_FALSE(error.empty());
  }
  for (size_t bit = 0; bit < 8 * bytes.size(); bit += bit < 512 ? 1 : 101) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_EQ(model::Read(damaged, error), nullptr) << bit;
  }
  EXPECT_EQ(model::Read(bytes + "x", error), nullptr);
}

// All code of a problem, as the executive might run it.
void RunAllCode(const model::CompiledModel& problem) {
  const auto call = [](void* /*context*/, const double* /*in*/, double* out) { out[0] = 0.5; };
  std::vector<model::ExternalFunction> functions;
  uint32_t most = 1;
  for (const model::FunctionUse& use : problem.functions) most = std::max(most, use.n_outputs);
  // What a call gives is not the matter here, only where it is put.
  if (most > 1) return;
  for (const model::FunctionUse& use : problem.functions)
    functions.push_back({call, nullptr, use.n_arguments, 1});
  std::vector<double> w(size_t{2} * problem.programs->n_slots + 1, 0.5);
  for (const model::CodeId code : problem.tape->codes.ids())
    model::Interpret(*problem.tape, code, functions, w.data());
}

// With a checksum that fits, only the check of all indices stands between a damaged file and memory.
TEST(StoredModel, DamageThatTheChecksumDoesNotShowDoesNoHarm) {
  std::mt19937 random(7);
  size_t n_refused = 0;
  size_t n_read = 0;
  for (const ModelSource& source : AllSources()) {
    const std::string payload = BytesOf(source).substr(model::kHeaderSize);
    for (int trial = 0; trial < 150; ++trial) {
      std::string damaged = payload;
      const int n_flips = 1 + trial % 3;
      for (int k = 0; k < n_flips; ++k) {
        const size_t at = random() % damaged.size();
        damaged[at] = trial % 2 == 0 ? static_cast<char>(damaged[at] ^ (1 << (random() % 8)))
                                     : static_cast<char>(random());
      }
      if (trial % 10 == 9) damaged.resize(random() % damaged.size());
      std::string error;
      const auto read = model::Read(model::Seal(damaged), error);
      ++(read ? n_read : n_refused);
      if (!read) continue;
      EXPECT_FALSE(model::Print(*read).empty());
      RunAllCode(*read);
      source::Buffers buffers;
      const auto opened = Open(*read, buffers, {}, error);
      if (!opened) continue;
      for (uint32_t e = 0; e < opened->n_equations && e < 50; ++e) {
        const model::Place place = opened->messages->PlaceOfEquation(e);
        if (place.file == model::Place::kNoFile) continue;
        EXPECT_TRUE(buffers.Locate({diag::BufferId{place.file}, place.begin, place.end}).has_value());
      }
    }
  }
  EXPECT_GT(n_refused, 100U);
  EXPECT_GT(n_read, 100U);
}

}  // namespace

}  // namespace kerf::compile
