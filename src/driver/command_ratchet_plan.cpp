// kerf ratchet: which examples are run.
#include <algorithm>
#include <regex>

#include "driver/command_ratchet.h"
#include "lang/modelica/library/search_path.h"

namespace kerf::driver {

namespace {

KERF_DIAG(LibraryNotOnPath, Error,
          "there is no library or package `{}`; `kerf library list` shows what there is", std::string);
KERF_DIAG(NoExamples, Error, "`{}` has no examples{}", std::string, std::string);
KERF_DIAG(BadPattern, Error, "--models {}: this is not a regular expression", std::string);

// Evenly spread over the list, so that each part of the library has its share.
auto Sample(const std::vector<std::string>& examples, size_t n) -> std::vector<std::string> {
  if (n == 0 || n >= examples.size()) return examples;
  std::vector<std::string> chosen;
  for (size_t k = 0; k < n; ++k) chosen.push_back(examples[(2 * k + 1) * examples.size() / (2 * n)]);
  return chosen;
}

auto Filter(const std::string& pattern, std::vector<std::string>& examples, diag::Emitter& emitter) -> bool {
  try {
    const std::regex regex(pattern);
    std::erase_if(examples, [&](const std::string& name) { return !std::regex_search(name, regex); });
    return true;
  } catch (const std::regex_error&) {
    emitter.Emit({}, BadPattern, pattern);
    return false;
  }
}

}  // namespace

auto MakePlan(const RatchetOptions& options, source::Buffers& buffers, diag::Emitter& emitter)
    -> std::optional<Plan> {
  base::Interner names;
  const modelica::Environment environment = modelica::ReadEnvironment();
  modelica::ProgramOptions program_options;
  program_options.library_path = modelica::LibraryPath(options.job.libraries, environment);
  program_options.cache_folder = modelica::UserCacheFolder(environment);
  modelica::Program program(program_options, names, buffers, emitter);
  const modelica::ClassId id = program.Find(options.library);
  if (!id.has_value()) {
    emitter.Emit({}, LibraryNotOnPath, options.library);
    return std::nullopt;
  }
  Plan plan;
  const std::string top = options.library.substr(0, options.library.find('.'));
  const std::string version = program.VersionOf(program.Find(top));
  plan.library = version.empty() ? top : top + " " + version;
  plan.examples = FindExamples(program, id);
  if (!Filter(options.models, plan.examples, emitter)) return std::nullopt;
  plan.sample = Sample(plan.examples, options.sample);
  if (!plan.sample.empty()) return plan;
  emitter.Emit({}, NoExamples, options.library,
               options.models.empty() ? "" : fmt::format(" that match `{}`", options.models));
  return std::nullopt;
}

auto MissingRows(const RatchetOptions& options, const Plan& plan, const Record& record)
    -> std::vector<std::string> {
  std::vector<std::string> missing;
  std::vector<std::string> known = plan.examples;
  std::ranges::sort(known);
  const std::regex regex(options.models);
  for (const ExampleRow& row : record.rows) {
    const bool is_meant = row.name.starts_with(options.library + ".") && std::regex_search(row.name, regex);
    if (is_meant && !std::ranges::binary_search(known, row.name)) missing.push_back(row.name);
  }
  return missing;
}

}  // namespace kerf::driver
