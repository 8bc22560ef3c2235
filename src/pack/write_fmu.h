// A model as an FMU.
#pragma once

#include <string>
#include <vector>

#include "session/session.h"

namespace kerf::pack {

struct FmuOptions {
  // Empty: MODEL.fmu.
  std::string path;
  // FMI 3.0; otherwise 2.0.
  bool is_version_3 = false;
  bool has_model_exchange = true;
  bool has_co_simulation = true;
  // C sources in place of the code for this machine.
  bool is_source = false;
};

struct WrittenFmu {
  // The file; "" after a reported mistake.
  std::string path;
  std::vector<session::Phase> phases;
};

auto WriteFmu(session::Request request, const FmuOptions& options, source::Buffers& buffers,
              diag::Emitter& emitter) -> WrittenFmu;

}  // namespace kerf::pack
