# The browser viewer is part of sdist and wheel, but its build is not committed. A source
# archive brings it along; a fresh clone builds it here, once, with npm.

option(FOURBAR_VIEWER "Require the browser viewer in the package" ON)

set(viewer_static "${CMAKE_CURRENT_SOURCE_DIR}/src/fourbar/viewer/static")

# An editable install reads static/ from the source tree, where `make web` puts it.
if(NOT FOURBAR_VIEWER OR SKBUILD_STATE STREQUAL "editable" OR EXISTS "${viewer_static}/index.html")
  return()
endif()

find_program(NPM_EXECUTABLE npm)
if(NOT NPM_EXECUTABLE)
  message(FATAL_ERROR
    "The browser viewer has not been built, and npm, which builds it, is not on the PATH.\n"
    "One of these helps:\n"
    "  - install Node.js 20.19 or newer and try again;\n"
    "  - run `make wheel`, which brings its own Node.js;\n"
    "  - build without the viewer: pip install . -C cmake.define.FOURBAR_VIEWER=OFF")
endif()

message(STATUS "Building the browser viewer with ${NPM_EXECUTABLE}")
foreach(step "ci;--no-audit;--no-fund" "run;build")
  execute_process(
    COMMAND "${NPM_EXECUTABLE}" ${step}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/web"
    RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    list(JOIN step " " words)
    message(FATAL_ERROR
      "`npm ${words}` failed in web/: the browser viewer could not be built. Its output is above.")
  endif()
endforeach()
