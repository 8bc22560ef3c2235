# How everything is compiled and linked: caches, the linker, warnings, sanitizers.

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
endif()

# A test program of thirty libraries links in a second with mold and in six with ld.
find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()

add_library(kerf_options INTERFACE)
target_include_directories(kerf_options INTERFACE ${CMAKE_SOURCE_DIR}/src)
target_compile_options(kerf_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast
                                              -Woverloaded-virtual -Werror -fno-omit-frame-pointer)
# What g++ 12 works out about memory after inlining is often wrong inside std::string and std::vector (GCC bugs 105651, 104475,
# 105562), and depends on what is compiled together. Sanitizers and clang find such mistakes reliably.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(kerf_options INTERFACE -Wno-restrict -Wno-free-nonheap-object -Wno-array-bounds -Wno-stringop-overflow
                                                -Wno-stringop-overread -Wno-maybe-uninitialized)
endif()
# clang 19 warns of a deprecated function inside the std::ranges::stable_sort of libstdc++ 12.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(kerf_options INTERFACE -Wno-deprecated-declarations)
endif()
if(KERF_SANITIZE)
  target_compile_options(kerf_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined)
  target_link_options(kerf_options INTERFACE -fsanitize=address,undefined)
endif()
if(KERF_SANITIZE_THREADS)
  target_compile_options(kerf_options INTERFACE -fsanitize=thread -Wno-tsan)
  target_link_options(kerf_options INTERFACE -fsanitize=thread)
endif()
if(KERF_FUZZ)
  target_compile_options(kerf_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# kerf_unity(TARGET): several files at once. Ten keep a change of one file at some seconds; names in anonymous
# namespaces must therefore be unique in their folder.
function(kerf_unity target)
  if(KERF_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
  endif()
endfunction()
