# What cmake --install installs besides: a software bill of materials (SPDX 2.3), with what the archive is made of and its
# checksum. With SOURCE_DATE_EPOCH in the environment its date is that.

# The numbers that follow the given names in a header, with dots between them.
function(taut_version_in header names result)
  set(numbers "")
  foreach(name ${names})
    file(STRINGS "${header}" line REGEX "^#define ${name} +[0-9]+")
    string(REGEX MATCH "[0-9]+$" number "${line}")
    list(APPEND numbers "${number}")
  endforeach()
  list(JOIN numbers "." version)
  set(${result} "${version}" PARENT_SCOPE)
endfunction()

get_target_property(etl_folder etl::etl INTERFACE_INCLUDE_DIRECTORIES)
get_target_property(eigen_folder taut_eigen INTERFACE_INCLUDE_DIRECTORIES)
set(etl_header "${etl_folder}/etl/version.h")
set(eigen_header "${eigen_folder}/Eigen/src/Core/util/Macros.h")
if(NOT EXISTS "${etl_header}" OR NOT EXISTS "${eigen_header}")
  return() # targets of the project around taut, whose folders are known only when all is configured
endif()
taut_version_in("${etl_header}" "ETL_VERSION_MAJOR;ETL_VERSION_MINOR;ETL_VERSION_PATCH" etl_version)
taut_version_in("${eigen_header}" "EIGEN_WORLD_VERSION;EIGEN_MAJOR_VERSION;EIGEN_MINOR_VERSION" eigen_version)
string(STRIP "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_CXX_FLAGS}" compiler)
string(REGEX REPLACE "[\"\\$]" "'" compiler "${compiler}") # what neither CMake nor JSON takes for itself

install(CODE "
  set(TAUT_VERSION \"${PROJECT_VERSION}\")
  set(TAUT_ETL_VERSION \"${etl_version}\")
  set(TAUT_EIGEN_VERSION \"${eigen_version}\")
  set(TAUT_COMPILER \"${compiler}\")
  set(TAUT_ARCHIVE \"$<TARGET_FILE_NAME:taut>\")
  set(installed \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
  file(SHA256 \"\${installed}/${CMAKE_INSTALL_LIBDIR}/\${TAUT_ARCHIVE}\" archive_hash)
  string(TIMESTAMP created UTC)
  configure_file(\"${CMAKE_CURRENT_SOURCE_DIR}/cmake/taut.spdx.json.in\"
    \"\${installed}/${CMAKE_INSTALL_DATADIR}/taut/taut.spdx.json\" @ONLY)
")
