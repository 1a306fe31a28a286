# What taut is built with: Eigen (inside the library only), ETL (public) and Unity (tests only). Each is looked for in a
# source folder named in FETCHCONTENT_SOURCE_DIR_<NAME>, then among the installed packages, then in its repository at a
# pinned commit. Eigen3::Eigen and etl::etl, where the project around taut has them, come before all that: two Eigens or
# two ETLs would not do in one program.

# Fetches `tag` of `repository` into <name>_SOURCE_DIR without running its build; stops with one clear message where
# that cannot work, or where the tag is not that of `commit`: a tag can be moved. By its tag, because a server need not
# hand out a single commit by its number, and the whole history of Eigen is large.
function(taut_fetch name title repository tag commit package)
  find_package(Git QUIET)
  if(Git_FOUND AND NOT FETCHCONTENT_FULLY_DISCONNECTED)
    execute_process(COMMAND ${GIT_EXECUTABLE} ls-remote --exit-code ${repository} ${tag}
      TIMEOUT 30 RESULT_VARIABLE unreachable OUTPUT_QUIET ERROR_QUIET)
  else()
    set(unreachable TRUE)
  endif()
  if(unreachable)
    string(TOUPPER ${name} upper)
    message(FATAL_ERROR "taut needs ${title}, which is neither installed nor to be fetched from here.\n"
      "Do one of these:\n"
      "  install the package ${package}; on Debian, ./dev setup installs everything;\n"
      "  name a source folder: -DFETCHCONTENT_SOURCE_DIR_${upper}=<folder>;\n"
      "  let CMake fetch ${repository} at ${tag} (needs git and a network).")
  endif()
  include(FetchContent)
  # The folder that does not exist keeps FetchContent from running the dependency's own build.
  FetchContent_Declare(${name} GIT_REPOSITORY ${repository} GIT_TAG ${tag} GIT_SHALLOW TRUE SOURCE_SUBDIR no-build)
  FetchContent_MakeAvailable(${name})
  execute_process(COMMAND ${GIT_EXECUTABLE} -C "${${name}_SOURCE_DIR}" rev-parse HEAD
    OUTPUT_VARIABLE fetched OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT fetched STREQUAL commit)
    message(FATAL_ERROR "${repository} has another commit at ${tag} than taut was tested with:\n"
      "${fetched}, not ${commit}")
  endif()
  set(${name}_SOURCE_DIR "${${name}_SOURCE_DIR}" PARENT_SCOPE)
endfunction()

include("${CMAKE_CURRENT_LIST_DIR}/../lib/cmake/taut-etl.cmake")

# Eigen, as the plain include folder taut_eigen: no part of the installed package.
function(taut_provide_eigen)
  if(TARGET Eigen3::Eigen)
    set(folder $<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>) # known only when all is configured
  elseif(FETCHCONTENT_SOURCE_DIR_EIGEN)
    set(folder "${FETCHCONTENT_SOURCE_DIR_EIGEN}")
  else()
    find_package(Eigen3 3.4 QUIET NO_MODULE NO_CMAKE_FIND_ROOT_PATH)
    if(TARGET Eigen3::Eigen)
      get_target_property(folder Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
    elseif(Eigen3_FOUND) # it makes no target where the project around taut has one of the name `eigen`
      set(folder "${EIGEN3_INCLUDE_DIR}")
    else()
      taut_fetch(eigen "Eigen 3.4" https://gitlab.com/libeigen/eigen.git 3.4.0
        3147391d946bb4b6c68edd901f2add6ac1f31f8c "libeigen3-dev")
      set(folder "${eigen_SOURCE_DIR}")
    endif()
  endif()
  if(NOT folder MATCHES "^\\$<" AND NOT EXISTS "${folder}/Eigen/Core")
    message(FATAL_ERROR "There is no Eigen/Core in ${folder}, the folder given or found for Eigen.")
  endif()
  add_library(taut_eigen INTERFACE)
  target_include_directories(taut_eigen SYSTEM INTERFACE "${folder}")
  # EIGEN_FAST_MATH approximates square roots on x86: other bits than the exact ones of every other machine. On ARM,
  # Eigen's own vectors fuse multiply-adds (64 bits) or approximate divisions (32 bits).
  string(REGEX MATCH "x86_64|AMD64" vectors "${CMAKE_SYSTEM_PROCESSOR}")
  target_compile_definitions(taut_eigen INTERFACE EIGEN_NO_IO EIGEN_MPL2_ONLY EIGEN_NO_MALLOC EIGEN_FAST_MATH=0
    $<$<BOOL:${TAUT_BARE_METAL}>:EIGEN_NO_DEBUG> # assertions would bring printf along, and that a heap
    $<$<NOT:$<BOOL:${vectors}>>:EIGEN_DONT_VECTORIZE> $<$<NOT:$<BOOL:${vectors}>>:EIGEN_MAX_ALIGN_BYTES=0>)
endfunction()
taut_provide_eigen()

# Unity, as the folder of unity.c in TAUT_UNITY_DIR: tests compile it with their own configuration.
if(TAUT_TESTS)
  if(FETCHCONTENT_SOURCE_DIR_UNITY)
    set(TAUT_UNITY_DIR "${FETCHCONTENT_SOURCE_DIR_UNITY}/src")
  else()
    find_path(TAUT_UNITY_DIR unity.c PATHS /usr/share/cmock/vendor/unity/src /usr/share/unity/src
      NO_CMAKE_FIND_ROOT_PATH)
    if(NOT TAUT_UNITY_DIR)
      taut_fetch(unity "the Unity test framework" https://github.com/ThrowTheSwitch/Unity.git v2.5.2
        0b899aec14d3a9abb2bf260ac355f0f28630a6a3 "cmock (Debian 13 and later)")
      set(TAUT_UNITY_DIR "${unity_SOURCE_DIR}/src")
    endif()
  endif()
  if(NOT EXISTS "${TAUT_UNITY_DIR}/unity.c")
    message(FATAL_ERROR "There is no unity.c in ${TAUT_UNITY_DIR}, the folder given or found for Unity.")
  endif()
endif()
