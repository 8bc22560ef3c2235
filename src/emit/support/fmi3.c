/* FMI 3.0. Where several FMUs become one program, FMI3_FUNCTION_PREFIX comes before the names of functions. */
#ifdef FMI3_FUNCTION_PREFIX
#define KERF_JOIN(a, b) a##b
#define KERF_NAME(a, b) KERF_JOIN(a, b)
#define KERF_FMI(name) KERF_NAME(FMI3_FUNCTION_PREFIX, name)
#else
#define KERF_FMI(name) name
#endif
#if defined _WIN32
#define KERF_EXPORT __declspec(dllexport)
#elif defined __GNUC__
#define KERF_EXPORT __attribute__((visibility("default")))
#else
#define KERF_EXPORT
#endif
#define KERF_FUNCTION(type, name) KERF_EXPORT type KERF_FMI(name)

static fmi3LogMessageCallback kerf_logger;
static fmi3InstanceEnvironment kerf_environment;

static void kerf_log(int is_error, const char *text) {
  char line[1000];
  snprintf(line, sizeof line, "time %g: %.900s", w[0], text);
  if (kerf_logger)
    kerf_logger(kerf_environment, is_error ? fmi3Error : fmi3Warning, is_error ? "logStatusError" : "logStatusWarning", line);
}

static fmi3Status kerf_status(int is_good) { return is_good > 0 ? fmi3OK : is_good < 0 ? fmi3Discard : fmi3Error; }

static fmi3Instance kerf_make(int is_exchange, fmi3String token, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
  if (kerf_self.mode == kerf_no_mode) {
    kerf_logger = log;
    kerf_environment = environment;
  }
  return kerf_instantiate(is_exchange, token) ? (fmi3Instance)&kerf_self : NULL;
}

KERF_FUNCTION(const char *, fmi3GetVersion)(void) { return "3.0"; }

KERF_FUNCTION(fmi3Instance, fmi3InstantiateModelExchange)
(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean is_logging, fmi3InstanceEnvironment environment,
 fmi3LogMessageCallback log) {
  (void)name, (void)resources, (void)visible, (void)is_logging;
  return kerf_make(1, token, environment, log);
}

KERF_FUNCTION(fmi3Instance, fmi3InstantiateCoSimulation)
(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean is_logging, fmi3Boolean has_event_mode,
 fmi3Boolean may_return_early, const fmi3ValueReference intermediate[], size_t n_intermediate, fmi3InstanceEnvironment environment,
 fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback intermediate_update) {
  (void)name, (void)resources, (void)visible, (void)is_logging, (void)may_return_early, (void)intermediate, (void)n_intermediate;
  (void)intermediate_update;
  return has_event_mode ? NULL : kerf_make(0, token, environment, log);
}

KERF_FUNCTION(fmi3Instance, fmi3InstantiateScheduledExecution)
(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean is_logging, fmi3InstanceEnvironment environment,
 fmi3LogMessageCallback log, fmi3ClockUpdateCallback update, fmi3LockPreemptionCallback lock, fmi3UnlockPreemptionCallback unlock) {
  (void)name, (void)token, (void)resources, (void)visible, (void)is_logging, (void)environment, (void)log, (void)update, (void)lock;
  (void)unlock;
  return NULL;
}

KERF_FUNCTION(void, fmi3FreeInstance)(fmi3Instance c) {
  if (c) kerf_self.mode = kerf_no_mode;
}

KERF_FUNCTION(fmi3Status, fmi3SetDebugLogging)(fmi3Instance c, fmi3Boolean is_on, size_t n, const fmi3String categories[]) {
  (void)is_on, (void)n, (void)categories;
  return kerf_status(c != NULL);
}

KERF_FUNCTION(fmi3Status, fmi3EnterInitializationMode)
(fmi3Instance c, fmi3Boolean has_tolerance, fmi3Float64 tolerance, fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop) {
  if (!c || !kerf_is_in("fmi3EnterInitializationMode", kerf_self.mode == kerf_instantiated) ||
      !kerf_set_up(has_tolerance, tolerance, start, has_stop, stop))
    return fmi3Error;
  kerf_self.mode = kerf_initialization;
  return fmi3OK;
}

