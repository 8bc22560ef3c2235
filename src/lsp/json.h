// The JSON values of the protocol. Access with at() throws on a missing or wrong member; the server turns
// that into an answer, see Server::Answer.
#pragma once

#include <nlohmann/json.hpp>

namespace kerf::lsp {

using Json = nlohmann::json;

}  // namespace kerf::lsp
