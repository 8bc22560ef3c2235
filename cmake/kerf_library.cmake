# One folder of src/ is one static library and one namespace.

add_library(kerf_options INTERFACE)
target_include_directories(kerf_options INTERFACE ${CMAKE_SOURCE_DIR}/src)
target_compile_options(kerf_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast
                                              -Woverloaded-virtual -Werror -fno-omit-frame-pointer)
# g++ 12 reports overlapping copies inside std::string that cannot happen (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(kerf_options INTERFACE -Wno-restrict)
endif()
# clang 19 warns of a deprecated function inside the std::ranges::stable_sort of libstdc++ 12.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(kerf_options INTERFACE -Wno-deprecated-declarations)
endif()
if(KERF_SANITIZE)
  target_compile_options(kerf_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined -g)
  target_link_options(kerf_options INTERFACE -fsanitize=address,undefined)
  # g++ 12 reports unset members inside std::regex as soon as sanitizers change what it inlines (GCC bug 105562).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(kerf_options INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()
if(KERF_FUZZ)
  target_compile_options(kerf_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# kerf_library(NAME [DEPS folder...] [FOREIGN target...]): the library of the current folder. FOREIGN ones stay private.
function(kerf_library name)
  cmake_parse_arguments(ARG "" "" "DEPS;FOREIGN" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  add_library(kerf_${name} STATIC ${sources})
  target_link_libraries(kerf_${name} PUBLIC kerf_options fmt::fmt PRIVATE ${ARG_FOREIGN})
  foreach(dep ${ARG_DEPS})
    target_link_libraries(kerf_${name} PUBLIC kerf_${dep})
  endforeach()
endfunction()