KERF_FUNCTION(fmi3Status, fmi3ExitInitializationMode)(fmi3Instance c) {
  return kerf_status(c && kerf_is_in("fmi3ExitInitializationMode", kerf_self.mode == kerf_initialization) && kerf_exit_initialization());
}

KERF_FUNCTION(fmi3Status, fmi3Terminate)(fmi3Instance c) {
  if (!c || !kerf_is_in("fmi3Terminate", kerf_is_running()) || !kerf_try(kerf_end_run)) return fmi3Error;
  kerf_self.mode = kerf_terminated;
  return fmi3OK;
}

KERF_FUNCTION(fmi3Status, fmi3Reset)(fmi3Instance c) {
  if (c) kerf_reset();
  return kerf_status(c != NULL);
}

static fmi3Status kerf_refuse(fmi3Instance c, const char *name, int is_asked) {
  return kerf_status(c && (!is_asked || kerf_is_in(name, 0)));
}

/* The elements of an array follow its first one. */
#define KERF_GET(name, ctype, type)                                                                                               \
  KERF_FUNCTION(fmi3Status, name)                                                                                                 \
  (fmi3Instance c, const fmi3ValueReference references[], size_t n, ctype values[], size_t n_values) {                            \
    if (!c || !kerf_is_in(#name, kerf_is_readable())) return fmi3Error;                                                           \
    const int is_good = kerf_refresh();                                                                                           \
    size_t at = 0;                                                                                                                \
    for (size_t k = 0; k < n && is_good > 0; ++k) {                                                                               \
      const kerf_variable *v = kerf_find(references[k]);                                                                          \
      for (int i = 0; i < (v ? v->count : 1); ++i) {                                                                              \
        double value = 0;                                                                                                         \
        if (!kerf_is_in(#name, at < n_values) || !kerf_get(references[k] + (unsigned)i, type, &value)) return fmi3Error;         \
        values[at++] = (ctype)value;                                                                                              \
      }                                                                                                                           \
    }                                                                                                                             \
    return kerf_status(is_good);                                                                                                  \
  }
#define KERF_SET(name, ctype, type)                                                                                               \
  KERF_FUNCTION(fmi3Status, name)                                                                                                 \
  (fmi3Instance c, const fmi3ValueReference references[], size_t n, const ctype values[], size_t n_values) {                      \
    if (!c || !kerf_is_in(#name, kerf_is_readable() && kerf_self.mode != kerf_terminated)) return fmi3Error;                      \
    size_t at = 0;                                                                                                                \
    for (size_t k = 0; k < n; ++k) {                                                                                              \
      const kerf_variable *v = kerf_find(references[k]);                                                                          \
      for (int i = 0; i < (v ? v->count : 1); ++i) {                                                                              \
        if (!kerf_is_in(#name, at < n_values)) return fmi3Error;                                                                  \
        const double value = (double)values[at++];                                                                                \
        if (!kerf_give(references[k] + (unsigned)i, type, type == kerf_boolean ? value != 0 : value)) return fmi3Error;           \
      }                                                                                                                           \
    }                                                                                                                             \
    return fmi3OK;                                                                                                                \
  }
#define KERF_NONE(name, ctype)                                                                                                    \
  KERF_FUNCTION(fmi3Status, name)                                                                                                 \
  (fmi3Instance c, const fmi3ValueReference references[], size_t n, ctype values[], size_t n_values) {                            \
    (void)references, (void)values, (void)n_values;                                                                               \
    return kerf_refuse(c, #name, n > 0);                                                                                          \
  }
#define KERF_NO_BINARY(name, btype, ctype)                                                                                        \
  KERF_FUNCTION(fmi3Status, name)                                                                                                 \
  (fmi3Instance c, const fmi3ValueReference references[], size_t n, btype sizes[], ctype values[], size_t n_values) {             \
    (void)references, (void)sizes, (void)values, (void)n_values;                                                                  \
    return kerf_refuse(c, #name, n > 0);                                                                                          \
  }
KERF_GET(fmi3GetFloat64, fmi3Float64, kerf_real)
KERF_GET(fmi3GetInt32, fmi3Int32, kerf_integer)
KERF_GET(fmi3GetInt64, fmi3Int64, kerf_integer)
KERF_GET(fmi3GetBoolean, fmi3Boolean, kerf_boolean)
KERF_SET(fmi3SetFloat64, fmi3Float64, kerf_real)
KERF_SET(fmi3SetInt32, fmi3Int32, kerf_integer)
KERF_SET(fmi3SetInt64, fmi3Int64, kerf_integer)
KERF_SET(fmi3SetBoolean, fmi3Boolean, kerf_boolean)
KERF_NONE(fmi3GetFloat32, fmi3Float32)
KERF_NONE(fmi3SetFloat32, const fmi3Float32)
KERF_NONE(fmi3GetInt8, fmi3Int8)
KERF_NONE(fmi3SetInt8, const fmi3Int8)
KERF_NONE(fmi3GetUInt8, fmi3UInt8)
KERF_NONE(fmi3SetUInt8, const fmi3UInt8)
KERF_NONE(fmi3GetInt16, fmi3Int16)
KERF_NONE(fmi3SetInt16, const fmi3Int16)
KERF_NONE(fmi3GetUInt16, fmi3UInt16)
KERF_NONE(fmi3SetUInt16, const fmi3UInt16)
KERF_NONE(fmi3GetUInt32, fmi3UInt32)
KERF_NONE(fmi3SetUInt32, const fmi3UInt32)
KERF_NONE(fmi3GetUInt64, fmi3UInt64)
KERF_NONE(fmi3SetUInt64, const fmi3UInt64)
KERF_NONE(fmi3GetString, fmi3String)
KERF_NONE(fmi3SetString, const fmi3String)
KERF_NO_BINARY(fmi3GetBinary, size_t, fmi3Binary)
KERF_NO_BINARY(fmi3SetBinary, const size_t, const fmi3Binary)

KERF_FUNCTION(fmi3Status, fmi3GetClock)(fmi3Instance c, const fmi3ValueReference references[], size_t n, fmi3Clock values[]) {
  (void)references, (void)n, (void)values;
  return kerf_refuse(c, "fmi3GetClock", n > 0);
}
KERF_FUNCTION(fmi3Status, fmi3SetClock)(fmi3Instance c, const fmi3ValueReference references[], size_t n, const fmi3Clock values[]) {
  (void)references, (void)n, (void)values;
  return kerf_refuse(c, "fmi3SetClock", n > 0);
}
KERF_FUNCTION(fmi3Status, fmi3GetIntervalDecimal)(fmi3Instance c, const fmi3ValueReference references[], size_t n, fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[]) {
  (void)references, (void)n, (void)intervals, (void)qualifiers;
  return kerf_refuse(c, "fmi3GetIntervalDecimal", n > 0);
}
KERF_FUNCTION(fmi3Status, fmi3GetIntervalFraction)(fmi3Instance c, const fmi3ValueReference references[], size_t n, fmi3UInt64 counters[], fmi3UInt64 resolutions[], fmi3IntervalQualifier qualifiers[]) {
  (void)references, (void)n, (void)counters, (void)resolutions, (void)qualifiers;
  return kerf_refuse(c, "fmi3GetIntervalFraction", n > 0);
}
KERF_FUNCTION(fmi3Status, fmi3GetShiftDecimal)(fmi3Instance c, const fmi3ValueReference references[], size_t n, fmi3Float64 shifts[]) {
  (void)references, (void)n, (void)shifts;
  return kerf_refuse(c, "fmi3GetShiftDecimal", n > 0);
}
KERF_FUNCTION(fmi3Status, fmi3GetShiftFraction)(fmi3Instance c, const fmi3ValueReference references[], size_t n, fmi3UInt64 counters[], fmi3UInt64 resolutions[]) {
  (void)references, (void)n, (void)counters, (void)resolutions;
  return kerf_refuse(c, "fmi3GetShiftFraction", n > 0);
}
KERF_FUNCTION(fmi3Status, fmi3SetIntervalDecimal)(fmi3Instance c, const fmi3ValueReference references[], size_t n, const fmi3Float64 intervals[]) {
  (void)references, (void)n, (void)intervals;
  return kerf_refuse(c, "fmi3SetIntervalDecimal", n > 0);
}
KERF_FUNCTION(fmi3Status, fmi3SetIntervalFraction)(fmi3Instance c, const fmi3ValueReference references[], size_t n, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]) {
  (void)references, (void)n, (void)counters, (void)resolutions;
  return kerf_refuse(c, "fmi3SetIntervalFraction", n > 0);
}
KERF_FUNCTION(fmi3Status, fmi3SetShiftDecimal)(fmi3Instance c, const fmi3ValueReference references[], size_t n, const fmi3Float64 shifts[]) {
  (void)references, (void)n, (void)shifts;
  return kerf_refuse(c, "fmi3SetShiftDecimal", n > 0);
}
KERF_FUNCTION(fmi3Status, fmi3SetShiftFraction)(fmi3Instance c, const fmi3ValueReference references[], size_t n, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]) {
  (void)references, (void)n, (void)counters, (void)resolutions;
  return kerf_refuse(c, "fmi3SetShiftFraction", n > 0);
}
KERF_FUNCTION(fmi3Status, fmi3ActivateModelPartition)(fmi3Instance c, fmi3ValueReference clock, fmi3Float64 time) {
  (void)clock, (void)time;
  return kerf_refuse(c, "fmi3ActivateModelPartition", 1);
}
KERF_FUNCTION(fmi3Status, fmi3EnterConfigurationMode)(fmi3Instance c) {
  return kerf_refuse(c, "fmi3EnterConfigurationMode", 1);
}
KERF_FUNCTION(fmi3Status, fmi3ExitConfigurationMode)(fmi3Instance c) {
  return kerf_refuse(c, "fmi3ExitConfigurationMode", 1);
}
KERF_FUNCTION(fmi3Status, fmi3EnterStepMode)(fmi3Instance c) {
  return kerf_refuse(c, "fmi3EnterStepMode", 1);
}
KERF_FUNCTION(fmi3Status, fmi3GetFMUState)(fmi3Instance c, fmi3FMUState *state) {
  (void)state;
  return kerf_refuse(c, "fmi3GetFMUState", 1);
}
KERF_FUNCTION(fmi3Status, fmi3SetFMUState)(fmi3Instance c, fmi3FMUState state) {
  (void)state;
  return kerf_refuse(c, "fmi3SetFMUState", 1);
}
KERF_FUNCTION(fmi3Status, fmi3FreeFMUState)(fmi3Instance c, fmi3FMUState *state) {
  (void)state;
  return kerf_refuse(c, "fmi3FreeFMUState", 1);
}
KERF_FUNCTION(fmi3Status, fmi3SerializedFMUStateSize)(fmi3Instance c, fmi3FMUState state, size_t *size) {
  (void)state, (void)size;
  return kerf_refuse(c, "fmi3SerializedFMUStateSize", 1);
}
KERF_FUNCTION(fmi3Status, fmi3SerializeFMUState)(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
  (void)state, (void)bytes, (void)size;
  return kerf_refuse(c, "fmi3SerializeFMUState", 1);
}
KERF_FUNCTION(fmi3Status, fmi3DeserializeFMUState)(fmi3Instance c, const fmi3Byte bytes[], size_t size, fmi3FMUState *state) {
  (void)bytes, (void)size, (void)state;
  return kerf_refuse(c, "fmi3DeserializeFMUState", 1);
}
KERF_FUNCTION(fmi3Status, fmi3GetDirectionalDerivative)(fmi3Instance c, const fmi3ValueReference unknowns[], size_t n_unknowns, const fmi3ValueReference knowns[], size_t n_knowns, const fmi3Float64 seeds[], size_t n_seeds, fmi3Float64 sensitivities[], size_t n_sensitivities) {
  (void)unknowns, (void)n_unknowns, (void)knowns, (void)n_knowns, (void)seeds, (void)n_seeds, (void)sensitivities, (void)n_sensitivities;
  return kerf_refuse(c, "fmi3GetDirectionalDerivative", 1);
}
KERF_FUNCTION(fmi3Status, fmi3GetAdjointDerivative)(fmi3Instance c, const fmi3ValueReference unknowns[], size_t n_unknowns, const fmi3ValueReference knowns[], size_t n_knowns, const fmi3Float64 seeds[], size_t n_seeds, fmi3Float64 sensitivities[], size_t n_sensitivities) {
  (void)unknowns, (void)n_unknowns, (void)knowns, (void)n_knowns, (void)seeds, (void)n_seeds, (void)sensitivities, (void)n_sensitivities;
  return kerf_refuse(c, "fmi3GetAdjointDerivative", 1);
}
KERF_FUNCTION(fmi3Status, fmi3GetOutputDerivatives)(fmi3Instance c, const fmi3ValueReference references[], size_t n, const fmi3Int32 orders[], fmi3Float64 values[], size_t n_values) {
  (void)references, (void)n, (void)orders, (void)values, (void)n_values;
  return kerf_refuse(c, "fmi3GetOutputDerivatives", n > 0);
}
KERF_FUNCTION(fmi3Status, fmi3GetNumberOfVariableDependencies)(fmi3Instance c, fmi3ValueReference reference, size_t *n) {
  (void)reference, (void)n;
  return kerf_refuse(c, "fmi3GetNumberOfVariableDependencies", 1);
}
KERF_FUNCTION(fmi3Status, fmi3GetVariableDependencies)(fmi3Instance c, fmi3ValueReference dependent, size_t elements_of_dependent[], fmi3ValueReference independents[], size_t elements_of_independents[], fmi3DependencyKind kinds[], size_t n) {
  (void)dependent, (void)elements_of_dependent, (void)independents, (void)elements_of_independents, (void)kinds, (void)n;
  return kerf_refuse(c, "fmi3GetVariableDependencies", 1);
}

KERF_FUNCTION(fmi3Status, fmi3EvaluateDiscreteStates)(fmi3Instance c) {
  return kerf_status(c && kerf_is_in("fmi3EvaluateDiscreteStates", kerf_self.mode == kerf_event || kerf_self.mode == kerf_initialization));
}

KERF_FUNCTION(fmi3Status, fmi3UpdateDiscreteStates)
(fmi3Instance c, fmi3Boolean *needs_update, fmi3Boolean *terminate, fmi3Boolean *has_new_nominals, fmi3Boolean *has_new_states,
 fmi3Boolean *has_next_time, fmi3Float64 *next_time) {
  if (!c || !kerf_is_in("fmi3UpdateDiscreteStates", kerf_self.mode == kerf_event) || !kerf_try(kerf_happen)) return fmi3Error;
  *needs_update = *has_new_nominals = false;
  *terminate = kerf_end >= 0;
  *has_new_states = true;
  *next_time = kerf_next_instant(kerf_self.t);
  *has_next_time = *next_time < HUGE_VAL;
  return fmi3OK;
}

KERF_FUNCTION(fmi3Status, fmi3DoStep)
(fmi3Instance c, fmi3Float64 t, fmi3Float64 size, fmi3Boolean no_set_state_before, fmi3Boolean *needs_event, fmi3Boolean *terminate,
 fmi3Boolean *is_early, fmi3Float64 *last_time) {
  (void)no_set_state_before;
  if (!c || !kerf_is_in("fmi3DoStep", kerf_self.mode == kerf_stepping)) return fmi3Error;
  const int is_good = kerf_do_step(t, size);
  *needs_event = *is_early = false;
  *terminate = kerf_end >= 0;
  *last_time = kerf_self.t;
  return is_good < 0 ? fmi3OK : kerf_status(is_good);
}

KERF_FUNCTION(fmi3Status, fmi3GetNumberOfEventIndicators)(fmi3Instance c, size_t *n) {
  *n = kerf_n_indicators;
  return kerf_status(c != NULL);
}

KERF_FUNCTION(fmi3Status, fmi3GetNumberOfContinuousStates)(fmi3Instance c, size_t *n) {
  *n = kerf_n_states;
  return kerf_status(c != NULL);
}

KERF_FUNCTION(fmi3Status, fmi3EnterEventMode)(fmi3Instance c) {
  return kerf_status(c && kerf_is_in("fmi3EnterEventMode", kerf_self.mode == kerf_continuous) && kerf_enter_event());
}

KERF_FUNCTION(fmi3Status, fmi3EnterContinuousTimeMode)(fmi3Instance c) {
  if (!c || !kerf_is_in("fmi3EnterContinuousTimeMode", kerf_self.is_exchange && kerf_self.mode == kerf_event)) return fmi3Error;
  kerf_self.mode = kerf_continuous;
  return fmi3OK;
}

KERF_FUNCTION(fmi3Status, fmi3CompletedIntegratorStep)
(fmi3Instance c, fmi3Boolean no_set_state_before, fmi3Boolean *enter_event, fmi3Boolean *terminate) {
  (void)no_set_state_before;
  if (!c || !kerf_is_in("fmi3CompletedIntegratorStep", kerf_self.mode == kerf_continuous)) return fmi3Error;
  const int is_good = kerf_refresh();
  if (is_good > 0) kerf_note_scales();
  *enter_event = *terminate = false;
  return kerf_status(is_good);
}

KERF_FUNCTION(fmi3Status, fmi3SetTime)(fmi3Instance c, fmi3Float64 t) {
  if (!c || !kerf_is_in("fmi3SetTime", kerf_self.is_exchange && kerf_is_running())) return fmi3Error;
  kerf_set_time(t);
  return fmi3OK;
}

KERF_FUNCTION(fmi3Status, fmi3SetContinuousStates)(fmi3Instance c, const fmi3Float64 x[], size_t n) {
  if (!c || !kerf_is_in("fmi3SetContinuousStates", kerf_self.mode == kerf_continuous && n == kerf_n_states)) return fmi3Error;
  memcpy(kerf_self.x, x, n * sizeof(double));
  kerf_self.has_derivatives = kerf_self.has_outputs = 0;
  return fmi3OK;
}

KERF_FUNCTION(fmi3Status, fmi3GetContinuousStateDerivatives)(fmi3Instance c, fmi3Float64 slopes[], size_t n) {
  if (!c || !kerf_is_in("fmi3GetContinuousStateDerivatives", kerf_is_evaluable() && n == kerf_n_states)) return fmi3Error;
  const int is_good = kerf_refresh();
  if (is_good > 0) memcpy(slopes, w + 1 + kerf_n_states, n * sizeof(double));
  return kerf_status(is_good);
}

KERF_FUNCTION(fmi3Status, fmi3GetEventIndicators)(fmi3Instance c, fmi3Float64 values[], size_t n) {
  if (!c || !kerf_is_in("fmi3GetEventIndicators", kerf_is_evaluable() && n == kerf_n_indicators)) return fmi3Error;
  const int is_good = kerf_refresh();
  if (is_good > 0) kerf_indicators(values);
  return kerf_status(is_good);
}

KERF_FUNCTION(fmi3Status, fmi3GetContinuousStates)(fmi3Instance c, fmi3Float64 x[], size_t n) {
  if (!c || !kerf_is_in("fmi3GetContinuousStates", kerf_is_evaluable() && n == kerf_n_states)) return fmi3Error;
  const int is_good = kerf_self.mode == kerf_initialization ? kerf_refresh() : 1;
  memcpy(x, kerf_self.x, n * sizeof(double));
  return kerf_status(is_good);
}

KERF_FUNCTION(fmi3Status, fmi3GetNominalsOfContinuousStates)(fmi3Instance c, fmi3Float64 nominals[], size_t n) {
  if (!c || !kerf_is_in("fmi3GetNominalsOfContinuousStates", kerf_is_readable() && n == kerf_n_states)) return fmi3Error;
  memcpy(nominals, kerf_nominal, n * sizeof(double));
  return fmi3OK;
}
