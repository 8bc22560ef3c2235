// Any bytes as an expression of the command line: an expression, or a message with a place in the text.
#include "base/check.h"
#include "expr/parse.h"
#include "target.h"
#include "texts.h"

auto LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) -> int {
  kerf::expr::Pool pool;
  const auto resolve = [&](std::string_view name) {
    return name.size() == 1 ? pool.Var(kerf::expr::VarId{uint32_t{static_cast<uint8_t>(name[0])}})
                            : kerf::expr::ExprId{};
  };
  const std::string text = kerf::fuzz::TextOf(data, size);
  const kerf::expr::ParseResult result = kerf::expr::Parse(pool, text, resolve);
  KERF_CHECK(result.id != kerf::expr::Pool::kError || !result.message.empty());
  KERF_CHECK(result.at <= text.size());
  return 0;
}
