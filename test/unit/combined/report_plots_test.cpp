// Reports draw how queues, resources and TIMEPERS variables went.
#include <gtest/gtest.h>

#include "events/report.h"
#include "run_program.h"

namespace kerf::combined {

namespace {

auto CountOf(const std::string& text, const std::string& part) -> size_t {
  size_t n = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

// Each figure has an area and a line, and no number in it is wrong.
TEST(ReportPlots, EachVariableHasItsLine) {
  for (const double stop : {0.1, 7.0, 1000.0 / 3}) {
    Options options;
    options.keeps_plots = true;
    const auto ran = RunText(fmt::format(R"(PROGRAM SHOP;
TYPE CR = RECORD INTEGER TRANSNBR END;
VAR FILE OF 1000 CR: SF; PROCESS LIFE FILE = SF; RANDOM GAP, WORK; REAL LAST; INTEGER NR;
DISCRETE PROCESS LIFE (VAR RANDOM GAP, WORK; VAR REAL TIMEPERS LAST; VAR FILE SF);
  TYPE CR = RECORD INTEGER TRANSNBR END;
  VAR FILE OF 1000 CR: SF; FACILITY CLERK; INTEGER NR;
  BEGIN
    GENERATE NR FOR LIFE AT TIME + GAP; SEIZE CLERK; ADVANCE WORK; RELEASE CLERK; LAST := TIME
  END;
EXPERIMENT
  TIMEPERS LAST START = 0.0 END;
  RANDOMGEN GAP: EXPOND AVTIM = 1.0 SEED = 1; WORK: EXPOND AVTIM = 0.5 SEED = 2 END;
  SIMULATE FROM 0.0 TO {}
END;
SYSTEM
  INITIAL GENERATE NR FOR LIFE AT 0.01 END;
  DISCRETE PROCESSES LIFE (GAP, WORK, LAST, SF) END END
END
END .
)",
                                         stop),
                             options);
    ASSERT_TRUE(ran->ok);
    const std::string html = events::ReportHtml(ran->engine->world(), {});
    EXPECT_EQ(CountOf(html, "stroke-width=\"1.3\""), 3U) << stop;
    EXPECT_EQ(CountOf(html, "nan"), 0U) << stop;
  }
}

}  // namespace

}  // namespace kerf::combined
