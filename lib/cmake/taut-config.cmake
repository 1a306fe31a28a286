include("${CMAKE_CURRENT_LIST_DIR}/taut-etl.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/taut-targets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/taut-c-tuner.cmake")
