// The number that tells caches of other versions of Kerf apart.
#include "lang/modelica/library/cache_format.h"

#include <bit>
#include <string_view>

#include "lang/modelica/library/checksum.h"
// Made by syntax_hash.cmake: kSyntaxHash, a hash of the parser's source.
#include "syntax_hash.h"

namespace kerf::modelica {

auto CacheFormat() -> uint64_t {
  const std::array<uint64_t, 7> parts = {1,
                                         sizeof(CacheHeader),
                                         sizeof(CacheEntry),
                                         sizeof(Token),
                                         sizeof(Node),
                                         sizeof(Symbol),
                                         static_cast<uint64_t>(std::endian::native)};
  return Checksum(std::as_bytes(std::span(kSyntaxHash)), Checksum(std::as_bytes(std::span(parts))));
}

}  // namespace kerf::modelica
