// Whose code may be compiled and called. A library is trusted if the user says so (--trust) or answers yes;
// the Modelica Standard Library by the content of its files. A name that is trusted means the library of that
// name on the library path, so that no other file gains by calling itself so, and trust in a folder or file
// reaches what lies in it and nothing that says `within`. docs/security.md tells what is promised.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/file_trace.h"
#include "external/unit.h"
#include "flat/world.h"
#include "source/buffers.h"

namespace kerf::modelica {
class Program;
}

namespace kerf::session {

struct TrustOptions {
  // Names of libraries, and paths.
  std::vector<std::string> trusted;
  // Folders of libraries that come with Kerf.
  std::vector<std::string> own_folders;
  // Shows a text that ends with a question and says whether the answer is yes; empty: there is nobody to ask.
  std::function<bool(const std::string& question)> ask;
};

// A function that is to be compiled and called.
struct CodeRequest {
  const flat::World& world;
  flat::FunctionId function;
  external::Unit& unit;
  const source::Buffers& buffers;
  // Takes note of answers and of what is decided by the whole model; may be null.
  base::FileTrace* trace = nullptr;
};

class Trust {
 public:
  explicit Trust(TrustOptions options) : options_(std::move(options)) {}

  // What the user has named.
  [[nodiscard]] auto trusted() const -> const std::vector<std::string>& { return options_.trusted; }
  // Takes note of what a model is made of: the files that were named and the libraries that were loaded.
  void Add(modelica::Program& program, const std::vector<std::string>& files,
           const std::vector<std::string>& folders, const source::Buffers& buffers);
  // False: `why` tells function, place and option. What acts on the machine (starts programs, writes files)
  // is allowed only if all parts of the model are trusted, because what it does is said by its caller.
  auto Allows(const CodeRequest& request, std::string& why) -> bool;
  // Likewise for the code in an FMU. Only the file itself counts: a model that loads it need not be trusted.
  auto AllowsFmu(const std::string& file, base::FileTrace* trace, std::string& why) -> bool;

 private:
  // A library or a file of the model.
  struct Part {
    std::string name;
    // The folder of a library with folders, else the file.
    std::string path;
    bool is_on_path = false;
  };

  auto IsTrustedPath(const std::string& path) -> bool;
  auto IsTrustedPart(const Part& part) -> bool;
  auto IsKnown(const CodeRequest& request) -> bool;
  auto Cached(const std::string& key, const std::function<bool()>& find) -> bool;
  // What `--trust` would say for a file.
  auto OptionFor(const std::string& file) const -> std::string;
  auto PartAround(const std::string& file) const -> const Part*;
  void AddPart(Part part);
  void ResolveNames();
  auto MayAct(const CodeRequest& request, std::string& why) -> bool;
  auto AskFor(const CodeRequest& request, const std::string& file) -> bool;

  TrustOptions options_;
  std::vector<Part> parts_;
  std::vector<std::string> folders_;
  // Without links; found when they are first needed, and again when there are new parts.
  std::vector<std::string> trusted_paths_;
  // What the user has answered.
  std::vector<std::string> answered_paths_;
  bool has_resolved_ = false;
  // What has been hashed, by path.
  std::map<std::string, bool> known_;
};

}  // namespace kerf::session
