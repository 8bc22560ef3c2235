@names@

/* Parameters that depend on others, and start values. */
static void kerf_set(void) {
@settings@
}

/* What depends on parameters alone. */
static void kerf_run_once(void) {
@run_once@
}

/* Derivatives, conditions and what they need. */
static void kerf_run_dynamic(void) {
@run_dynamic@
}

/* What is wanted for the results alone. */
static void kerf_output(void) {
@run_output@
}

/* The problem of the start. */
static void kerf_start_once(void) {
@start_once@
}

static void kerf_start_dynamic(void) {
@start_dynamic@
}

static void kerf_after_start(void) {
@after_start@
}

@residuals@
