# taut_add_c_tuner(<target> <name> INPUTS n INDUCING n OBSERVATIONS n OUTSTANDING n FEATURES n [CONSTRAINTS n] [NO_GIBBON])
#
# Gives a target written in C a tuner of these limits (taut/limits.hpp says what they are). Its sources include <name>.h,
# which has
#
#   <name>_storage                          a type of exactly the size that such a tuner takes
#   <name>_create(&storage, &tuner)         makes a tuner in an object of that type
#   <NAME>_INPUTS and so on                 the limits
#   <NAME>_CHECKPOINT_SIZE                  bytes that a checkpoint takes at most
#
# A source in C++ that comes with it holds the size against that of the tuner in C++, when it is compiled.

function(taut_add_c_tuner target name)
  set(limits INPUTS INDUCING OBSERVATIONS OUTSTANDING FEATURES)
  cmake_parse_arguments(PARSE_ARGV 2 given NO_GIBBON "${limits};CONSTRAINTS" "")
  set(problem "")
  string(MAKE_C_IDENTIFIER "${name}" identifier)
  if(NOT TARGET "${target}")
    set(problem "'${target}' is no target")
  elseif(NOT name STREQUAL identifier)
    set(problem "the name '${name}' is no identifier of C")
  elseif(given_UNPARSED_ARGUMENTS)
    set(problem "unknown: ${given_UNPARSED_ARGUMENTS}")
  endif()
  foreach(limit ${limits})
    if(NOT "${given_${limit}}" MATCHES "^[1-9][0-9]*$")
      set(problem "${limit} must be a number, 1 or more")
    endif()
    set(${limit} "${given_${limit}}")
  endforeach()
  set(CONSTRAINTS 0)
  set(create taut_tuner_create)
  if(DEFINED given_CONSTRAINTS)
    set(CONSTRAINTS "${given_CONSTRAINTS}")
    set(create taut_tuner_create_with_constraints)
    if(NOT CONSTRAINTS MATCHES "^[1-4]$")
      set(problem "CONSTRAINTS must be a number, 1 to 4")
    endif()
  endif()
  if(problem)
    message(FATAL_ERROR "taut_add_c_tuner(${target} ${name} ...): ${problem}")
  endif()
  set(GIBBON true)
  if(given_NO_GIBBON)
    set(GIBBON false)
  endif()
  string(TOUPPER "${name}" NAME)

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/taut_${name}")
  configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/c_tuner.h.in" "${folder}/${name}.h" @ONLY)
  configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/c_tuner.cpp.in" "${folder}/${name}.cpp" @ONLY)
  target_sources(${target} PRIVATE "${folder}/${name}.cpp")
  target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${folder}>")
  target_link_libraries(${target} PUBLIC taut::taut)
endfunction()
