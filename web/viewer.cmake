# The browser viewer is part of sdist and wheel, but its build is not committed. A source
# archive brings it along; a fresh clone builds it here, once, with npm.

option(FOURBAR_VIEWER "Require the browser viewer in the package" ON)

set(viewer_static "${CMAKE_CURRENT_SOURCE_DIR}/src/fourbar/viewer/static")

# An editable install reads static/ from the source tree, where `make web` puts it.
if(NOT FOURBAR_VIEWER OR SKBUILD_STATE STREQUAL "editable" OR EXISTS "${viewer_static}/index.html")
  return()
endif()

set(ways_out
  "One of these helps:\n"
  "  - install Node.js 20.19 or newer and try again;\n"
  "  - run `make wheel`, which brings its own Node.js;\n"
  "  - build without the viewer: pip install . -C cmake.define.FOURBAR_VIEWER=OFF")
string(CONCAT ways_out ${ways_out})

find_program(NPM_EXECUTABLE npm)
if(NOT NPM_EXECUTABLE)
  message(FATAL_ERROR
    "The browser viewer has not been built, and npm, which builds it, is not on the PATH.\n${ways_out}")
endif()

# npm is a script: it may be there without the node that runs it, or with an old one.
find_program(NODE_EXECUTABLE node)
set(node_version "")
if(NODE_EXECUTABLE)
  execute_process(COMMAND "${NODE_EXECUTABLE}" --version OUTPUT_VARIABLE node_version ERROR_QUIET
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REGEX REPLACE "^v" "" node_version "${node_version}")
endif()
if(NOT node_version)
  message(FATAL_ERROR
    "The browser viewer has not been built. npm is there, but node, which runs it, is not.\n${ways_out}")
elseif(node_version VERSION_LESS 20.19)
  message(FATAL_ERROR
    "The browser viewer has not been built, and Node.js ${node_version} is too old for it.\n${ways_out}")
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
