/* FMI 2.0. Where several FMUs become one program, FMI2_FUNCTION_PREFIX comes before the names of functions. */
#ifdef FMI2_FUNCTION_PREFIX
#define KERF_JOIN(a, b) a##b
#define KERF_NAME(a, b) KERF_JOIN(a, b)
#define KERF_FMI(name) KERF_NAME(FMI2_FUNCTION_PREFIX, name)
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

static fmi2CallbackLogger kerf_logger;
static fmi2ComponentEnvironment kerf_environment;
static char kerf_instance_name[200];

static void kerf_log(int is_error, const char *text) {
  if (kerf_logger)
    kerf_logger(kerf_environment, kerf_instance_name, is_error ? fmi2Error : fmi2Warning,
                is_error ? "logStatusError" : "logStatusWarning", "time %g: %s", w[0], text);
}

static fmi2Status kerf_status(int is_good) { return is_good > 0 ? fmi2OK : is_good < 0 ? fmi2Discard : fmi2Error; }

KERF_FUNCTION(const char *, fmi2GetTypesPlatform)(void) { return "default"; }
KERF_FUNCTION(const char *, fmi2GetVersion)(void) { return "2.0"; }

KERF_FUNCTION(fmi2Component, fmi2Instantiate)
(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources, const fmi2CallbackFunctions *functions, fmi2Boolean visible,
 fmi2Boolean is_logging) {
  (void)resources, (void)visible, (void)is_logging;
  if (!functions) return NULL;
  if (kerf_self.mode == kerf_no_mode) {
    kerf_logger = functions->logger;
    kerf_environment = functions->componentEnvironment;
    snprintf(kerf_instance_name, sizeof kerf_instance_name, "%s", name ? name : "");
  }
  return kerf_instantiate(type == fmi2ModelExchange, guid) ? (fmi2Component)&kerf_self : NULL;
}

KERF_FUNCTION(void, fmi2FreeInstance)(fmi2Component c) {
  if (c) kerf_self.mode = kerf_no_mode;
}

KERF_FUNCTION(fmi2Status, fmi2SetDebugLogging)(fmi2Component c, fmi2Boolean is_on, size_t n, const fmi2String categories[]) {
  (void)is_on, (void)n, (void)categories;
  return kerf_status(c != NULL);
}

KERF_FUNCTION(fmi2Status, fmi2SetupExperiment)
(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance, fmi2Real start, fmi2Boolean has_stop, fmi2Real stop) {
  return kerf_status(c && kerf_is_in("fmi2SetupExperiment", kerf_self.mode == kerf_instantiated) &&
                     kerf_set_up(has_tolerance, tolerance, start, has_stop, stop));
}

KERF_FUNCTION(fmi2Status, fmi2EnterInitializationMode)(fmi2Component c) {
  if (!c || !kerf_is_in("fmi2EnterInitializationMode", kerf_self.mode == kerf_instantiated)) return fmi2Error;
  kerf_self.mode = kerf_initialization;
  return fmi2OK;
}

KERF_FUNCTION(fmi2Status, fmi2ExitInitializationMode)(fmi2Component c) {
  return kerf_status(c && kerf_is_in("fmi2ExitInitializationMode", kerf_self.mode == kerf_initialization) && kerf_exit_initialization());
}

KERF_FUNCTION(fmi2Status, fmi2Terminate)(fmi2Component c) {
  if (!c || !kerf_is_in("fmi2Terminate", kerf_is_running()) || !kerf_try(kerf_end_run)) return fmi2Error;
  kerf_self.mode = kerf_terminated;
  return fmi2OK;
}

KERF_FUNCTION(fmi2Status, fmi2Reset)(fmi2Component c) {
  if (c) kerf_reset();
  return kerf_status(c != NULL);
}

