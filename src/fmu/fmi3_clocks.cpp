// FMI 3.0: clocks, of which these FMUs have none.
#include "fmu/holder3.h"

using kerf::fmu::Refuse3;

#define KERF_NO_CLOCKS return Refuse3(handle, "clocks", [&] { return n > 0; })

KERF_FMI fmi3Status fmi3GetClock(fmi3Instance handle, const fmi3ValueReference* /*references*/, size_t n,
                                 fmi3Clock* /*values*/) {
  KERF_NO_CLOCKS;
}
KERF_FMI fmi3Status fmi3SetClock(fmi3Instance handle, const fmi3ValueReference* /*references*/, size_t n,
                                 const fmi3Clock* /*values*/) {
  KERF_NO_CLOCKS;
}
KERF_FMI fmi3Status fmi3GetIntervalDecimal(fmi3Instance handle, const fmi3ValueReference* /*references*/,
                                           size_t n, fmi3Float64* /*intervals*/,
                                           fmi3IntervalQualifier* /*qualifiers*/) {
  KERF_NO_CLOCKS;
}
KERF_FMI fmi3Status fmi3GetIntervalFraction(fmi3Instance handle, const fmi3ValueReference* /*references*/,
                                            size_t n, fmi3UInt64* /*counters*/, fmi3UInt64* /*resolutions*/,
                                            fmi3IntervalQualifier* /*qualifiers*/) {
  KERF_NO_CLOCKS;
}
KERF_FMI fmi3Status fmi3GetShiftDecimal(fmi3Instance handle, const fmi3ValueReference* /*references*/,
                                        size_t n, fmi3Float64* /*shifts*/) {
  KERF_NO_CLOCKS;
}
KERF_FMI fmi3Status fmi3GetShiftFraction(fmi3Instance handle, const fmi3ValueReference* /*references*/,
                                         size_t n, fmi3UInt64* /*counters*/, fmi3UInt64* /*resolutions*/) {
  KERF_NO_CLOCKS;
}
KERF_FMI fmi3Status fmi3SetIntervalDecimal(fmi3Instance handle, const fmi3ValueReference* /*references*/,
                                           size_t n, const fmi3Float64* /*intervals*/) {
  KERF_NO_CLOCKS;
}
KERF_FMI fmi3Status fmi3SetIntervalFraction(fmi3Instance handle, const fmi3ValueReference* /*references*/,
                                            size_t n, const fmi3UInt64* /*counters*/,
                                            const fmi3UInt64* /*resolutions*/) {
  KERF_NO_CLOCKS;
}
KERF_FMI fmi3Status fmi3SetShiftDecimal(fmi3Instance handle, const fmi3ValueReference* /*references*/,
                                        size_t n, const fmi3Float64* /*shifts*/) {
  KERF_NO_CLOCKS;
}
KERF_FMI fmi3Status fmi3SetShiftFraction(fmi3Instance handle, const fmi3ValueReference* /*references*/,
                                         size_t n, const fmi3UInt64* /*counters*/,
                                         const fmi3UInt64* /*resolutions*/) {
  KERF_NO_CLOCKS;
}
KERF_FMI fmi3Status fmi3ActivateModelPartition(fmi3Instance handle, fmi3ValueReference /*clock*/,
                                               fmi3Float64 /*time*/) {
  return Refuse3(handle, "model partitions", [] { return true; });
}

#undef KERF_NO_CLOCKS
