# One folder of src/ is one static library and one namespace.

# kerf_library(NAME [COLD] [DEPS folder...] [FOREIGN target...]): the library of the current folder. FOREIGN ones stay private. A
# COLD one takes no noticeable part of any run, so it is compiled with -O1, in three quarters of the time.
function(kerf_library name)
  cmake_parse_arguments(ARG "COLD" "" "DEPS;FOREIGN" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  add_library(kerf_${name} STATIC ${sources})
  target_link_libraries(kerf_${name} PUBLIC kerf_options fmt::fmt PRIVATE ${ARG_FOREIGN})
  foreach(dep ${ARG_DEPS})
    target_link_libraries(kerf_${name} PUBLIC kerf_${dep})
  endforeach()
  if(ARG_COLD)
    target_compile_options(kerf_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  kerf_unity(kerf_${name})
endfunction()
