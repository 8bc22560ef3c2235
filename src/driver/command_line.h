// The door to CLI11: what a command line may say. To read its header takes seconds, therefore only
// command_line.cpp does that.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kerf::driver {

// What holds for an option beside its name, its help and the kind of its value.
struct OptionRules {
  // What the help calls a value; empty: after its kind.
  std::string type{};
  bool is_required = false;
  // A list takes one value each time the option is given; words that follow are none of its own.
  bool takes_one = false;
  // The option may stand without a value.
  bool may_be_bare = false;
  // The help tells the value that the variable has before.
  bool shows_default = false;
  // What separates values of a list within a word; 0: nothing does.
  char delimiter = '\0';
  // The only values allowed; empty: all are.
  std::vector<std::string> choices{};
  // The least number allowed and the greatest.
  std::optional<std::pair<int, int>> range{};
  bool is_not_negative = false;
};

// Why no command has run: a mistake, or a wish such as --help, with what is to be printed.
struct EarlyEnd {
  bool is_error = false;
  std::string out;
  std::string err;
};

// What may follow the name of the program, or of one of its commands. Names are "--long,-s" or, without
// dashes, that of a positional one. Variables get their values by Parse and must live until then.
class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& summary);
  CommandLine(const CommandLine&) = delete;
  auto operator=(const CommandLine&) -> CommandLine& = delete;
  ~CommandLine();

  // It lives as long as this.
  auto AddCommand(const std::string& name, const std::string& summary) -> CommandLine&;
  // How many commands may follow this one.
  void RequireCommands(size_t least, size_t most);
  // Keeps a command out of the help.
  void Hide();
  void OnRun(std::function<void()> run);
  void SetFooter(const std::string& text);

  void AddOption(const std::string& name, std::string& value, const std::string& help = "",
                 const OptionRules& rules = {});
  void AddOption(const std::string& name, std::vector<std::string>& values, const std::string& help = "",
                 const OptionRules& rules = {});
  void AddOption(const std::string& name, double& value, const std::string& help = "",
                 const OptionRules& rules = {});
  void AddOption(const std::string& name, int& value, const std::string& help = "",
                 const OptionRules& rules = {});
  void AddOption(const std::string& name, uint32_t& value, const std::string& help = "",
                 const OptionRules& rules = {});
  void AddOption(const std::string& name, uint64_t& value, const std::string& help = "",
                 const OptionRules& rules = {});
  // One of several words, each with the number of an enumerator.
  void AddEnum(const std::string& name, const std::map<std::string, uint8_t>& words,
               const std::function<void(uint8_t)>& take, const std::string& help, const OptionRules& rules);
  void AddFlag(const std::string& name, bool& value, const std::string& help);
  void AddFlag(const std::string& name, std::function<void()> run, const std::string& help);
  void AddVersion(const std::string& name, const std::string& version);
  // The first option does not go with the second.
  void Exclude(const std::string& name, const std::string& other);

  // Runs the commands that the words ask for.
  auto Parse(const std::vector<std::string>& words) -> std::optional<EarlyEnd>;

  [[nodiscard]] auto IsGiven(const std::string& name) const -> bool;
  // Options with dashes in the order of their declaration, each by its long name.
  [[nodiscard]] auto GivenOptions() const -> std::vector<std::string>;
  // Whether one of the commands has been asked for.
  [[nodiscard]] auto HasCommand() const -> bool;
  [[nodiscard]] auto CommandNames() const -> std::vector<std::string>;
  [[nodiscard]] auto Help() const -> std::string;

 private:
  struct Parser;
  explicit CommandLine(std::unique_ptr<Parser> parser);

  std::unique_ptr<Parser> parser_;
};

}  // namespace kerf::driver
