// The font library keeps its cache until the end of the process, which a leak checker takes for a leak. Test
// programs that draw PNG pictures link this.
// The name is the leak checker's, which must see it where all else is hidden.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" __attribute__((visibility("default"))) auto __lsan_default_suppressions() -> const char*;
extern "C" auto __lsan_default_suppressions() -> const char* { return "leak:libfontconfig"; }
// NOLINTEND(bugprone-reserved-identifier)
