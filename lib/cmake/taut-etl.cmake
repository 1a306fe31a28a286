# Provides etl::etl, the Embedded Template Library, which is part of taut's public face. Used by taut's own build and by
# its installed package.
#
# Order: a target the project already has; a source folder named in FETCHCONTENT_SOURCE_DIR_ETL; an installed package;
# a pinned commit from its repository.
#
# An installed ETL usually sits in /usr/include. That folder must not become an include path of a cross build, where it
# would put the host's C library in front of the target's: the headers are reached through a link in the build tree.

set(TAUT_ETL_TAG 20.39.4)
set(TAUT_ETL_COMMIT 081e920302e4062dbd122fc3c86255825ccaa666)

function(taut_provide_etl)
  if(TARGET etl::etl)
    return()
  endif()
  if(FETCHCONTENT_SOURCE_DIR_ETL)
    set(TAUT_ETL_INCLUDE_DIR "${FETCHCONTENT_SOURCE_DIR_ETL}/include")
    if(NOT EXISTS "${TAUT_ETL_INCLUDE_DIR}/etl/version.h")
      message(FATAL_ERROR "There is no etl/version.h in ${TAUT_ETL_INCLUDE_DIR}, from the folder given for ETL.")
    endif()
  elseif(NOT CMAKE_DISABLE_FIND_PACKAGE_etl)
    find_path(TAUT_ETL_INCLUDE_DIR etl/version.h NO_CMAKE_FIND_ROOT_PATH PATHS /usr/include /usr/local/include)
  endif()
  if(NOT TAUT_ETL_INCLUDE_DIR AND COMMAND taut_fetch)
    taut_fetch(etl "Embedded Template Library (ETL)" https://github.com/ETLCPP/etl.git ${TAUT_ETL_TAG}
      ${TAUT_ETL_COMMIT} "libetlcpp-dev (Debian 13 and later)")
    set(TAUT_ETL_INCLUDE_DIR "${etl_SOURCE_DIR}/include")
  endif()
  if(NOT TAUT_ETL_INCLUDE_DIR)
    message(FATAL_ERROR "taut needs the Embedded Template Library (ETL), which was not found.\n"
      "Install it (Debian 13 and later: libetlcpp-dev) or name its source folder: -DFETCHCONTENT_SOURCE_DIR_ETL=<folder>")
  endif()
  set(private "${CMAKE_BINARY_DIR}/dependencies/etl")
  file(MAKE_DIRECTORY "${private}")
  file(CREATE_LINK "${TAUT_ETL_INCLUDE_DIR}/etl" "${private}/etl" SYMBOLIC)
  add_library(etl::etl INTERFACE IMPORTED GLOBAL)
  target_include_directories(etl::etl SYSTEM INTERFACE "${private}")
endfunction()

taut_provide_etl()
