// See command_line.h.
#include "driver/command_line.h"

#include <sstream>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace kerf::driver {

namespace {

void Apply(const OptionRules& rules, CLI::Option& option) {
  if (!rules.type.empty()) option.type_name(rules.type);
  if (rules.is_required) option.required();
  if (rules.takes_one) option.allow_extra_args(false);
  if (rules.may_be_bare) option.expected(0, 1);
  if (rules.shows_default) option.capture_default_str();
  if (rules.delimiter != '\0') option.delimiter(rules.delimiter);
  if (!rules.choices.empty()) option.check(CLI::IsMember(rules.choices));
  if (rules.range) option.check(CLI::Range(rules.range->first, rules.range->second));
  if (rules.is_not_negative) option.check(CLI::NonNegativeNumber);
}

}  // namespace

struct CommandLine::Parser {
  // Null for a command, which belongs to the program's.
  std::unique_ptr<CLI::App> owned;
  CLI::App& app;
  std::vector<std::unique_ptr<CommandLine>> commands;

  explicit Parser(std::unique_ptr<CLI::App> program) : owned(std::move(program)), app(*owned) {}
  explicit Parser(CLI::App& command) : app(command) {}

  template <typename Value>
  void AddOption(const std::string& name, Value& value, const std::string& help, const OptionRules& rules) {
    Apply(rules, *app.add_option(name, value, help));
  }
};

CommandLine::CommandLine(std::unique_ptr<Parser> parser) : parser_(std::move(parser)) {}

CommandLine::CommandLine(const std::string& name, const std::string& summary)
    : parser_(std::make_unique<Parser>(std::make_unique<CLI::App>(summary, name))) {}

CommandLine::~CommandLine() = default;

auto CommandLine::AddCommand(const std::string& name, const std::string& summary) -> CommandLine& {
  auto parser = std::make_unique<Parser>(*parser_->app.add_subcommand(name, summary));
  parser_->commands.push_back(std::unique_ptr<CommandLine>(new CommandLine(std::move(parser))));
  return *parser_->commands.back();
}

void CommandLine::RequireCommands(size_t least, size_t most) { parser_->app.require_subcommand(least, most); }

void CommandLine::Hide() { parser_->app.group(""); }

void CommandLine::OnRun(std::function<void()> run) { parser_->app.callback(std::move(run)); }

void CommandLine::SetFooter(const std::string& text) { parser_->app.footer(text); }

void CommandLine::AddOption(const std::string& name, std::string& value, const std::string& help,
                            const OptionRules& rules) {
  parser_->AddOption(name, value, help, rules);
}

void CommandLine::AddOption(const std::string& name, std::vector<std::string>& values,
                            const std::string& help, const OptionRules& rules) {
  parser_->AddOption(name, values, help, rules);
}

void CommandLine::AddOption(const std::string& name, double& value, const std::string& help,
                            const OptionRules& rules) {
  parser_->AddOption(name, value, help, rules);
}

void CommandLine::AddOption(const std::string& name, int& value, const std::string& help,
                            const OptionRules& rules) {
  parser_->AddOption(name, value, help, rules);
}

void CommandLine::AddOption(const std::string& name, uint32_t& value, const std::string& help,
                            const OptionRules& rules) {
  parser_->AddOption(name, value, help, rules);
}

void CommandLine::AddOption(const std::string& name, uint64_t& value, const std::string& help,
                            const OptionRules& rules) {
  parser_->AddOption(name, value, help, rules);
}

void CommandLine::AddEnum(const std::string& name, const std::map<std::string, uint8_t>& words,
                          const std::function<void(uint8_t)>& take, const std::string& help,
                          const OptionRules& rules) {
  const std::function<void(const std::string&)> take_word = [take, words](const std::string& word) {
    take(words.at(word));
  };
  // A check of our own, since CLI11 would print the numbers behind the words.
  const auto check = [words](const std::string& word) -> std::string {
    if (words.contains(word)) return {};
    std::string known;
    for (const auto& [other, number] : words) known += (known.empty() ? "" : ", ") + other;
    return fmt::format("unknown value `{}`; choose one of {}", word, known);
  };
  CLI::Option* option = parser_->app.add_option_function(name, take_word, help);
  option->check(CLI::Validator(check, ""));
  Apply(rules, *option);
}

void CommandLine::AddFlag(const std::string& name, bool& value, const std::string& help) {
  parser_->app.add_flag(name, value, help);
}

void CommandLine::AddFlag(const std::string& name, std::function<void()> run, const std::string& help) {
  parser_->app.add_flag_callback(name, std::move(run), help);
}

void CommandLine::AddVersion(const std::string& name, const std::string& version) {
  parser_->app.set_version_flag(name, version);
}

void CommandLine::Exclude(const std::string& name, const std::string& other) {
  parser_->app.get_option(name)->excludes(parser_->app.get_option(other));
}

auto CommandLine::Parse(const std::vector<std::string>& words) -> std::optional<EarlyEnd> {
  // CLI11 takes arguments from the back.
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    parser_->app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream err;
    const bool is_error = parser_->app.exit(error, out, err) != 0;
    return EarlyEnd{is_error, out.str(), err.str()};
  }
  return std::nullopt;
}

auto CommandLine::IsGiven(const std::string& name) const -> bool { return parser_->app.count(name) > 0; }

auto CommandLine::GivenOptions() const -> std::vector<std::string> {
  std::vector<std::string> names;
  for (const CLI::Option* option : std::as_const(parser_->app).get_options()) {
    if (option->count() > 0 && !option->get_positional()) names.push_back(option->get_name());
  }
  return names;
}

auto CommandLine::HasCommand() const -> bool { return !parser_->app.get_subcommands().empty(); }

auto CommandLine::CommandNames() const -> std::vector<std::string> {
  std::vector<std::string> names;
  for (const auto& command : parser_->commands) names.push_back(command->parser_->app.get_name());
  return names;
}

auto CommandLine::Help() const -> std::string { return parser_->app.help(); }

}  // namespace kerf::driver
