# core_test for each instruction set, with and without sanitizers; search_test, worker_test and explain_test with
# sanitizers.
# Sanitized programs take half a minute to compile, so those that add little are for the slow tests.

add_custom_target(native_tests)
add_custom_target(native_tests_slow)
add_dependencies(native_tests_slow native_tests)

function(add_core_test target name)
  add_executable(${name} EXCLUDE_FROM_ALL tests/core_test.cpp)
  target_include_directories(${name} PRIVATE . tests)
  target_link_libraries(${name} PRIVATE Threads::Threads)
  # GCC wrongly warns that the replaced operators new and delete don't match.
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wno-mismatched-new-delete ${ARGN})
  add_dependencies(${target} ${name})
endfunction()

set(SANITIZERS -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all)

if(NOT MSVC)
  add_core_test(native_tests core_test_portable)
  add_core_test(native_tests_slow core_test_portable_sanitized ${SANITIZERS})
  target_link_options(core_test_portable_sanitized PRIVATE -fsanitize=address,undefined)
  if(AVX2_OPTIONS)
    add_core_test(native_tests_slow core_test_avx2 ${AVX2_OPTIONS})
    add_core_test(native_tests core_test_avx2_sanitized ${AVX2_OPTIONS} ${SANITIZERS})
    target_link_options(core_test_avx2_sanitized PRIVATE -fsanitize=address,undefined)
  endif()
  add_dependencies(native_tests beespace_perft)

  foreach(name search_test worker_test explain_test)
    add_executable(${name} EXCLUDE_FROM_ALL tests/${name}.cpp)
    target_include_directories(${name} PRIVATE . tests)
    target_link_libraries(${name} PRIVATE Threads::Threads)
    # As above.
    target_compile_options(${name} PRIVATE -Wall -Wextra -Wno-mismatched-new-delete ${SANITIZERS})
    target_link_options(${name} PRIVATE -fsanitize=address,undefined)
    add_dependencies(native_tests ${name})
  endforeach()
  target_sources(explain_test PRIVATE explain/explain.cpp)
endif()

# The fuzz target with its own main: runs files of moves with sanitizers.
if(NOT MSVC)
  add_executable(replay_moves EXCLUDE_FROM_ALL tests/fuzz_moves.cpp)
  target_include_directories(replay_moves PRIVATE . tests)
  target_compile_definitions(replay_moves PRIVATE BEESPACE_FUZZ_MAIN)
  target_compile_options(replay_moves PRIVATE -Wall -Wextra ${SANITIZERS})
  target_link_options(replay_moves PRIVATE -fsanitize=address,undefined)
  target_link_libraries(replay_moves PRIVATE Threads::Threads)
  add_dependencies(native_tests replay_moves)
endif()

# With clang, the fuzzer can be built too: `cmake --build ... --target fuzz_moves`, then run it.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_executable(fuzz_moves EXCLUDE_FROM_ALL tests/fuzz_moves.cpp)
  target_include_directories(fuzz_moves PRIVATE . tests)
  target_compile_options(fuzz_moves PRIVATE ${AVX2_OPTIONS} -fsanitize=fuzzer,address,undefined)
  target_link_options(fuzz_moves PRIVATE -fsanitize=fuzzer,address,undefined)
endif()
