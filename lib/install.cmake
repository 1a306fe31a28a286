# What cmake --install installs: the archive, the public headers, a package for CMake and one for pkg-config.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs) # here only: it warns where CMake knows little of the compiler, as in Zephyr

target_include_directories(taut PUBLIC $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS taut EXPORT taut-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/taut DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/taut)
install(EXPORT taut-targets NAMESPACE taut:: DESTINATION ${package_dir})
write_basic_package_version_file(taut-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/taut-config.cmake cmake/taut-etl.cmake cmake/taut-c-tuner.cmake cmake/c_tuner.h.in
  cmake/c_tuner.cpp.in "${CMAKE_CURRENT_BINARY_DIR}/taut-config-version.cmake" DESTINATION ${package_dir})

# pkg-config finds the rest from where taut.pc lies, so that the installation can be moved.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH prefix "/${pkgconfig_dir}" "/")
configure_file(cmake/taut.pc.in taut.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/taut.pc" DESTINATION ${pkgconfig_dir})

include(sbom.cmake)
