// The half of ModelicaUtilities in C, as text for the C compiler.
#include "external/utilities.h"

namespace kerf::external {

auto UtilitiesHeader() -> std::string_view {
  return R"(#ifndef MODELICA_UTILITIES_H
#define MODELICA_UTILITIES_H
#include <stdarg.h>
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
void ModelicaMessage(const char* string);
void ModelicaFormatMessage(const char* format, ...);
void ModelicaVFormatMessage(const char* format, va_list arguments);
void ModelicaWarning(const char* string);
void ModelicaFormatWarning(const char* format, ...);
void ModelicaVFormatWarning(const char* format, va_list arguments);
__attribute__((noreturn)) void ModelicaError(const char* string);
__attribute__((noreturn)) void ModelicaFormatError(const char* format, ...);
__attribute__((noreturn)) void ModelicaVFormatError(const char* format, va_list arguments);
char* ModelicaAllocateString(size_t length);
char* ModelicaAllocateStringWithErrorReturn(size_t length);
char* ModelicaDuplicateString(const char* string);
char* ModelicaDuplicateStringWithErrorReturn(const char* string);
#ifdef __cplusplus
}
#endif
#endif
)";
}

auto UtilitiesSource() -> std::string_view {
  return R"(#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct kerf_utilities {
  void (*message)(const char* text);
  void (*warning)(const char* text);
  void (*error)(const char* text);
  char* (*allocate)(size_t size);
  void (*leave)(int exit_code);
};
static const struct kerf_utilities* kerf = NULL;
void kerf_set_utilities(const struct kerf_utilities* utilities) { kerf = utilities; }
#define KERF_FORMAT(target, format)                    \
  char text[8192];                                     \
  va_list arguments;                                   \
  va_start(arguments, format);                         \
  vsnprintf(text, sizeof text, format, arguments);     \
  va_end(arguments);                                   \
  target(text)
#define KERF_FORMAT_LIST(target, format, arguments)    \
  char text[8192];                                     \
  vsnprintf(text, sizeof text, format, arguments);     \
  target(text)
void ModelicaMessage(const char* string) { kerf->message(string); }
void ModelicaFormatMessage(const char* format, ...) { KERF_FORMAT(ModelicaMessage, format); }
void ModelicaVFormatMessage(const char* format, va_list list) { KERF_FORMAT_LIST(ModelicaMessage, format, list); }
void ModelicaWarning(const char* string) { kerf->warning(string); }
void ModelicaFormatWarning(const char* format, ...) { KERF_FORMAT(ModelicaWarning, format); }
void ModelicaVFormatWarning(const char* format, va_list list) { KERF_FORMAT_LIST(ModelicaWarning, format, list); }
__attribute__((noreturn)) void ModelicaError(const char* string) {
  kerf->error(string);
  abort();
}
__attribute__((noreturn)) void ModelicaFormatError(const char* format, ...) { KERF_FORMAT(ModelicaError, format); }
__attribute__((noreturn)) void ModelicaVFormatError(const char* format, va_list list) {
  KERF_FORMAT_LIST(ModelicaError, format, list);
}
char* ModelicaAllocateStringWithErrorReturn(size_t length) { return kerf->allocate(length + 1); }
char* ModelicaAllocateString(size_t length) {
  char* text = ModelicaAllocateStringWithErrorReturn(length);
  if (text == NULL) ModelicaError("there is no memory for a text");
  return text;
}
char* ModelicaDuplicateStringWithErrorReturn(const char* string) {
  const size_t length = strlen(string);
  char* text = ModelicaAllocateStringWithErrorReturn(length);
  if (text != NULL) memcpy(text, string, length + 1);
  return text;
}
char* ModelicaDuplicateString(const char* string) {
  char* text = ModelicaDuplicateStringWithErrorReturn(string);
  if (text == NULL) ModelicaError("there is no memory for a text");
  return text;
}
/* The linker puts these in the place of exit and its relatives (option --wrap). */
__attribute__((noreturn)) void __wrap_exit(int code) { kerf->leave(code); abort(); }
__attribute__((noreturn)) void __wrap__exit(int code) { kerf->leave(code); abort(); }
__attribute__((noreturn)) void __wrap__Exit(int code) { kerf->leave(code); abort(); }
__attribute__((noreturn)) void __wrap_quick_exit(int code) { kerf->leave(code); abort(); }
/* Tables of the Standard Library may come from a function of the user's; without one there are none. */
__attribute__((weak)) int usertab(char* name, int interpolation, int dim[], int* by_columns, double** table) {
  (void)interpolation; (void)dim; (void)by_columns; (void)table;
  ModelicaFormatError("there is no function usertab that would give the table %s", name);
}
)";
}

}  // namespace kerf::external
