// Names of files as the protocol writes them.
#pragma once

#include <string>
#include <string_view>

namespace kerf::lsp {

// The path of a `file:` URI. Any other URI, such as that of a text not yet saved, is its own name.
auto PathOfUri(std::string_view uri) -> std::string;
// The URI of a path; a name that is a URI stays as it is.
auto UriOfPath(const std::string& path) -> std::string;

}  // namespace kerf::lsp
