# One folder of src/ is one static library and one namespace.

# kerf_library(NAME [DEPS folder...] [FOREIGN target...]): the library of the current folder. FOREIGN ones stay private.
function(kerf_library name)
  cmake_parse_arguments(ARG "" "" "DEPS;FOREIGN" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  add_library(kerf_${name} STATIC ${sources})
  target_link_libraries(kerf_${name} PUBLIC kerf_options fmt::fmt PRIVATE ${ARG_FOREIGN})
  foreach(dep ${ARG_DEPS})
    target_link_libraries(kerf_${name} PUBLIC kerf_${dep})
  endforeach()
  kerf_unity(kerf_${name})
endfunction()
