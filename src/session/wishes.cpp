// Wishes of ACSL programs, in the terms of this façade.
#include "session/wishes.h"

#include "diag/consumers.h"
#include "session/read_acsl.h"

namespace kerf::session {

auto WishesOf(const Request& request, source::Buffers& buffers) -> Wishes {
  if (!request.file.ends_with(".csl")) return {};
  diag::CollectingConsumer ignored;
  diag::Emitter emitter(ignored);
  auto program = ReadAcsl(request, buffers, emitter);
  if (!program) return {};
  acsl::FlattenOptions options;
  for (const transform::GivenValue& given : request.options.values)
    options.values.emplace_back(given.name, given.value);
  const acsl::RunWishes wishes = acsl::WishesOf(*program, options, emitter);
  return {wishes.solver,    wishes.has_sections_apart, wishes.step,     wishes.max_step,
          wishes.tolerance, wishes.absolute_tolerance, wishes.error_tag};
}

}  // namespace kerf::session
