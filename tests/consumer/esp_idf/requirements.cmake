# The first time that ESP-IDF reads a component, in CMake's script mode: until it registers, and no further.
set(registered FALSE)

macro(idf_component_register)
  set(registered TRUE PARENT_SCOPE)
  return()
endmacro()

function(read_component)
  include("${COMPONENT}/CMakeLists.txt")
endfunction()

read_component()
if(NOT registered)
  message(FATAL_ERROR "The component does not register.")
endif()
