
/* What code of Modelica libraries calls to tell something, to fail and to get memory for texts. */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void ModelicaVFormatMessage(const char *format, va_list arguments) { vfprintf(stderr, format, arguments); }
void ModelicaMessage(const char *text) { fputs(text, stderr); }
void ModelicaFormatMessage(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ModelicaVFormatMessage(format, arguments);
  va_end(arguments);
}
void ModelicaVFormatWarning(const char *format, va_list arguments) { vfprintf(stderr, format, arguments); }
void ModelicaWarning(const char *text) { fputs(text, stderr); }
void ModelicaFormatWarning(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ModelicaVFormatWarning(format, arguments);
  va_end(arguments);
}
void ModelicaVFormatError(const char *format, va_list arguments) {
  vfprintf(stderr, format, arguments);
  exit(1);
}
void ModelicaError(const char *text) {
  fputs(text, stderr);
  exit(1);
}
void ModelicaFormatError(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ModelicaVFormatError(format, arguments);
  va_end(arguments);
}
char *ModelicaAllocateStringWithErrorReturn(size_t length) { return calloc(length + 1, 1); }
char *ModelicaAllocateString(size_t length) {
  char *text = ModelicaAllocateStringWithErrorReturn(length);
  if (!text) ModelicaError("there is no memory for a text");
  return text;
}
char *ModelicaDuplicateStringWithErrorReturn(const char *text) {
  char *copy = ModelicaAllocateStringWithErrorReturn(strlen(text));
  return copy ? strcpy(copy, text) : NULL;
}
char *ModelicaDuplicateString(const char *text) { return strcpy(ModelicaAllocateString(strlen(text)), text); }
/* Tables of the Standard Library may come from a function of the user's; here is none. */
int usertab(char *name, int interpolation, int sizes[], int *by_columns, double **table) {
  (void)interpolation, (void)sizes, (void)by_columns, (void)table;
  ModelicaFormatError("there is no function usertab that would give the table %s", name);
  return 1;
}

