# The fuzzers' build: only what they reach, instrumented by clang. If fuzzers need only a few files of a large layer, only those are built.
add_compile_options(-O1 -g1 -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -Wno-unknown-warning-option)
add_link_options(-fsanitize=address,undefined)
set(RTLGEN_WARNING_FLAGS "")  # the g++ build has them

foreach(layer support contract spec board frontend import)
  add_subdirectory(gen/${layer})
endforeach()
add_library(rtlgen_golden INTERFACE)  # its header grid.hpp is all that data needs
add_library(rtlgen::golden ALIAS rtlgen_golden)
target_link_libraries(rtlgen_golden INTERFACE rtlgen::spec)
rtlgen_include(rtlgen_golden INTERFACE golden)
add_subdirectory(runtime/data)
foreach(layer dram system harness)
  add_subdirectory(sim/${layer})
endforeach()

set(RTLGEN_UNITY_BUILD OFF)
# rtlgen_fuzz_part(LAYER files...): a layer with only these files.
function(rtlgen_fuzz_part layer)
  list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE sources)
  string(REPLACE / _ name ${layer})
  rtlgen_layer(${layer} SOURCES ${sources} DEPS contract spec support LIBS fmt::fmt nlohmann_json::nlohmann_json ${CMAKE_DL_LIBS})
  # Their headers include layers that are not built here.
  rtlgen_include(rtlgen_${name} PUBLIC analysis hw ops plan golden explore emit frontend model driver/prepare)
endfunction()
include(runtime/host/sources.cmake)
list(TRANSFORM RTLGEN_HOST_SOURCES PREPEND runtime/host/)
rtlgen_fuzz_part(host ${RTLGEN_HOST_SOURCES})
rtlgen_fuzz_part(runner sim/runner/stats.cpp)
rtlgen_fuzz_part(model gen/model/area/calibration.cpp)
rtlgen_fuzz_part(synthesis gen/synthesis/statistics.cpp gen/model/area/area.cpp)
rtlgen_fuzz_part(driver/sweep gen/driver/sweep/sweep_table.cpp)
file(GLOB calibration_files CONFIGURE_DEPENDS gen/model/area/calibration/*.json)
rtlgen_embed(RTLGEN_CALIBRATION_CASES NAME_FROM "([^/]+)\\.json" FILES ${calibration_files})
configure_file(gen/model/area/calibration_texts.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/calibration_texts.cpp @ONLY)
target_sources(rtlgen_model PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/calibration_texts.cpp)
add_subdirectory(tests/fuzz)