#define KERF_GET(name, ctype, type)                                                                          \
  KERF_FUNCTION(fmi2Status, name)(fmi2Component c, const fmi2ValueReference references[], size_t n, ctype values[]) { \
    if (!c || !kerf_is_in(#name, kerf_is_readable())) return fmi2Error;                                      \
    const int is_good = kerf_refresh();                                                                      \
    for (size_t k = 0; k < n && is_good > 0; ++k) {                                                          \
      double value = 0;                                                                                      \
      if (!kerf_get(references[k], type, &value)) return fmi2Error;                                          \
      values[k] = (ctype)value;                                                                              \
    }                                                                                                        \
    return kerf_status(is_good);                                                                             \
  }
#define KERF_SET(name, ctype, type)                                                                          \
  KERF_FUNCTION(fmi2Status, name)(fmi2Component c, const fmi2ValueReference references[], size_t n, const ctype values[]) { \
    if (!c || !kerf_is_in(#name, kerf_is_readable() && kerf_self.mode != kerf_terminated)) return fmi2Error; \
    for (size_t k = 0; k < n; ++k) {                                                                         \
      const double value = (double)values[k];                                                                \
      if (!kerf_give(references[k], type, type == kerf_boolean ? value != 0 : value)) return fmi2Error;      \
    }                                                                                                        \
    return fmi2OK;                                                                                           \
  }
KERF_GET(fmi2GetReal, fmi2Real, kerf_real)
KERF_GET(fmi2GetInteger, fmi2Integer, kerf_integer)
KERF_GET(fmi2GetBoolean, fmi2Boolean, kerf_boolean)
KERF_SET(fmi2SetReal, fmi2Real, kerf_real)
KERF_SET(fmi2SetInteger, fmi2Integer, kerf_integer)
KERF_SET(fmi2SetBoolean, fmi2Boolean, kerf_boolean)

static fmi2Status kerf_refuse(fmi2Component c, const char *name, int is_asked) {
  return kerf_status(c && (!is_asked || kerf_is_in(name, 0)));
}

KERF_FUNCTION(fmi2Status, fmi2GetString)(fmi2Component c, const fmi2ValueReference references[], size_t n, fmi2String values[]) {
  (void)references, (void)values;
  return kerf_refuse(c, "fmi2GetString", n > 0);
}
KERF_FUNCTION(fmi2Status, fmi2SetString)(fmi2Component c, const fmi2ValueReference references[], size_t n, const fmi2String values[]) {
  (void)references, (void)values;
  return kerf_refuse(c, "fmi2SetString", n > 0);
}
KERF_FUNCTION(fmi2Status, fmi2GetFMUstate)(fmi2Component c, fmi2FMUstate *state) {
  (void)state;
  return kerf_refuse(c, "fmi2GetFMUstate", 1);
}
KERF_FUNCTION(fmi2Status, fmi2SetFMUstate)(fmi2Component c, fmi2FMUstate state) {
  (void)state;
  return kerf_refuse(c, "fmi2SetFMUstate", 1);
}
KERF_FUNCTION(fmi2Status, fmi2FreeFMUstate)(fmi2Component c, fmi2FMUstate *state) {
  (void)state;
  return kerf_refuse(c, "fmi2FreeFMUstate", 1);
}
KERF_FUNCTION(fmi2Status, fmi2SerializedFMUstateSize)(fmi2Component c, fmi2FMUstate state, size_t *size) {
  (void)state, (void)size;
  return kerf_refuse(c, "fmi2SerializedFMUstateSize", 1);
}
KERF_FUNCTION(fmi2Status, fmi2SerializeFMUstate)(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
  (void)state, (void)bytes, (void)size;
  return kerf_refuse(c, "fmi2SerializeFMUstate", 1);
}
KERF_FUNCTION(fmi2Status, fmi2DeSerializeFMUstate)(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state) {
  (void)state, (void)bytes, (void)size;
  return kerf_refuse(c, "fmi2DeSerializeFMUstate", 1);
}
KERF_FUNCTION(fmi2Status, fmi2GetDirectionalDerivative)
(fmi2Component c, const fmi2ValueReference unknowns[], size_t n_unknowns, const fmi2ValueReference knowns[], size_t n_knowns,
 const fmi2Real seeds[], fmi2Real sensitivities[]) {
  (void)unknowns, (void)n_unknowns, (void)knowns, (void)n_knowns, (void)seeds, (void)sensitivities;
  return kerf_refuse(c, "fmi2GetDirectionalDerivative", 1);
}

KERF_FUNCTION(fmi2Status, fmi2EnterEventMode)(fmi2Component c) {
  return kerf_status(c && kerf_is_in("fmi2EnterEventMode", kerf_self.mode == kerf_continuous) && kerf_enter_event());
}

KERF_FUNCTION(fmi2Status, fmi2NewDiscreteStates)(fmi2Component c, fmi2EventInfo *info) {
  if (!c || !kerf_is_in("fmi2NewDiscreteStates", kerf_self.mode == kerf_event) || !kerf_try(kerf_happen)) return fmi2Error;
  const double next = kerf_next_instant(kerf_self.t);
  info->newDiscreteStatesNeeded = 0;
  info->terminateSimulation = kerf_end >= 0;
  info->nominalsOfContinuousStatesChanged = 0;
  info->valuesOfContinuousStatesChanged = 1;
  info->nextEventTimeDefined = next < HUGE_VAL;
  info->nextEventTime = next;
  return fmi2OK;
}

KERF_FUNCTION(fmi2Status, fmi2EnterContinuousTimeMode)(fmi2Component c) {
  if (!c || !kerf_is_in("fmi2EnterContinuousTimeMode", kerf_self.is_exchange && kerf_self.mode == kerf_event)) return fmi2Error;
  kerf_self.mode = kerf_continuous;
  return fmi2OK;
}

KERF_FUNCTION(fmi2Status, fmi2CompletedIntegratorStep)
(fmi2Component c, fmi2Boolean no_set_state_before, fmi2Boolean *enter_event, fmi2Boolean *terminate) {
  (void)no_set_state_before;
  if (!c || !kerf_is_in("fmi2CompletedIntegratorStep", kerf_self.mode == kerf_continuous)) return fmi2Error;
  const int is_good = kerf_refresh();
  if (is_good > 0) kerf_note_scales();
  *enter_event = *terminate = 0;
  return kerf_status(is_good);
}

KERF_FUNCTION(fmi2Status, fmi2SetTime)(fmi2Component c, fmi2Real t) {
  if (!c || !kerf_is_in("fmi2SetTime", kerf_self.is_exchange && kerf_is_running())) return fmi2Error;
  kerf_set_time(t);
  return fmi2OK;
}

KERF_FUNCTION(fmi2Status, fmi2SetContinuousStates)(fmi2Component c, const fmi2Real x[], size_t n) {
  if (!c || !kerf_is_in("fmi2SetContinuousStates", kerf_self.mode == kerf_continuous && n == kerf_n_states)) return fmi2Error;
  memcpy(kerf_self.x, x, n * sizeof(double));
  kerf_self.has_derivatives = kerf_self.has_outputs = 0;
  return fmi2OK;
}

KERF_FUNCTION(fmi2Status, fmi2GetDerivatives)(fmi2Component c, fmi2Real slopes[], size_t n) {
  if (!c || !kerf_is_in("fmi2GetDerivatives", kerf_is_evaluable() && n == kerf_n_states)) return fmi2Error;
  const int is_good = kerf_refresh();
  if (is_good > 0) memcpy(slopes, w + 1 + kerf_n_states, n * sizeof(double));
  return kerf_status(is_good);
}

KERF_FUNCTION(fmi2Status, fmi2GetEventIndicators)(fmi2Component c, fmi2Real values[], size_t n) {
  if (!c || !kerf_is_in("fmi2GetEventIndicators", kerf_is_evaluable() && n == kerf_n_indicators)) return fmi2Error;
  const int is_good = kerf_refresh();
  if (is_good > 0) kerf_indicators(values);
  return kerf_status(is_good);
}

KERF_FUNCTION(fmi2Status, fmi2GetContinuousStates)(fmi2Component c, fmi2Real x[], size_t n) {
  if (!c || !kerf_is_in("fmi2GetContinuousStates", kerf_is_evaluable() && n == kerf_n_states)) return fmi2Error;
  const int is_good = kerf_self.mode == kerf_initialization ? kerf_refresh() : 1;
  memcpy(x, kerf_self.x, n * sizeof(double));
  return kerf_status(is_good);
}

KERF_FUNCTION(fmi2Status, fmi2GetNominalsOfContinuousStates)(fmi2Component c, fmi2Real nominals[], size_t n) {
  if (!c || !kerf_is_in("fmi2GetNominalsOfContinuousStates", kerf_is_readable() && n == kerf_n_states)) return fmi2Error;
  memcpy(nominals, kerf_nominal, n * sizeof(double));
  return fmi2OK;
}

KERF_FUNCTION(fmi2Status, fmi2SetRealInputDerivatives)
(fmi2Component c, const fmi2ValueReference references[], size_t n, const fmi2Integer orders[], const fmi2Real values[]) {
  (void)references, (void)orders, (void)values;
  return kerf_refuse(c, "fmi2SetRealInputDerivatives", n > 0);
}
KERF_FUNCTION(fmi2Status, fmi2GetRealOutputDerivatives)
(fmi2Component c, const fmi2ValueReference references[], size_t n, const fmi2Integer orders[], fmi2Real values[]) {
  (void)references, (void)orders, (void)values;
  return kerf_refuse(c, "fmi2GetRealOutputDerivatives", n > 0);
}

KERF_FUNCTION(fmi2Status, fmi2DoStep)(fmi2Component c, fmi2Real t, fmi2Real size, fmi2Boolean no_set_state_before) {
  (void)no_set_state_before;
  if (!c || !kerf_is_in("fmi2DoStep", kerf_self.mode == kerf_stepping)) return fmi2Error;
  return kerf_status(kerf_do_step(t, size));
}

KERF_FUNCTION(fmi2Status, fmi2CancelStep)(fmi2Component c) { return kerf_refuse(c, "fmi2CancelStep", 1); }
KERF_FUNCTION(fmi2Status, fmi2GetStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value) {
  (void)kind, (void)value;
  return kerf_refuse(c, "fmi2GetStatus", 1);
}
KERF_FUNCTION(fmi2Status, fmi2GetRealStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value) {
  if (kind != fmi2LastSuccessfulTime) return kerf_refuse(c, "fmi2GetRealStatus", 1);
  *value = kerf_self.t;
  return kerf_status(c != NULL);
}
KERF_FUNCTION(fmi2Status, fmi2GetIntegerStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value) {
  (void)kind, (void)value;
  return kerf_refuse(c, "fmi2GetIntegerStatus", 1);
}
KERF_FUNCTION(fmi2Status, fmi2GetBooleanStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value) {
  if (kind != fmi2Terminated) return kerf_refuse(c, "fmi2GetBooleanStatus", 1);
  *value = kerf_end >= 0;
  return kerf_status(c != NULL);
}
KERF_FUNCTION(fmi2Status, fmi2GetStringStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2String *value) {
  (void)kind, (void)value;
  return kerf_refuse(c, "fmi2GetStringStatus", 1);
}
